package letters

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/tournaments"
)

func TestWriteToThePeopleOfARegister(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.member("Kererū", "Mere <b>", "mere@example.nz", 0)
		w.member("Weka", "Wiremu", "", 0)
		w.person("Guest", "Gale", "gale@example.nz")
		src := Source{Register: members.RegisterFilter{Status: members.Member}}
		if _, err := w.s.Compose(ctx, w.secretary, src, Text{"Tēnā koe {amount}", ""}); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%v", err)
		}
		id, err := w.s.Compose(ctx, w.secretary, src, Text{"Tēnā koe {given_name}", "Kia ora {name}\n\n.\nNews."})
		w.must(err)
		p, err := w.s.PlanOf(ctx, w.secretary, id)
		if err != nil || len(p.To) != 1 || len(p.Paper) != 1 {
			t.Fatalf("%+v, %v", p, err)
		}
		if err := w.s.Change(ctx, w.secretary, id, 1, Text{"Another", "Kia ora {name}"}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.s.SendMailing(ctx, w.secretary, id, nil, p.Seen); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("another text than was shown: %v", err)
		}
		p, _ = w.s.PlanOf(ctx, w.secretary, id)
		var wg sync.WaitGroup
		sent := make(chan int, 3)
		for range 3 {
			wg.Go(func() { // raced by TestWriteToThePeopleOfARegister
				out, err := w.s.SendMailing(ctx, w.secretary, id, nil, p.Seen)
				if err != nil && apperr.KindOf(err) != apperr.Conflict {
					t.Error(err)
				}
				sent <- out.Mail
			})
		}
		wg.Wait()
		if got := w.deliver(); len(got) != 1 || got[0].To != "mere@example.nz" ||
			!strings.Contains(got[0].Header("To"), "mere@example.nz") || got[0].Header("Cc") != "" ||
			!strings.Contains(got[0].Header("Reply-To"), "aroha@") {
			t.Errorf("%+v", got)
		}
		if err := w.s.Change(ctx, w.secretary, id, 2, Text{"Late", "x"}); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("changed after it was sent: %v", err)
		}
		for _, a := range outsiders() {
			for name, do := range map[string]func() error{
				"read":   func() error { _, err := w.s.Mailing(ctx, a, id); return err },
				"plan":   func() error { _, err := w.s.PlanOf(ctx, a, id); return err },
				"send":   func() error { _, err := w.s.SendMailing(ctx, a, id, nil, p.Seen); return err },
				"change": func() error { return w.s.Change(ctx, a, id, 2, Text{"a", "b"}) },
				"print":  func() error { _, _, err := w.s.OnPaper(ctx, a, id); return err },
			} {
				if err := do(); apperr.KindOf(err) != apperr.Forbidden {
					t.Errorf("%s by %d: %v", name, a.Person, err)
				}
			}
		}
	})
}

// A club's secretary writes to the own club alone, and to no one the register keeps from them.
func TestAClubsSecretaryWritesToTheClub(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		own, other := w.club("Kāpiti Go Club"), w.club("Ōtautahi Go Club")
		w.member("Kererū", "Mere", "mere@example.nz", own)
		w.member("Weka", "Wiremu", "wiremu@example.nz", other)
		by := w.officer("Ruru", "Rangi", auth.Office{Role: auth.ClubSecretary, Club: auth.ClubID(own)})
		text := Text{"Club night", "Kia ora {given_name}"}
		for _, src := range []Source{{}, {Club: auth.ClubID(other)}, {Event: 1}} {
			if _, err := w.s.Compose(ctx, by, src, text); apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("%+v: %v", src, err)
			}
		}
		id, err := w.s.Compose(ctx, by, Source{
			Club: auth.ClubID(own), Register: members.RegisterFilter{Club: auth.ClubID(other)},
		}, text)
		w.must(err)
		p, err := w.s.PlanOf(ctx, by, id)
		if err != nil || len(p.To) != 1 || p.To[0].Name != "Mere Kererū" {
			t.Fatalf("%+v, %v", p, err)
		}
		_, err = w.s.SendMailing(ctx, by, id, nil, p.Seen)
		w.must(err)
		if got := w.deliver(); len(got) != 1 || got[0].To != "mere@example.nz" ||
			!strings.Contains(got[0].Header("List-Unsubscribe"), "topic=club") {
			t.Errorf("%+v", got)
		}
	})
}

// A director writes to the entrants of the own event, and gets no addresses.
func TestADirectorWritesToEntrants(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		head := w.officer("Boss", "Bella", auth.Office{Role: auth.Director})
		e, err := w.events.CreateEvent(ctx, head, tournaments.EventInput{
			Name: "Congress", From: civil.MustParseDate("2027-12-28"), To: civil.MustParseDate("2027-12-30"),
		})
		w.must(err)
		by := w.officer("Ruru", "Rangi", auth.Office{Role: auth.Director, Event: auth.EventID(e.ID)})
		w.must(w.s.entries.OpenEntries(ctx, head, e.ID, e.Version))
		sections, err := w.events.Sections(ctx, head, e.ID)
		w.must(err)
		for i, p := range []auth.PersonID{w.person("Kererū", "Mere", "mere@example.nz"), w.person("Weka", "Wiremu", "")} {
			w.sql(`INSERT INTO entry (section_id, person_id, number, rating, rating_source, membership, created_at)
				VALUES ($1, $2, $3, 0, 'list', 'member', $4)`, sections[0].ID, p, i+1, w.now)
		}
		w.sql(`INSERT INTO application (event_id, section_id, family_name, given_names, email, email_key, grade, kind, fee,
				state, asked_at)
			VALUES ($1, $2, 'Visitor', 'Vi', 'vi@example.org', 'vi@example.org', '3d', 'visitor', 0, 'preliminary', $3)`,
			e.ID, sections[0].ID, w.now)
		src := Source{Event: e.ID}
		text, err := w.s.EventLetter(ctx, by, src)
		w.must(err)
		id, err := w.s.Compose(ctx, by, src, text)
		w.must(err)
		p, err := w.s.PlanOf(ctx, by, id)
		if err != nil || len(p.To) != 2 || len(p.Paper) != 1 || p.Paper[0].Postal != "" {
			t.Fatalf("%+v, %v", p, err)
		}
		_, err = w.s.SendMailing(ctx, by, id, nil, p.Seen)
		w.must(err)
		got := w.deliver()
		if len(got) != 2 {
			t.Fatalf("%+v", got)
		}
		for _, l := range got {
			if l.Header("Subject") != "Congress is moved" || !strings.Contains(l.Raw, "2027") {
				t.Errorf("%s", l.Raw)
			}
		}
		if _, _, err := w.s.OnPaper(ctx, by, id); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("addresses to a director: %v", err)
		}
		another := w.officer("Moa", "Max", auth.Office{Role: auth.Director, Event: auth.EventID(e.ID) + 1})
		if _, err := w.s.Compose(ctx, another, src, text); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("another’s event: %v", err)
		}
		if _, err := w.s.EventLetter(ctx, another, src); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("another’s event: %v", err)
		}
	})
}

// Two thousand are written to in one go, and no name breaks a header.
func TestAHugeMailing(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		n := 2000
		if testing.Short() {
			n = 200
		}
		w.must(w.fill(n))
		id, err := w.s.Compose(ctx, w.secretary, Source{
			Register: members.RegisterFilter{Query: "Manymembers"},
		}, Text{"Kia ora {name}", "{name}"})
		w.must(err)
		p, err := w.s.PlanOf(ctx, w.secretary, id)
		if err != nil || len(p.To) != n {
			t.Fatalf("%d, %v", len(p.To), err)
		}
		out, err := w.s.SendMailing(ctx, w.secretary, id, nil, p.Seen)
		if err != nil || out.Mail != n {
			t.Errorf("%+v, %v", out, err)
		}
	})
}

func (w *world) fill(n int) error {
	people := make([]members.PersonInput, n)
	for i := range people {
		people[i] = members.PersonInput{
			FamilyName: "Manymembers", GivenNames: strings.Repeat("ū", 90), Email: fmt.Sprintf("m%d@example.nz", i),
		}
	}
	_, err := w.s.people.RegisterAll(ctx, program, people)
	return err
}
