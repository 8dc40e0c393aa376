package reports

// PostalVote is what every print of a postal vote says of it (Rules 5.8 to
// 5.13).
type PostalVote struct {
	Title   string // what the vote is about: "Extraordinary general meeting of 14 March 2026"
	Closing string // final day for voting papers to arrive: "25 April 2026"
	Tellers []string
	Address []string // of the tellers, line by line
	Motions []PostalMotion
	Rolled  string // the day whose members vote: "20 March 2026"; may be empty
	Roll    int    // members on it
	RollSum string // root hash of the roll, hexadecimal; empty before it is frozen
}

// PostalMotion is a motion as the members vote on it.
type PostalMotion struct {
	Number       int
	Text         string
	Constitution bool // affects the constitution (Rule 5.12)
}

// VotingPaper is the paper of one member.
type VotingPaper struct {
	Name   string // empty leaves a line to write it on
	Serial string // as it is typed: "7K3M-9QXT"
	Code   string // what the QR code holds; at most 1,000 bytes, empty prints none
}

// PostalAddressee is a member who is written to.
type PostalAddressee struct {
	Name    string
	Address []string // line by line
}

// PostalLetter goes out with the voting papers (Rule 5.9).
type PostalLetter struct {
	Vote      PostalVote
	Date      string // of sending: "10 April 2026"
	Enclosed  []string
	Majority  string // what Rule 5.12 asks for, in words
	Secretary string // who signs: "Hēmi Tōtara, secretary"
	Contact   string // how to reach them: "secretary@example.org.nz"
}

// PostalReport is the tellers' report to the secretary (Rule 5.11).
type PostalReport struct {
	Vote     PostalVote
	Reported string // "30 April 2026"; empty on a form to fill in
	Sent     int    // papers that went out
	Received int    // papers that came back
	Valid    int    // of these
	Rejected []PostalRejection
	Counts   []PostalCount
	Seals    []PostalSeal
	History  []string // what was done about the tellers, with the reasons, a line each
}

// PostalRejection is a paper that the tellers did not count; its serial or its
// member is never on the report.
type PostalRejection struct {
	Reason string
	Papers int
}

// PostalCount is what the papers said on one motion.
type PostalCount struct {
	Number           int
	Yes, No, Abstain int
	Informal         int // valid papers without a vote that could be read on this motion
}

// PostalSeal is a hash that ties a print to what the program keeps.
type PostalSeal struct {
	What string // "Roll of members"
	Hash string // hexadecimal
}

// PostalDeclaration is the result as it is declared (Rules 5.12, 5.13).
type PostalDeclaration struct {
	Vote     PostalVote
	Declared string // "2 May 2026"
	By       string // "Hēmi Tōtara, secretary"
	Held     string // of motions typed by hand: the meeting that framed them
	Typed    string // and why they were typed
	Papers   int    // came back
	Valid    int    // of these
	Rejected int    // by the tellers, as a whole
	Outcomes []PostalOutcome
	History  []string // what was done about the tellers, a line each
	Seals    []PostalSeal
	Keep     string // first day on which the papers may be destroyed
}

// PostalOutcome is what became of one motion.
type PostalOutcome struct {
	PostalCount
	Outcome  string   // "Carried", "Not carried", "Carried; referred to the AGM (7.1)"
	Lines    []string // its arithmetic
	Readings []string // of open questions that were applied
}

// PostalDestruction records that the papers of a vote no longer exist.
type PostalDestruction struct {
	Vote      PostalVote
	Declared  string // day of the declaration
	Keep      string // first day on which it was allowed
	Destroyed string // when; empty on a form to fill in
	What      []string
	By        []string // who did it and who saw it
	Seals     []PostalSeal
}
