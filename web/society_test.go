package web

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/ratings"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
)

// testNow is noon in Auckland on 1 July 2026, the first day of a subscription
// year.
var testNow = civil.MustParseInstant("2026-07-01T00:00:00.000Z")

var program = auth.System("the test")

// site is a server with its services on a test's database.
type site struct {
	t   testing.TB
	db  *store.DB
	now civil.Instant
	*Server
}

// newSite serves the database at db.
func newSite(t testing.TB, db *store.DB) *site {
	s := &site{t: t, db: db, now: testNow}
	clock := func() civil.Instant { return s.now }
	register := members.New(db, clock)
	offices := auth.New(db, clock, auth.Settings{Society: "New Zealand Go Society", AddPerson: register.AddNewcomer})
	list := ratings.New(db, clock)
	events := tournaments.New(db, clock, offices, list, func(id tournaments.EventID) { s.Notify(id) })
	rules, letters, returns := governance.New(db, clock), mail.New(db, clock, nil), clubs.New(db, clock, offices)
	held := meetings.New(db, clock, rules, letters, returns)
	held.AskCandidates(elections.Candidates)
	voted := elections.New(db, clock, rules, held, offices)
	held.WhenMoved(voted.Follow)
	held.WhenHeld(voted.Opened)
	s.Server = New(Deps{
		DB: db, Clock: clock, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Society: "New Zealand Go Society", BaseURL: "http://go.example.nz",
		Auth: offices, Members: register, Treasury: treasury.New(db, clock), Clubs: returns,
		Ratings: list, Tournaments: events, Results: results.New(db, clock, events),
		Governance: rules, Committee: committee.New(db, clock, offices, rules), Meetings: held, Elections: voted, Postal: postal.New(db, clock, governance.New(db, clock), letters), Mail: letters,
	})
	return s
}

// emptySite serves a society without anything in it.
func emptySite(t *testing.T) *site { return newSite(t, storetest.SQLite(t)) }

func (s *site) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// register adds somebody to the register.
func (s *site) register(given, family string) members.PersonID {
	s.t.Helper()
	ids, err := s.members.RegisterAll(s.t.Context(), program, []members.PersonInput{{GivenNames: given, FamilyName: family, Grade: "3k"}})
	s.must(err)
	return ids[0]
}

// account gives somebody new an account, and the offices.
func (s *site) account(given, family string, offices ...auth.Office) (auth.AccountID, members.PersonID) {
	s.t.Helper()
	person := s.register(given, family)
	email := strings.ToLower(members.Fold(given)) + "@example.nz"
	id, err := s.auth.AddAccount(s.t.Context(), program, person, email)
	s.must(err)
	for _, o := range offices {
		o.Person, o.From = person, s.now.Date().AddDays(-10)
		_, err := s.auth.Appoint(s.t.Context(), program, o)
		s.must(err)
	}
	return id, person
}

// session signs the account in and returns the session's token.
func (s *site) session(id auth.AccountID) string {
	s.t.Helper()
	link, err := s.auth.SignInLink(s.t.Context(), program, id, time.Hour)
	s.must(err)
	in, err := s.auth.SignInByLink(s.t.Context(), auth.Arrival{Token: link.Token, Device: "Firefox on Linux"})
	s.must(err)
	return in.Token
}

// browser is somebody who looks at the site: it keeps cookies and follows no
// redirect.
type browser struct {
	site    *site
	cookies map[string]string
}

func (s *site) browser(session string) *browser {
	b := &browser{site: s, cookies: map[string]string{}}
	if session != "" {
		b.cookies[s.sessionCookie()] = session
	}
	return b
}

// answer is what the site said.
type answer struct {
	status   int
	location string
	body     string
	header   http.Header
}

func (b *browser) get(path string) answer {
	return b.send(httptest.NewRequest(http.MethodGet, path, nil))
}

// post sends a form; pairs are name, value, name, value.
func (b *browser) post(path string, pairs ...string) answer {
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.send(r)
}

func (b *browser) send(r *http.Request) answer {
	r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	w := httptest.NewRecorder()
	b.site.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		} else if c.Path == "/" || strings.HasPrefix(r.URL.Path, c.Path) || c.Path != "/" {
			b.cookies[c.Name] = c.Value
		}
	}
	return answer{status: w.Code, location: w.Header().Get("Location"), body: w.Body.String(), header: w.Header()}
}

// wants checks the status and that the page contains each text.
func (a answer) wants(t testing.TB, status int, texts ...string) {
	t.Helper()
	if a.status != status {
		t.Errorf("status %d, want %d\n%s", a.status, status, a.body)
	}
	for _, text := range texts {
		if !strings.Contains(a.body, text) {
			t.Errorf("the page lacks %q\n%s", text, a.body)
		}
	}
}

// leadsTo checks that the answer is a 303 to the path.
func (a answer) leadsTo(t testing.TB, path string) {
	t.Helper()
	if a.status != http.StatusSeeOther || a.location != path {
		t.Errorf("status %d to %q, want 303 to %q\n%s", a.status, a.location, path, a.body)
	}
}

// half is one of the two clubs of the small society with what belongs to it,
// and one of its two events.
type half struct {
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
	Record  results.RecordID
	Ruling  results.RulingID
}

// smallSociety is two clubs with five people and an uploaded list each, and two
// events of four players whose first round is published.
type smallSociety struct {
	halves  [2]half
	rate    treasury.RateID
	meeting meetings.ID // an AGM that is planned
	motion  meetings.MotionID
	request meetings.RequestID // for an EGM
}

func (s *site) fillSmall() (out smallSociety) {
	s.t.Helper()
	year := constitution.Shipped().YearOf(s.now.Date())
	var err error
	out.rate, err = s.treasury.SetRate(s.t.Context(), program, treasury.RateInput{
		Year: year, Amount: money.MustParse("40.00"), Meeting: treasury.AGM, MeetingDay: s.now.Date().AddDays(-60), Resolution: "That the subscription be $40.00",
	})
	s.must(err)
	for i, name := range []string{"Kāpiti", "Ōtautahi"} {
		out.halves[i] = s.fillHalf(name, year)
	}
	s.fillMeeting(&out)
	s.queue(mail.Letter{Key: "notice:1:person:1", Purpose: "Notice of the AGM", To: mail.Recipient{Name: "Aroha Test", Address: "aroha@example.nz"}, Subject: "AGM", Body: "Come."})
	return out
}

// fillMeeting plans an AGM with a proposal, and records a request for an EGM.
func (s *site) fillMeeting(out *smallSociety) {
	s.t.Helper()
	ctx := s.t.Context()
	var err error
	out.meeting, err = s.meetings.Create(ctx, program, meetings.PlanInput{Kind: meetings.AGM, Date: s.now.Date().AddDays(100), Time: "14:00", Place: "Hall", Previous: s.now.Date().AddDays(-260)})
	s.must(err)
	out.motion, err = s.meetings.Propose(ctx, program, out.meeting, meetings.MotionInput{Origin: constitution.FromCommittee, Title: "A youth tournament", Text: "That there be one."})
	s.must(err)
	out.request, err = s.meetings.RecordRequest(ctx, program, meetings.RequestInput{
		Received: s.now.Date(), Proposer: out.halves[0].People[0], Signers: []meetings.Signer{{Person: out.halves[0].People[0]}},
		Proposals: []meetings.RequestedProposal{{Title: "The fee", Text: "That it be halved.", Kind: constitution.Ordinary}},
	})
	s.must(err)
}

func (s *site) fillHalf(name string, year members.Year) half {
	s.t.Helper()
	ctx := s.t.Context()
	var h half
	var err error
	h.Club, err = s.clubs.Found(ctx, program, clubs.ClubInput{Name: name + " Go Club", City: name})
	s.must(err)
	list := clubs.List{FileName: name + ".csv", ContentHash: name, RowsHash: name}
	for i, given := range []string{"Aroha", "Wiremu", "Mei", "Kenji", "Ngaio"} {
		h.People = append(h.People, s.register(given+" "+name, "Test"))
		list.Rows = append(list.Rows, clubs.ListRow{Number: i + 2, Family: "Test", Given: given + " " + name})
	}
	up, err := s.clubs.Upload(ctx, program, clubs.UploadInput{Club: h.Club, Year: year, List: list})
	s.must(err)
	h.Return = up.Return
	view, err := s.clubs.View(ctx, program, h.Return)
	s.must(err)
	h.Row = view.Lines[0].Row.ID
	paid, err := s.clubs.ReceiveFee(ctx, program, clubs.FeeInput{Return: h.Return, Amount: money.MustParse("40.00"), ReceivedOn: s.now.Date(), Method: treasury.Bank, Reference: name})
	s.must(err)
	h.Payment = paid.Payment.ID
	joined, err := s.treasury.Join(ctx, program, treasury.JoinInput{
		Application: treasury.Application{Person: h.People[0], Year: year, Received: s.now.Date()}, Method: treasury.Cash, Consented: true,
	})
	s.must(err)
	h.Joined = joined.Payment.ID
	h.Term, err = store.One(ctx, s.db, store.Value[members.TermID], `SELECT id FROM membership_term WHERE person_id = $1`, h.People[0])
	s.must(err)
	s.fillEvent(&h, name)
	return h
}

// fillEvent adds an event of four players whose first round is published.
func (s *site) fillEvent(h *half, name string) {
	s.t.Helper()
	ctx, day := s.t.Context(), s.now.Date().String()
	event, err := s.tournaments.CreateEvent(ctx, program, tournaments.EventForm{Name: name + " Open", Place: name, From: day, To: day})
	s.must(err)
	h.Event, h.Slug = event.ID, event.Slug
	h.Section, err = s.tournaments.AddSection(ctx, program, event.ID, tournaments.SectionForm{
		Name: "Open", System: "swiss", Rounds: "3", Handicap: "none", Seeding: "slide", Unplayed: "virtual", Seed: "1", Rated: true,
	})
	s.must(err)
	for i, person := range h.People[:4] {
		entry, err := s.tournaments.Enter(ctx, program, person, tournaments.EntryForm{Section: h.Section, Rating: fmt.Sprintf("%dk", i+1), Visitor: true})
		s.must(err)
		h.Entry = entry.ID
	}
	if event, err = s.tournaments.EventByID(ctx, program, event.ID); err == nil {
		err = s.tournaments.Announce(ctx, program, event.ID, event.Version)
	}
	s.must(err)
	round, err := s.tournaments.Draw(ctx, program, h.Section, 1)
	s.must(err)
	s.must(s.tournaments.Publish(ctx, program, round.ID, round.Version, ""))
	h.Game = round.Games[0].ID
	kept, err := s.results.AttachRecord(ctx, program, results.AttachForm{Game: h.Game, FileName: "game.sgf", Content: []byte("(;GM[1]SZ[9]KM[7];B[ee];W[cc])")})
	s.must(err)
	h.Record = kept.ID
	ruling, err := s.results.Rule(ctx, program, results.RulingForm{Game: h.Game, Record: kept.ID, Kind: results.MoveStands, Rule: "NZ Rules of Go, the definition of a move", Reason: "Nobody claimed it."})
	s.must(err)
	h.Ruling = ruling.ID
	section, err := s.tournaments.Section(ctx, program, h.Section)
	s.must(err)
	h.Card = section.CardToken(1)
	list, err := s.tournaments.ReadEntryList(ctx, program, event.ID, "late.csv", strings.NewReader("Family name,Given names,Grade\nLate,Tama,5k\n"))
	s.must(err)
	h.Import = list.ID
}
