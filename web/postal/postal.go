package postal

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// Postal votes (rules 5.8 to 5.13): the list, and what all their pages share.

const (
	protection = kit.PostalPath + "/protection"
)

var crumb = kit.Crumb{Label: "Postal votes", URL: kit.PostalPath}

// ListPage lists the votes that somebody may see.
type ListPage struct {
	kit.Page
	Head  kit.ListHead
	Rows  []ListRow
	New   string // where a vote is begun; "" who may not
	Empty *kit.Empty
	Open  []OpenVote // under way, as everybody may know of them
}

// OpenVote is how many papers of a vote that is under way went out and came back.
type OpenVote struct {
	Title string
	Lines []kit.RuleText
}

// ListRow is one vote of the list.
type ListRow struct {
	Title, URL             string
	EGM, Closing, Declared string
	State                  kit.Badge
}

var listView = kit.NewView[ListPage](templates, "list.html")

func (s *Desk) listVotes(c echo.Context) error {
	list, err := s.postal.Votes(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := ListPage{
		Page: s.Page(c, "Postal votes"), Head: kit.ListHead{Count: kit.Plural(len(list), "postal vote", "postal votes")},
	}
	begin := ""
	if s.ManagesPostal(c) {
		begin = kit.PostalPath + "/new"
	}
	for _, v := range list {
		to := kit.PostalURL(v.ID)
		if !s.Actor(c).SignedIn() {
			to = kit.PostalURL(v.ID, "declaration") // only what is declared is public
		}
		page.Rows = append(page.Rows, ListRow{
			Title: v.Title, URL: to, State: stateBadge(v.State),
			EGM: dayOrDash(v.EGM), Closing: dayOrDash(v.Closing), Declared: dayOrDash(v.Declared),
		})
	}
	if len(list) == 0 {
		page.Empty = &kit.Empty{
			Title: "No postal vote yet",
			Text: "The motions of an extraordinary general meeting are decided by post (Rule 5.8). Votes appear here once " +
				"their papers have gone out.",
		}
		if begin != "" {
			page.Empty.Text = "The motions of an extraordinary general meeting are decided by post (Rule 5.8). Start with " +
				"the meeting’s date and its motions."
			page.Empty.Action = &kit.Link{Label: "Start a postal vote", URL: begin}
		}
	} else {
		page.New = begin // an empty list has the button where it says what to do
	}
	if page.Open, err = s.openVotes(c); err != nil {
		return err
	}
	return listView.Render(c, http.StatusOK, page)
}

func (s *Desk) openVotes(c echo.Context) ([]OpenVote, error) {
	list, err := s.postal.UnderWay(c.Request().Context())
	if err != nil {
		return nil, err
	}
	out := make([]OpenVote, len(list))
	for i, v := range list {
		lines := []string{v.Withheld}
		if v.Withheld == "" {
			lines = append(v.Flow.Lines(), v.Next)
		}
		out[i] = OpenVote{
			"Meeting of " + v.EGM.Long() + ", last day for papers " + v.Closing.Long(), citedLines(lines),
		}
	}
	return out, nil
}

func dayOrDash(d civil.Date) string {
	if d.IsZero() {
		return "–"
	}
	return d.Long()
}

// stateBadge is a vote's state.
func stateBadge(state postal.State) kit.Badge {
	switch state {
	case postal.StateDespatched:
		return kit.Badge{Kind: kit.KindLive, Text: state.Label()}
	case postal.StateDeclared, postal.StateDestroyed:
		return kit.Badge{Kind: kit.KindSuccess, Text: state.Label()}
	case postal.StateClosed, postal.StateRecheck, postal.StateAgreed, postal.StateReported:
		return kit.Badge{Kind: kit.KindInfo, Text: state.Label()}
	}
	return kit.Badge{Kind: kit.KindNeutral, Text: state.Label()}
}

// loadVote is the vote of the address, as the actor may see it.
func (s *Desk) loadVote(c echo.Context) (postal.File, error) {
	id, err := kit.PathID[postal.VoteID](c, "id")
	if err != nil {
		return postal.File{}, err
	}
	return s.postal.Vote(c.Request().Context(), s.Actor(c), id)
}

// loadStep is the vote of the address and the step that a page is for. Who
// does not take the step is refused; whoever comes when the vote does not
// stand there is led to its page.
func (s *Desk) loadStep(c echo.Context, action postal.Action) (postal.File, postal.Step, error) {
	f, err := s.loadVote(c)
	if err != nil {
		return f, postal.Step{}, err
	}
	work := tasks[action]
	for _, step := range f.Steps {
		if step.Action == action && step.Yours {
			return f, step, nil
		}
	}
	if work.role == postal.Joiner && !f.Joins || work.role == postal.Manager && !f.Manages || work.role == postal.Teller && !f.Tells || !f.Manages && !f.Tells && !f.Joins {
		return f, postal.Step{}, apperr.New(apperr.Forbidden, "%s", work.refusal())
	}
	return f, postal.Step{}, &kit.Elsewhere{
		To: kit.PostalURL(f.ID), Why: "You cannot do that step now: the vote is at “" + f.State.Label() + "”.",
	}
}

// task says where a step is taken and by whom.
type task struct {
	role  postal.Role
	below string // page below the vote's
	verb  string // on the button that leads there
}

func (t task) refusal() string {
	switch t.role {
	case postal.Teller:
		return "Only the tellers of this vote can do this, whatever office anyone holds (Rule 5.11)."
	case postal.Joiner:
		return "Only the person who is proposed as teller can do this."
	case postal.Either:
		return "Only the president, the secretary and the tellers of this vote can do this."
	}
	return "Only the president and the secretary can do this."
}

// tasks is where each step is taken.
var tasks = map[postal.Action]task{
	postal.ActEdit:     {postal.Manager, "edit", "Change the draft"},
	postal.ActFreeze:   {postal.Manager, "freeze", "Freeze the roll"},
	postal.ActReopen:   {postal.Manager, "reopen", "Go back to the draft"},
	postal.ActAppoint:  {postal.Manager, "tellers", "Appoint the tellers"},
	postal.ActKey:      {postal.Teller, "key", "Register your key"},
	postal.ActProve:    {postal.Teller, "key", "Prove your key"},
	postal.ActPapers:   {postal.Manager, "papers", "Make the voting papers"},
	postal.ActPrint:    {postal.Manager, "papers", "Print the voting papers"},
	postal.ActDespatch: {postal.Manager, "despatch", "Record the despatch"},
	postal.ActReplace:  {postal.Manager, "replace", "Replace a lost paper"},
	postal.ActEnvelope: {postal.Teller, "envelopes", "Record envelopes"},
	postal.ActRule:     {postal.Teller, "envelopes", "Rule on papers"},
	postal.ActRemind:   {postal.Manager, "remind", "Remind the members"},
	postal.ActClose:    {postal.Either, "close", "Close the vote"},
	postal.ActPackage:  {postal.Teller, "offline", "Download the vote’s file"},
	postal.ActResult:   {postal.Teller, "offline", "Hand in the result"},
	postal.ActEnter:    {postal.Teller, "entry", "Enter papers"},
	postal.ActFinish:   {postal.Teller, "finish", "Finish the entry"},
	postal.ActCompare:  {postal.Teller, "compare", "Look for differences"},
	postal.ActCorrect:  {postal.Teller, "correct", "Correct an entry"},
	postal.ActApprove:  {postal.Teller, "approve", "Approve the totals"},
	postal.ActRestart:  {postal.Teller, "restart", "Begin your entry again"},
	postal.ActPropose:  {postal.Either, "change", "Propose another teller or key"},
	postal.ActOffer:    {postal.Joiner, "change/key", "Register the key"},
	postal.ActAnswer:   {postal.Joiner, "change/key", "Prove the key"},
	postal.ActConfirm:  {postal.Either, "change/confirm", "Confirm what is proposed"},
	postal.ActWithdraw: {postal.Either, "change/withdraw", "Withdraw the proposal"},
	postal.ActReport:   {postal.Teller, "report", "Report to the secretary"},
	postal.ActDeclare:  {postal.Manager, "declare", "Declare the result"},
	postal.ActAnnounce: {postal.Manager, "announce", "Tell the members"},
	postal.ActDestroy:  {postal.Either, "destroy", "Record the destruction"},
}

// Head is what every page below a vote's has at its top: the vote's
// title and state, and what the page protects from whom.
type Head struct {
	Title, URL string
	State      kit.Badge
	Protects   kit.RuleText // "" of pages that touch no ballot
	More       string       // where all of it is said
}

func headOf(f postal.File, protects string) Head {
	return Head{
		Title: f.Title, URL: kit.PostalURL(f.ID), State: stateBadge(f.State), Protects: kit.CiteRules(protects),
		More: protection,
	}
}

// votePage begins a page below a vote's.
func (s *Desk) votePage(c echo.Context, f postal.File, title string) kit.Page {
	return s.Page(c, title, crumb, kit.Crumb{Label: f.Title, URL: kit.PostalURL(f.ID)})
}

// deadlineOf is a date of the vote's calendar.
func deadlineOf(f postal.File, what constitution.Duty) (constitution.Deadline, bool) {
	for _, d := range f.Calendar.Deadlines {
		if d.What == what {
			return d, true
		}
	}
	return constitution.Deadline{}, false
}

// shownVersion is the version of the vote that the form was made from; a form
// without one is taken for one of an old version.
func shownVersion(in *kit.Filling) int64 {
	if v := in.Version(); v != 0 {
		return v
	}
	return -1
}
