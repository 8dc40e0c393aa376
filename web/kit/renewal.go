package kit

// Renewal is what whoever is signed in can do about their next term: what is asked for already and how it is paid, and the
// years that can be asked for by one press.
type Renewal struct {
	Says    []string
	Facts   []Fact
	Buttons []*PostButton
	Why     RuleText // why nothing can be asked for now
}
