//go:build !race

package gorules

const raceDetector = false
