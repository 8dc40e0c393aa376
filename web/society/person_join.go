package society

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// JoinPage records the subscription of somebody who joins or renews alone,
// not on a club's list. The first step shows what it leads to; the second
// records it.
type JoinPage struct {
	kit.Page
	Action  string
	Fields  []kit.Field
	Quote   []kit.Fact // what the application leads to, once it is known
	Consent *kit.Field // of a new member, beside the quote
	Hidden  []kit.Hidden
	Cancel  string
}

var joinView = kit.NewView[JoinPage](templates, "members/join.html")

// joinForm is the application as typed.
type joinForm struct {
	year, received, club, method, reference string
}

func readJoin(c echo.Context) joinForm {
	return joinForm{
		kit.FormText(c, "year"), kit.FormText(c, "received_on"), kit.FormText(c, "club"), kit.FormText(c, "method"),
		kit.FormText(c, "reference"),
	}
}

func (f joinForm) application(person members.PersonID) (treasury.Application, error) {
	var problems apperr.Fields
	year, err := strconv.Atoi(f.year)
	if err != nil || !members.Year(year).Valid() {
		problems.Add("year", "Choose the subscription year.")
	}
	received, err := civil.ParseDate(f.received)
	if err != nil {
		problems.Add("received_on", "Enter the day the payment came, as 2026-07-01.")
	}
	club, err := strconv.ParseInt(f.club, 10, 64)
	if err != nil {
		club = 0
	}
	return treasury.Application{
		Person: person, Year: members.Year(year), Received: received, Club: members.ClubID(club),
	}, problems.Err()
}

func (s *Desk) personJoin(c echo.Context) error {
	return s.joinPage(c, http.StatusOK, joinForm{received: s.Today().String(), method: string(treasury.Bank)}, nil)
}

// personJoinSave shows the quote first; with "confirm" it records.
func (s *Desk) personJoinSave(c echo.Context) error {
	id, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return err
	}
	ctx, actor, form := c.Request().Context(), s.Actor(c), readJoin(c)
	application, err := form.application(id)
	if err != nil {
		return s.joinPage(c, http.StatusUnprocessableEntity, form, err)
	}
	if kit.FormText(c, "confirm") == "" {
		quote, err := s.treasury.Quote(ctx, actor, application)
		if err != nil {
			return s.joinPage(c, http.StatusUnprocessableEntity, form, err)
		}
		return s.joinQuote(c, form, quote, nil)
	}
	joined, err := s.treasury.Join(ctx, actor, treasury.JoinInput{
		Application: application, Method: treasury.Method(form.method), Reference: form.reference,
		Consented: kit.FormText(c, "consent") != "",
	})
	if err != nil {
		quote, noQuote := s.treasury.Quote(ctx, actor, application)
		if noQuote != nil || !onConsent(err) {
			return s.joinPage(c, http.StatusUnprocessableEntity, form, err)
		}
		return s.joinQuote(c, form, quote, err)
	}
	text := "Recorded: registered until " + joined.Quote.Registration.To.Long() + "."
	if joined.Payment.ID != 0 {
		text += " Receipt " + joined.Payment.Receipt.String() + "."
	}
	s.Flash(c, kit.KindSuccess, text)
	return kit.SeeOther(c, kit.PersonURL(id))
}

func (s *Desk) joinBase(c echo.Context) (JoinPage, error) {
	id, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return JoinPage{}, err
	}
	file, err := s.members.File(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return JoinPage{}, err
	}
	name := file.Person.Name.String()
	return JoinPage{
		Page: s.Page(
			c, "Join or renew: "+name, kit.Crumb{Label: "Register", URL: kit.RegisterPath},
			kit.Crumb{Label: name, URL: kit.PersonURL(id)},
		),
		Action: kit.PersonURL(id) + "/join", Cancel: kit.PersonURL(id),
	}, nil
}

func (s *Desk) joinPage(c echo.Context, status int, form joinForm, refused error) error {
	page, err := s.joinBase(c)
	if err != nil {
		return err
	}
	if refused != nil && !page.Invalid(refused) {
		return refused
	}
	list, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return err
	}
	year := kit.Field{ID: "year", Name: "year", Label: "Subscription year", Type: "select", Error: page.ErrorOn("year")}
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	current := rules.YearOf(s.Today())
	if form.year == "" {
		form.year = strconv.Itoa(int(current))
	}
	for y := current + 1; y >= current-1; y-- {
		value := strconv.Itoa(int(y))
		year.Options = append(year.Options, kit.Option{
			Value: value, Label: rules.Days(y).String(), Selected: value == form.year,
		})
	}
	club := kit.Field{
		ID: "club", Name: "club", Label: "Club", Hint: "Only if they are to count with a club that is already affiliated.",
		Type: "select", Options: []kit.Option{{Value: "0", Label: "None: an individual member"}},
	}
	for _, cl := range list {
		value := strconv.FormatInt(int64(cl.ID), 10)
		club.Options = append(club.Options, kit.Option{Value: value, Label: cl.Name, Selected: value == form.club})
	}
	page.Fields = []kit.Field{
		year,
		{
			ID: "received_on", Name: "received_on", Label: "Application and payment received", Type: "date",
			Value: form.received, Error: page.ErrorOn("received_on"), Required: true, Width: "medium",
		},
		club, methodField(form.method, page.ErrorOn("method")),
		{
			ID: "reference", Name: "reference", Label: "Reference", Hint: "As on the bank statement. You may leave it empty.",
			Value: form.reference, Error: page.ErrorOn("reference"),
		},
	}
	return joinView.Render(c, status, page)
}

// methodField asks how money came in.
func methodField(chosen, problem string) kit.Field {
	f := kit.Field{ID: "method", Name: "method", Label: "Paid by", Type: "radios", Error: problem, Required: true}
	for _, m := range treasury.Methods {
		f.Options = append(f.Options, kit.Option{Value: string(m), Label: m.Label(), Selected: string(m) == chosen})
	}
	return f
}

// onConsent reports whether a refusal is of the consent, which is asked for
// beside the quote.
func onConsent(err error) bool {
	var e *apperr.Error
	return errors.As(err, &e) && slices.ContainsFunc(e.Fields, func(f apperr.Field) bool { return f.Name == "consent" })
}

// consentField asks for what is said of a new member's consent.
func consentField(c echo.Context, p kit.Page, wording string) *kit.Field {
	return &kit.Field{
		ID: "consent", Name: "consent", Label: wording, Type: "checkbox", Required: true,
		Checked: kit.FormText(c, "consent") != "", Error: p.ErrorOn("consent"),
	}
}

func (s *Desk) joinQuote(c echo.Context, form joinForm, q treasury.Quote, refused error) error {
	page, err := s.joinBase(c)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if refused != nil && page.Invalid(refused) {
		status = http.StatusUnprocessableEntity
	}
	page.Quote = []kit.Fact{
		{Label: "Subscription", Trace: new(kit.RuleTrace(q.Rate.Amount.String(), q.Rate.Trace(q.Rules)))},
		{Label: "Registered from", Value: q.From.Long()},
		{Label: "Registered until", Trace: new(kit.RuleTrace(q.Registration.To.Long(), q.Registration.Trace))},
		{Label: "Kind", Value: q.Registration.Kind.Label()},
	}
	page.Hidden = []kit.Hidden{
		{Name: "year", Value: form.year}, {Name: "received_on", Value: form.received}, {Name: "club", Value: form.club},
		{Name: "method", Value: form.method},
		{Name: "reference", Value: form.reference}, {Name: "confirm", Value: "yes"},
	}
	if q.Registration.NewMember() {
		page.Consent = consentField(c, page.Page, members.ConsentAlone)
	}
	return joinView.Render(c, status, page)
}

// CorrectTermPage shortens or cancels a term.
type CorrectTermPage struct {
	kit.Page
	Action string
	Fields []kit.Field
	Term   []kit.Fact
	Cancel string
}

var correctTermView = kit.NewView[CorrectTermPage](templates, "members/correct.html")

func (s *Desk) termCorrect(c echo.Context) error { return s.termPage(c, http.StatusOK, nil) }

func (s *Desk) termPage(c echo.Context, status int, refused error) error {
	id, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return err
	}
	term, err := kit.PathID[members.TermID](c, "term")
	if err != nil {
		return err
	}
	file, err := s.members.File(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	for _, t := range file.Terms {
		if t.ID != term {
			continue
		}
		name := file.Person.Name.String()
		page := CorrectTermPage{
			Page: s.Page(
				c, "Correct a term", kit.Crumb{Label: "Register", URL: kit.RegisterPath},
				kit.Crumb{Label: name, URL: kit.PersonURL(id)},
			),
			Action: c.Request().URL.Path, Cancel: kit.PersonURL(id),
			Term: []kit.Fact{
				{Label: "Member", Value: name}, {Label: "From", Value: t.From.Long()},
				{Label: "Until", Trace: new(kit.RuleTrace(t.To.Long(), t.Trace))},
			},
		}
		if refused != nil && !page.Invalid(refused) {
			return refused
		}
		page.Fields = []kit.Field{
			{
				ID: "to", Name: "to", Label: "New last day", Hint: "Leave it empty to cancel the term altogether.", Type: "date",
				Value: kit.FormText(c, "to"), Error: page.ErrorOn("to"), Width: "medium",
			},
			{
				ID: "reason", Name: "reason", Label: "Reason", Value: kit.FormText(c, "reason"), Error: page.ErrorOn("reason"),
				Required: true,
			},
		}
		return correctTermView.Render(c, status, page)
	}
	return apperr.New(apperr.NotFound, "Term not found.")
}

func (s *Desk) termCorrectSave(c echo.Context) error {
	id, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return err
	}
	term, err := kit.PathID[members.TermID](c, "term")
	if err != nil {
		return err
	}
	in := members.CorrectInput{Term: term, Reason: kit.FormText(c, "reason")}
	if text := kit.FormText(c, "to"); text != "" {
		if in.To, err = civil.ParseDate(text); err != nil {
			var f apperr.Fields
			f.Add("to", "Enter a day as 2026-07-01, or leave it empty to cancel the term.")
			return s.termPage(c, http.StatusUnprocessableEntity, f.Err())
		}
	}
	if err := s.members.CorrectTerm(c.Request().Context(), s.Actor(c), in); err != nil {
		return s.termPage(c, http.StatusUnprocessableEntity, err)
	}
	s.Flash(c, kit.KindSuccess, "Corrected. The old term stays in the history.")
	return kit.SeeOther(c, kit.PersonURL(id))
}
