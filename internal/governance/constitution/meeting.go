package constitution

import (
	"slices"

	"nzgs/internal/apperr"
)

const (
	rule42  = "4.2"
	rule43  = "4.3"
	rule44  = "4.4"
	rule49  = "4.9"
	rule410 = "4.10"
	rule411 = "4.11"
	rule412 = "4.12"
)

// Presence is how many members are present at the beginning of a meeting;
// nobody is present by proxy.
type Presence struct {
	Room   int
	Online int
}

// Rule 4.2: ten members present at the beginning are a quorum; who leaves
// later changes nothing.
func (c Constitution) Quorum(p Presence) (quorate bool, t Trace) {
	t.Rule = rule42
	present := p.Room
	if p.Online > 0 {
		online, reading := c.PresentOnline()
		t.add(reading)
		if online {
			present += p.Online
			t.Step(rule42, "%d in the room + %d online = %d", p.Room, p.Online, present)
		} else {
			t.Step(rule42, "%d online are not counted", p.Online)
		}
	}
	if present < c.Figures.Quorum {
		t.Step(rule42, "%d present at the beginning < %d", present, c.Figures.Quorum)
		t.conclude("no quorum")
		return false, t
	}
	t.Step(rule42, "%d present at the beginning ≥ %d", present, c.Figures.Quorum)
	t.conclude("quorate")
	return true, t
}

// Rule 4.2: whether a general meeting that was adjourned with its quorum may go on
// with those who are there on its further day.
func (c Constitution) ResumedQuorum(p Presence) (quorate bool, t Trace) {
	t.Rule = rule42
	if c.read(&t, QuorumAgain) == "kept" {
		t.Step(rule42, "The meeting had its quorum at its beginning, on the first day")
		t.conclude("quorate")
		return true, t
	}
	quorate, counted := c.Quorum(p)
	counted.Readings, t.Readings = t.Readings, counted.Readings
	for _, u := range t.Readings {
		counted.use(u)
	}
	return quorate, counted
}

// Rule 4.2: whether somebody who takes part in a general meeting online is
// present: for the quorum, for the chair, and wherever else a rule asks who is.
func (c Constitution) PresentOnline() (bool, Trace) {
	t := Trace{Rule: rule42}
	return c.read(&t, OnlinePresence) == "online", t
}

// Rule 4.3: the senior officer present takes the chair; ok is false when no
// officer is present: then the first business is to elect a chair.
func (c Constitution) Chair(present []Officer) (chair Officer, ok bool, t Trace) {
	chair, ok, t = c.Senior(present)
	t.Rule = rule43
	if !ok {
		t.Step(rule43, "No officer is present")
		t.conclude("the first business is to elect a chair")
		return chair, false, t
	}
	t.conclude("%s takes the chair", chair.Person.Name)
	return chair, true, t
}

// Item is a piece of business of a general meeting.
type Item string

const (
	ElectChair    Item = "elect_chair" // 4.3: only without an officer
	ElectTellers  Item = "elect_tellers"
	PastMinutes   Item = "minutes" // of the previous AGM and of EGMs since
	MattersArise  Item = "matters_arising"
	Reports       Item = "reports"
	ElectOfficers Item = "elect_officers"
	ElectOrdinary Item = "elect_ordinary"
	Proposals     Item = "proposals"
	OtherBusiness Item = "other_business"
	Discussion    Item = "discussion" // of an EGM's proposals
	Framing       Item = "framing"    // of the motions for the postal vote
)

// Label is the item as people read it.
func (i Item) Label() string { return itemLabels[i] }

var itemLabels = map[Item]string{
	ElectChair: "Electing a chair", ElectTellers: "Electing tellers",
	PastMinutes:  "Minutes of the last AGM and of EGMs since",
	MattersArise: "Matters arising", Reports: "Officers’ reports", ElectOfficers: "Electing officers",
	ElectOrdinary: "Electing ordinary committee members", Proposals: "Proposals", OtherBusiness: "Other business",
	Discussion: "Discussing the proposals", Framing: "Wording the motions for the postal vote",
}

var (
	agmItems = []Item{
		ElectTellers, PastMinutes, MattersArise, Reports, ElectOfficers, ElectOrdinary, Proposals, OtherBusiness,
	}
	egmItems = []Item{ElectTellers, Discussion, Framing}
)

// AGMItems is the business of rule 4.4, a to h, and EGMItems that of rule 5.5.
func AGMItems() []Item { return slices.Clone(agmItems) }
func EGMItems() []Item { return slices.Clone(egmItems) }

// Rule 4.4: an AGM's agenda has the items a to h in this order; other business
// may come between.
func (c Constitution) AGMAgenda(items []Item) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule44}}
	checkOrder(&q, rule44, items, agmItems)
	return q.close("in order", "does not meet the rules")
}

// checkOrder finds which of the wanted items are missing, come twice, or stand
// out of their order.
func checkOrder(q *inquiry, rule string, items, wanted []Item) {
	last := -1
	for _, want := range wanted {
		switch at := slices.Index(items, want); {
		case at < 0:
			q.obstacle(rule, "“%s” is missing from the agenda", want.Label())
		case count(items, want) > 1:
			q.obstacle(rule, "“%s” is on the agenda twice", want.Label())
		case at < last:
			q.obstacle(
				rule, "“%s” comes too late or another item too early: the order is %s", items[last].Label(), orderOf(wanted),
			)
			return
		default:
			last = at
		}
	}
	if !q.findings.Blocked() {
		q.passed(rule, "%s in order", counted(len(wanted), "item"))
	}
	if at := slices.Index(items, ElectTellers); at > 0 && items[0] != ElectChair {
		q.obstacle(rule, "“%s” comes first", ElectTellers.Label())
	}
}

func orderOf(items []Item) string {
	names := make([]string, len(items))
	for i, it := range items {
		names[i] = it.Label()
	}
	return joined(names)
}

// Rule 4.4 a): tellers do not stand for election; there are at least two.
func (c Constitution) CheckTellers(tellers, candidates []Person) (Findings, Trace) {
	q := inquiry{trace: Trace{Rule: rule44}}
	tellers = distinct(tellers)
	if len(tellers) < c.Figures.Tellers {
		q.obstacle(rule44, "%s < %d", counted(len(tellers), "teller"), c.Figures.Tellers)
	} else {
		q.passed(rule44, "%s ≥ %d", counted(len(tellers), "teller"), c.Figures.Tellers)
	}
	for _, p := range tellers {
		if holds(candidates, p) {
			q.obstacle(rule44, "%s stands for election and cannot be a teller", p.Name)
		}
	}
	if !q.findings.Blocked() {
		q.passed(rule44, "None of them stands for election")
	}
	return q.close("in order", "does not meet the rules")
}

// Origin is where a motion comes from.
type Origin string

const (
	FromMember    Origin = "member"
	FromCommittee Origin = "committee"
	Formal        Origin = "formal" // for example to accept the minutes
)

// Rule 4.12: formal motions and the committee's need no mover and seconder. An
// amendment of the constitution needs them (7.1), the committee's by a reading.
func (c Constitution) MoverNeeded(from Origin, kind Kind) (bool, Trace) {
	t := Trace{Rule: rule412}
	switch {
	case from == FromMember:
		t.Step(rule412, "A member’s proposal needs a mover and a seconder")
		return true, t
	case kind == Constitutional && (from != FromCommittee || c.read(&t, CommitteesMotion) == "signed"):
		t.Rule = rule71
		t.Step(rule71, "An amendment of the constitution needs a mover and a seconder, whoever brings it")
		return true, t
	}
	t.Step(rule412, "Formal proposals and the committee’s may be moved from the chair")
	return false, t
}

// Method is how votes were counted.
type Method string

const (
	Voice  Method = "voice"
	Hands  Method = "hands"
	Ballot Method = "ballot"
)

// Label is the method as people read it.
func (m Method) Label() string {
	return map[Method]string{Voice: "Voice", Hands: "Show of hands", Ballot: "Ballot"}[m]
}

var formality = map[Method]int{Voice: 1, Hands: 2, Ballot: 3}

// Count is one of the votes that were taken on a motion. All of them are kept.
type Count struct {
	Method Method
	No     int   // the how-manieth count of the motion, from 1
	Votes  Votes // of hands and ballots
	Call   Call  // of a voice vote: what the chair declared

	Spoiled int // ballot papers that were marked and do not count
	Blank   int // ballot papers without a mark
}

// Papers is how many ballot papers were handed in.
func (n Count) Papers() int { return n.Votes.Recorded() + n.Spoiled + n.Blank }

// Call is what the chair hears in a voice vote.
type Call string

const (
	Ayes Call = "yes"
	Noes Call = "no"
)

// Rules 4.9 to 4.11: voice, then hands if called for, then a ballot if the
// chair allows one: the most formal count decides, and of two by one method
// the later. The error names counts that cannot be.
func (c Constitution) DecisiveCount(counts []Count) (Count, Trace, error) {
	t := Trace{Rule: rule49}
	var f apperr.Fields
	seen := make(map[int]bool, len(counts))
	var best Count
	for _, n := range counts {
		if formality[n.Method] == 0 || n.No < 1 || seen[n.No] {
			f.Add("counts", "Number the counts from 1, each once, by voice, hands or ballot.")
			return Count{}, t, f.Err()
		}
		seen[n.No] = true
		if more, than := formality[n.Method], formality[best.Method]; more > than || more == than && n.No > best.No {
			best = n
		}
	}
	if best.No == 0 {
		f.Add("counts", "Enter a count.")
		return Count{}, t, f.Err()
	}
	for _, n := range sortedCounts(counts) {
		if n != best {
			t.Step(rule410, "Count %d by %s is replaced by count %d by %s", n.No, n.Method, best.No, best.Method)
		}
	}
	rule := rule411
	if best.Method == Voice {
		rule = rule49
	}
	t.Rule = rule
	t.Step(rule, "Count %d by %s decides", best.No, best.Method)
	return best, t, nil
}

// Rule 4.9: a vote by voice is as the chair declares it; it records no votes,
// so that nothing on the constitution is carried by it (7.2). Of hands and
// ballots the votes are counted: see Decide.
func (c Constitution) DecideCount(n Count, kind Kind, chair ChairVote) (Outcome, error) {
	if n.Method != Voice {
		votes, papers := c.VotesOn(n)
		out, err := c.Decide(Poll{By: AtMeeting, Kind: kind, Votes: votes, Chair: chair})
		out.Trace = papers.Then(out.Trace)
		return out, err
	}
	var f apperr.Fields
	t := Trace{Rule: rule49}
	if kind == Constitutional {
		f.Add("method", "A vote by voice records no votes: count hands or ballot papers (rule 7.2).")
	}
	if n.Call != Ayes && n.Call != Noes {
		f.Add("call", "Say whether the chair heard more ayes or more noes.")
	}
	if chair != ChairSilent {
		f.Add("chair", "The chair votes only on counted votes that are equal (rule 4.8).")
	}
	if err := f.Err(); err != nil {
		return Outcome{}, err
	}
	out := Outcome{Carried: n.Call == Ayes, Trace: t}
	out.Trace.Step(rule49, "The chair declares the voices for %s", n.Call)
	out.Trace.conclude("not carried")
	if out.Carried {
		out.Trace.conclude("carried")
	}
	return out, nil
}

// Rule 4.10: which votes a count has. Of a ballot spoiled papers are none, and
// blank ones are none or, by a reading, abstentions.
func (c Constitution) VotesOn(n Count) (Votes, Trace) {
	t := Trace{Rule: rule410}
	if n.Blank > 0 && c.read(&t, BlankPaper) == "abstain" {
		n.Votes.Abstain += n.Blank
		t.Step(rule410, "%s counted as abstentions", counted(n.Blank, "blank paper"))
		n.Blank = 0
	}
	if n.Spoiled+n.Blank > 0 {
		t.Step(
			rule410, "%s = %d with a vote + %d spoiled + %d blank", counted(n.Papers(), "paper"), n.Votes.Recorded(), n.Spoiled,
			n.Blank,
		)
	}
	return n.Votes, t
}

func sortedCounts(counts []Count) []Count {
	out := slices.Clone(counts)
	slices.SortFunc(out, func(a, b Count) int { return a.No - b.No })
	return out
}
