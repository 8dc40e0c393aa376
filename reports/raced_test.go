//go:build race

package reports

// withDetector says that the race detector is in, which holds several times as much.
const withDetector = true
