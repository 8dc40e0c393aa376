package entering

import (
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/entering"
	"nzgs/internal/money"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// terms are an event's terms of entry with what their form shows beside them.
type terms struct {
	entering.Terms
	event    tournaments.Event
	sections []tournaments.Section
}

// changeTerms sets on which terms people enter an event online.
func (s *Desk) changeTerms() kit.Form[terms] {
	return kit.Form[terms]{
		Site: s.Site, Load: s.termsOf,
		Fill:    fillTerms,
		Version: func(t terms) int64 { return t.Version },
		Show: func(c echo.Context, page *kit.FormPage, t terms) error {
			page.Page = s.Page(c, "Online entry", directorCrumb, kit.Crumb{Label: t.event.Name, URL: kit.EventDeskURL(t.event.ID)})
			page.Action, page.Submit, page.Back = onlineURL(t.event.ID), "Save", kit.EventDeskURL(t.event.ID)
			if t.Version == 0 {
				page.Submit = "Open entries"
			}
			if t.event.Status == tournaments.Draft {
				page.Say("People can enter as soon as you announce the event.")
			}
			if !s.entering.Mails() {
				page.Say("This site sends no letters: only those who sign in can enter online.")
			}
			if to, asks := t.Moved(); asks {
				page.Say("The event has moved since the closing time was set. “Save” keeps what is written here; moved along, " +
					"entries would close on " + to.Long() + ".")
			}
			termsFields(page, t)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t terms) (kit.Done, error) {
			err := s.entering.SetTerms(c.Request().Context(), s.Actor(c), t.event.ID, readTerms(in, t.sections))
			return kit.Done{To: listURL(t.event.ID), Message: "The terms of entry are saved."}, err
		},
	}
}

func onlineURL(id auth.EventID) string { return kit.EventDeskURL(id) + "/online" }

func listURL(id auth.EventID) string { return onlineURL(id) + "/list" }

func (s *Desk) termsOf(c echo.Context) (terms, error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return terms{}, err
	}
	out := terms{}
	if out.Terms, err = s.entering.Terms(ctx, actor, id); err != nil {
		return terms{}, err
	}
	if out.event, err = s.tournaments.EventByID(ctx, actor, id); err != nil {
		return terms{}, err
	}
	out.sections, err = s.tournaments.Sections(ctx, actor, id)
	return out, err
}

func fillTerms(_ echo.Context, in *kit.Filling, t terms) {
	in.Tick("taken", t.Taken || t.Version == 0)
	in.Tick("billed", t.Billed)
	in.SetDay("closes_day", t.Closes.Date())
	in.Set("closes_time", t.Closes.Time().In(civil.Zone()).Format("15:04"))
	in.Set("lists", string(t.Lists))
	in.Set("how_to_pay", t.Pay)
	amount := func(name string, c money.Cents) {
		if c > 0 {
			in.Set(name, c.Plain())
		}
	}
	amount("fee_member", t.Fees.Member)
	amount("fee_visitor", t.Fees.Visitor)
	if t.Fees.Student != nil {
		in.Set("fee_student", t.Fees.Student.Plain())
	}
	for _, section := range t.sections {
		if n := t.Places[section.ID]; n > 0 {
			in.Set(entering.PlacesField(section.ID), strconv.Itoa(n))
		}
	}
}

func termsFields(page *kit.FormPage, t terms) {
	page.Group("When", kit.Field{
		Name: "taken", Label: "People can enter online", Type: "checkbox", Hint: "Untick it to stop entries now.",
	}).Row(
		kit.DayField("closes_day", "Entries close on", ""),
		kit.Field{Name: "closes_time", Label: "at", Width: "short", Hint: civil.ZoneWords() + ": 18:00 or 6 pm."},
	)
	page.Group("Places")
	for _, section := range t.sections {
		page.Row(kit.Field{
			Name: entering.PlacesField(section.ID), Label: "Places in " + section.Name, Type: "number", Min: "1", Width: "short",
			Hint: "Empty: no limit. Whoever comes later is on a waiting list.",
		})
	}
	if len(t.sections) == 0 {
		page.Text("Add a section first: places are set for each.")
	}
	amount := func(name, label, hint string) kit.Field {
		f := kit.AmountField(name, label, hint)
		f.Required = false
		return f
	}
	page.Group("Fees").Row(
		amount("fee_member", "Members", "Empty: none."), amount("fee_visitor", "Visitors", "Empty: none."),
		amount("fee_student", "Students", "Empty: as everyone. 0: none."),
	).Row(kit.Field{
		Name: "billed", Label: "Who pays beforehand pays the society", Type: "checkbox",
		Hint: "Each confirmed entry gets an invoice with a payment reference in the treasurer’s books, and the list follows them. " +
			"Untick it where a club takes the fees.",
	}).Row(kit.Field{
		Name: "how_to_pay", Label: "How to pay", Type: "textarea", Rows: 3,
		Hint: "In letters and on the form: the account to pay into beforehand, cash at the door.",
	}).Fold(feesFold(t))
	page.Group("The public page", kit.Field{
		Name: "lists", Label: "Before the first draw it lists", Type: "radios", Options: []kit.Option{
			{Value: string(tournaments.ListConfirmed), Label: "Who is confirmed, and how many are not yet"},
			{Value: string(tournaments.ListAll), Label: "Also members who entered and are not confirmed yet, and the waiting list",
				Hint: "Visitors are named once you confirm them: anyone can type a name."},
			{Value: string(tournaments.ListNumber), Label: "Only how many players there are"},
		},
	}).Fold(listsFold[t.Lists])
}

func feesFold(t terms) string {
	if t.Fees.Free() {
		return "none"
	}
	return t.Fees.String()
}

var listsFold = map[tournaments.Listing]string{
	tournaments.ListConfirmed: "who is confirmed", tournaments.ListAll: "everyone who entered",
	tournaments.ListNumber: "how many players there are",
}

func readTerms(in *kit.Filling, sections []tournaments.Section) entering.TermsInput {
	out := entering.TermsInput{
		Taken: in.Ticked("taken"), Closes: readClosing(in), Pay: in.Lines("how_to_pay"), Billed: in.Ticked("billed"),
		Lists: tournaments.Listing(in.Text("lists")), Places: map[entering.SectionID]int{}, Version: in.Version(),
	}
	amount := func(name string) money.Cents {
		if in.Text(name) == "" {
			return 0
		}
		return in.Amount(name)
	}
	out.Fees = entering.Fees{Member: amount("fee_member"), Visitor: amount("fee_visitor")}
	if in.Text("fee_student") != "" {
		student := in.Amount("fee_student")
		out.Fees.Student = &student
	}
	for _, section := range sections {
		if name := entering.PlacesField(section.ID); in.Text(name) != "" {
			out.Places[section.ID] = in.Number(name)
		}
	}
	return out
}

// readClosing reads a day and a time of it; a day without a time closes at its end.
func readClosing(in *kit.Filling) civil.Instant {
	day := in.Day("closes_day")
	if day.IsZero() {
		return civil.Instant{}
	}
	if in.Text("closes_time") == "" {
		return day.AddDays(1).Midnight()
	}
	clock, err := entering.ParseClock(in.Text("closes_time"))
	if err != nil {
		in.Problem("closes_time", "Write a time like 18:00 or 6 pm.")
		return entering.ClosingAt(day, 12*time.Hour)
	}
	return entering.ClosingAt(day, clock)
}
