//go:build !linux

package machine

import "time"

// limitSilence limits nothing: the system's own limit holds.
func limitSilence(uintptr, time.Duration) {}
