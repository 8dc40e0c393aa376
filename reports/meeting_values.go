package reports

// MeetingHead says which meeting a print is about.
type MeetingHead struct {
	Name  string // "Annual general meeting"
	Date  string // "Saturday 14 March 2026"
	Time  string // "2.00 pm"
	Place string
}

// when is the day with the time.
func (m MeetingHead) when() string { return joined(", ", m.Date, m.Time) }

// MeetingNotice is the letter that calls members to a meeting, with all that
// they have to know to take part.
type MeetingNotice struct {
	Meeting     MeetingHead
	Issued      string // "20 February 2026"; empty: a draft that no one was sent
	From        string // who signs: "Hēmi Tōtara, secretary"
	Opening     string // the letter's first words, in paragraphs
	Agenda      []AgendaLine
	Motions     []NoticeMotion
	Support     string // what came with the request for the meeting
	Nominations []NoticePost
	Papers      []string         // names of the files that members read beforehand
	PapersAt    string           // where they are on the site
	Deadlines   []NoticeDeadline // those that are still open
	Reach       []string         // how to reach the secretary, a way a line
	Notes       []string         // what the rules say of quorum and voting, in small print
}

// AgendaLine is an item of the agenda.
type AgendaLine struct {
	Letter  string // "a)"
	Text    string
	Rule    string   // "4.4 a"
	Details []string // what the item takes in, a line each
}

// NoticeMotion is a proposal with its full text.
type NoticeMotion struct {
	Title   string   // "Motion 1: the quorum"
	Text    string   // in paragraphs
	Changes []string // of the constitution: "Members present …: 10 members → 12 members"
	By      string   // "Proposed by Aroha Tūī, seconded by Wiremu Kākā"
	Remark  string   // what it needs: "Two thirds of those voting (rule 7.2)"
}

// NoticePost is a post to be filled with who stands so far.
type NoticePost struct {
	Post       string
	Candidates []string
	Remark     string
}

// NoticeDeadline is a day by which something can still be sent in.
type NoticeDeadline struct{ What, By, Rule string }

// MeetingRoll is to whom a notice goes and how each is reached.
type MeetingRoll struct {
	Meeting MeetingHead
	AsAt    string // "as registered on 20 February 2026"
	Summary string // "58 by e-mail, 4 by post"
	Rows    []RollRow
	Text    string // of the notice, as it was sent
	Hash    string // SHA-256 of the text; "": none is kept
}

// RollRow is a member on the roll.
type RollRow struct {
	Number  string // of membership
	Name    string
	Club    string
	By      string // "E-mail" or "Post"
	Address string
	State   string // "Sent 20 February 2026", "To be posted"
}

// AttendanceSheet is the list that members sign at the door.
type AttendanceSheet struct {
	Meeting MeetingHead
	Quorum  string // "Ten members present at the beginning are a quorum (rule 4.2)."
	Rows    []AttendanceRow
	Blank   int // further lines, for whoever is not on the list
}

// AttendanceRow is a member who may come.
type AttendanceRow struct{ Number, Name, Club string }

// BallotPaper is a paper to vote on, and how many of it are needed.
type BallotPaper struct {
	Meeting  MeetingHead
	Question string   // "Ordinary members of the committee", "Motion 2 as amended"
	Text     string   // the motion's words, for a ballot on a motion
	Choices  []string // in the order in which they are printed
	Mark     string   // "Mark up to two names, each once (rule 4.16)."
	Copies   int
}

// CountSlip is what the tellers count on, and hand to the chair.
type CountSlip struct {
	Meeting  MeetingHead
	Question string
	Choices  []string // candidates, or For and Against
	Notes    []string // the rules of the count, a line each
	Tellers  []string // who signs; none: two empty lines
}

// Minutes are a meeting's minutes as the secretary wrote them.
type Minutes struct {
	Meeting MeetingHead
	State   string // "Draft of 16 March 2026", "Approved on 4 April 2026"
	Text    string // Markdown, as [ReadMinutes] reads it
	Sign    string // who signs below: "Chair"; empty: no line to sign on

	Corrections string // that the meeting made which approved them
}
