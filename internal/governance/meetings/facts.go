package meetings

// facts are what a Record was worked out from, beyond what it shows.
type facts struct{}
