package web

import (
	"io"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/treasury"
)

// route is one address: what answers it, and who may come. access is decided
// before the handler runs; services ask auth.Can again for the object at hand.
type route struct {
	method, path string
	handler      echo.HandlerFunc
	access       access
	upload       bool // takes a file
	repeatable   bool // does the same when it is sent again: no key holds it up
	ungated      bool // answers at once, or for long: does not wait in line with the pages
}

// access says who may come to a route.
type access struct {
	public   bool          // everybody
	signedIn bool          // whoever is signed in
	actions  []auth.Action // whoever may do one of these to some object (the service checks which)
}

var (
	everyone        = access{public: true}
	anybodySignedIn = access{signedIn: true}
)

// may is access for whoever may do one of the actions to at least one object.
func may(actions ...auth.Action) access { return access{actions: actions} }

// The shapes of a route.
func get(path string, h echo.HandlerFunc, a access) route {
	return route{method: http.MethodGet, path: path, handler: h, access: a}
}

func post(path string, h echo.HandlerFunc, a access) route {
	return route{method: http.MethodPost, path: path, handler: h, access: a}
}

func upload(path string, h echo.HandlerFunc, a access) route {
	return route{method: http.MethodPost, path: path, handler: h, access: a, upload: true}
}

// uploadAgain is an upload that does the same when it is sent again.
func uploadAgain(path string, h echo.HandlerFunc, a access) route {
	return route{method: http.MethodPost, path: path, handler: h, access: a, upload: true, repeatable: true}
}

// again is a post that does the same when it is sent again.
func again(path string, h echo.HandlerFunc, a access) route {
	return route{method: http.MethodPost, path: path, handler: h, access: a, repeatable: true}
}

// atOnce is a get that does not wait in line with the pages.
func atOnce(path string, h echo.HandlerFunc, a access) route {
	return route{method: http.MethodGet, path: path, handler: h, access: a, ungated: true}
}

// routes is every address of the site, by subject.
func (s *Server) routes() []route {
	return slices.Concat(s.societyRoutes(), s.governanceRoutes(), s.committeeRoutes(), s.postalRoutes(), s.eventRoutes())
}

// guarded refuses whoever may not come, before their form is taken in.
func (s *Server) guarded(a access, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := a.admits(s.actor(c), s); err != nil {
			// A browser that is still sending would not see the answer.
			io.CopyN(io.Discard, c.Request().Body, uploadLimit)
			return err
		}
		return next(c)
	}
}

func (a access) admits(actor auth.Actor, s *Server) error {
	switch {
	case a.public:
		return nil
	case !actor.SignedIn():
		return apperr.New(apperr.SignIn, "Sign in to open this page.")
	case a.signedIn:
		return nil
	}
	for _, action := range a.actions {
		if auth.CanSomewhere(actor, action, s.today()) {
			return nil
		}
	}
	return auth.Require(actor, a.actions[0], auth.Object{}, s.today())
}

// objectURL is the page of what an audit entry is about: where a request that
// was already carried out leads.
func (s *Server) objectURL(c echo.Context, r audit.Record) string {
	switch actor := s.actor(c); {
	case r.Object == "account" && !actor.SignedIn():
		return "/sign-in" // a link that was used
	case r.Object == "account" && r.ObjectID == int64(actor.Account):
		return "/account" // its owner need not be one who manages accounts
	case r.Object == "person" && r.ObjectID == int64(actor.Person):
		return "/me"
	case r.Object == "payment":
		return s.paymentPage(c, treasury.PaymentID(r.ObjectID))
	}
	// What somebody did to an object of their own club is theirs to see.
	if page, known := objectPages[r.Object]; known && (page.needs == "" || auth.CanSomewhere(s.actor(c), page.needs, s.today())) {
		return page.url(r.ObjectID)
	}
	return refererPath(c)
}

// paymentPage is where a payment is found: on its return, or with its person.
func (s *Server) paymentPage(c echo.Context, id treasury.PaymentID) string {
	p, err := treasury.PaymentByID(c.Request().Context(), s.db, id)
	switch {
	case err != nil:
		return refererPath(c)
	case p.Return != 0:
		return returnURL(p.Return)
	}
	return personURL(p.Person)
}

// objectPage is the page of a kind of object of the audit log.
type objectPage struct {
	url   func(id int64) string
	needs auth.Action // to open it; "": it is public
}

// opensTo reports whether the actor may open the page on the day.
func (p objectPage) opensTo(actor auth.Actor, day civil.Date) bool {
	return p.needs == "" || auth.Can(actor, p.needs, auth.Object{}, day)
}

// objectPages says on which page an object of the audit log is found.
var objectPages = map[string]objectPage{
	"postal_vote":           {func(id int64) string { return postalURL(postal.VoteID(id)) }, ""},
	"event":                 {func(id int64) string { return "/events/" + strconv.FormatInt(id, 10) }, ""},
	"account":               {func(id int64) string { return accountURL(auth.AccountID(id)) }, auth.ManageAccounts},
	"office":                {func(id int64) string { return officeURL(auth.OfficeID(id)) }, auth.ManageOffices},
	"person":                {func(id int64) string { return personURL(members.PersonID(id)) }, auth.ViewRegister},
	"rate":                  {func(int64) string { return ratesPath }, auth.SetRates},
	"club":                  {func(id int64) string { return clubDeskURL(clubs.ClubID(id)) }, auth.ViewClubDesk},
	"constitution_ruling":   {func(int64) string { return questionsPath }, ""},
	"mail_letter":           {func(id int64) string { return letterURL(mail.LetterID(id)) }, auth.KeepOutbox},
	"meeting":               {func(id int64) string { return meetingURL(meetings.ID(id)) }, ""},
	"election":              {func(id int64) string { return electionURL(elections.ID(id)) }, ""},
	"committee_resolution":  {func(id int64) string { return committeePart(resolutionsPath, id) }, auth.TakePartInCommittee},
	"committee_appointment": {func(int64) string { return committeePath }, auth.TakePartInCommittee},
	"officer_absence":       {func(int64) string { return committeePath }, auth.TakePartInCommittee},
	"payment_request":       {func(id int64) string { return committeePart(outPaymentsPath, id) }, auth.TakePartInCommittee},
	"committee_loan":        {func(int64) string { return loansPath }, auth.TakePartInCommittee},
	"committee_investment":  {func(int64) string { return investmentsPath }, auth.TakePartInCommittee},
	"seal_use":              {func(int64) string { return sealPath }, auth.TakePartInCommittee},
	"exclusion":             {func(id int64) string { return committeePart(exclusionsPath, id) }, auth.TakePartInCommittee},
	"constitution_version":  {func(int64) string { return constitutionPath }, ""},
	"club_return":           {func(id int64) string { return returnURL(clubs.ReturnID(id)) }, auth.ViewClubDesk},
}
