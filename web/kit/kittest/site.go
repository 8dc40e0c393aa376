// Package kittest is the fixture of the tests of pages: a site on a database of
// its own, and browsers that look at it.
package kittest

import (
	"context"
	"html/template"
	"io"
	"io/fs"
	"log/slog"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/bookshop"
	"nzgs/internal/cancelling"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/elsewhere"
	"nzgs/internal/entering"
	"nzgs/internal/eventmail"
	"nzgs/internal/governance"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
	"nzgs/internal/grades"
	"nzgs/internal/hosting"
	"nzgs/internal/inviting"
	"nzgs/internal/joining"
	"nzgs/internal/letters"
	"nzgs/internal/logbook"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/newsletter"
	"nzgs/internal/playing"
	"nzgs/internal/playing/sendin"
	"nzgs/internal/prizes"
	"nzgs/internal/ratings"
	"nzgs/internal/representative"
	"nzgs/internal/results"
	"nzgs/internal/settings"
	"nzgs/internal/store"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
	"nzgs/internal/upkeep/asked"
	"nzgs/internal/venue"
	"nzgs/internal/weekly"
	"nzgs/web"
	"nzgs/web/kit"
)

// Site is a server with its services on a test's database.
type Site struct {
	T   testing.TB
	DB  *store.DB
	Now civil.Instant
	*web.Server

	Members     *members.Service
	Treasury    *treasury.Service
	Clubs       *clubs.Service
	Ratings     *ratings.Service
	Points      *representative.Service
	Titles      *titles.Service
	Grades      *grades.Service
	Tournaments *tournaments.Service
	Results     *results.Service
	Weekly      *weekly.Service
	Playing     *playing.Service
	SendingIn   *sendin.Service
	Prizes      *prizes.Service
	Entering    *entering.Service
	Joining     *joining.Service
	Inviting    *inviting.Service
	Hosting     *hosting.Service
	Newsletter  *newsletter.Service
	Bookshop    *bookshop.Service
	Cancelling  *cancelling.Service
	Elsewhere   *elsewhere.Service
	Letters     *eventmail.Service
	Mailings    *letters.Service
	Governance  *governance.Service
	Committee   *committee.Service
	Meetings    *meetings.Service
	Elections   *elections.Service
	Postal      *postal.Service
	Mail        *mail.Service
	Venue       *venue.Service
	Settings    *settings.Service
	BackupMeans asked.Means // what the program does with backups; the zero value: no folder is set
}

// NewSite serves the database at db.
func NewSite(t testing.TB, db *store.DB) *Site { return newSite(t, db, nil, civil.Date{}, testAddress) }

const testAddress = "http://go.example.nz"

func newSite(t testing.TB, db *store.DB, post mail.Post, factorFrom civil.Date, address string) *Site {
	s := &Site{T: t, DB: db, Now: TestNow}
	clock := func() civil.Instant { return s.Now }
	s.Members, s.Treasury, s.Ratings = members.New(db, clock), treasury.New(db, clock), ratings.New(db, clock)
	s.Mail = mail.New(db, clock, post)
	s.Ratings.WriteBy(s.Mail, TestSociety, address)
	offices := auth.New(db, clock, auth.Settings{
		Society: TestSociety, BaseURL: address, AddPerson: s.Members.AddNewcomer,
		Post: s.Mail.TellOwner, SendsMail: s.Mail.Sends(), FactorFrom: factorFrom,
	})
	s.Mail.FillLinks(mail.ToAccount, offices.AddressOfLink)
	s.Inviting = inviting.New(db, clock, offices, s.Mail)
	s.Points = representative.New(db, clock)
	s.Titles, s.Grades = titles.New(db, clock), grades.New(db, clock)
	s.Tournaments = tournaments.New(
		db, clock, offices, s.Ratings, s.Points, s.Titles, func(id tournaments.EventID) { s.Events().Notify(id) },
	)
	s.Results = results.New(db, clock, s.Tournaments)
	s.Venue = venue.New(db, clock, TestSociety, s.Tournaments, s.Ratings)
	s.Venue.ReachedAt(address)
	s.Weekly = weekly.New(db, clock, TestSociety, s.Tournaments, s.Results, s.Mail)
	s.Playing = playing.New(db, clock, TestSociety, address, s.Ratings, s.Mail)
	s.SendingIn = sendin.New(db, clock, s.Playing, s.Weekly, s.Results)
	s.Prizes = prizes.New(db, clock, s.Tournaments)
	s.Weekly.ReachedAt("http://go.example.nz")
	s.Entering = entering.New(db, clock, TestSociety, offices, s.Tournaments, s.Mail)
	s.Entering.ReachedAt("http://go.example.nz")
	s.Newsletter = newsletter.New(db, clock, TestSociety, "http://go.example.nz", offices, s.Mail)
	s.Joining = joining.New(db, clock, TestSociety, "http://go.example.nz", offices, s.Mail)
	s.Hosting = hosting.New(db, clock, TestSociety, "http://go.example.nz", offices, s.Mail)
	s.Bookshop = bookshop.New(db, clock, TestSociety, "http://go.example.nz", offices, s.Mail)
	s.Cancelling = cancelling.New(db, clock, TestSociety, address, s.Tournaments, s.Entering, s.Mail)
	s.Elsewhere = elsewhere.New(db, clock)
	s.Entering.LookIn(s.Elsewhere)
	s.Letters = eventmail.New(db, clock, TestSociety, address, s.Tournaments, s.Results, s.Mail)
	s.Mailings = letters.New(db, clock, TestSociety, address, s.Members, s.Treasury, s.Entering, s.Mail)
	s.Governance, s.Clubs = governance.New(db, clock), clubs.New(db, clock, offices)
	s.Committee = committee.New(db, clock, offices, s.Governance)
	s.Meetings = meetings.New(db, clock, TestSociety, s.Governance, s.Mail, s.Clubs)
	s.Meetings.AskCandidates(elections.Candidates)
	s.Elections = elections.New(db, clock, s.Governance, s.Meetings, offices)
	s.Meetings.WhenMoved(s.Elections.Follow)
	s.Meetings.WhenHeld(s.Elections.Opened)
	s.Postal = postal.New(db, clock, TestSociety, s.Governance, s.Mail)
	s.Postal.ReachedAt("http://go.example.nz")
	book := logbook.New(db, clock, TestSociety, s.Mail)
	program := settings.Program{
		Society: TestSociety, Given: map[string]settings.Given{
			settings.Society: {Value: TestSociety}, settings.Port: {Value: "587"}, settings.Encryption: {Value: string(mail.StartTLS)},
		},
		Own: func(ctx context.Context, actor auth.Actor) (mail.Recipient, error) {
			own, err := offices.OwnAccount(ctx, actor)
			return mail.Recipient{Name: own.Name.String(), Address: own.Email}, err
		},
	}
	if server, is := post.(settings.Tester); is {
		program.Post = server
	}
	s.Settings = settings.New(db, clock, program, book, s.Mail)
	s.Server = web.New(web.Deps{
		DB: db, Clock: clock, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Society: TestSociety, BaseURL: address,
		Auth: offices, Members: s.Members, Treasury: s.Treasury, Clubs: s.Clubs,
		Ratings: s.Ratings, Points: s.Points, Titles: s.Titles, Grades: s.Grades, Tournaments: s.Tournaments, Results: s.Results, Weekly: s.Weekly, Playing: s.Playing, SendingIn: s.SendingIn, Letters: s.Letters, Mailings: s.Mailings, Entering: s.Entering, Joining: s.Joining, Inviting: s.Inviting, Newsletter: s.Newsletter, Bookshop: s.Bookshop, Hosting: s.Hosting, Cancelling: s.Cancelling, Elsewhere: s.Elsewhere, Prizes: s.Prizes,
		Governance: s.Governance, Committee: s.Committee, Meetings: s.Meetings, Elections: s.Elections,
		Postal: s.Postal, Mail: s.Mail, Logbook: book, Venue: s.Venue, Settings: s.Settings,
		Backups: asked.New(db, clock, &s.BackupMeans),
	})
	return s
}

// RenderPart renders a part of the pages of all desks, or of the ones given.
func RenderPart(t testing.TB, name string, dot any, desks ...*kit.Templates) string {
	t.Helper()
	tmpl := template.New("base")
	for _, desk := range append([]*kit.Templates{kit.Views()}, desks...) {
		if files, err := fs.Glob(desk.Files(), "templates/*.html"); err == nil && len(files) > 0 {
			template.Must(tmpl.ParseFS(desk.Files(), files...))
		}
	}
	var b strings.Builder
	if err := tmpl.ExecuteTemplate(&b, name, dot); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
