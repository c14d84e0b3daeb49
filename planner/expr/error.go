package expr

import "errors"

// What can go wrong in an evaluation. These are the values that Eval returns
// as they are, unwrapped, so that a worker can count them by comparing and
// makes no garbage when a workload fails a million times.
var (
	// ErrOverflow is a result outside of int64, or beyond the largest float64.
	ErrOverflow = errors.New("number out of range")
	// ErrDivide is a division or remainder by zero.
	ErrDivide = errors.New("division by zero")
	// ErrKind is an operand of a kind that the operator does not take, such
	// as a text that holds no number where one is wanted.
	ErrKind = errors.New("operand of the wrong kind")
	// ErrDomain is an argument for which a function or generator has no
	// result: the root of a negative number, an empty range, a share above 1.
	ErrDomain = errors.New("argument outside of the function's domain")
	// ErrFact is a host.* or server.* fact that was not found on this machine.
	ErrFact = errors.New("unknown fact")
	// ErrSize is a text beyond MaxText.
	ErrSize = errors.New("text too long")
)

// MaxText bounds the bytes of one text, so that no expression eats the
// memory of the host. Servers take no packet above 1 GiB.
const MaxText = 64 << 20
