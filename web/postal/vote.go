package postal

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

// VotePage is one postal vote: where it stands, what comes next and who
// does it, its dates, motions and documents.
type VotePage struct {
	kit.Page
	State     kit.Badge
	Protects  kit.RuleText
	More      string
	Stages    []kit.Step
	Next      kit.NextStep
	Todo      []Todo
	Facts     []kit.Fact
	Timeline  []Date
	Warnings  []kit.RuleText
	Motions   []Motion
	Documents []kit.Link
	Tellers   []Teller
	Opened    []string   // what may have let somebody else into a teller’s account
	Proposal  []kit.Fact // to replace a teller; none without one
	History   []string   // of the tellers
	Prints    []kit.Link
	Result    *kit.Link
	Own       []kit.RuleText // of the reader's own papers; none before papers are out
	Flow      []kit.RuleText // of all papers; none before they are out, and of a declared vote
}

// Todo is a step that the vote's state allows.
type Todo struct {
	Label, URL string // URL: where it is taken; "" for others' steps
	Who        string
	Rule       kit.RuleText
	Obstacles  []kit.RuleText
}

// Date is a line of a vote's timeline (partial "postal-timeline"). State
// is "done", "current" or "todo".
type Date struct {
	Label, Owner, State, Done string
	Due                       kit.Trace
}

// Motion is a motion as it is voted on (partial "postal-motions").
type Motion struct {
	Number       int
	Text         string
	Constitution bool
}

// Teller is a teller of the vote and how far they are.
type Teller struct {
	Name  string
	State kit.Badge
	More  string
}

var voteView = kit.NewView[VotePage](templates, "vote.html")

func (s *Desk) showVote(c echo.Context) error {
	f, err := s.loadVote(c)
	if err != nil {
		return err
	}
	page := VotePage{
		Page: s.Page(c, f.Title, crumb), State: stateBadge(f.State), More: protection,
		Protects: kit.CiteRules(voteProtects(f)),
		Stages:   stages(f), Timeline: timeline(f), Motions: motionsOf(f.Motions),
		Facts: append(voteFacts(f), s.destroyedFacts(f.Destroyed, f.ClearedAt)...),
	}
	if f.Manages || f.Tells {
		page.Next, page.Todo = nextStep(f, s.Actor(c).Person), todo(f)
		if next, due, err := s.announceNext(c, f); err != nil {
			return err
		} else if due {
			page.Next = next
		}
		page.Tellers = tellersOf(f)
		for _, o := range f.Opened {
			page.Opened = append(page.Opened, o.Text())
		}
		page.Prints = prints(f)
		for _, w := range append(f.Findings, f.Calendar.Warnings...) {
			page.Warnings = append(page.Warnings, kit.Ruled(w.Text, w.Rule))
		}
	}
	if next, due := proposalNext(f); due {
		page.Next = next
	}
	if f.Proposed != nil {
		page.Proposal = proposalFacts(*f.Proposed)
	}
	if f.Manages || f.Tells {
		history, err := s.postal.TellerHistory(c.Request().Context(), s.Actor(c), f.ID)
		if err != nil {
			return err
		}
		if len(f.Tellers) > 0 {
			page.History = history.Lines(true)
		}
	}
	for _, d := range f.Documents {
		page.Documents = append(page.Documents, kit.Link{
			Label: documentLabel(d), URL: kit.PostalURL(f.ID, "documents", kit.IDText(d.ID)),
		})
	}
	if !f.Declared.IsZero() {
		page.Result = &kit.Link{Label: "The result", URL: kit.PostalURL(f.ID, "declaration")}
	}
	if err := s.papersOf(c, &page, f); err != nil {
		return err
	}
	return voteView.Render(c, http.StatusOK, page)
}

// papersOf adds what became of the reader's own papers, and how many there are.
func (s *Desk) papersOf(c echo.Context, page *VotePage, f postal.File) error {
	if f.Despatched.IsZero() {
		return nil
	}
	own, err := s.postal.Own(c.Request().Context(), s.Actor(c), f.ID)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page.Own = citedLines(own.Lines())
	if own.Withheld != "" || !f.Declared.IsZero() {
		return nil
	}
	flow, err := s.postal.Flow(c.Request().Context(), s.Actor(c), f.ID)
	page.Flow = citedLines(flow.Lines())
	return err
}

func citedLines(lines []string) []kit.RuleText {
	out := make([]kit.RuleText, len(lines))
	for i, line := range lines {
		out[i] = kit.CiteRules(line)
	}
	return out
}

// voteProtects says in a sentence or two what is protected while the vote
// stands where it does.
func voteProtects(f postal.File) string {
	if f.Way == postal.Offline {
		return "The tellers see the papers and must not tell anyone how anyone voted (Rule 5.11). They enter them on " +
			"their own machines, and this program gets totals only. A paper is not secret from the tellers: it has the " +
			"member’s name on it."
	}
	return "The tellers see the papers and must not tell anyone how anyone voted (Rule 5.11). Entries are sealed to " +
		"the tellers’ keys: neither officers nor anyone with the database can read them. Someone who changes the running " +
		"program while tellers enter papers could. A paper is not secret from the tellers."
}

// stages are the states of the vote as a line of steps.
func stages(f postal.File) []kit.Step {
	labels := []struct {
		state postal.State
		label string
	}{
		{postal.StateDraft, "Draft"}, {postal.StateFrozen, "Roll frozen"}, {postal.StateTellers, "Tellers"},
		{postal.StatePapers, "Papers made"},
		{postal.StateDespatched, "Papers out"}, {postal.StateClosed, "Closed"}, {postal.StateAgreed, "Agreed"},
		{postal.StateReported, "Reported"}, {postal.StateDeclared, "Declared"}, {postal.StateDestroyed, "Destroyed"},
	}
	now := f.State
	if now == postal.StateRecheck {
		now = postal.StateClosed
	}
	var out []kit.Step
	state := "done"
	for _, l := range labels {
		one := kit.Step{Label: l.label, State: state}
		if l.state == now {
			one.State, state = "current", "todo"
			if now == postal.StateDestroyed {
				one.State = "done"
			}
		}
		out = append(out, one)
	}
	return out
}

func voteFacts(f postal.File) []kit.Fact {
	meeting := kit.Fact{Label: "Meeting", Value: dayOrDash(f.EGM)}
	if f.Meeting != 0 {
		meeting.URL = kit.MeetingURL(meetings.ID(f.Meeting))
	}
	facts := append([]kit.Fact{meeting}, typedFacts(f.Held, f.Typed)...)
	facts = append(facts, kit.Fact{Label: "Closes", Value: dayOrDash(f.Closing)})
	if f.Way == postal.Offline {
		facts = append(facts, kit.Fact{Label: "Papers are entered", Value: "On the tellers’ own machines"})
	} else {
		facts = append(facts, kit.Fact{Label: "Papers are entered", Value: "Here, sealed to the tellers’ keys"})
	}
	if !f.RollDay.IsZero() {
		facts = append(facts, kit.Fact{
			Label: "Roll", Value: kit.Plural(f.RollCount, "member", "members") + " of " + f.RollDay.Long(),
		})
	}
	if f.Counts.Papers() > 0 || f.State == postal.StateDespatched && (f.Manages || f.Tells) {
		facts = append(facts, kit.Fact{Label: "Papers that came back", Value: papersText(f.Counts)})
	}
	if !f.Despatched.IsZero() {
		facts = append(facts, kit.Fact{Label: "Papers went out", Value: f.Despatched.Long() + withText(f.SentHow)})
	}
	if !f.RollDay.IsZero() {
		facts = append(facts, kit.Fact{
			Label: "Hash of the roll", Value: groupedHash(f.RollHash),
		}, kit.Fact{Label: "Hash of the motions", Value: groupedHash(f.MotionsHash)})
	}
	return facts
}

// typedFacts say which meeting framed motions that were typed by hand, and why
// they were.
func typedFacts(held, why string) []kit.Fact {
	if held == "" {
		return nil
	}
	return []kit.Fact{{Label: "Motions framed by", Value: held}, {Label: "Typed by hand because", Value: why}}
}

func withText(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

// papersText is how many papers came back, and of how many members.
func papersText(n postal.Counts) string {
	text := kit.Plural(
		n.Papers(), "paper", "papers",
	) + " of " + kit.Plural(n.Members, "member", "members") + ", " + strconv.Itoa(n.Roll) + " on the roll"
	if n.Rejected > 0 {
		text += "; " + strconv.Itoa(n.Rejected) + " rejected"
	}
	if n.Waiting > 0 {
		text += "; " + strconv.Itoa(n.Waiting) + " waiting for a ruling"
	}
	return text
}

// groupedHash sets a space after each eight characters, to compare by eye.
func groupedHash(hash string) string {
	out := ""
	for i, r := range hash {
		if i > 0 && i%8 == 0 {
			out += " "
		}
		out += string(r)
	}
	return out
}

// timeline is every date of the vote; the first that is still to come is
// the current one.
func timeline(f postal.File) []Date {
	done := map[constitution.Duty]string{}
	note := func(what constitution.Duty, happened bool, text string) {
		if happened {
			done[what] = text
		}
	}
	note(constitution.DutyMotions, f.State != postal.StateDraft, "Framed")
	note(
		constitution.DutyMinutes, slices.ContainsFunc(f.Documents, func(d postal.Document) bool { return d.Minutes }),
		"With the documents",
	)
	note(constitution.DutyDespatch, !f.Despatched.IsZero(), "Sent on "+f.Despatched.Long())
	note(constitution.DutyClosing, !f.ClosedAt.IsZero(), "Closed")
	note(constitution.DutyReport, !f.Reported.IsZero(), "Reported on "+f.Reported.Long())
	note(constitution.DutyDestroy, !f.Destroyed.IsZero(), "Destroyed on "+f.Destroyed.Long())
	return calendarLines(f.Calendar, done)
}

// calendarLines sets a calendar as a timeline; of what is done it is said when.
func calendarLines(k constitution.Calendar, done map[constitution.Duty]string) []Date {
	var out []Date
	current := false
	for _, d := range k.Deadlines {
		line := Date{
			Label: d.What.Label(), Owner: kit.Capital(string(d.Owner)), State: "todo", Done: done[d.What],
			Due: kit.RuleTrace(d.By.Long(), d.Trace),
		}
		switch {
		case line.Done != "":
			line.State = "done"
		case !current && isVoteDuty(d.What):
			line.State, current = "current", true
		}
		out = append(out, line)
	}
	return out
}

// isVoteDuty tells the vote's own dates from those of its meeting.
func isVoteDuty(d constitution.Duty) bool {
	return d == constitution.DutyDespatch || d == constitution.DutyClosing || d == constitution.DutyReport ||
		d == constitution.DutyDestroy
}

func motionsOf(motions []postal.Motion) []Motion {
	var out []Motion
	for _, m := range motions {
		out = append(out, Motion{Number: m.Number, Text: m.Text, Constitution: m.Kind == constitution.Constitutional})
	}
	return out
}

// keyDone is what a teller has done with the key.
func keyDone(f postal.File, a postal.Appointed) string {
	if f.Keys.Before || !a.Signed {
		return "Key proved"
	}
	return "Key proved, all keys signed"
}

func tellersOf(f postal.File) []Teller {
	var out []Teller
	for _, a := range f.Tellers {
		t := Teller{Name: a.Name, State: kit.Badge{Kind: kit.KindNeutral, Text: "No key yet"}}
		switch {
		case !a.Approved.IsZero():
			t.State = kit.Badge{Kind: kit.KindSuccess, Text: "Approved the totals"}
		case !a.Finished.IsZero() && f.State == postal.StateRecheck:
			t.State = kit.Badge{Kind: kit.KindInfo, Text: "Has checked again"}
		case !a.Finished.IsZero():
			t.State = kit.Badge{Kind: kit.KindInfo, Text: "Has entered all papers"}
		case a.Entered > 0 && f.State == postal.StateRecheck:
			t.State = kit.Badge{Kind: kit.KindWarning, Text: "Checking what differs"}
		case a.Ready() && !a.Signed && f.Keys.Number != "" && !f.Keys.Before:
			t.State = kit.Badge{Kind: kit.KindWarning, Text: "Has not signed the keys yet"}
		case a.Ready():
			t.State = kit.Badge{Kind: kit.KindSuccess, Text: keyDone(f, a)}
		case a.Recipient != "":
			t.State = kit.Badge{Kind: kit.KindWarning, Text: "Key not proved yet"}
		}
		if f.Way == postal.Web && a.Entered > 0 {
			t.More = kit.Plural(a.Entered, "paper", "papers") + " entered"
		}
		out = append(out, t)
	}
	return out
}

// forward are the steps that bring a vote on, in the order in which one of them
// is offered as the next.
var forward = []postal.Action{
	postal.ActFreeze, postal.ActAppoint, postal.ActKey, postal.ActPapers, postal.ActDespatch, postal.ActClose,
	postal.ActEnvelope,
	postal.ActResult, postal.ActEnter, postal.ActFinish, postal.ActApprove, postal.ActCompare, postal.ActReport,
	postal.ActDeclare, postal.ActDestroy,
}

// nextStep is the one thing to do now: the actor's own step, or whose turn
// it is.
func nextStep(f postal.File, actor auth.PersonID) kit.NextStep {
	var waits *postal.Step
	for _, action := range forward {
		step, ok := stepOf(f, action)
		if !ok || isBehind(f, action, actor) {
			continue
		}
		if step.Ready() {
			work := tasks[action]
			if action == postal.ActResult { // first comes the file
				return kit.NextStep{
					Kind: kit.KindInfo, Title: "Count the papers on your own machine",
					Text: "Download the vote’s file, enter the papers with it, and hand in the result (Rule 5.11).",
					Link: &kit.Link{Label: "Download the file, hand in the result", URL: kit.PostalURL(f.ID, work.below)},
				}
			}
			return kit.NextStep{
				Kind: kit.KindInfo, Title: step.Label, Text: stepText(f, step),
				Link: &kit.Link{Label: work.verb, URL: kit.PostalURL(f.ID, work.below)},
			}
		}
		if waits == nil {
			waits = &step
		}
	}
	switch {
	case f.State == postal.StateDestroyed:
		return kit.NextStep{
			Kind: kit.KindSuccess, Title: "The vote is over",
			Text: "Its papers, keys and entries have been destroyed. The totals and the outcome stay.",
		}
	case waits == nil && f.Tells && f.State == postal.StateRecheck:
		return kit.NextStep{
			Kind: kit.KindInfo, Title: "Wait for the other teller",
			Text: "You have approved the totals. They count once the other teller has approved the same totals.",
		}
	case waits == nil:
		return kit.NextStep{}
	case len(waits.Obstacles) > 0 && (f.Tells || waits.Role != postal.Teller):
		o := waits.Obstacles[0]
		text := kit.Citing(o.Text, o.Rule)
		if title, waiting := untilThen[waits.Action]; waiting {
			return kit.NextStep{Kind: kit.KindInfo, Title: title, Text: text}
		}
		next := kit.NextStep{Kind: kit.KindWarning, Title: waits.Label, Text: text}
		if waits.Yours {
			next.Link = &kit.Link{Label: "Open", URL: kit.PostalURL(f.ID, tasks[waits.Action].below), Kind: "secondary"}
		}
		return next
	}
	return kit.NextStep{Kind: kit.KindInfo, Title: waits.Label, Text: "This falls to " + whoTakes(*waits) + "."}
}

// untilThen says what goes on while a step waits for its day or for the other
// teller, and whoever looks has nothing to do.
var untilThen = map[postal.Action]string{
	postal.ActClose: "Wait for the papers to come back", postal.ActDestroy: "Keep the papers safe",
	postal.ActCompare: "Wait for the other teller", postal.ActApprove: "Wait for the other teller",
}

// isBehind reports whether a step that can still be taken is not what brings
// the vote on: it is done, by all or by the actor, or another one comes first.
func isBehind(f postal.File, action postal.Action, actor auth.PersonID) bool {
	var own postal.Appointed
	ready := true
	for _, t := range f.Tellers {
		ready = ready && t.Ready()
		if t.Person == actor {
			own = t
		}
	}
	finished, rechecked := !own.Finished.IsZero(), f.State == postal.StateRecheck
	switch action {
	case postal.ActKey:
		return ready || own.Ready()
	case postal.ActAppoint:
		return len(f.Tellers) >= 2
	case postal.ActPapers:
		return !f.PapersAt.IsZero()
	case postal.ActEnvelope:
		return f.State != postal.StateDespatched
	case postal.ActEnter:
		return rechecked || finished || own.Entered > 0 && own.Entered >= f.Counts.Valid
	case postal.ActFinish:
		return rechecked || finished || own.Entered < f.Counts.Valid
	case postal.ActApprove:
		return !rechecked || !own.Approved.IsZero()
	case postal.ActCompare:
		return rechecked && finished
	}
	return false
}

func stepOf(f postal.File, action postal.Action) (postal.Step, bool) {
	for _, step := range f.Steps {
		if step.Action == action {
			return step, true
		}
	}
	return postal.Step{}, false
}

// dutyOf is the date that a step is to be taken by.
var dutyOf = map[postal.Action]constitution.Duty{
	postal.ActDespatch: constitution.DutyDespatch, postal.ActClose: constitution.DutyClosing,
	postal.ActReport: constitution.DutyReport, postal.ActDestroy: constitution.DutyDestroy,
}

func stepText(f postal.File, step postal.Step) string {
	d, ok := deadlineOf(f, dutyOf[step.Action])
	if !ok {
		return ""
	}
	switch step.Action {
	case postal.ActDestroy:
		return "Possible since " + d.By.Long() + " (Rule " + d.Rule + ")."
	case postal.ActClose:
		return "The last day for papers was " + d.By.Long() + " (Rule " + d.Rule + ")."
	}
	return "By " + d.By.Long() + " (Rule " + d.Rule + ")."
}

func whoTakes(step postal.Step) string {
	switch step.Role {
	case postal.Manager:
		return "the secretary or the president"
	case postal.Teller:
		return "the tellers"
	}
	return "the secretary, the president or a teller"
}

func todo(f postal.File) []Todo {
	var out []Todo
	for _, step := range f.Steps {
		switch step.Action {
		case postal.ActProve, postal.ActOffer, postal.ActAnswer:
			continue // on the page of the key
		case postal.ActConfirm, postal.ActWithdraw:
			if f.Proposed == nil {
				continue
			}
		}
		t := Todo{Label: step.Label, Who: kit.Capital(whoTakes(step))}
		if step.Rule != "" {
			t.Rule = kit.CiteRules("Rule " + step.Rule)
		}
		if step.Yours {
			t.Who, t.URL = "You", kit.PostalURL(f.ID, tasks[step.Action].below)
		}
		for _, o := range step.Obstacles {
			t.Obstacles = append(t.Obstacles, kit.Ruled(o.Text, o.Rule))
		}
		out = append(out, t)
	}
	return out
}

func documentLabel(d postal.Document) string {
	label := d.Name + ", " + kit.BytesText(int64(max(d.Size, 1024)))
	if d.Minutes {
		label = "Minutes: " + label
	}
	return label
}
