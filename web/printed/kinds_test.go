package printed_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/demo"
	"nzgs/internal/store"
)

// aSection is one of which all is printed.
type aSection struct {
	id, event  int64
	at         string // its public address
	published  int64
	knockout   bool
	teams      bool
	hasEntries bool
}

// prints are all prints of a section, and of its event where it is played.
func (o aSection) prints() []file {
	who := fmt.Sprintf(`SELECT person_id FROM entry WHERE section_id = %d AND person_id IS NOT NULL`, o.id)
	desk, event := fmt.Sprintf("/director/sections/%d", o.id), fmt.Sprintf("/director/events/%d", o.event)
	list := []file{
		{route: o.at + "/players.pdf", who: who}, {route: desk + "/badges.pdf", who: who, cut: true},
		{route: event + "/check-in.pdf", who: who}, {route: event + "/check-in.pdf", ask: "?by=section", who: who, bundle: true},
		{route: event + "/wall-chart.pdf", who: who}, {route: event + "/wall-chart.pdf", ask: "?paper=a3", who: who},
		{route: o.at + "/crosstable.pdf"}, {route: o.at + "/standings.pdf"},
	}
	if o.published == 0 {
		return list
	}
	round := fmt.Sprintf("%s/rounds/%d.pdf", o.at, o.published)
	draw := fmt.Sprintf("/rounds/%d", o.published)
	if !o.teams { // a reserve plays none
		list[6].who, list[7].who = who, who
	}
	list = append(
		list, file{route: desk + "/cards.pdf", cut: true}, file{route: round}, file{route: round, ask: "?by=name"},
		file{route: round, ask: "?with=results"}, file{route: event + draw + "/sheet.pdf"},
		file{route: event + draw + "/bundle.pdf", cut: true, bundle: true},
		file{route: desk + draw + "/bundle.pdf", cut: true, bundle: true}, file{route: desk + draw + "/slips.pdf", cut: true},
	)
	if o.knockout {
		list = append(list, file{route: o.at + "/bracket.pdf"})
	}
	return list
}

// sections are those of events that an SQL condition is true of.
func (s *society) sections(where string) []aSection {
	s.Helper()
	out, err := store.All(s.Context(), s.DB, func(r store.Scanner) (o aSection, err error) {
		var event, section string
		err = r.Scan(&o.id, &o.event, &event, &section, &o.published, &o.knockout, &o.teams, &o.hasEntries)
		o.at = "/events/" + event + "/sections/" + section
		return o, err
	}, `
		SELECT s.id, e.id, e.slug, s.slug,
			(SELECT COALESCE(MAX(r.number), 0) FROM round r WHERE r.section_id = s.id AND r.state = 'published'),
			s.system = 'knockout', s.boards > 1, EXISTS (SELECT 1 FROM entry n WHERE n.section_id = s.id)
		FROM section s JOIN event e ON e.id = s.event_id
		WHERE `+where+`
		ORDER BY s.id`)
	s.Must(err)
	return out
}

// Prints of events of every kind, of teams, by knock-out, online, of a section that no one or one player has entered, with
// names that are hard to print and some hidden: names whole, nothing in the margins or cut, the same each time.
func TestPrintsOfEveryKindOfEvent(t *testing.T) {
	s := settle(t, demo.Hard())
	director := s.browser("director")
	congress := s.sections(`e.slug LIKE 'congress-%'`)[0]
	for _, name := range []string{"Empty", "Lonely"} {
		director.Post(
			fmt.Sprintf("/director/events/%d/sections", congress.event), "name", name, "system", "swiss", "rounds", "9",
			"handicap", "none", "seed", "7", "tie_breaks", "SOS",
		)
	}
	lonely := s.sections(`s.slug = 'lonely'`)
	if len(lonely) != 1 {
		t.Fatal("no section is added")
	}
	director.Post(
		fmt.Sprintf("/director/sections/%d/entries/guest", lonely[0].id), "family_name", "Ōtaki", "given_names", "Solo", "rating", "3k",
	)
	kinds := s.sections(`s.boards > 1 OR s.system = 'knockout' OR s.slug IN ('empty', 'lonely') OR e.slug LIKE 'online-weekly-%'`)
	if len(kinds) < 5 {
		t.Fatalf("only %d kinds: %+v", len(kinds), kinds)
	}
	for _, o := range kinds {
		for _, f := range o.prints() {
			f.as = "director"
			t.Run(slug(f.route+f.ask), func(t *testing.T) {
				site := *s.Site
				site.T = t
				one := society{t, &site, s.browsers}
				one.checkKind(f, o)
			})
		}
	}
}

// checkKind reads a print as others do.
func (s *society) checkKind(f file, o aSection) {
	s.Helper()
	if a := s.browser(f.as).Get(f.route + f.ask); a.Status == http.StatusNotFound && !o.hasEntries {
		return // what needs players says so
	}
	m, ok := s.makeFile(f)
	if !ok {
		return
	}
	if again, _ := s.makeFile(f); string(again.content) != string(m.content) {
		s.Error("made again, it differs")
	}
	s.checkPages(m, s.pages(m))
	text := string(s.run("pdftotext", "-raw", s.save(m), "-"))
	if strings.Contains(text, "[U+") {
		s.Errorf("a letter is printed by its number: %.300s", text)
	}
	if o.hasEntries && f.who != "" {
		s.checkEach(m, text, s.named(f.who))
	}
}
