package spec

import (
	"strings"

	"github.com/agext/levenshtein"
)

// Suggest gives the name in known that was most likely meant by given, or the
// empty text. A name is near if at most two letters, or a third of them if
// that is more, must be changed, and never more than half. Of equally near
// names the first in known wins; case does not count.
func Suggest(given string, known []string) string {
	best, bestDistance := "", suggestLimit(len(given))+1
	for _, name := range known {
		longest := max(len(name), len(given))
		// Distances are at least the difference in length: skip the costly
		// comparison with names that cannot win.
		if longest-min(len(name), len(given)) >= bestDistance {
			continue
		}
		d := levenshtein.Distance(strings.ToLower(given), strings.ToLower(name), nil)
		if d < bestDistance && 2*d <= longest+1 {
			best, bestDistance = name, d
		}
	}
	return best
}

// suggestLimit is the greatest distance for a name of n bytes.
func suggestLimit(n int) int { return max(2, n/3) }

// didYouMean is a sentence to append to a detail, with its leading space, or
// the empty text.
func didYouMean(given string, known []string) string {
	if name := Suggest(given, known); name != "" {
		return ` Did you mean "` + name + `"?`
	}
	return ""
}

// choice joins names as "a, b or c".
func choice(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// withArticles puts an article before each name.
func withArticles(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = article(name) + " " + name
	}
	return out
}

// article is the indefinite article for a word.
func article(word string) string {
	if word != "" && strings.ContainsRune("aeiou", rune(word[0])) {
		return "an"
	}
	return "a"
}
