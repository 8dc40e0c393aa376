package web

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
)

// PersonPage is a person's file.
type PersonPage struct {
	Page
	Own      bool // the reader's own file
	Status   Badge
	Facts    []Fact
	Contact  []Fact
	Hidden   bool // contact data is not for this reader
	Terms    []TermLine
	Spans    []SpanLine
	Payments []PaymentLine
	Offices  []OfficeLine
	Actions  []Link
	Note     string
}

// TermLine is one term of a person's history.
type TermLine struct {
	From, Club, Kind string
	Until            Trace
	Struck           bool // corrected or cancelled since
	Reason           string
	CorrectURL       string // or ""
}

// SpanLine is a stretch with or without membership.
type SpanLine struct {
	Text string
	Gap  bool
}

// PaymentLine is a payment received.
type PaymentLine struct {
	Receipt, Day, Amount, Method string
	Reversed                     string // why it was taken back, or ""
	ReceiptURL                   string // its PDF; "" when it was taken back
	ReverseURL                   string
}

// OfficeLine is an office held.
type OfficeLine struct {
	Title, Days string
	URL         string // where it is ended, for whoever may
}

var personView = newView[PersonPage]("members/person.html")

// person shows the file of somebody in the register.
func (s *Server) person(c echo.Context) error {
	id, err := pathID[members.PersonID](c, "id")
	if err != nil {
		return err
	}
	return s.personFile(c, id, Crumb{"Register", registerPath})
}

// myPage shows the reader's own file.
func (s *Server) myPage(c echo.Context) error {
	return s.personFile(c, s.actor(c).Person)
}

func (s *Server) personFile(c echo.Context, id members.PersonID, crumbs ...Crumb) error {
	ctx, actor := c.Request().Context(), s.actor(c)
	file, err := s.members.File(ctx, actor, id)
	if err != nil {
		return err
	}
	names, err := s.clubNames(c)
	if err != nil {
		return err
	}
	rated, err := s.ratings.Current(ctx, s.db, []members.PersonID{id})
	if err != nil {
		return err
	}
	if !auth.Can(actor, auth.ViewRegister, auth.Object{}, s.today()) {
		crumbs = nil
	}
	page := PersonPage{
		Page: s.page(c, file.Person.Name.String(), crumbs...), Own: id == actor.Person,
		Status: memberBadge(file.Summary.Status), Hidden: file.ContactHidden, Note: file.Person.Note,
	}
	page.Facts = personFacts(file, names)
	if r := rated[id]; r.Basis == ratings.Listed {
		page.Facts = append(page.Facts, Fact{Label: "Rating", Value: r.Rating.String() + " (" + r.Rating.Grade().String() + ")", URL: playerURL(id)})
	}
	page.Contact = contactFacts(file.Person)
	mayCorrect := auth.Can(actor, auth.ManageTerms, auth.Object{}, s.today())
	page.Terms = termLines(file, names, mayCorrect)
	page.Spans = spanLines(file.Spans)
	if page.Payments, err = s.paymentLines(c, id); err != nil {
		return err
	}
	if page.Offices, err = s.officeLines(c, id, names); err != nil {
		return err
	}
	page.Actions = s.personActions(actor, id, page.Own)
	return personView.render(c, http.StatusOK, page)
}

func personFacts(file members.File, names clubNames) []Fact {
	facts := []Fact{{Label: "Member number", Value: members.Number(file.Person.ID)}}
	if clubs := names.join(file.Summary.Clubs); clubs != "" {
		facts = append(facts, Fact{Label: "Club", Value: clubs})
	}
	if !file.Summary.Joined.IsZero() {
		facts = append(facts, Fact{Label: "Member since", Value: file.Summary.Joined.Long()})
	}
	if !file.Summary.Until.IsZero() {
		facts = append(facts, Fact{Label: "Registered until", Value: file.Summary.Until.Long()})
	}
	if file.Person.Grade != "" {
		facts = append(facts, Fact{Label: "Playing strength as declared", Value: file.Person.Strength()})
	}
	shown := "The name"
	if file.Person.PublicAs == members.ByAlias {
		shown = "The alias “" + file.Person.Alias + "”"
	}
	facts = append(facts, Fact{Label: "Public pages show", Value: shown})
	return append(facts, consentFacts(file)...)
}

// consentFacts is what is known of the consent of somebody who is or was a
// member to become one.
func consentFacts(file members.File) []Fact {
	if len(file.Consents) == 0 && file.Summary.Status != members.Unenrolled {
		return []Fact{{Label: "Consent to become a member", Value: "none recorded"}}
	}
	var facts []Fact
	for _, given := range file.Consents {
		facts = append(facts, Fact{
			Label: "Consent to become a member", Value: "“" + given.Wording + "” Stated by " + given.StatedBy + " on " + given.On.Long() + ".",
		})
	}
	return facts
}

func contactFacts(p members.Person) []Fact {
	var facts []Fact
	for _, f := range []Fact{{Label: "E-mail", Value: p.Contact.Email}, {Label: "Phone", Value: p.Contact.Phone}, {Label: "Address", Value: p.Contact.Address}} {
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
			From: t.From.Long(), Club: "Individual member", Kind: t.Kind.Label(), Until: *traceOf(t.To.Long(), t.Trace),
			Struck: replaced[t.ID] || t.Kind == members.KindVoid, Reason: t.Reason,
		}
		if t.Club != 0 {
			line.Club = names[t.Club]
		}
		if mayCorrect && !line.Struck {
			line.CorrectURL = personURL(file.Person.ID) + "/terms/" + strconv.FormatInt(int64(t.ID), 10)
		}
		lines = append(lines, line)
	}
	return lines
}

func spanLines(spans []members.Span) []SpanLine {
	var lines []SpanLine
	for i := len(spans) - 1; i >= 0; i-- {
		lines = append(lines, SpanLine{Text: spans[i].From.Long() + " – " + spans[i].To.Long(), Gap: spans[i].Gap})
	}
	return lines
}

func (s *Server) officeLines(c echo.Context, id members.PersonID, names clubNames) ([]OfficeLine, error) {
	offices, err := s.auth.OfficesOf(c.Request().Context(), id)
	if err != nil {
		return nil, err
	}
	var lines []OfficeLine
	for _, o := range offices {
		line := s.officeLine(c, o)
		if o.Club != 0 {
			line.Title += ", " + names[o.Club]
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// officeLine is an office, with the way to its end for whoever may take it.
func (s *Server) officeLine(c echo.Context, o auth.Office) OfficeLine {
	line := OfficeLine{Title: o.Title(), Days: "since " + o.From.Long()}
	if !o.Until.IsZero() {
		line.Days += " until " + o.Until.Long()
	}
	if auth.Can(s.actor(c), auth.ManageOffices, auth.Object{}, s.today()) {
		line.URL = officeURL(o.ID)
	}
	return line
}

func (s *Server) personActions(actor auth.Actor, id members.PersonID, own bool) []Link {
	var links []Link
	day := s.today()
	if auth.Can(actor, auth.ManageTerms, auth.Object{}, day) {
		links = append(links, Link{Label: "Join or renew", URL: personURL(id) + "/join", Kind: "primary"})
	}
	if auth.Can(actor, auth.EditPerson, auth.Object{}, day) {
		links = append(links, Link{Label: "Edit", URL: personURL(id) + "/edit", Kind: "secondary"})
	}
	if own {
		links = append(links, Link{Label: "Change my details", URL: "/me/edit", Kind: "secondary"})
	}
	return links
}

// clubNames is the name of every club.
func (s *Server) clubNames(c echo.Context) (clubNames, error) {
	list, err := s.clubs.Clubs(c.Request().Context())
	if err != nil {
		return nil, err
	}
	return clubNamesOf(list), nil
}
