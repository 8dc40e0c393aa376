package meetings_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// assembly is a society of members, its secretary at a browser, and an AGM.
type assembly struct {
	*kittest.Site
	t         *testing.T
	accounts  [2]auth.AccountID // the secretary's and the member's
	secretary *kittest.Browser
	member    *kittest.Browser
	people    []members.PersonID // the secretary and the president first
	id        meetings.ID
}

// newAssembly has 14 members, of whom five have no e-mail address in the register.
func newAssembly(t *testing.T) *assembly {
	t.Helper()
	s := kittest.EmptySite(t)
	a := &assembly{Site: s, t: t}
	year := constitution.Shipped().YearOf(s.Now.Date())
	_, err := s.Treasury.SetRate(t.Context(), kittest.Program, treasury.RateInput{
		Year: year, Amount: money.MustParse("40.00"), Meeting: treasury.AGM, MeetingDay: s.Now.Date().AddDays(-60),
		Resolution: "That the subscription be $40.00",
	})
	s.Must(err)
	given := []string{
		"Sina", "Pita", "Aroha", "Wiremu", "Mei", "Kenji", "Ngaio", "Tama", "Ana", "Rua", "Kiri", "Hoani", "Zoe", "Manu",
	}
	for i, name := range given {
		var person members.PersonID
		var account auth.AccountID
		switch i {
		case 0:
			account, person = s.Account(name, "Secretary", auth.Office{Role: auth.Secretary})
			a.accounts[0] = account
		case 1:
			_, person = s.Account(name, "President", auth.Office{Role: auth.President})
		case 2:
			account, person = s.Account(name, "Test")
			a.accounts[1] = account
		default:
			in := members.PersonInput{GivenNames: name, FamilyName: "Test", Address: "1 Kōwhai Street\nWellington 6011"}
			if i < 12 {
				in.Email = strings.ToLower(name) + "@example.nz"
			}
			ids, err := s.Members.RegisterAll(t.Context(), kittest.Program, []members.PersonInput{in})
			s.Must(err)
			person = ids[0]
		}
		_, err := s.Treasury.Join(t.Context(), kittest.Program, treasury.JoinInput{
			Application: treasury.Application{Person: person, Year: year, Received: s.Now.Date()}, Method: treasury.Cash,
			Consented: true,
		})
		s.Must(err)
		a.people = append(a.people, person)
	}
	for _, person := range a.people[:3] {
		a.livesAt(person, "2 Kōwhai Street\nWellington 6011")
		a.mailsTo(person, "") // letters reach whoever signs in by post, until a test says otherwise
	}
	a.signIn()
	return a
}

// on moves the clock to noon of a day in Auckland.
func (a *assembly) on(day string) {
	a.Now = civil.MustParseDate(day).Midnight().Add(12 * 3600 * 1e9)
	a.signIn()
}

func (a *assembly) signIn() {
	a.secretary, a.member = a.Browser(a.Session(a.accounts[0])), a.Browser(a.Session(a.accounts[1]))
}

// path is an address of the meeting.
func (a *assembly) path(part ...string) string { return kit.MeetingURL(a.id, part...) }

// versionIn is the version that a page's form to the address carries.
func (a *assembly) versionIn(page kittest.Answer, action string) string {
	a.t.Helper()
	for _, m := range formPattern.FindAllStringSubmatch(page.Body, -1) {
		if v := hiddenVersion.FindStringSubmatch(m[2]); m[1] == action && v != nil {
			return v[1]
		}
	}
	a.t.Fatalf("no form to %s with a version\n%s", action, page.Body)
	return ""
}

// does opens a page as the secretary and sends its form to the action.
func (a *assembly) does(page, action string, pairs ...string) kittest.Answer {
	a.t.Helper()
	open := a.secretary.Get(page)
	if open.Status != http.StatusOK {
		a.t.Fatalf("%s: %d\n%s", page, open.Status, open.Body)
	}
	return a.secretary.Post(action, append([]string{"version", a.versionIn(open, action)}, pairs...)...)
}

// planned is an AGM on 10 October 2026 with two proposals.
func (a *assembly) planned() {
	a.t.Helper()
	made := a.secretary.Post(
		"/meetings/new", "kind", "agm", "date", "2026-10-10", "time", "14:00", "place", "Newtown Hall", "previous",
		"2025-10-11",
	)
	if made.Status != http.StatusSeeOther {
		a.t.Fatalf("plan the AGM: %d\n%s", made.Status, made.Body)
	}
	if _, err := fmt.Sscanf(made.Location, "/meetings/%d", &a.id); err != nil {
		a.t.Fatal(made.Location)
	}
	a.secretary.Post(a.path("motions", "new"), "title", "A youth tournament", "text", "That there be a youth tournament.", "origin", "member", "item", "proposals",
		"mover", "Aroha Test", "seconder", "Wiremu", "received", "2026-07-01").LeadsTo(a.t, a.path("motions", "1"))
	a.secretary.Post(a.path("motions", "new"), "kind", "constitutional", "title", "The quorum", "text", "That the quorum be twelve.",
		"mover", "Mei Test", "seconder", "Kenji Test", "received", "2026-07-01", "figure_1", "quorum", "value_1",
		"12").LeadsTo(a.t, a.path("motions", "2"))
}

// notified gives notice of the meeting: its letters are printed and posted on the
// same day.
func (a *assembly) notified(pairs ...string) {
	a.t.Helper()
	a.does(a.path("notice"), a.path("notice"), append([]string{"do", "send"}, pairs...)...).LeadsTo(a.t, a.path("notice"))
	a.lettersPosted()
}

// livesAt sets the postal address of a person, mailsTo that for e-mail; "" when none
// is known.
func (a *assembly) livesAt(person members.PersonID, address string) {
	a.t.Helper()
	a.reached(`UPDATE person SET address = $2 WHERE id = $1`, person, address)
}

func (a *assembly) mailsTo(person members.PersonID, address string) {
	a.t.Helper()
	a.reached(`UPDATE person SET email = $2 WHERE id = $1`, person, address)
}

func (a *assembly) reached(set string, person members.PersonID, address string) {
	a.t.Helper()
	a.Must(a.DB.InTx(a.t.Context(), func(tx *store.Tx) error {
		_, err := tx.Exec(a.t.Context(), set, person, address)
		return err
	}))
}

// lettersPosted records that every letter of the first notice was posted today.
func (a *assembly) lettersPosted() {
	a.t.Helper()
	a.secretary.Post(
		a.path("posted"), "notice", "1", "posted", a.Now.Date().String(), "which", "yes",
	).LeadsTo(a.t, a.path("notice"))
}

// open sends notice and opens the meeting with so many present.
func (a *assembly) open(present int) {
	a.t.Helper()
	a.on("2026-09-20")
	a.notified()
	a.on("2026-10-10")
	for _, p := range a.people[:present] {
		a.secretary.Post(
			a.path("door"), "person", kit.IDText(p), "do", "here",
		).LeadsTo(a.t, a.path("door")+"#p"+kit.IDText(p))
	}
	a.does(a.path("chair"), a.path("open")).LeadsTo(a.t, a.path("chair"))
	a.does(
		a.path("chair"), a.path("tellers"), "tellers", kit.IDText(a.people[8]), "tellers", kit.IDText(a.people[9]),
	).LeadsTo(a.t, a.path("chair"))
}

// votes are the counts on a motion and the buttons that decide it.
func (a *assembly) counts(motion string, pairs ...string) {
	a.t.Helper()
	a.secretary.Post(motion+"/count", pairs...).LeadsTo(a.t, motion+"#vote")
}
