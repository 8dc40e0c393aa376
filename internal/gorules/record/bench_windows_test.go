package record

import (
	"testing"
	"time"
)

var began = time.Now()

// spent is how many seconds have passed: Windows is not asked what of them this process has had.
func spent(testing.TB) float64 { return time.Since(began).Seconds() }
