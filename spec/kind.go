package spec

// kind describes one kind of block. The same table decodes the block, words
// its diagnostics and writes its section of the language reference, so that
// the three cannot disagree.
//
// Rejected: gohcl's struct tags, which leave no room for meaning and default,
// forget written order and stop at the first unknown name.
type kind struct {
	name    string   // the block's type, such as "query"; empty for a whole file
	label   string   // what the label names; empty if the block has none
	about   string   // the reference's text, Markdown
	attrs   []attr   // the attributes it knows
	open    string   // what other attributes are; empty if there may be none
	blocks  []nested // the blocks that may stand in it
	absent  []absent // what users look for here in vain
	example string   // HCL, shown in the reference and parsed by its test
}

// absent is a word for something that other tools have, or that Assay will
// have, and what to do without it.
type absent struct{ name, about string }

// absence is what is said of an absent word, with a leading space, or nothing.
func (k *kind) absence(name string) string {
	for _, a := range k.absent {
		if a.name == name {
			return " " + a.about
		}
	}
	return ""
}

// attr describes an attribute.
type attr struct {
	name     string
	words    string // what is expected, such as "number" or "list of texts"
	required bool
	def      string // the default as HCL or in words; empty if required or simply absent
	about    string // its meaning: whole sentences without a trailing dot
}

// nested says how often a kind of block may stand in another. Kinds are
// referred to by name, since group may stand in group.
type nested struct {
	kind     string
	min, max int // max 0: any number
}

// many, one and some are the usual cardinalities.
func many(name string) nested { return nested{kind: name} }
func one(name string) nested  { return nested{kind: name, max: 1} }
func some(name string) nested { return nested{kind: name, min: 1} }

// fileKind is what stands at the top of a file.
var fileKind = kind{
	blocks: []nested{
		one("assay"), many("variable"), many("locals"), many("module"), many("server"), many("target"),
		many("schema"), many("mix"), many("probe"), many("experiment"),
	},
	absent: []absent{
		{"publication", "There are no published figures to compare with yet; write an assert block for what must hold."},
	},
}

// openLoop and stageBlocks tell of what has another name.
const (
	openLoop    = "An open loop is written as rate, in events per second, with arrivals = \"poisson\" or \"constant\"."
	stageBlocks = "What changes within a load is written as stage blocks, one after the other."
)

// kinds are all kinds of block in the order of the reference.
var kinds = []*kind{
	&assayKind, &variableKind, &validationKind, &localsKind, &moduleKind, &serverKind, &targetKind, &tlsKind,
	&schemaKind, &tableKind, &columnKind, &indexKind,
	&mixKind, &transactionKind, &groupKind, &queryKind, &letKind, &expectKind, &rollbackKind, &thinkKind,
	&probeKind,
	&experimentKind, &matrixKind, &loadKind, &stageKind, &errorsKind, &assertKind, &archiveKind,
}

// findKind gives the kind of that name, or nil.
func findKind(name string) *kind {
	for _, k := range kinds {
		if k.name == name {
			return k
		}
	}
	return nil
}

// attr gives the attribute of that name, or nil.
func (k *kind) attr(name string) *attr {
	for i := range k.attrs {
		if k.attrs[i].name == name {
			return &k.attrs[i]
		}
	}
	return nil
}

// block gives the nested kind of that name, or nil.
func (k *kind) block(name string) *nested {
	for i := range k.blocks {
		if k.blocks[i].kind == name {
			return &k.blocks[i]
		}
	}
	return nil
}

// attrNames and blockNames are what "did you mean" chooses from.
func (k *kind) attrNames() []string {
	names := make([]string, len(k.attrs))
	for i, a := range k.attrs {
		names[i] = a.name
	}
	return names
}

func (k *kind) blockNames() []string {
	names := make([]string, len(k.blocks))
	for i, b := range k.blocks {
		names[i] = b.kind
	}
	return names
}

// parents are the names of the kinds that a block may stand in; empty if it
// stands at the top of a file.
func (k *kind) parents() []string {
	var names []string
	for _, p := range kinds {
		if p.block(k.name) != nil {
			names = append(names, p.name)
		}
	}
	return names
}

// neighbourWith is a kind just inside or around k that has the attribute, or
// nil: threads stands in a load, not in its experiment.
func (k *kind) neighbourWith(attribute string) *kind {
	for _, name := range append(k.blockNames(), k.parents()...) {
		if near := findKind(name); near.attr(attribute) != nil {
			return near
		}
	}
	return nil
}

// place is where a block of this kind belongs, in words.
func (k *kind) place() string {
	parents := k.parents()
	if len(parents) == 0 {
		return "at the top of a file"
	}
	return "in " + choice(withArticles(parents))
}

// title is the kind in a sentence: `a query block`.
func (k *kind) title() string {
	if k.name == "" {
		return "the top of a file"
	}
	return article(k.name) + " " + k.name + " block"
}
