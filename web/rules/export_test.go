package rules

// What the tests of pages look for.
var (
	GoRules    = goRules
	ShortRules = shortRules
)
