//go:build !linux

package machine

import "time"

// ThreadTime is not known: Linux alone says it.
func ThreadTime() (worked time.Duration, known bool) { return 0, false }
