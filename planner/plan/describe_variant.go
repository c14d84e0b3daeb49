package plan

// kind is a list of things of which several may have one name: schemas, mixes.
// Things are told by their index in the list.
type kind struct {
	word    string // "schema"
	count   int
	name    func(i int) string
	users   func(i int) []int       // numbers of the cells that have it
	full    func(i int)             // writes all of it
	compare func(i, j int) []string // what sets j apart from i, a line each
}

// manyVariants is how many things of one name are compared: a matrix over a
// size makes hundreds, which differ in that size.
const manyVariants = 20

// variants writes the first thing of each name in full, and the others by what
// differs from it.
func (t *describer) variants(k *kind) {
	first := make(map[string]int)
	shown := make(map[string]int)
	for i := range k.count {
		name := k.name(i)
		j, again := first[name]
		if shown[name]++; shown[name] == manyVariants {
			t.line("\n%s %s: more variants are left out here", k.word, name)
		}
		switch {
		case shown[name] >= manyVariants:
		case again:
			t.variant(k.word+" "+name+" in "+cells(k.users(i)), cells(k.users(j)), k.compare(j, i))
		default:
			first[name] = i
			t.line("\n%s %s%s", k.word, name, in(t.plan, k.users(i)))
			k.full(i)
		}
	}
}

// in names the cells of a thing unless it is in all of them.
func in(p *Plan, users []int) string {
	if len(users) == len(p.Cells) {
		return ""
	}
	return " in " + cells(users)
}

// variant writes what sets a thing apart from the first one of its name.
func (t *describer) variant(what, model string, differences []string) {
	if len(differences) == 0 {
		t.line("\n%s: as in %s, on tables of its own", what, model)
		return
	}
	t.line("\n%s: as in %s, but", what, model)
	for _, line := range differences {
		t.line("  %s", line)
	}
}

// cellsWith are the numbers of the cells that has holds for.
func cellsWith(p *Plan, has func(*Cell) bool) []int {
	var numbers []int
	for i := range p.Cells {
		if has(&p.Cells[i]) {
			numbers = append(numbers, p.Cells[i].Number)
		}
	}
	return numbers
}
