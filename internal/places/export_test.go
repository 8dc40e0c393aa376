package places

// Towns are all of them, from north to south by region.
func Towns() []Town { return towns }

// Elsewhere is for tests.
var Elsewhere = elsewhere
