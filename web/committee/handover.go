package committee

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/governance/handover"
	"nzgs/web/kit"
)

const handoversPath = kit.CommitteePath + "/handovers"

func handoverURL(id auth.OfficeID) string { return handoversPath + "/" + kit.IDText(id) }

// HandoversPage is the offices that passed from one to the next lately.
type HandoversPage struct {
	kit.Page
	Tabs  *kit.Tabs // for the committee
	Tasks []kit.Task
	Done  []kit.Task
	Pager *kit.Pager // of those done
	Empty *kit.Empty
}

// handoversPerPage is how many that are over a page lists.
const handoversPerPage = 50

var handoversView = kit.NewView[HandoversPage](templates, "handovers.html")

func (s *Desk) handovers(c echo.Context) error {
	all, err := s.handover.List(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := HandoversPage{Page: s.Page(c, "Handing offices over", committeeCrumb)}
	if auth.Can(s.Actor(c), auth.TakePartInCommittee, auth.Object{}, s.Today()) {
		page.Tabs = new(committeeTabs(handoversPath))
	}
	for _, h := range all {
		if h.Done() {
			page.Done = append(page.Done, handoverTask(h))
		} else {
			page.Tasks = append(page.Tasks, handoverTask(h))
		}
	}
	page.Done, page.Pager = kit.Paged(c, page.Done, handoversPerPage)
	if len(all) == 0 {
		page.Empty = &kit.Empty{
			Title: "No office changed hands lately",
			Text:  "When an office has a last day, by an election, a resignation or a death, what is to be handed over appears here.",
		}
	}
	return handoversView.Render(c, http.StatusOK, page)
}

func handoverTask(h handover.Handover) kit.Task {
	t := kit.Task{Title: handoverTitle(h), URL: handoverURL(h.Out.ID), Action: "Open"}
	switch n := h.Open(); {
	case h.Done():
		t.Text = "Both confirmed."
	case n > 0:
		t.Text = kit.Plural(n, "thing is", "things are") + " still to be handed over."
	default:
		t.Text = "Everything on the list is done. Both confirm it."
	}
	return t
}

func handoverTitle(h handover.Handover) string {
	to := "no one yet"
	if h.In != nil {
		to = h.In.Name.String()
	}
	return h.Out.Title() + ": from " + h.Out.Name.String() + " to " + to
}

// Handovers are what the reader is to hand over or take over, as what is due next.
func (s *Desk) Handovers(c echo.Context) ([]kit.Task, error) {
	actor := s.Actor(c)
	if !actor.SignedIn() {
		return nil, nil
	}
	all, err := s.handover.List(c.Request().Context(), actor)
	var out []kit.Task
	for _, h := range all {
		gives := h.Out.Person == actor.Person && h.OutAt.IsZero()
		takes := h.In != nil && h.In.Person == actor.Person && h.InAt.IsZero()
		if gives || takes {
			out = append(out, handoverTask(h))
		}
	}
	return out, err
}

// HandoverPage is an office that passes from one to the next.
type HandoverPage struct {
	kit.Page
	Facts   []kit.Fact
	Items   []HandoverItem
	Add     *kit.SmallForm
	Confirm *kit.PostButton
	For     *kit.SmallForm // confirms for the one who leaves
	Officer bool           // sees the desk
	Duties  []DutyLine
	Known   []kit.Fact // accounts of keys and sessions
}

// HandoverItem is a thing to hand over.
type HandoverItem struct {
	Text, Done string
	Tick       *kit.PostButton // nil: it is done, or nothing changes any longer
}

// DutyLine is what is due at the desk.
type DutyLine struct{ Title, URL, Due string }

var handoverView = kit.NewView[HandoverPage](templates, "handover.html")

func (s *Desk) handoverPage(c echo.Context) error { return s.showHandover(c, new(kit.Filling), nil) }

func (s *Desk) showHandover(c echo.Context, in *kit.Filling, refused error) error {
	id, err := kit.PathID[auth.OfficeID](c, "id")
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	h, err := s.handover.Of(ctx, actor, id)
	if err != nil {
		return err
	}
	page := HandoverPage{Page: s.Page(c, handoverTitle(h), kit.Crumb{Label: "Handing offices over", URL: handoversPath})}
	if refused != nil && !page.Invalid(refused) {
		return refused
	}
	page.Facts = handoverFacts(h)
	if err := s.addInvitation(c, &page, h); err != nil {
		return err
	}
	for n, i := range h.Items {
		line := HandoverItem{Text: i.Text}
		if i.AddedBy != "" {
			line.Text += " (added by " + i.AddedBy + ")"
		}
		if i.Done() {
			line.Done = "Done on " + i.DoneAt.Date().Long() + ", " + i.DoneBy
		} else if !h.Done() {
			line.Tick = page.Button("tick"+kit.IDText(int64(n)), handoverURL(id)+"/tick", "Mark as done", kit.Hidden{Name: "item", Value: i.Key})
			line.Tick.Kind, line.Tick.Small, line.Tick.For = "secondary", "small", i.Text
		}
		page.Items = append(page.Items, line)
	}
	if err := s.addDesk(c, &page, h); err != nil {
		return err
	}
	if !h.Done() {
		s.addHandoverForms(c, &page, h, in)
	}
	kit.NoStore(c)
	if refused != nil {
		return handoverView.Render(c, kit.RefusalStatus(refused), page)
	}
	return handoverView.Render(c, http.StatusOK, page)
}

// addInvitation says to who gives offices whether the one who takes an office over can sign in.
func (s *Desk) addInvitation(c echo.Context, page *HandoverPage, h handover.Handover) error {
	if h.In == nil || h.Done() || !auth.Can(s.Actor(c), auth.KeepCommittee, auth.Object{}, s.Today()) {
		return nil
	}
	text, err := s.Invited(c, "", h.In.Person)
	if text != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "Signing in", Value: strings.TrimSpace(text)})
	}
	return err
}

func handoverFacts(h handover.Handover) []kit.Fact {
	facts := []kit.Fact{{Label: "Leaves the office", Value: h.Out.Name.String() + ", last day " + h.Out.Until.Long()}}
	follows := kit.Fact{Label: "Takes it over", Value: "No one yet. The page “Offices” or the committee gives it."}
	if h.In != nil {
		follows.Value = h.In.Name.String() + ", from " + h.In.From.Long()
	}
	facts = append(facts, follows, kit.Fact{
		Label: "Access", Value: "It goes by these days alone: with the next page that either of them opens, also where they are " +
			"signed in already.",
	})
	confirmed := func(who string, at, by string) kit.Fact {
		if at == "" {
			return kit.Fact{Label: who, Value: "Not confirmed yet"}
		}
		return kit.Fact{Label: who, Value: at + ", " + by}
	}
	out := confirmed("Handed over", h.OutAt.Date().Long(), h.OutBy)
	if h.OutAt.IsZero() {
		out = confirmed("Handed over", "", "")
	} else if h.OutReason != "" {
		out.Value += ", in place of the one who leaves: " + h.OutReason
	}
	in := confirmed("Taken over", "", "")
	if !h.InAt.IsZero() {
		in = confirmed("Taken over", h.InAt.Date().Long(), h.InBy)
	}
	return append(facts, out, in)
}

// addDesk shows what the program knows of the desk to the officers of today.
func (s *Desk) addDesk(c echo.Context, page *HandoverPage, h handover.Handover) error {
	d, officer, err := s.handover.Desk(c.Request().Context(), s.Actor(c), h)
	if err != nil || !officer {
		return err
	}
	page.Officer = true
	for _, x := range d.Duties {
		page.Duties = append(page.Duties, DutyLine{x.Title, kit.LocalPath(x.Link, ""), x.Due.Long()})
	}
	for _, v := range d.Votes {
		page.Known = append(page.Known, kit.Fact{
			Label: "Teller’s key", Value: h.Out.Name.String() + " is a teller of the postal vote “" + v + "”, and stays it: a teller’s " +
				"key does not pass on.",
		})
	}
	signed := "Not signed in anywhere"
	if d.Sessions > 0 {
		signed = "In " + kit.Plural(d.Sessions, "session", "sessions") + ", without this office from the day after the last one"
	}
	page.Known = append(page.Known, kit.Fact{Label: h.Out.Name.String() + " is signed in", Value: signed})
	return nil
}

func (s *Desk) addHandoverForms(c echo.Context, page *HandoverPage, h handover.Handover, in *kit.Filling) {
	actor, at := s.Actor(c), handoverURL(h.Out.ID)
	page.Add = &kit.SmallForm{
		FormKey: page.Form("add"), ID: "add", Title: "Add something", Action: at + "/add", Submit: "Add it", Kind: "secondary",
		Fields: []kit.Field{in.Field(&page.Page, kit.Field{Name: "text", Label: "What is to be handed over", MaxLength: 300})},
	}
	gives := h.Out.Person == actor.Person && h.OutAt.IsZero()
	takes := h.In != nil && h.In.Person == actor.Person && h.InAt.IsZero() && !h.In.From.After(s.Today())
	switch {
	case gives:
		page.Confirm = page.Button("confirm", at+"/confirm", "I have handed it over")
	case takes:
		page.Confirm = page.Button("confirm", at+"/confirm", "I have taken it over")
	}
	appoints := auth.Can(actor, auth.ManageOffices, auth.Object{}, s.Today())
	if appoints && h.OutAt.IsZero() && h.Out.Person != actor.Person && (h.In == nil || h.In.Person != actor.Person) {
		page.For = &kit.SmallForm{
			FormKey: page.Form("for"), ID: "for", Title: "If " + h.Out.Name.String() + " cannot confirm", Action: at + "/confirm-for",
			Submit: "Confirm in their place", Kind: "secondary", Fields: []kit.Field{in.Field(&page.Page, kit.Field{
				Name: "reason", Label: "Why they cannot", MaxLength: 300,
			})},
		}
	}
}

// changeHandover takes a change of a handover.
func (s *Desk) changeHandover(done string, change func(c echo.Context, id auth.OfficeID, in *kit.Filling) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		id, err := kit.PathID[auth.OfficeID](c, "id")
		if err != nil {
			return err
		}
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		if refused := in.Refusal(change(c, id, in)); refused != nil {
			return s.showHandover(c, in, refused)
		}
		s.Flash(c, kit.KindSuccess, done)
		return kit.SeeOther(c, handoverURL(id))
	}
}

func (s *Desk) addToHandover(c echo.Context, id auth.OfficeID, in *kit.Filling) error {
	return s.handover.Add(c.Request().Context(), s.Actor(c), id, in.Text("text"))
}

func (s *Desk) tickHandover(c echo.Context, id auth.OfficeID, in *kit.Filling) error {
	return s.handover.Tick(c.Request().Context(), s.Actor(c), id, in.Text("item"))
}

func (s *Desk) confirmHandover(c echo.Context, id auth.OfficeID, _ *kit.Filling) error {
	return s.handover.Confirm(c.Request().Context(), s.Actor(c), id)
}

func (s *Desk) confirmHandoverFor(c echo.Context, id auth.OfficeID, in *kit.Filling) error {
	return s.handover.ConfirmFor(c.Request().Context(), s.Actor(c), id, in.Text("reason"))
}
