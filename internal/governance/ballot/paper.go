package ballot

// Choice is what a paper says on one motion.
type Choice byte

const (
	Yes     Choice = 'y'
	No      Choice = 'n'
	Abstain Choice = 'a'
	Blank   Choice = '-' // nothing beside the motion
	Spoiled Choice = '!' // something, and none of the three words
)

// Rejection is why the tellers count no vote of a paper (rule 5.11: its
// validity is at their discretion). "" means that it is valid.
type Rejection string

const (
	Valid      Rejection = ""
	Unsigned   Rejection = "unsigned"
	NoName     Rejection = "no_name"
	NotOnRoll  Rejection = "not_on_roll"
	Second     Rejection = "second_paper"
	Late       Rejection = "late"
	Unreadable Rejection = "unreadable"
	OtherCause Rejection = "other" // written in the envelope register
)

// Rejections are the reasons in the order they are offered, with their words.
func Rejections() []Rejection { panic("not written yet") }

// Words are the reason for people to read: "not signed".
func (r Rejection) Words() string { panic("not written yet") }

// Paper is one voting paper as one teller read it.
type Paper struct {
	Serial   Serial
	Rejected Rejection
	Choices  []Choice // one for each motion of the package, in its order; none when rejected
}

// String tells the serial and never a vote.
func (p Paper) String() string { return "paper " + p.Serial.String() }

// CheckPaper returns what is wrong with a paper: fields "serial", "rejected",
// "choice-N" with N the motion's number.
func (p *Package) CheckPaper(paper Paper) error { panic("not written yet") }
