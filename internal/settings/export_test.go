package settings

import (
	"testing"
	"time"
)

// TellWithin has a change wait so long for the letters about it, until the test ends.
func TellWithin(t *testing.T, d time.Duration) {
	was := tellWithin
	tellWithin = d
	t.Cleanup(func() { tellWithin = was })
}
