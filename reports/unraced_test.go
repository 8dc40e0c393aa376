//go:build !race

package reports

const withDetector = false
