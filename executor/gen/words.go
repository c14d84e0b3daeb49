package gen

// words fills dst with words separated by blanks, the last one cut to fit:
// text that compresses about as prose does, where letters would not.
func (s *stream) words(dst []byte) {
	var word uint64
	for left := 0; len(dst) > 0; left-- {
		if left == 0 {
			word, left = s.pcg.Uint64(), 8
		}
		n := copy(dst, vocabulary[byte(word)])
		word >>= 8
		if dst = dst[n:]; len(dst) > 0 {
			dst[0] = ' '
			dst = dst[1:]
		}
	}
}

// vocabulary is 256 words, so that a byte chooses one. Its order is part of
// every table's content: never change it.
var vocabulary = [256]string{
	"able", "about", "above", "across", "after", "again", "agree", "air", "all", "along", "also", "always", "among", "an", "and", "answer",
	"any", "apple", "arm", "arrive", "as", "ask", "at", "away", "back", "bank", "base", "be", "bear", "because", "bed", "before",
	"begin", "below", "best", "better", "between", "big", "bird", "black", "blue", "board", "boat", "body", "book", "both", "box", "bread",
	"bridge", "bring", "brother", "build", "busy", "but", "buy", "by", "call", "can", "car", "care", "carry", "cause", "centre", "chair",
	"change", "child", "church", "city", "clean", "clear", "close", "cloud", "coast", "cold", "colour", "come", "cook", "corn", "cost", "could",
	"country", "course", "cover", "cross", "cry", "cup", "cut", "dance", "dark", "day", "deep", "do", "door", "down", "draw", "dream",
	"dress", "drive", "dry", "during", "each", "early", "earth", "east", "easy", "eat", "edge", "egg", "eight", "end", "enough", "even",
	"ever", "every", "eye", "face", "fact", "fall", "family", "far", "farm", "fast", "father", "feel", "few", "field", "fill", "find",
	"fine", "fire", "first", "fish", "five", "floor", "flower", "fly", "follow", "food", "foot", "for", "forest", "form", "four", "free",
	"friend", "from", "fruit", "full", "game", "garden", "gate", "get", "give", "glass", "go", "gold", "good", "grass", "great", "green",
	"ground", "group", "grow", "half", "hand", "happy", "hard", "have", "he", "head", "hear", "heart", "heavy", "help", "here", "high",
	"hill", "hold", "home", "hope", "horse", "hot", "hour", "house", "how", "hundred", "ice", "if", "in", "island", "it", "join",
	"jump", "just", "keep", "key", "kind", "king", "know", "lake", "land", "language", "large", "last", "late", "laugh", "lead", "leaf",
	"learn", "leave", "left", "less", "letter", "life", "light", "like", "line", "list", "little", "live", "long", "look", "love", "low",
	"make", "many", "map", "market", "mean", "meet", "milk", "mind", "money", "moon", "more", "morning", "mother", "mountain", "move", "music",
	"name", "near", "never", "new", "night", "north", "of", "old", "on", "open", "or", "other", "over", "paper", "river", "with",
}
