package plan

// slotNames are what the author called the slots of t: let.n,
// query.LABEL.n, count.index. They are worked out when they are needed, as names
// of slots are for people and would be a second truth in the plan.
func slotNames(t *Transaction) []string {
	names := make([]string, t.Frame)
	nameBlock(names, &t.Body)
	return names
}

// nameBlock names the slots of a block and of the blocks in it.
func nameBlock(names []string, b *Block) {
	nameLets(names, b.Lets)
	for i := range b.Steps {
		if q := b.Steps[i].Query; q != nil {
			nameIndex(names, q.Repetition.Index)
			nameLets(names, q.Lets)
			for _, r := range q.Read {
				names[r.Slot] = "query." + q.Name + "." + r.Name
			}
		}
		if g := b.Steps[i].Group; g != nil {
			nameIndex(names, g.Repetition.Index)
			nameBlock(names, &g.Body)
		}
	}
}

// nameLets: lets of the same name in sibling blocks have slots of their own.
func nameLets(names []string, lets []Let) {
	for i := range lets {
		names[lets[i].Slot] = "let." + lets[i].Name
	}
}

// nameIndex names a count.index; -1 is that there is none.
func nameIndex(names []string, slot int) {
	if slot >= 0 {
		names[slot] = "count.index"
	}
}
