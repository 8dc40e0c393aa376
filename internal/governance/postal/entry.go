package postal

// Mark is what stands beside a motion.
type Mark string

const (
	MarkYes     Mark = "yes"
	MarkNo      Mark = "no"
	MarkAbstain Mark = "abstain"
	MarkBlank   Mark = "blank"   // nothing
	MarkSpoiled Mark = "spoiled" // none of the three words, or several
)

// Entry is a paper as a teller reads it: serial as typed, and a mark for each
// motion in order.
type Entry struct {
	Serial string
	Marks  []Mark
}

// Difference is a paper that the two tellers entered differently. It never
// says what either of them entered.
type Difference struct {
	Serial string
	Field  string // "motion 2", or "missing" / "twice"
	Motion int    // 0: the paper as a whole
	Of     string // name of the teller who has it not, or twice; "" where the marks differ
}

// Comparison is what comparing the two tellers' entries found.
type Comparison struct {
	Papers      int
	Differences []Difference
}

// Agreed reports whether nothing differs.
func (c Comparison) Agreed() bool { return len(c.Differences) == 0 }
