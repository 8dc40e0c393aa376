package society

import (
	"cmp"
	"errors"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// JoinPage records the subscription of somebody who joins or renews alone,
// not on a club's list. The first step shows what it leads to; the second
// records it.
type JoinPage struct {
	kit.FormPage
	Quote   []kit.Fact // what the application leads to, once it is known
	Consent *kit.Field // of a new member, beside the quote
}

var joinView = kit.NewView[JoinPage](templates, "members/join.html")

// joining is somebody who joins or renews, and what that leads to once it is known.
type joining struct {
	members.File
	quote *treasury.Quote
}

// join shows the quote first; with "confirm" it records.
func (s *Desk) join() kit.Form[*joining] {
	return kit.Form[*joining]{
		Site: s.Site,
		Load: func(c echo.Context) (*joining, error) {
			file, err := kit.ByID(s.Site, s.members.File)(c)
			return &joining{File: file}, err
		},
		Fill: func(_ echo.Context, in *kit.Filling, _ *joining) { s.fillFee(in) },
		Show: s.showJoin, Take: s.takeJoin,
		Render: func(c echo.Context, status int, p *kit.FormPage, j *joining) error {
			return s.renderJoin(c, status, *p, p.In(), j)
		},
	}
}

func (s *Desk) takeJoin(c echo.Context, in *kit.Filling, j *joining) (kit.Done, error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	application := treasury.Application{
		Person: j.Person.ID, Year: members.Year(in.NumberOr("year", 0)), Received: in.Day("received_on"),
		Club: kit.Chosen[members.ClubID](in, "club"),
	}
	if text := in.Text("since"); text != "" {
		since, ok := clubs.MemberSince(text, s.Today())
		if !ok || !application.Received.IsZero() && since.After(application.Received) {
			in.Problem("since", "Enter a day, a month or a year that is not in the future, such as 1998 or March 2004.")
		}
		application.Since = members.Since{Day: since, Text: text}
	}
	if !application.Year.Valid() {
		in.Problem("year", "Choose the subscription year.")
	}
	by, err := s.paidBy(c, in)
	if err != nil {
		return kit.Done{}, err
	}
	if !in.Ticked("confirm") {
		quote, err := s.treasury.Quote(ctx, actor, application)
		return kit.Done{Answer: func() error {
			j.quote = &quote
			return s.renderJoin(c, http.StatusOK, kit.FormPage{Page: s.joinPage(c, j)}, in, j)
		}}, err
	}
	joined, err := s.treasury.Join(ctx, actor, treasury.JoinInput{
		Application: application, Method: treasury.Method(in.Text("method")), Reference: in.Text("reference"), PaidBy: by,
		Consented: in.Ticked("consent"),
	})
	if onConsent(err) {
		if quote, noQuote := s.treasury.Quote(ctx, actor, application); noQuote == nil {
			j.quote = &quote
		}
	}
	done := kit.Done{To: kit.PersonURL(j.Person.ID)}
	if err == nil {
		done.Message = "Recorded: registered until " + joined.Quote.Registration.To.Long() + "."
	}
	if joined.Payment.ID != 0 {
		done.Message += " Receipt " + joined.Payment.Receipt.String() + "."
	}
	return done, err
}

func (s *Desk) joinPage(c echo.Context, j *joining) kit.Page {
	name := j.Person.Name.String()
	return s.Page(c, "Join or renew: "+name, registerCrumb, kit.Crumb{Label: name, URL: kit.PersonURL(j.Person.ID)})
}

func (s *Desk) showJoin(c echo.Context, p *kit.FormPage, j *joining) error {
	list, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return err
	}
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	p.Page = s.joinPage(c, j)
	p.Action, p.Submit, p.Back = joinURL(j), "Show fee and term", kit.PersonURL(j.Person.ID)
	club := kit.Field{
		Name: "club", Label: "Club", Hint: "Only if they are to count with a club that is already affiliated.",
		Type: "select", Options: []kit.Option{{Value: "0", Label: "None: an individual member"}},
	}
	for _, cl := range list {
		club.Options = append(club.Options, kit.Option{Value: kit.IDText(cl.ID), Label: cl.Name})
	}
	received := kit.DayField("received_on", "Application and payment received", "")
	received.Required = true
	since := kit.Field{
		Name: "since", Label: "Member since", MaxLength: 40, Width: "short",
		Hint: "Only if they were a member before this register began: a day, a month or a year, such as 1998. " +
			"Whoever was a member already does not get a new member’s longer first term (rule 2.2).",
	}
	p.Group("", s.yearField(p.In(), rules), received, club, since, methodField(), referenceField())
	return s.askPayer(c, p)
}

func joinURL(j *joining) string { return kit.PersonURL(j.Person.ID) + "/join" }

// methodField asks how money came in.
func methodField() kit.Field {
	f := kit.Field{Name: "method", Label: "Paid by", Type: "radios", Required: true}
	for _, m := range treasury.Methods {
		f.Options = append(f.Options, kit.Option{Value: string(m), Label: m.Label()})
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
func consentField(in *kit.Filling, p *kit.Page, wording string) *kit.Field {
	f := in.Field(p, kit.Field{Name: "consent", Label: wording, Type: "checkbox", Required: true})
	return &f
}

// renderJoin answers with the form, or with the quote and what is still asked for.
func (s *Desk) renderJoin(c echo.Context, status int, p kit.FormPage, in *kit.Filling, j *joining) error {
	page := JoinPage{FormPage: p}
	if j.quote == nil {
		return joinView.Render(c, status, page)
	}
	q := j.quote
	page.Action = joinURL(j)
	page.Quote = []kit.Fact{
		{Label: "Subscription", Trace: new(kit.RuleTrace(q.Price.Amount.String(), q.Price.Trace(q.Rules)))},
		{Label: "Registered from", Value: q.From.Long()},
		{Label: "Registered until", Trace: new(kit.RuleTrace(q.Registration.To.Long(), q.Registration.Trace))},
		{Label: "Kind", Value: q.Registration.Kind.Label()},
	}
	if by := cmp.Or(in.Text("payer"), in.Text("paid_by")); by != "" {
		page.Quote = append(page.Quote, kit.Fact{Label: "Paid by", Value: by + ", who gets the receipt"})
	}
	if len(q.Family) > 0 {
		page.Quote = append(page.Quote, kit.Fact{
			Label: "Registered with it", Value: kit.Plural(len(q.Family), "other person", "other people") + " of the family",
		})
	}
	for _, name := range []string{
		"year", "received_on", "club", "since", "method", "reference", "payer", "payer_club", "paid_by", "payer_email",
	} {
		page.Hide(name, in.Text(name))
	}
	page.Hide("payer_address", in.Lines("payer_address"))
	if in.Ticked("payer_quiet") {
		page.Hide("payer_quiet", "yes")
	}
	page.Hide("confirm", "yes")
	if people, wording := q.Consenting(); len(people) > 0 {
		page.Consent = consentField(in, &page.Page, wording)
	}
	return joinView.Render(c, status, page)
}

// termOf is a term of a person.
type termOf struct {
	members.File
	term members.Term
}

// correctTerm shortens or cancels a term.
func (s *Desk) correctTerm() kit.Form[termOf] {
	return kit.Form[termOf]{
		Site: s.Site, Load: s.termAt,
		Show: func(c echo.Context, p *kit.FormPage, t termOf) error {
			name := t.Person.Name.String()
			p.Page = s.Page(c, "Correct a term", registerCrumb, kit.Crumb{Label: name, URL: kit.PersonURL(t.Person.ID)})
			p.Action, p.Submit, p.Back = c.Request().URL.Path, "Record the correction", kit.PersonURL(t.Person.ID)
			p.Facts = []kit.Fact{
				{Label: "Member", Value: name}, {Label: "From", Value: t.term.From.Long()},
				{Label: "Until", Trace: new(kit.RuleTrace(t.term.To.Long(), t.term.Trace))},
			}
			p.Group("",
				kit.DayField("to", "New last day", "Leave it empty to cancel the term altogether."),
				kit.Field{Name: "reason", Label: "Reason", Required: true},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t termOf) (kit.Done, error) {
			return kit.Done{
					To: kit.PersonURL(t.Person.ID), Message: "Corrected. The old term stays in the history.",
				}, s.members.CorrectTerm(c.Request().Context(), s.Actor(c), members.CorrectInput{
					Term: t.term.ID, To: in.Day("to"), Reason: in.Text("reason"),
				})
		},
	}
}

func (s *Desk) termAt(c echo.Context) (termOf, error) {
	term, err := kit.PathID[members.TermID](c, "term")
	if err != nil {
		return termOf{}, err
	}
	file, err := kit.ByID(s.Site, s.members.File)(c)
	if err != nil {
		return termOf{}, err
	}
	for _, t := range file.Terms {
		if t.ID == term {
			return termOf{file, t}, nil
		}
	}
	return termOf{}, apperr.New(apperr.NotFound, "Term not found.")
}
