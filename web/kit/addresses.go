package kit

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
	AdminPath       = "/admin"
	AccountsPath    = "/admin/accounts"
	SettingsPath    = "/admin/settings"
	BackupsPath     = SettingsPath + "/backups"
	FirstStepsPath  = "/admin/first-steps" // of a new society
	RequestsPath    = "/admin/requests"    // what waits for a second officer
	FactorsPath     = "/account/factors"
	AgainPath       = "/sign-in/again"
	PasswordPath    = "/account/password"
	OfficesPath     = "/admin/offices"
	RegisterPath    = "/members"
	CardsPath       = "/members/cards" // of all members
	NamesPath       = "/members/names" // proposes names of the register, see SendNames
	RatesPath       = "/treasurer/rates"
	KindsPath       = "/treasurer/kinds"
	BooksPath       = "/books"
	OwnInvoicesPath = BooksPath + "/mine"
	OutboxPath      = "/outbox"
	AuditPath       = "/admin/audit"
	LettersPath     = "/letters"
	TakeOverPath    = "/take-over"
	RetentionPath   = "/members/retention"

	LetterChoicesPath = "/letter-choices" // which letters someone wants
	JoinPath          = "/join"
	SearchPath        = "/search"
	AboutPath         = "/about"
	OfficersPath      = "/officers"
	ContactPath       = "/contact"
	CheckRecordPath   = "/check-record"
	RulesOfGoPath     = "/rules"
	GameRulesPath     = "/rules-of-play" // of Go, Hex, Amazons and Tanbo
	RatingsPath       = "/ratings"
	RatingRulesPath   = RatingsPath + "/how"
	RatingSheetsPath  = RatingsPath + "/events"
	PlayPath          = "/play"   // games played here by turns
	PointsPath        = "/points" // towards representing the country
	PointsDeskPath    = PointsPath + "/desk"
	TitlesPath        = "/titles" // the roll of champions
	TitlesDeskPath    = TitlesPath + "/desk"
	RatingsDeskPath   = RatingsPath + "/desk"
	GradesPath        = "/diplomas" // the register of dan diplomas
	GradesDeskPath    = GradesPath + "/desk"
	OwnGradesPath     = GradesPath + "/mine"
	MeetingsPath      = "/meetings"
	PostalPath        = "/postal-votes"
	NewsPath          = "/news"
	NewsletterPath    = "/newsletter"
	BookshopPath      = "/bookshop"
	BookshopDeskPath  = BookshopPath + "/desk"
	NewsDeskPath      = NewsPath + "/desk"
	NewsFeedPath      = NewsPath + ".atom"
	ConstitutionPath  = "/constitution"
	QuestionsPath     = ConstitutionPath + "/questions"
	DutiesPath        = "/duties"
	CommitteePath     = "/committee"
	ResolutionsPath   = CommitteePath + "/resolutions"
	OutPaymentsPath   = CommitteePath + "/payments"
	LoansPath         = CommitteePath + "/loans"
	InvestmentsPath   = CommitteePath + "/investments"
	SealPath          = CommitteePath + "/seal"
	ExclusionsPath    = CommitteePath + "/exclusions"
)

func IDText[T ~int | ~int64](id T) string { return strconv.FormatInt(int64(id), 10) }

// Below is an address under another: the thing with the id, and a part of it.
func Below[T ~int | ~int64](path string, id T, part ...string) string {
	return strings.Join(append([]string{path, IDText(id)}, part...), "/")
}

// Accounts and offices.
func AccountURL[T ~int | ~int64](id T) string { return Below(AccountsPath, id) }

// PlayURL is a game played here.
func PlayURL[T ~int | ~int64](id T) string { return Below(PlayPath, id) }

func OfficeURL[T ~int | ~int64](id T) string { return Below(OfficesPath, id) }

// SignInURL is the way to sign in and come back.
func SignInURL(c echo.Context) string {
	return "/sign-in?" + url.Values{"next": {c.Request().URL.RequestURI()}}.Encode()
}

// AgainURL is the way to sign in again and come back to a page.
func AgainURL(next string) string {
	return AgainPath + "?" + url.Values{"next": {next}}.Encode()
}

// The register, clubs and their returns, letters.
func PersonURL[T ~int | ~int64](id T) string { return Below(RegisterPath, id) }

// CardURL is where the code on a membership card leads, MemberCardURL the page on which someone's card is printed.
func CardURL(code string) string { return "/card/" + url.PathEscape(code) }

func MemberCardURL[T ~int | ~int64](id T) string { return Below(RegisterPath, id, "card") }

// ClubInvoicesURL is what a club was asked to pay.
func ClubInvoicesURL[T ~int | ~int64](id T) string { return Below(BooksPath+"/clubs", id) }

// ClubStatementURL is the account of a club with the society, as a print.
func ClubStatementURL[T ~int | ~int64](id T) string {
	return Below(BooksPath+"/clubs", id, "statement.pdf")
}

// PersonStatementURL is the account of a member with the society, as a print.
func PersonStatementURL[T ~int | ~int64](id T) string {
	return Below(BooksPath+"/people", id, "statement.pdf")
}

const ClubsPath = "/clubs"

// RulesOfGoURL is a rule of the New Zealand Rules of Go by its key; "" is all of them.
func RulesOfGoURL(key string) string {
	if key == "" {
		return RulesOfGoPath
	}
	return RulesOfGoPath + "#" + key + "-rule"
}

func ClubURL[T ~int | ~int64](id T) string { return Below("/clubs", id) }

func PaymentReceiptURL[T ~int | ~int64](id T) string {
	return Below(BooksPath+"/payments", id, "receipt.pdf")
}

func ReturnURL[T ~int | ~int64](id T) string { return Below("/returns", id) }

// WriteURL is where someone writes to the people of the register that a list's address leaves, WriteToClubURL to the
// members of a club, WriteToEventURL to the entrants of an event.
func WriteURL(at *url.URL) string { return WithQuery(LettersPath+"/mailings/new", at) }

func WriteToClubURL[T ~int | ~int64](id T) string {
	return LettersPath + "/mailings/new?of_club=" + IDText(id)
}

func WriteToEventURL[T ~int | ~int64](id T) string {
	return LettersPath + "/mailings/new?event=" + IDText(id)
}

func LetterURL[T ~int | ~int64](id T) string { return Below(OutboxPath, id) }

// ClubDeskURL is where a club's secretary finds the club's list, fee and returns.
func ClubDeskURL[T ~int | ~int64](id T) string { return Below("/clubs", id, "desk") }

// Events as everybody sees them, and a table by the code on its card.
func EventURL(slug string) string { return "/events/" + url.PathEscape(slug) }

// DoorURL is where the code on the poster at the door leads.
func DoorURL(code string) string { return "/here/" + url.PathEscape(code) }

// TypedCardPath is where the letters of a table's card are typed.
const TypedCardPath = "/t"

// TableCardURL is where the code on a table's card leads.
func TableCardURL(card string) string { return "/t/" + url.PathEscape(card) }

// Events and games on the director's desk.
func EventDeskURL[T ~int | ~int64](id T) string { return Below("/director/events", id) }

// Events at their venues: the director's page of one on the site, the versions that were kept aside, where laptops send
// what is entered, and the pages of a laptop.
const (
	VenuePushPath = "/venue/push"
	VenuePath     = "/venue"
	VenueInPath   = "/venue/in"
)

// Ending an event before it is played.
func EventCancelURL[T ~int | ~int64](id T) string { return Below("/director/events", id, "cancel") }

func EventReinstateURL[T ~int | ~int64](id T) string {
	return Below("/director/events", id, "reinstate")
}

func EventDeleteURL[T ~int | ~int64](id T) string { return Below("/director/events", id, "delete") }

func EventPaidURL[T ~int | ~int64](id T) string { return Below("/director/events", id, "paid") }

func EventVenueURL[T ~int | ~int64](id T) string { return Below("/director/events", id, "venue") }

func EventVersionURL[T ~int | ~int64](id T) string { return Below("/director/event-versions", id) }

func GameDeskURL[T ~int | ~int64](id T) string { return Below("/director/games", id) }

// Records of games and rulings, and a player's ratings.
func RecordURL[T ~int | ~int64](id T) string { return Below("/records", id) }

func RecordDeskURL[T ~int | ~int64](id T) string { return Below("/director/records", id) }

func RulingSheetURL[T ~int | ~int64](id T) string { return Below("/director/rulings", id, "sheet.pdf") }

// RatingSheetURL is the rating sheet of an event that is rated.
func RatingSheetURL(slug string) string { return RatingSheetsPath + "/" + slug }

func PlayerURL[T ~int | ~int64](id T) string { return Below(RatingsPath, id) }

// PointsAccountURL is a player's account of points.
func PointsAccountURL[T ~int | ~int64](id T) string { return Below(PointsPath+"/players", id) }

// Meetings, elections and postal votes, or a part of one.
func MeetingURL[T ~int | ~int64](id T, part ...string) string {
	return Below(MeetingsPath, id, part...)
}

func ElectionURL[T ~int | ~int64](id T, part ...string) string {
	return Below("/elections", id, part...)
}

func PostalURL[T ~int | ~int64](id T, part ...string) string { return Below(PostalPath, id, part...) }

// RuleURL is the page of a rule of the constitution.
func RuleURL(number string) string { return ConstitutionPath + "/rules/" + number }

// QuestionURL is where an open question stands in the register.
func QuestionURL[T ~string](id T) string { return QuestionsPath + "#q-" + string(id) }

// objectPage is the page of a kind of object of the audit log.
type objectPage struct {
	URL   func(id int64) string
	Needs auth.Action // to open it; "": it is public
}

// OpensTo reports whether the actor may open the page on the day.
func (p objectPage) OpensTo(actor auth.Actor, day civil.Date) bool {
	return p.Needs == "" || auth.Can(actor, p.Needs, auth.Object{}, day)
}

// ObjectPages says on which page an object of the audit log is found.
var ObjectPages = map[string]objectPage{
	"postal_vote":           {func(id int64) string { return PostalURL(id) }, ""},
	"event":                 {func(id int64) string { return Below("/events", id) }, ""},
	"account":               {AccountURL[int64], auth.ManageAccounts},
	"office":                {OfficeURL[int64], auth.ManageOffices},
	"person":                {PersonURL[int64], auth.ViewRegister},
	"rate":                  {at(RatesPath), auth.SetRates},
	"membership_card":       {at(CardsPath), auth.ViewRegister},
	"join_request":          {eachBelow("/members/joining"), auth.AcceptMembers},
	"invoice":               {eachBelow(BooksPath + "/invoices"), auth.ViewBooks},
	"journal_entry":         {at(BooksPath + "/journal"), auth.ViewBooks},
	"ledger_account":        {at(BooksPath + "/accounts"), auth.ViewBooks},
	"books_lock":            {at(BooksPath + "/year"), auth.ViewBooks},
	"bank_account":          {at(BooksPath + "/bank"), auth.ViewBooks},
	"bank_line":             {at(BooksPath + "/bank"), auth.ViewBooks},
	"reconciliation":        {at(BooksPath + "/bank"), auth.ViewBooks},
	"club":                  {ClubDeskURL[int64], auth.ViewClubDesk},
	"club_return":           {ReturnURL[int64], auth.ViewClubDesk},
	"mail_letter":           {LetterURL[int64], auth.KeepOutbox},
	"takeover":              {at(TakeOverPath), auth.TakeOver},
	"retention":             {at(RetentionPath), auth.KeepRetention},
	"settings":              {at(SettingsPath), auth.KeepSettings},
	"first_step":            {at(FirstStepsPath), auth.KeepFirstSteps},
	"retention_run":         {at(RetentionPath), auth.KeepRetention},
	"takeover_file":         {at(TakeOverPath), auth.TakeOver},
	"mail_pace":             {at(OutboxPath), auth.KeepOutbox},
	"mail_bounce":           {at(OutboxPath + "/bounces"), auth.KeepOutbox},
	"mailing":               {eachBelow(LettersPath + "/mailings"), auth.KeepOutbox},
	"letter_template":       {at(LettersPath), auth.KeepOutbox},
	"letter_schedule":       {at(LettersPath), auth.KeepOutbox},
	"meeting":               {func(id int64) string { return MeetingURL(id) }, ""},
	"election":              {func(id int64) string { return ElectionURL(id) }, ""},
	"constitution_ruling":   {at(QuestionsPath), ""},
	"constitution_version":  {at(ConstitutionPath), ""},
	"committee_resolution":  {eachBelow(ResolutionsPath), auth.TakePartInCommittee},
	"committee_appointment": {at(CommitteePath), auth.TakePartInCommittee},
	"officer_absence":       {at(CommitteePath), auth.TakePartInCommittee},
	"payment_request":       {eachBelow(OutPaymentsPath), auth.TakePartInCommittee},
	"committee_loan":        {at(LoansPath), auth.TakePartInCommittee},
	"committee_investment":  {at(InvestmentsPath), auth.TakePartInCommittee},
	"seal_use":              {at(SealPath), auth.TakePartInCommittee},
	"points_event":          {at(PointsDeskPath), auth.KeepPoints},
	"points_year":           {at(PointsDeskPath), auth.KeepPoints},
	"points_system":         {at(PointsDeskPath), auth.KeepPoints},
	"points_import":         {at(PointsDeskPath), auth.KeepPoints},
	"title":                 {at(TitlesDeskPath), auth.KeepTitles},
	"title_section":         {at(TitlesDeskPath), auth.KeepTitles},
	"title_file":            {eachBelow(TitlesDeskPath + "/files"), auth.KeepTitles},
	"rating_correction":     {at(RatingsDeskPath + "/set"), auth.KeepRatings},
	"grade_award":           {at(GradesDeskPath), auth.KeepGrades},
	"grade_figure":          {at(GradesDeskPath), auth.KeepGrades},
	"foreign_diploma":       {at(GradesDeskPath), auth.KeepGrades},
	"act":                   {at(CommitteePath + "/act"), auth.TakePartInCommittee},
	"newsletter":            {eachBelow(NewsletterPath + "/desk"), auth.KeepNews},
	"shop_article":          {eachBelow(BookshopDeskPath + "/articles"), auth.KeepBookshop},
	"shop_order":            {eachBelow(BookshopDeskPath + "/orders"), auth.KeepBookshop},
	"shop_postage":          {at(BookshopDeskPath + "/postage"), auth.KeepBookshop},
	"news_item":             {eachBelow(NewsDeskPath), auth.ApproveNews},
	"exclusion":             {eachBelow(ExclusionsPath), auth.TakePartInCommittee},
}

// at is one page for all objects of a kind; eachBelow is a page for each.
func at(path string) func(int64) string { return func(int64) string { return path } }

func eachBelow(path string) func(int64) string {
	return func(id int64) string { return Below(path, id) }
}
