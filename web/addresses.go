package web

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// The addresses that lead from one desk to another. An address that only its
// own desk uses stands there. Ids may be of any type: this file knows no desk.

// Where each desk begins.
const (
	accountsPath     = "/admin/accounts"
	officesPath      = "/admin/offices"
	registerPath     = "/members"
	ratesPath        = "/treasurer/rates"
	outboxPath       = "/outbox"
	checkRecordPath  = "/check-record"
	ratingsPath      = "/ratings"
	ratingRulesPath  = ratingsPath + "/how"
	meetingsPath     = "/meetings"
	postalPath       = "/postal-votes"
	constitutionPath = "/constitution"
	questionsPath    = constitutionPath + "/questions"
	dutiesPath       = "/duties"
	committeePath    = "/committee"
	resolutionsPath  = committeePath + "/resolutions"
	outPaymentsPath  = committeePath + "/payments"
	loansPath        = committeePath + "/loans"
	investmentsPath  = committeePath + "/investments"
	sealPath         = committeePath + "/seal"
	exclusionsPath   = committeePath + "/exclusions"
)

func idText[T ~int | ~int64](id T) string { return strconv.FormatInt(int64(id), 10) }

// below is an address under another: the thing with the id, and a part of it.
func below[T ~int | ~int64](path string, id T, part ...string) string {
	return strings.Join(append([]string{path, idText(id)}, part...), "/")
}

// Accounts and offices.
func accountURL[T ~int | ~int64](id T) string { return below(accountsPath, id) }
func officeURL[T ~int | ~int64](id T) string  { return below(officesPath, id) }

// signInURL is the way to sign in and come back.
func signInURL(c echo.Context) string {
	return "/sign-in?" + url.Values{"next": {c.Request().URL.RequestURI()}}.Encode()
}

// The register, clubs and their returns, letters.
func personURL[T ~int | ~int64](id T) string { return below(registerPath, id) }
func clubURL[T ~int | ~int64](id T) string   { return below("/clubs", id) }
func returnURL[T ~int | ~int64](id T) string { return below("/returns", id) }
func letterURL[T ~int | ~int64](id T) string { return below(outboxPath, id) }

// clubDeskURL is where a club's secretary finds the club's list, fee and returns.
func clubDeskURL[T ~int | ~int64](id T) string { return below("/clubs", id, "desk") }

// Events as everybody sees them, and a table by the code on its card.
func eventURL(slug string) string { return "/events/" + url.PathEscape(slug) }
func tableURL(card string) string { return "/t/" + url.PathEscape(card) }

// Events and games on the director's desk.
func deskURL[T ~int | ~int64](id T) string { return below("/director/events", id) }
func gameURL[T ~int | ~int64](id T) string { return below("/director/games", id) }

// Records of games and rulings, and a player's ratings.
func recordURL[T ~int | ~int64](id T) string      { return below("/records", id) }
func recordDeskURL[T ~int | ~int64](id T) string  { return below("/director/records", id) }
func rulingSheetURL[T ~int | ~int64](id T) string { return below("/director/rulings", id, "sheet.pdf") }
func playerURL[T ~int | ~int64](id T) string      { return below(ratingsPath, id) }

// Meetings, elections and postal votes, or a part of one.
func meetingURL[T ~int | ~int64](id T, part ...string) string {
	return below(meetingsPath, id, part...)
}
func electionURL[T ~int | ~int64](id T, part ...string) string {
	return below("/elections", id, part...)
}
func postalURL[T ~int | ~int64](id T, part ...string) string { return below(postalPath, id, part...) }

// ruleURL is the page of a rule of the constitution.
func ruleURL(number string) string { return constitutionPath + "/rules/" + number }

// questionURL is where an open question stands in the register.
func questionURL[T ~string](id T) string { return questionsPath + "#q-" + string(id) }

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
	"postal_vote":           {func(id int64) string { return postalURL(id) }, ""},
	"event":                 {func(id int64) string { return below("/events", id) }, ""},
	"account":               {accountURL[int64], auth.ManageAccounts},
	"office":                {officeURL[int64], auth.ManageOffices},
	"person":                {personURL[int64], auth.ViewRegister},
	"rate":                  {at(ratesPath), auth.SetRates},
	"club":                  {clubDeskURL[int64], auth.ViewClubDesk},
	"club_return":           {returnURL[int64], auth.ViewClubDesk},
	"mail_letter":           {letterURL[int64], auth.KeepOutbox},
	"meeting":               {func(id int64) string { return meetingURL(id) }, ""},
	"election":              {func(id int64) string { return electionURL(id) }, ""},
	"constitution_ruling":   {at(questionsPath), ""},
	"constitution_version":  {at(constitutionPath), ""},
	"committee_resolution":  {eachBelow(resolutionsPath), auth.TakePartInCommittee},
	"committee_appointment": {at(committeePath), auth.TakePartInCommittee},
	"officer_absence":       {at(committeePath), auth.TakePartInCommittee},
	"payment_request":       {eachBelow(outPaymentsPath), auth.TakePartInCommittee},
	"committee_loan":        {at(loansPath), auth.TakePartInCommittee},
	"committee_investment":  {at(investmentsPath), auth.TakePartInCommittee},
	"seal_use":              {at(sealPath), auth.TakePartInCommittee},
	"exclusion":             {eachBelow(exclusionsPath), auth.TakePartInCommittee},
}

// at is one page for all objects of a kind; eachBelow is a page for each.
func at(path string) func(int64) string { return func(int64) string { return path } }
func eachBelow(path string) func(int64) string {
	return func(id int64) string { return below(path, id) }
}
