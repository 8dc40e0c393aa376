package kittest

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
	"nzgs/internal/weekly"
)

// TestNow is noon in Auckland on 1 July 2026, the first day of a subscription
// year.
var TestNow = civil.MustParseInstant("2026-07-01T00:00:00.000Z")

var Program = auth.System("the test")

// TestSociety is another name than the one that a society has without settings:
// no page may have that one.
const TestSociety = "Go Society of Aotearoa"

// EmptySite serves a society without anything in it.
func EmptySite(t testing.TB) *Site { return NewSite(t, storetest.SQLite(t)) }

func (s *Site) Must(err error) {
	s.T.Helper()
	if err != nil {
		s.T.Fatal(err)
	}
}

// Register adds somebody to the register.
func (s *Site) Register(given, family string) members.PersonID {
	s.T.Helper()
	ids, err := s.Members.RegisterAll(s.T.Context(), Program, []members.PersonInput{
		{GivenNames: given, FamilyName: family, Grade: "3k"},
	})
	s.Must(err)
	return ids[0]
}

// Account gives somebody new an account, and the offices.
func (s *Site) Account(given, family string, offices ...auth.Office) (auth.AccountID, members.PersonID) {
	s.T.Helper()
	person := s.Register(given, family)
	email := strings.ToLower(members.Fold(given)) + "@example.nz"
	for _, o := range offices { // before there is an account, to which a letter would go
		o.Person, o.From = person, s.Now.Date().AddDays(-10)
		_, err := s.Auth.Appoint(s.T.Context(), Program, o)
		s.Must(err)
	}
	id, err := s.Auth.AddAccount(s.T.Context(), Program, person, email)
	s.Must(err)
	return id, person
}

// Session signs the account in and returns the session's token.
func (s *Site) Session(id auth.AccountID) string {
	s.T.Helper()
	link, err := s.Auth.SignInLink(s.T.Context(), Program, id, time.Hour)
	s.Must(err)
	in, err := s.Auth.SignInByLink(s.T.Context(), auth.Arrival{Token: link.Token, Device: "Firefox on Linux"})
	s.Must(err)
	return in.Token
}

// Browser is somebody who looks at the site: it keeps cookies and follows no
// redirect.
type Browser struct {
	Site    *Site
	Cookies map[string]string
	Idle    bool // does not sign in again by itself when time goes on

	provedAt civil.Instant
}

func (s *Site) Browser(session string) *Browser {
	b := &Browser{Site: s, Cookies: map[string]string{}}
	if session != "" {
		b.Cookies[s.SessionCookie()] = session
	}
	return b
}

// Answer is what the site said.
type Answer struct {
	Status   int
	Location string
	Body     string
	Header   http.Header
}

func (b *Browser) Get(path string) Answer {
	return b.Send(httptest.NewRequest(http.MethodGet, path, nil))
}

// forms counts the forms that were sent.
var forms atomic.Int64

// Post sends a form; pairs are name, value, name, value.
func (b *Browser) Post(path string, pairs ...string) Answer {
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	if !form.Has("key") { // as every form of a page has one
		form.Set("key", "form-"+strconv.FormatInt(forms.Add(1), 10))
	}
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.Send(r)
}

func (b *Browser) Send(r *http.Request) Answer {
	b.prove()
	r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
	for name, value := range b.Cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	w := httptest.NewRecorder()
	b.Site.ServeHTTP(w, r)
	if strings.Contains(w.Body.String(), "New Zealand Go Society") {
		b.Site.T.Errorf("%s %s names the society by a constant", r.Method, r.URL)
	}
	for _, c := range w.Result().Cookies() {
		if c.MaxAge < 0 {
			delete(b.Cookies, c.Name)
		} else if c.Path == "/" || strings.HasPrefix(r.URL.Path, c.Path) || c.Path != "/" {
			b.Cookies[c.Name] = c.Value
		}
	}
	return Answer{Status: w.Code, Location: w.Header().Get("Location"), Body: w.Body.String(), Header: w.Header()}
}

// Wants checks the status and that the page contains each text.
func (a Answer) Wants(t testing.TB, status int, texts ...string) {
	t.Helper()
	if a.Status != status {
		t.Errorf("status %d, want %d\n%s", a.Status, status, a.Body)
	}
	for _, text := range texts {
		if !strings.Contains(a.Body, text) {
			t.Errorf("the page lacks %q\n%s", text, a.Body)
		}
	}
}

// LeadsTo checks that the answer is a 303 to the path.
func (a Answer) LeadsTo(t testing.TB, path string) {
	t.Helper()
	if a.Status != http.StatusSeeOther || a.Location != path {
		t.Errorf("status %d to %q, want 303 to %q\n%s", a.Status, a.Location, path, a.Body)
	}
}

// Half is one of the two clubs of the small society with what belongs to it,
// and one of its two events.
type Half struct {
	Club    clubs.ClubID
	People  []members.PersonID
	Term    members.TermID // of the first of the people
	Joined  treasury.PaymentID
	Return  clubs.ReturnID // a draft on which a part of the fee was received
	Row     clubs.RowID
	Payment treasury.PaymentID
	Event   auth.EventID
	Slug    string
	Section tournaments.SectionID
	Game    tournaments.GameID
	Entry   tournaments.EntryID
	Import  tournaments.ImportID
	Card    string // of the first table
	Door    string // code on the poster at the door
	Record  results.RecordID
	Ruling  results.RulingID
}

// SmallSociety is two clubs with five people and an uploaded list each, and two
// events of four players whose first round is published.
type SmallSociety struct {
	Halves  [2]Half
	rate    treasury.RateID
	Meeting meetings.ID // an AGM that is planned
	Motion  meetings.MotionID
	Request meetings.RequestID // for an EGM
}

func (s *Site) FillSmall() (out SmallSociety) {
	s.T.Helper()
	year := constitution.Shipped().YearOf(s.Now.Date())
	var err error
	out.rate, err = s.Treasury.SetRate(s.T.Context(), Program, treasury.RateInput{
		Year: year, Amount: money.MustParse("40.00"), Meeting: treasury.AGM, MeetingDay: s.Now.Date().AddDays(-60),
		Resolution: "That the subscription be $40.00",
	})
	s.Must(err)
	for i, name := range []string{"Kāpiti", "Ōtautahi"} {
		out.Halves[i] = s.fillHalf(name, year)
	}
	s.fillMeeting(&out)
	s.Queue(mail.Letter{
		Key: "notice:1:person:1", Purpose: "Notice of the AGM",
		To: mail.Recipient{Name: "Aroha Test", Address: "aroha@example.nz"}, Subject: "AGM", Body: "Come.",
	})
	return out
}

// fillMeeting plans an AGM with a proposal, and records a request for an EGM.
func (s *Site) fillMeeting(out *SmallSociety) {
	s.T.Helper()
	ctx := s.T.Context()
	var err error
	out.Meeting, err = s.Meetings.Create(ctx, Program, meetings.PlanInput{
		Kind: meetings.AGM, Date: s.Now.Date().AddDays(100), Time: "14:00", Place: "Hall",
		Previous: s.Now.Date().AddDays(-260),
	})
	s.Must(err)
	out.Motion, err = s.Meetings.Propose(ctx, Program, out.Meeting, meetings.MotionInput{
		Origin: constitution.FromCommittee, Title: "A youth tournament", Text: "That there be one.",
	})
	s.Must(err)
	out.Request, err = s.Meetings.RecordRequest(ctx, Program, meetings.RequestInput{
		Received: s.Now.Date(), Proposer: out.Halves[0].People[0],
		Signers:   []meetings.Signer{{Person: out.Halves[0].People[0]}},
		Proposals: []meetings.RequestedProposal{{Title: "The fee", Text: "That it be halved.", Kind: constitution.Ordinary}},
	})
	s.Must(err)
}

func (s *Site) fillHalf(name string, year members.Year) Half {
	s.T.Helper()
	ctx := s.T.Context()
	var h Half
	var err error
	h.Club, err = s.Clubs.Found(ctx, Program, clubs.ClubInput{Name: name + " Go Club", City: name})
	s.Must(err)
	list := clubs.List{FileName: name + ".csv", ContentHash: name, RowsHash: name}
	for i, given := range []string{"Aroha", "Wiremu", "Mei", "Kenji", "Ngaio"} {
		h.People = append(h.People, s.Register(given+" "+name, "Test"))
		list.Rows = append(list.Rows, clubs.ListRow{Number: i + 2, Family: "Test", Given: given + " " + name})
	}
	up, err := s.Clubs.Upload(ctx, Program, clubs.UploadInput{Club: h.Club, Year: year, List: list})
	s.Must(err)
	h.Return = up.Return
	view, err := s.Clubs.View(ctx, Program, h.Return)
	s.Must(err)
	h.Row = view.Lines[0].Row.ID
	paid, err := s.Clubs.ReceiveFee(ctx, Program, clubs.FeeInput{
		Return: h.Return, Amount: money.MustParse("40.00"), ReceivedOn: s.Now.Date(), Method: treasury.Bank, Reference: name,
	})
	s.Must(err)
	h.Payment = paid.Payment.ID
	joined, err := s.Treasury.Join(ctx, Program, treasury.JoinInput{
		Application: treasury.Application{Person: h.People[0], Year: year, Received: s.Now.Date()}, Method: treasury.Cash,
		Consented: true,
	})
	s.Must(err)
	h.Joined = joined.Payment.ID
	h.Term, err = store.One(
		ctx, s.DB, store.Value[members.TermID], `SELECT id FROM membership_term WHERE person_id = $1`, h.People[0],
	)
	s.Must(err)
	s.fillEvent(&h, name)
	return h
}

// fillEvent adds an event of four players whose first round is published.
func (s *Site) fillEvent(h *Half, name string) {
	s.T.Helper()
	ctx, day := s.T.Context(), s.Now.Date()
	event, err := s.Tournaments.CreateEvent(ctx, Program, tournaments.EventInput{
		Name: name + " Open", Place: name, From: day, To: day,
	})
	s.Must(err)
	h.Event, h.Slug = event.ID, event.Slug
	settings := tournaments.DefaultSettings()
	settings.Rounds = 3
	h.Section, err = s.Tournaments.AddSection(ctx, Program, event.ID, tournaments.SectionInput{
		Name: "Open", Settings: settings,
	})
	s.Must(err)
	for i, person := range h.People[:4] {
		rating := scale.Grade(-i).Rating()
		entry, err := s.Tournaments.Enter(ctx, Program, person, tournaments.EntryInput{
			Section: h.Section, Rating: &rating, Visitor: true,
		})
		s.Must(err)
		h.Entry = entry.ID
	}
	if event, err = s.Tournaments.EventByID(ctx, Program, event.ID); err == nil {
		err = s.Tournaments.Announce(ctx, Program, event.ID, event.Version)
	}
	s.Must(err)
	round, err := s.Tournaments.Draw(ctx, Program, h.Section, 1)
	s.Must(err)
	s.Must(s.Tournaments.Publish(ctx, Program, round.ID, round.Version, ""))
	h.Game = round.Games[0].ID
	kept, err := s.Results.AttachRecord(ctx, Program, results.AttachForm{
		Game: h.Game, FileName: "game.sgf", Content: []byte("(;GM[1]SZ[9]KM[7];B[ee];W[cc])"),
	})
	s.Must(err)
	h.Record = kept.ID
	ruling, err := s.Results.Rule(ctx, Program, results.RulingInput{
		Game: h.Game, Record: kept.ID, Kind: results.MoveStands, Rule: "NZ Rules of Go, the definition of a move",
		Reason: "No one claimed it.",
	})
	s.Must(err)
	h.Ruling = ruling.ID
	section, err := s.Tournaments.Section(ctx, Program, h.Section)
	s.Must(err)
	h.Card, h.Door = section.CardToken(1), section.DoorCode()
	list, err := s.Tournaments.ReadEntryList(
		ctx, Program, event.ID, "late.csv", strings.NewReader("Family name,Given names,Grade\nLate,Tama,5k\n"),
	)
	s.Must(err)
	h.Import = list.ID
	s.Must(s.Weekly.SetPlan(ctx, Program, h.Section, weekly.Proposed(day, settings.Rounds, "Hana Directs, hana@example.nz")))
}
