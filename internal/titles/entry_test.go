package titles_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/titles"
)

var ctx = context.Background()

// society has Mei Lin twice, and Rangi, who is the ratings officer.
type society struct {
	*testing.T
	db      *store.DB
	s       *titles.Service
	people  []auth.PersonID
	officer auth.Actor
}

func each(t *testing.T, test func(s *society)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		now := civil.MustParseInstant("2026-11-21T01:00:00.000Z")
		s := &society{T: t, db: db, s: titles.New(db, func() civil.Instant { return now })}
		for _, given := range []string{"Mei", "Mei", "Rangi"} {
			s.must(db.InTx(ctx, func(tx *store.Tx) error {
				id, err := members.InsertPerson(ctx, tx, now, members.PersonInput{GivenNames: given, FamilyName: "Lin"})
				s.people = append(s.people, id)
				return err
			}))
		}
		s.officer = auth.Actor{Person: s.people[2], Name: "Rangi Lin", Offices: []auth.Office{{
			Role: auth.RatingsOfficer, From: civil.MustParseDate("2020-01-01"),
		}}}
		test(s)
		if _, err := audit.Verify(ctx, db); err != nil {
			t.Errorf("the log: %v", err)
		}
	})
}

func (s *society) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *society) refused(err error, kind apperr.Kind, parts ...string) {
	s.Helper()
	text := fmt.Sprint(err)
	if e, ok := err.(*apperr.Error); ok {
		for _, f := range e.Fields {
			text += "\n" + f.Name + ": " + f.Message
		}
	}
	for _, part := range parts {
		if apperr.KindOf(err) != kind || !strings.Contains(text, part) {
			s.Errorf("got %q, want %s with %q", text, kind, part)
		}
	}
}

// roll is the roll in words.
func (s *society) roll() string {
	s.Helper()
	all, err := s.s.Roll(ctx)
	s.must(err)
	var out []string
	for _, a := range all {
		text := fmt.Sprintf("%d %s %d", a.Year, a.Name, a.Person)
		switch {
		case a.Reverses:
			text = "−" + text
		case a.Reversed:
			text = "(" + text + ")"
		case a.Shared:
			text += "="
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

const nz = "Champion of New Zealand"

// A champion is linked to the register by number alone: another may have the name.
func TestAChampionIsLinkedByNumberAlone(t *testing.T) {
	each(t, func(s *society) {
		row := titles.Row{Year: "1988", Title: "champion of new zealand", Champion: "Mei Lin", Source: "Go Journal 1988"}
		s.must(s.s.Enter(ctx, s.officer, row))
		if got := s.roll(); got != "1988 Mei Lin 0" {
			s.Errorf("by name: %s", got)
		}
		row.Year, row.Champion = "1989", fmt.Sprintf("Lin Mei (%d)\nJoe Gast", s.people[1])
		s.must(s.s.Enter(ctx, s.officer, row))
		if got := s.roll(); got != fmt.Sprintf("1989 Mei Lin %d=; 1989 Joe Gast 0=; 1988 Mei Lin 0", s.people[1]) {
			s.Errorf("by number: %s", got)
		}
		row.Year, row.Champion = "1990", fmt.Sprintf("Joe Gast (%d)", s.people[1])
		s.refused(s.s.Enter(ctx, s.officer, row), apperr.Invalid, "is not Joe Gast in the register")
		row.Champion = "Mei Lin (99999)"
		s.refused(s.s.Enter(ctx, s.officer, row), apperr.Invalid, "No one in the register has member number 99999")
	})
}

// A name in Korean or Chinese characters is shown without a space, and written with one by some.
func TestANameIsMeantWithAndWithoutSpaces(t *testing.T) {
	each(t, func(s *society) {
		now := civil.MustParseInstant("2026-11-21T01:00:00.000Z")
		var id auth.PersonID
		s.must(s.db.InTx(ctx, func(tx *store.Tx) (err error) {
			id, err = members.InsertPerson(ctx, tx, now, members.PersonInput{FamilyName: "선우", GivenNames: "하늘"})
			return err
		}))
		for i, name := range []string{"선우하늘", "선우 하늘", "하늘 선우"} {
			s.must(s.s.Enter(ctx, s.officer, titles.Row{
				Year: fmt.Sprint(1990 + i), Title: nz, Champion: fmt.Sprintf("%s (%d)", name, id), Source: "Journal",
			}))
		}
	})
}

// Nothing half written, everything said at once, and no one enters a title of their own.
func TestAnEntryIsRefusedWithEverythingThatIsWrong(t *testing.T) {
	each(t, func(s *society) {
		s.refused(s.s.Enter(ctx, s.officer, titles.Row{Year: "3000"}), apperr.Invalid, "year: ", "title: ", "champion: ", "source: ")
		own := titles.Row{Year: "2001", Title: nz, Champion: fmt.Sprintf("Rangi Lin (%d)", s.people[2]), Source: "Memory"}
		s.refused(s.s.Enter(ctx, s.officer, own), apperr.Invalid, "No one enters a title of their own")
		own.Champion = "A\na"
		s.refused(s.s.Enter(ctx, s.officer, own), apperr.Invalid, "listed twice")
		s.refused(s.s.Enter(ctx, auth.Actor{}, own), apperr.SignIn, "")
		s.refused(s.s.Enter(ctx, auth.Actor{Person: 1}, own), apperr.Forbidden, "")
		own.Champion = "A"
		s.must(s.s.Enter(ctx, s.officer, own))
		s.refused(s.s.Enter(ctx, s.officer, own), apperr.Invalid, "The roll has the Champion of New Zealand of 2001 already")
	})
}

// What is withdrawn stays to be read, and another may be entered then. A title that is shared is withdrawn whole.
func TestWithdrawingAnEntryReversesIt(t *testing.T) {
	each(t, func(s *society) {
		s.must(s.s.Enter(ctx, s.officer, titles.Row{Year: "1988", Title: nz, Champion: "A\nB", Source: "Journal"}))
		all, err := s.s.Roll(ctx)
		s.must(err)
		s.refused(s.s.Withdraw(ctx, s.officer, all[0].ID, " "), apperr.Invalid, "reason: ")
		s.refused(s.s.Withdraw(ctx, auth.Actor{Person: 1}, all[0].ID, "x"), apperr.Forbidden, "")
		s.must(s.s.Withdraw(ctx, s.officer, all[0].ID, "It was C."))
		s.refused(s.s.Withdraw(ctx, s.officer, all[0].ID, "Again."), apperr.Conflict, "withdrawn already")
		s.must(s.s.Enter(ctx, s.officer, titles.Row{Year: "1988", Title: nz, Champion: "C", Source: "Journal"}))
		if got := s.roll(); got != "(1988 A 0); (1988 B 0); −1988 A 0; −1988 B 0; 1988 C 0" {
			s.Errorf("the roll is %s", got)
		}
		_, err = s.s.Certificate(ctx, s.officer, all[0].ID)
		s.refused(err, apperr.NotFound, "reversed")
	})
}

// A file shows every problem of every row before anything is entered, and is entered once.
func TestAFileOfChampions(t *testing.T) {
	each(t, func(s *society) {
		read := func(content string) titles.File {
			s.Helper()
			id, err := s.s.ReadFile(ctx, s.officer, `C:\champions.csv`, strings.NewReader(content))
			s.must(err)
			file, err := s.s.File(ctx, s.officer, id)
			s.must(err)
			return file
		}
		bad := read("Year,Title,Champion,Source\n1988,Nothing,A,J\nlast,Rapid champion,B,J\n1990,Rapid champion,,\n")
		if bad.Wrong() != 3 || len(bad.Rows[2].Problems) != 2 || bad.Name != "champions.csv" {
			s.Errorf("the preview is %+v", bad)
		}
		_, err := s.s.EnterFile(ctx, s.officer, bad.ID)
		s.refused(err, apperr.Invalid, "3 of 3 rows have a problem")
		good := read("Year,Title,Champion,Source,Member no.\n1988,Rapid champion,A,J,\n1988,Rapid champion,B,J,\n1990," + nz +
			",Mei Lin,J," + fmt.Sprint(s.people[0]) + "\n1991," + nz + ",Mei Lin,J,\n")
		if good.Wrong() != 0 || len(good.Rows[0].Notes) != 1 || len(good.Rows[3].Notes) != 1 {
			s.Errorf("the preview is %+v", good)
		}
		if s.roll() != "" {
			s.Errorf("entered by its preview: %s", s.roll())
		}
		n, err := s.s.EnterFile(ctx, s.officer, good.ID)
		s.must(err)
		if got := s.roll(); n != 4 || got != fmt.Sprintf("1991 Mei Lin 0; 1990 Mei Lin %d; 1988 A 0=; 1988 B 0=", s.people[0]) {
			s.Errorf("%d rows: %s", n, got)
		}
		_, err = s.s.EnterFile(ctx, s.officer, good.ID)
		s.refused(err, apperr.Conflict, "already entered")
		_, err = s.s.File(ctx, auth.Actor{Person: 1}, good.ID)
		s.refused(err, apperr.Forbidden, "")
		_, err = s.s.ReadFile(ctx, auth.Actor{Person: 1}, "x", strings.NewReader("x"))
		s.refused(err, apperr.Forbidden, "")
		for content, says := range map[string]string{
			"": "empty", "Year,Title,Champion,Source\n": "no row below", "a\nb\n": "headings", "Year,Title\n1,2\n": "missing",
		} {
			_, err := s.s.ReadFile(ctx, s.officer, "x", strings.NewReader(content))
			s.refused(err, apperr.Invalid, "file: ", says)
		}
	})
}

// The list of titles is edited by who keeps it, with the version that was shown.
func TestTheListOfTitles(t *testing.T) {
	each(t, func(s *society) {
		s.refused(s.s.Save(ctx, auth.Actor{Person: 1}, titles.Input{Name: "x"}), apperr.Forbidden, "")
		s.refused(s.s.Save(ctx, s.officer, titles.Input{}), apperr.Invalid, "name: ")
		s.refused(s.s.Save(ctx, s.officer, titles.Input{Name: "RAPID champion"}), apperr.Invalid, "Another title has this name")
		s.refused(s.s.Save(ctx, s.officer, titles.Input{Name: "x", Breaks: []pairing.TieBreak{"no", "SOS", "SOS"}}), apperr.Invalid,
			"from the list", "chosen twice")
		s.must(s.s.Save(ctx, s.officer, titles.Input{Name: "Pair Go champions", Breaks: []pairing.TieBreak{"SOS"}}))
		all, err := s.s.Titles(ctx)
		s.must(err)
		last := all[len(all)-1]
		if len(all) != 7 || last.Name != "Pair Go champions" || len(last.Rules) != 1 {
			s.Errorf("the titles are %+v", all)
		}
		change := titles.Input{ID: last.ID, Name: last.Name, Version: last.Version}
		s.refused(s.s.Save(ctx, s.officer, change), apperr.Invalid, "from: Enter the first day")
		change.From = civil.MustParseDate("2027-01-01")
		s.must(s.s.Save(ctx, s.officer, change))
		s.refused(s.s.Save(ctx, s.officer, change), apperr.Conflict, "first")
		now, err := s.s.Title(ctx, s.officer, last.ID)
		s.must(err)
		if len(now.On(civil.MustParseDate("2026-12-31")).Breaks) != 1 || len(now.On(civil.MustParseDate("2027-01-01")).Breaks) != 0 {
			s.Errorf("its rules are %+v", now.Rules)
		}
	})
}
