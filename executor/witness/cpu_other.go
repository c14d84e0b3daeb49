//go:build !unix

package witness

import "time"

// cpu is not known here.
func cpu() time.Duration { return 0 }
