package main

import (
	"errors"
	"fmt"
	"testing"
)

// What one error tells, another does not tell again.
func TestDistinct(t *testing.T) {
	full := errors.New("write events: no space left on device")
	other := errors.New("write facts: permission denied")
	for name, test := range map[string]struct {
		errs []error
		want string
	}{
		"the same twice":    {[]error{full, full}, full.Error()},
		"wrapped and plain": {[]error{fmt.Errorf("cell 0: %w", full), nil, full}, "cell 0: " + full.Error()},
		"two causes":        {[]error{full, other}, full.Error() + "\n" + other.Error()},
	} {
		if got := distinct(test.errs...); got == nil || got.Error() != test.want || !errors.Is(got, test.errs[0]) {
			t.Errorf("%s: %v", name, got)
		}
	}
	if distinct(nil, nil) != nil {
		t.Error("no errors became one")
	}
}
