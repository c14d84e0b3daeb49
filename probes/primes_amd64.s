#include "textflag.h"

// func primesIn(from, to uint64) uint64
//
// The loop as compilers of C make it. Go's own tests each divisor for zero and
// moves more between registers, which makes an event some per cent longer than
// sysbench's.
TEXT ·primesIn(SB), NOSPLIT, $0-24
	MOVQ from+0(FP), R8
	MOVQ to+8(FP), R9
	XORL R10, R10 // primes

number:
	CMPQ R8, R9
	JAE  done
	XORPS X0, X0
	CVTSQ2SD R8, X0
	SQRTSD X0, X0
	CVTTSD2SQ X0, R11 // the last divisor
	MOVL $2, CX
	CMPQ CX, R11
	JHI  prime

divisor:
	MOVQ R8, AX
	XORL DX, DX
	DIVQ CX
	TESTQ DX, DX
	JEQ  composite
	INCQ CX
	CMPQ CX, R11
	JLS  divisor

prime:
	INCQ R10

composite:
	INCQ R8
	JMP  number

done:
	MOVQ R10, ret+16(FP)
	RET
