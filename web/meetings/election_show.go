package meetings

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// ElectionPage is one election: who stands, the ballots, the outcome, and the
// forms for the chair's table.
type ElectionPage struct {
	kit.Page
	Head       string    // the meeting, and how many seats
	Chair      *kit.Link // back to the chair's page, for whoever runs the meeting
	State      kit.Badge
	Outcome    kit.Trace
	Decision   string // of the meeting, on more seats than rule 3.2 has
	Candidates []CandidateRow
	Actions    []kit.Link
	Again      []*kit.PostButton // sitting officers who stand again
	Ballot     *BallotForm
	Prints     []kit.Link // for the ballot that comes next
	Ties       []TieForm
	Counts     []CountCard
}

// CandidateRow is somebody who stands, or stood.
type CandidateRow struct {
	Name     string
	By       kit.Trace    // why they stand
	Carried  kit.RuleText // of one who was nominated for an AGM without a quorum
	State    kit.Badge
	Withdraw string // where a withdrawal is entered, or ""
}

// BallotForm takes a ballot as it was counted.
type BallotForm struct {
	kit.FormKey
	Title  string
	Text   kit.RuleText
	Action string
	Hidden []kit.Hidden
	Papers []kit.Field // valid and not valid ones
	Error  string      // about all votes together
	Votes  []kit.Field
}

// TieForm takes what broke a tie.
type TieForm struct {
	kit.FormKey
	Title  string
	Text   kit.RuleText
	Action string
	Hidden []kit.Hidden
	Chair  *kit.Field // who takes the chair for it, where the chair is among those tied
	Chosen kit.Field
	Submit string
}

// CountCard is one ballot, or one breaking of a tie.
type CountCard struct {
	Title, Figures string
	Votes          []CountVote
	Outcome        kit.Trace
	SetAside       string // why it no longer counts, or ""
	Recount        string // of whose papers, and which stands, or ""
	Recorded       string
	Aside          string // where it is set aside, or ""
	Stands         string // why it is not, or ""
	Again          string // where a second count of its papers is entered, or ""
}

// CountVote is a line of a CountCard.
type CountVote struct{ Name, Votes string }

var electionView = kit.NewView[ElectionPage](templates, "elections/election.html")

func (s *Desk) election(c echo.Context) error {
	v, err := s.electionOf(c)
	if err != nil {
		return err
	}
	return s.showElection(c, kit.NewFilling(), v, nil)
}

// showElection answers with an election, and with what a refusal says beside
// the fields of its forms.
func (s *Desk) showElection(c echo.Context, in *kit.Filling, v elections.View, refused error) error {
	page := ElectionPage{
		Page: s.electionPage(c, v.Meeting, v.Post.Title()), State: electionBadge(v), Outcome: electionOutcome(v),
		Decision: v.Decision,
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	page.Head = v.Meeting.Title()
	if v.Post == elections.Ordinary {
		page.Head += ", " + kit.Plural(v.Seats, "seat", "seats")
	}
	page.Candidates = candidateRows(v)
	page.Counts = countCards(v)
	page.nominations(v)
	if v.May.Count {
		page.atTheTable(in, v)
	}
	if v.Meeting.State == meetings.Open && v.May.Withdraw {
		page.Chair = &kit.Link{Label: "In the chair", URL: kit.MeetingURL(v.Meeting.ID, "chair"), Kind: "secondary"}
		if page.Ballot == nil && len(page.Ties) == 0 {
			page.Chair.Label, page.Chair.Kind = "Back to the chair’s page", ""
		}
	}
	return electionView.Render(c, status, page)
}

// nominations adds what may be done about who stands.
func (p *ElectionPage) nominations(v elections.View) {
	if !v.May.Nominate || len(v.Valid()) > 0 {
		return
	}
	enter := kit.Link{Label: "Enter a nomination", URL: kit.ElectionURL(v.ID, "nominate")}
	if v.Meeting.State.Held() {
		enter.Kind = "secondary" // the ballot comes first
	}
	p.Actions = append(p.Actions, enter)
	if v.Post == elections.Ordinary {
		p.Actions = append(p.Actions, kit.Link{
			Label: "Change the number of seats", URL: kit.ElectionURL(v.ID, "seats"), Kind: "secondary",
		})
	}
	for _, one := range v.Sitting {
		b := p.Button(
			"again"+kit.IDText(one.ID), kit.ElectionURL(v.ID, "again"), one.Name+" stands again", kit.VersionField(v.Version),
			kit.Hidden{Name: "candidate", Value: kit.IDText(one.ID)},
		)
		b.Kind = "secondary"
		p.Again = append(p.Again, b)
	}
}

// atTheTable adds the forms for counts.
func (p *ElectionPage) atTheTable(in *kit.Filling, v elections.View) {
	switch v.Outcome.State {
	case elections.AwaitsBallot:
		p.Ballot = p.ballotForm(in, v, "Enter the ballot")
	case elections.Tied:
		for _, way := range v.Ways {
			if way == elections.Ballot {
				p.Ballot = p.ballotForm(in, v, "Another ballot among those tied")
				continue
			}
			p.Ties = append(p.Ties, p.tieForm(in, v, way))
		}
	}
}

func (p *ElectionPage) ballotForm(in *kit.Filling, v elections.View, title string) *BallotForm {
	p.Prints = []kit.Link{
		{Label: "Ballot papers (PDF)", URL: kit.MeetingURL(v.Meeting.ID, "ballots.pdf")},
		{Label: "Count slips for the tellers (PDF)", URL: kit.MeetingURL(v.Meeting.ID, "count.pdf")},
	}
	form := &BallotForm{
		FormKey: p.Form("ballot"), Title: title, Action: kit.ElectionURL(v.ID, "ballots"),
		Hidden: []kit.Hidden{kit.VersionField(v.Version)}, Error: p.ErrorOn("votes"),
	}
	form.Text = kit.CiteRules("Each paper has one vote (rule 4.15).")
	if v.Post == elections.Ordinary {
		form.Text = kit.CiteRules(
			"For " + kit.Plural(v.Outcome.Seats, "seat", "seats") + ". " + votesEachText(v.Result, v.Limits),
		)
	}
	noneUnlessSent(in)
	for _, f := range paperFields() {
		form.Papers = append(form.Papers, in.Field(&p.Page, f))
	}
	for _, f := range candidateFields(v, v.Outcome.Among) {
		form.Votes = append(form.Votes, in.Field(&p.Page, f))
	}
	return form
}

// noneUnlessSent begins with no spoiled and no blank papers.
func noneUnlessSent(in *kit.Filling) {
	for _, name := range []string{"invalid", "blank"} {
		if !in.Sends(name) {
			in.Set(name, "0")
		}
	}
}

// paperFields are the papers of a ballot.
func paperFields() []kit.Field {
	return []kit.Field{
		numberField("ballots", "Valid papers"), numberField("invalid", "Spoiled papers"),
		numberField("blank", "Blank papers"),
	}
}

// candidateFields are the votes of each candidate.
func candidateFields(v elections.View, among []elections.CandidateID) []kit.Field {
	names := v.Names()
	var out []kit.Field
	for _, id := range among {
		out = append(out, numberField(elections.VotesField(id), names[id]))
	}
	return out
}

func numberField(name, label string) kit.Field {
	return kit.Field{
		Name: name, Label: label, Type: "number", InputMode: "numeric", Min: "0", Step: "1", Width: "short", Required: true,
		Autocomplete: "off",
	}
}

// votesEachText says how many votes a paper has in a ballot for ordinary members.
func votesEachText(r elections.Result, limits constitution.Figures) string {
	if each := r.Outcome.VotesEach(limits, r.Post); each > 1 {
		return "Each paper has up to " + kit.Plural(each, "vote", "votes") + " for different candidates (rule 4.16)."
	}
	return "Each paper has one vote (rule 4.16)."
}

func (p *ElectionPage) tieForm(in *kit.Filling, v elections.View, way elections.Way) TieForm {
	form := TieForm{
		FormKey: p.Form(string(way)), Title: wayTitle(way), Action: kit.ElectionURL(v.ID, "tie"),
		Hidden: []kit.Hidden{kit.VersionField(v.Version), {Name: "way", Value: string(way)}},
		Submit: "Record the casting vote",
		Text: kit.CiteRules(
			"Rules 4.15 and 4.16 say nothing about ties. The chair may choose; the choice is recorded as the chair’s.",
		),
	}
	if way == constitution.CastingVote && v.ChairTied {
		form.Text = kit.CiteRules(
			"The chair is among those tied and does not decide. Another member takes the chair for the casting vote, an " +
				"officer first (rule 4.3), or the meeting holds another ballot.",
		)
		chair := kit.Field{Name: "chair", Label: "Who took the chair for it", Type: "select", Required: true}
		chair.Options = append([]kit.Option{{Label: "Choose"}}, personOptions(v.StandIns)...)
		chair = in.Field(&p.Page, chair)
		form.Chair = &chair
	}
	if way == constitution.DrawingLots {
		form.Submit, form.Text = "Record the lot", kit.CiteRules(
			"The tellers draw lots in front of the meeting; enter who was drawn.",
		)
	}
	f := kit.Field{Name: "chosen", Label: "Elected", Type: "radios", Required: true}
	if v.Outcome.Seats > 1 {
		f.Type, f.Label = "checkboxes", "Elected: choose "+strconv.Itoa(v.Outcome.Seats)
	}
	names := v.Names()
	for _, id := range v.Outcome.Among {
		f.Options = append(f.Options, kit.Option{Value: kit.IDText(id), Label: names[id]})
	}
	f.ID = "chosen-" + string(way)
	if in.Text("way") == string(way) {
		if len(p.Errors) > 0 {
			f.ID = "chosen" // where the summary of errors leads
		}
		f = in.Field(&p.Page, f)
		f.Error = cmp.Or(f.Error, p.ErrorOn("way"))
	}
	form.Chosen = f
	return form
}

func personOptions(people []elections.Person) []kit.Option {
	var out []kit.Option
	for _, one := range people {
		out = append(out, kit.Option{Value: kit.IDText(one.ID), Label: one.Name})
	}
	return out
}

func candidateRows(v elections.View) []CandidateRow {
	names := v.Names()
	var out []CandidateRow
	for _, one := range v.Candidates {
		row := CandidateRow{Name: names[one.ID], State: kit.Badge{Kind: kit.KindInfo, Text: "Stands"}}
		by := "Sitting officer, without nomination"
		if one.Nominated() {
			by = "Nominated by " + one.Proposer.Name + " and " + one.Seconder.Name
		}
		row.By, row.Carried = kit.RuleTrace(by, one.Why), carriedText(one)
		switch {
		case one.Struck:
			row.State = kit.Badge{Kind: kit.KindWarning, Text: "No longer standing"}
		case one.Withdrawn != nil:
			row.State = kit.Badge{Kind: kit.KindNeutral, Text: "Withdrew on " + one.Withdrawn.At.Date().Long()}
		case slices.ContainsFunc(
			v.Outcome.Elected, func(w elections.Winner) bool { return w.Candidate == one.ID },
		) && v.Meeting.State.Held():
			row.State = kit.Badge{Kind: kit.KindSuccess, Text: "Elected"}
		case v.Outcome.State == elections.Tied && slices.Contains(v.Outcome.Among, one.ID):
			row.State = kit.Badge{Kind: kit.KindWarning, Text: "Tied"}
		case v.Meeting.State.Held() && (v.Outcome.State == elections.Decided || len(v.Valid()) > 0):
			row.State = kit.Badge{Kind: kit.KindNeutral, Text: "Not elected"}
		}
		if one.Withdrawn == nil && !one.Struck && mayWithdraw(v, one) {
			row.Withdraw = kit.ElectionURL(v.ID, "candidates", kit.IDText(one.ID), "withdraw")
		}
		out = append(out, row)
	}
	return out
}

// carriedText says that a nomination was sent in for an AGM without a quorum.
func carriedText(one elections.Candidate) kit.RuleText {
	if text := one.CarriedOver(); text != "" {
		return kit.CiteRules(text + " (rule 4.20).")
	}
	return nil
}

// mayWithdraw reports whether a candidate can be taken off now: before a
// ballot, or out of a tie.
func mayWithdraw(v elections.View, one elections.Candidate) bool {
	return v.May.Withdraw && (len(v.Valid()) == 0 ||
		v.Outcome.State == elections.Tied && slices.Contains(v.Outcome.Among, one.ID))
}

func countCards(v elections.View) []CountCard {
	names := v.Names()
	valid := v.Valid()
	var out []CountCard
	for _, n := range v.Counts {
		card := CountCard{Title: wayTitle(n.Way), Recorded: "Recorded on " + n.At.Long() + " by " + n.By + "."}
		if n.Way == elections.Ballot {
			card.Title = "Ballot"
			card.Figures = "For " + kit.Plural(n.Seats, "seat", "seats") + ". " + kit.Capital(n.Figures()) + "."
		} else if n.Aside.ID != 0 {
			card.Figures = n.Aside.Name + " is among those tied; " + n.Chair.Name + " took the chair for the casting vote."
		} else if n.Chair.ID != 0 {
			card.Figures = n.Chair.Name + " was in the chair."
		}
		if n.Recount != nil {
			card.Title, card.Recount = "Second count", n.Recount.Sentence()
		}
		if len(v.Counts) > 1 {
			card.Title = strconv.Itoa(n.No) + ". " + card.Title
		}
		for _, vote := range elections.Ranked(n.Votes, names) {
			line := CountVote{Name: names[vote.Candidate], Votes: strconv.Itoa(vote.Votes)}
			if n.Way != elections.Ballot {
				line.Votes = ""
				if vote.Chosen {
					line.Votes = "Chosen"
				}
			}
			card.Votes = append(card.Votes, line)
		}
		if n.SetAside != nil {
			card.SetAside = n.SetAside.Reason + " (" + n.SetAside.By + ", " + n.SetAside.At.Date().Long() + ")"
		}
		for _, o := range v.Outcome.Counts {
			if o.No == n.No {
				card.Outcome = kit.RuleTrace(kit.Capital(o.Trace.Outcome), o.Trace)
			}
		}
		switch _, last := v.Last(n.No); {
		case !v.May.Count || !last:
		case !v.Stands.IsZero():
			card.Stands = elections.StandsText(v.Stands)
		default:
			card.Aside = kit.ElectionURL(v.ID, "counts", strconv.Itoa(n.No), "set-aside")
		}
		if v.May.Count && len(valid) > 0 && valid[len(valid)-1].No == n.No && n.Way == elections.Ballot {
			card.Again = kit.ElectionURL(v.ID, "counts", strconv.Itoa(n.No), "recount")
		}
		out = append(out, card)
	}
	return out
}
