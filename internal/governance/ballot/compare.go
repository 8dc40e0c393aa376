package ballot

// Batch is one teller's papers, opened.
type Batch struct {
	Teller TellerNumber
	Root   Hash // of the records they were opened from
	Papers []Opened
}

// Field says where two tellers differ about a paper.
type Field string

const (
	FieldMissing  Field = "missing"  // one teller has no such paper
	FieldSecond   Field = "second"   // one teller entered it more than once
	FieldValidity Field = "validity" // one teller rejected it
	FieldReason   Field = "reason"   // both rejected it, for different reasons
	FieldMotion   Field = "motion"   // a motion's choice
)

// Difference is a place that both tellers look at again. It never tells what
// either of them read.
type Difference struct {
	Serial Serial
	Field  Field
	Motion int          // the motion's number when Field is FieldMotion, else 0
	Teller TellerNumber // who lacks it or has it twice, when Field is FieldMissing or FieldSecond, else 0
}

// String is the difference for people, without a value: "7K3M-9QTR-5XHD: motion 2".
func (d Difference) String() string { panic("not written yet") }

// Compare tells where two tellers' batches differ, by serial, then field. It is
// the same whichever batch is named first.
func (p *Package) Compare(a, b Batch) ([]Difference, error) { panic("not written yet") }
