package society

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// PersonPage is a person's file.
type PersonPage struct {
	kit.Page
	Own       bool // the reader's own file
	Status    kit.Badge
	Facts     []kit.Fact
	Contact   []kit.Fact
	Addresses string // what they are for; on the own page
	Terms     []TermLine
	Spans     []SpanLine
	Payments  []PaymentLine
	Offices   []kit.OfficeLine
	Actions   []kit.Link
	Note      string
	Votes     []OwnVote   // postal votes, on the reader's own page only
	Events    []kit.Task  // that the reader is entered in, on the own page only
	Games     []kit.Task  // online games to play, on the reader's own page only
	Renew     kit.Renewal // on the reader's own page only
	Due       []kit.Fact  // what is to pay, on the own page only
	ByClubs   []string    // terms that came with a club's list, which the club paid, on the own page only
	Seen      []kit.Fact  // what each audience sees of the reader, on the own page only
	Card      string      // the address of the membership card; "" for who is not a member
}

// OwnVote is what is recorded of the reader's own papers in a postal vote.
type OwnVote struct {
	Title, URL string
	Lines      []kit.RuleText
}

// TermLine is one term of a person's history.
type TermLine struct {
	From, Club, Kind string
	Until            kit.Trace
	Struck           bool // corrected or cancelled since
	Reason           string
	CorrectURL       string // or ""
}

// PaymentLine is a payment received.
type PaymentLine struct {
	Receipt, Day, Amount, Method string
	Reversed                     string // why it was reversed, or ""
	ReceiptURL                   string // its PDF; "" when it was reversed
	ReverseURL                   string
}

var (
	personView = kit.NewView[PersonPage](templates, "members/person.html")
	myView     = kit.NewView[PersonPage](templates, "members/me.html")
)

const myPath = "/me"

// person shows the file of somebody in the register.
func (s *Desk) person(c echo.Context) error {
	id, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return err
	}
	return s.personFile(c, id, nil, kit.Crumb{Label: "Register", URL: kit.RegisterPath})
}

// myPage shows the reader's own file.
func (s *Desk) myPage(c echo.Context) error {
	own, err := s.postal.OwnAll(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	var votes []OwnVote
	for _, o := range own {
		v := OwnVote{Title: o.Title, URL: kit.PostalURL(o.Vote)}
		for _, line := range o.Lines() {
			v.Lines = append(v.Lines, kit.CiteRules(line))
		}
		votes = append(votes, v)
	}
	kit.NoStore(c)
	return s.personFile(c, s.Actor(c).Person, votes)
}

func (s *Desk) personFile(c echo.Context, id members.PersonID, votes []OwnVote, crumbs ...kit.Crumb) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	file, err := s.members.File(ctx, actor, id)
	if err != nil {
		return err
	}
	names, err := s.clubNames(c)
	if err != nil {
		return err
	}
	rules, err := s.governance.Today(ctx)
	if err != nil {
		return err
	}
	rated, err := s.ratings.Current(ctx, s.db, []members.PersonID{id})
	if err != nil {
		return err
	}
	if !auth.Can(actor, auth.ViewRegister, auth.Object{}, s.Today()) {
		crumbs = nil
	}
	page := PersonPage{
		Page: s.Page(c, file.Person.Name.String(), crumbs...), Own: id == actor.Person,
		Status: memberBadge(file.Summary.Status), Note: file.Person.Note, Votes: votes,
	}
	page.Facts = personFacts(file, names)
	if r := rated[id]; r.Basis == ratings.Listed {
		page.Facts = append(page.Facts, kit.Fact{
			Label: "Rating", Value: r.Rating.String() + " (" + r.Rating.Grade().String() + ")", URL: kit.PlayerURL(id),
		})
	}
	mine := page.Own && (c.Path() == myPath || !auth.Can(actor, auth.ViewRegister, auth.Object{}, s.Today()))
	if mine {
		if err := s.fillOwn(c, &page, file, names); err != nil {
			return err
		}
	}
	if page.Contact = contactFacts(file.Person); mine {
		page.Addresses = addressesSaid(file.Person)
	}
	mayCorrect := auth.Can(actor, auth.ManageTerms, auth.Object{}, s.Today())
	page.Terms = termLines(file, names, mayCorrect)
	page.Spans = spanLines(rules, file.Spans)
	if page.Payments, err = s.paymentLines(c, id); err != nil {
		return err
	}
	if page.Offices, err = s.officeLines(c, id, names); err != nil {
		return err
	}
	page.Actions = s.personActions(actor, id, page.Own)
	more, facts, err := s.people(c, id)
	if err != nil {
		return err
	}
	page.Actions, page.Facts = append(page.Actions, more...), append(page.Facts, facts...)
	if mine {
		return myView.Render(c, http.StatusOK, page)
	}
	return personView.Render(c, http.StatusOK, page)
}

// dueFacts are what is to pay, with where it says how, and what was paid ahead.
func dueFacts(d treasury.Due, at string) []kit.Fact {
	var facts []kit.Fact
	if d.Open > 0 {
		facts = append(facts, kit.Fact{
			Label: "To pay", Value: d.Open.String() + " on " + kit.Plural(d.Invoices, "invoice", "invoices") + ": how to pay", URL: at,
		})
	}
	if d.Credit > 0 {
		facts = append(facts, kit.Fact{Label: "Paid ahead", Value: d.Credit.String(), URL: at})
	}
	return facts
}

func personFacts(file members.File, names clubNames) []kit.Fact {
	facts := []kit.Fact{{Label: "Member number", Value: members.Number(file.Person.ID)}}
	if len(file.Former) > 0 {
		facts = append(facts, kit.Fact{Label: "Former names", Value: formerNames(file.Former)})
	}
	if clubs := names.join(file.Summary.Clubs); clubs != "" {
		facts = append(facts, kit.Fact{Label: "Club", Value: clubs})
	}
	if label, value := file.Summary.Told(); label != "" {
		t := kit.RuleTrace(value, members.SinceTrace(file.Spans))
		facts = append(facts, kit.Fact{Label: label, Trace: &t})
	}
	if !file.Summary.Until.IsZero() {
		facts = append(facts, kit.Fact{Label: "Registered until", Value: file.Summary.Until.Long()})
	}
	for _, e := range file.Earlier {
		facts = append(facts, kit.Fact{
			Label: "Member before", Value: e.Told + ", by " + e.Source + "; recorded by " + e.RecordedBy + " on " + e.RecordedAt.Long() + ".",
		})
	}
	if file.Person.Grade != "" {
		facts = append(facts, kit.Fact{Label: "Playing strength as declared", Value: file.Person.Strength()})
	}
	shown := "The name"
	if file.Person.PublicAs == members.ByAlias {
		shown = "The alias “" + file.Person.Alias + "”"
	}
	facts = append(facts, kit.Fact{Label: "Public pages show", Value: shown})
	return append(facts, consentFacts(file)...)
}

func formerNames(names []members.Name) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = n.String()
	}
	return strings.Join(out, "; ")
}

// consentFacts is what is known of the consent of somebody who is or was a
// member to become one.
func consentFacts(file members.File) []kit.Fact {
	if len(file.Consents) == 0 && file.Summary.Status != members.Unenrolled {
		return []kit.Fact{{Label: "Consent to become a member", Value: "none recorded"}}
	}
	var facts []kit.Fact
	for _, given := range file.Consents {
		facts = append(facts, kit.Fact{
			Label: "Consent to become a member",
			Value: "“" + given.Wording + "” Stated by " + given.StatedBy + " on " + given.On.Long() + ".",
		})
	}
	return facts
}

// addressesSaid says to someone with an account what their addresses are for.
func addressesSaid(p members.Person) string {
	if p.SignsInApart() {
		return "Letters go to " + p.WrittenTo() + "; you sign in with " + p.SignsInWith + ", where letters about your account go too."
	}
	return "One address is for letters and for signing in, unless you say otherwise."
}

func contactFacts(p members.Person) []kit.Fact {
	var facts []kit.Fact
	for _, f := range []kit.Fact{
		{Label: "E-mail", Value: p.Contact.Email}, {Label: "Phone", Value: p.Contact.Phone},
		{Label: "Address", Value: p.Contact.Address},
	} {
		if f.Value == "" {
			f.Value = "not known"
		}
		facts = append(facts, f)
	}
	return facts
}

func termLines(file members.File, names clubNames, mayCorrect bool) []TermLine {
	replaced := map[members.TermID]bool{}
	for _, t := range file.Terms {
		replaced[t.Corrects] = true
	}
	var lines []TermLine
	for i := len(file.Terms) - 1; i >= 0; i-- {
		t := file.Terms[i]
		line := TermLine{
			From: t.From.Long(), Club: "Individual member", Kind: t.Kind.Label(), Until: kit.RuleTrace(t.To.Long(), t.Trace),
			Struck: replaced[t.ID] || t.Kind == members.KindVoid, Reason: t.Reason,
		}
		if t.Club != 0 {
			line.Club = names[t.Club]
		}
		if mayCorrect && !line.Struck {
			line.CorrectURL = kit.PersonURL(file.Person.ID) + "/terms/" + strconv.FormatInt(int64(t.ID), 10)
		}
		lines = append(lines, line)
	}
	return lines
}

func (s *Desk) officeLines(c echo.Context, id members.PersonID, names clubNames) ([]kit.OfficeLine, error) {
	offices, err := s.Auth.OfficesOf(c.Request().Context(), id)
	if err != nil {
		return nil, err
	}
	var lines []kit.OfficeLine
	for _, o := range offices {
		line := s.OfficeLine(c, o)
		if o.Club != 0 {
			line.Title += ", " + names[o.Club]
		}
		lines = append(lines, line)
	}
	return lines, nil
}

func (s *Desk) personActions(actor auth.Actor, id members.PersonID, own bool) []kit.Link {
	var links []kit.Link
	day := s.Today()
	if auth.Can(actor, auth.ManageTerms, auth.Object{}, day) {
		links = append(links, kit.Link{Label: "Join or renew", URL: kit.PersonURL(id) + "/join", Kind: "primary"})
	}
	if auth.Can(actor, auth.EditPerson, auth.Object{}, day) {
		links = append(links, kit.Link{Label: "Edit", URL: kit.PersonURL(id) + "/edit", Kind: "secondary"})
	}
	if !own && auth.Can(actor, auth.ViewBooks, auth.Object{}, day) {
		links = append(links, kit.Link{Label: "Statement of account", URL: kit.PersonStatementURL(id), Kind: "secondary"})
	}
	if own {
		links = append(links, kit.Link{Label: "My invoices", URL: kit.OwnInvoicesPath, Kind: "secondary"},
			kit.Link{Label: "My letters", URL: kit.LetterChoicesPath, Kind: "secondary"},
			kit.Link{Label: "My dan grade", URL: kit.OwnGradesPath, Kind: "secondary"})
	}
	return links
}

// clubNames is the name of every club.
func (s *Desk) clubNames(c echo.Context) (clubNames, error) {
	list, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return nil, err
	}
	return clubNamesOf(list), nil
}
