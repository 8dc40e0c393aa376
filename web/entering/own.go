package entering

import (
	"cmp"
	"github.com/labstack/echo/v4"

	"nzgs/internal/entering"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// OwnPage is someone's own entry.
type OwnPage struct {
	kit.FormPage
	Text     string
	Confirm  *kit.PostButton
	Changes  bool // the form is shown
	Withdraw *kit.PostButton
	Event    string // address
}

var ownView = kit.NewView[OwnPage](templates, "own.html")

// changeLinked changes an entry by the link of a letter, changeOwn that of whoever is signed in.
func (s *Desk) changeLinked() kit.Form[entering.Own] {
	return s.ownForm(
		func(c echo.Context) (entering.Own, error) {
			return s.entering.ByLink(c.Request().Context(), c.Param("token"))
		},
		func(c echo.Context, _ entering.Own) string { return entering.LinkPath(c.Param("token")) },
		func(c echo.Context, _ entering.Own, in entering.Input) error {
			return s.entering.ChangeByLink(c.Request().Context(), c.Param("token"), in)
		},
	)
}

func (s *Desk) changeOwn() kit.Form[entering.Own] {
	return s.ownForm(
		kit.ByID(s.Site, s.entering.ByOwner),
		func(_ echo.Context, own entering.Own) string { return entering.OwnPath(own.ID) },
		func(c echo.Context, own entering.Own, in entering.Input) error {
			return s.entering.ChangeOwn(c.Request().Context(), s.Actor(c), own.ID, in)
		},
	)
}

func (s *Desk) ownForm(
	load func(c echo.Context) (entering.Own, error), at func(c echo.Context, own entering.Own) string,
	change func(c echo.Context, own entering.Own, in entering.Input) error,
) kit.Form[entering.Own] {
	return kit.Form[entering.Own]{
		Site: s.Site, Load: load,
		Fill:    func(_ echo.Context, in *kit.Filling, own entering.Own) { fillEntry(in, own) },
		Version: func(own entering.Own) int64 { return own.Version },
		Show: func(c echo.Context, page *kit.FormPage, own entering.Own) error {
			kit.NoStore(c)
			page.Page = s.Page(c, "Your entry to "+own.Event)
			page.Shape = kit.ShapeNarrow
			page.Action, page.Submit, page.Back = at(c, own), "Save", kit.EventURL(own.Slug)
			if own.State == entering.Confirmed {
				page.Group("Change your entry",
					kit.Field{Name: "absent", Label: "Rounds you will miss", Width: "short", Hint: "Such as 2, 4-5. Empty: none."},
					kit.Field{Name: "note", Label: "A note to the director", Type: "textarea", Rows: 3, Hint: "Only the director reads it."},
				)
				return nil
			}
			page.Group("Change your entry")
			if own.Teams {
				page.Row(teamField())
			}
			playFields(page, own.Terms, !own.Rated)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, own entering.Own) (kit.Done, error) {
			return kit.Done{To: at(c, own), Message: "Your entry is changed."}, change(c, own, readEntry(in))
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, own entering.Own) error {
			facts := page.Facts
			page.Facts = nil
			out := OwnPage{FormPage: *page, Event: kit.EventURL(own.Slug), Text: ownText(own)}
			out.Facts = append(facts, ownFacts(own)...)
			here := at(c, own)
			switch {
			case own.Closed != "":
			case own.State == entering.Unconfirmed:
				out.Confirm = out.Button("confirm", here+"/confirm", "Confirm my entry")
			case own.State.Active():
				out.Changes = true
				out.Withdraw = out.Button("withdraw", here+"/withdraw", "Withdraw my entry", kit.VersionField(own.Version))
				out.Withdraw.Kind = "danger"
			}
			return ownView.Render(c, status, out)
		},
	}
}

func fillEntry(in *kit.Filling, own entering.Own) {
	in.Set("grade", own.Grade)
	in.Set("absent", tournaments.FormatRounds(own.Absent))
	in.Tick("student", own.Student)
	in.Set("note", own.Note)
	in.Set("team", own.Team)
	in.Set("club", own.Club)
	in.Set("country", own.Country)
	in.Set("pin", own.PIN)
	in.Set("aga_id", own.AGA)
}

// ownText says how the entry stands, in a sentence or two.
func ownText(own entering.Own) string {
	text := map[entering.State]string{
		entering.Unconfirmed: "Nothing counts yet: press the button to enter.",
		entering.Preliminary: "You have a place. The director still confirms your entry.",
		entering.Waiting: "The section is full. You are number " + kit.IDText(own.Line) + " on the waiting list; when a place becomes " +
			"free, it goes to whoever waits longest.",
		entering.Confirmed: "The director has confirmed your entry.",
		entering.Withdrawn: "This entry is withdrawn.",
		entering.Declined:  "The director has taken this entry off the list.",
	}[own.State]
	if own.State == entering.Waiting && own.Begun {
		text = "The section began before a place became free for you."
	}
	if own.Closed != "" && (own.State.Active() || own.State == entering.Unconfirmed) {
		text += " " + own.Closed
	}
	return text
}

func ownFacts(own entering.Own) []kit.Fact {
	facts := []kit.Fact{
		{Label: "Player", Value: own.Player}, {Label: "Section", Value: own.Section}, {Label: "When", Value: own.Days},
		{Label: "State", Badge: stateBadge(own.State)},
	}
	if own.Grade != "" {
		facts = append(facts, kit.Fact{Label: "Grade", Value: own.Grade})
	}
	if own.Teams {
		facts = append(facts, kit.Fact{Label: "Wants to play for", Value: cmp.Or(own.Team, "any team")})
	}
	if len(own.Absent) > 0 {
		facts = append(facts, kit.Fact{Label: "Misses rounds", Value: tournaments.FormatRounds(own.Absent)})
	}
	if !own.Terms.Fees.Free() || own.Fee > 0 {
		facts = append(facts, kit.Fact{Label: "Fee", Value: feeText(own.Application)})
		if own.Bill != nil && !own.Settled() {
			facts = append(facts, kit.Fact{Label: "Payment reference", Value: own.Bill.Number.Reference()})
			if own.Account != "" {
				facts = append(facts, kit.Fact{Label: "Pay into", Value: own.Account})
			}
		}
		if own.Terms.Pay != "" && own.Fee > 0 && !own.Settled() && !own.Off {
			facts = append(facts, kit.Fact{Label: "How to pay", Value: own.Terms.Pay})
		}
	}
	return append(facts, kit.Fact{Label: "Entries close", Value: closesText(own.Terms)})
}

func feeText(a entering.Application) string {
	text := a.Fee.String() + ", " + a.Kind.String()
	if a.Paid.Made() {
		return text + ", paid " + a.Paid.How.String() + " on " + a.Paid.At.Date().Long()
	}
	switch b := a.Bill; {
	case b == nil:
	case a.Settled() && b.Paid == 0:
		return text + ", no longer owed (" + b.Number.String() + ")"
	case a.Settled():
		return text + ", paid (" + b.Number.String() + ")"
	case b.Paid > 0:
		return text + ", " + b.Paid.String() + " of it paid (" + b.Number.String() + ")"
	default:
		return text + ", not paid (" + b.Number.String() + ")"
	}
	return text
}

func stateBadge(state entering.State) *kit.Badge {
	badge := map[entering.State]kit.Badge{
		entering.Unconfirmed: {Kind: kit.KindWarning, Text: "Not confirmed"},
		entering.Preliminary: {Kind: kit.KindInfo, Text: "Preliminary"},
		entering.Waiting:     {Kind: kit.KindWarning, Text: "Waiting list"},
		entering.Confirmed:   {Kind: kit.KindSuccess, Text: "Confirmed"},
		entering.Withdrawn:   {Kind: kit.KindNeutral, Text: "Withdrawn"},
		entering.Declined:    {Kind: kit.KindNeutral, Text: "Taken off"},
	}[state]
	return &badge
}

// confirm confirms an address by the button on the page of a letter's link.
func (s *Desk) confirm(c echo.Context) error {
	here := entering.LinkPath(c.Param("token"))
	a, err := s.entering.Confirm(c.Request().Context(), c.Param("token"))
	if err != nil {
		return s.RefusedAt(c, err, here)
	}
	text := "You have a place."
	if a.State == entering.Waiting {
		text = "You are on the waiting list."
	}
	s.Flash(c, kit.KindSuccess, text)
	return kit.SeeOther(c, here)
}

func (s *Desk) withdrawLinked(c echo.Context) error {
	here := entering.LinkPath(c.Param("token"))
	err := s.entering.WithdrawByLink(c.Request().Context(), c.Param("token"), kit.FormVersion(c))
	return s.withdrawn(c, err, here)
}

func (s *Desk) withdrawOwn(c echo.Context) error {
	id, err := kit.PathID[entering.ApplicationID](c, "id")
	if err != nil {
		return err
	}
	err = s.entering.WithdrawOwn(c.Request().Context(), s.Actor(c), id, kit.FormVersion(c))
	return s.withdrawn(c, err, entering.OwnPath(id))
}

func (s *Desk) withdrawn(c echo.Context, err error, here string) error {
	if err != nil {
		return s.RefusedAt(c, err, here)
	}
	s.Flash(c, kit.KindSuccess, "Your entry is withdrawn.")
	return kit.SeeOther(c, here)
}

// OwnEntries are the entries of whoever is signed in to events that have not begun, for their page.
func (s *Desk) OwnEntries(c echo.Context) ([]kit.Task, error) {
	own, err := s.entering.OwnEntries(c.Request().Context(), s.Actor(c))
	if err != nil {
		return nil, err
	}
	var tasks []kit.Task
	for _, one := range own {
		tasks = append(tasks, kit.Task{
			Title: "Your entry to " + one.Event, Text: one.Section + ": " + ownText(one), URL: entering.OwnPath(one.ID),
			Action: "See or change it", Due: one.Days,
		})
	}
	return tasks, nil
}
