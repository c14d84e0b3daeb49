package driver

// Claimer is what a driver offers besides Driver if it keeps other runs away
// from its database by means other than plan.Dialect.Claim.
type Claimer interface {
	// Claim holds the database until Release or the end of the process, or
	// tells who does. Nil stands for a database that nobody else can reach, or
	// where there are no locks.
	Claim() *Claim
}

// Claim is a database that one run has for itself.
type Claim struct {
	Holder  string // in words, such as "process 4711"; empty if it cannot be told
	Release func() // nil if another run holds the database
}
