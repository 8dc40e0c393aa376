package clubs_test

import (
	"strings"
	"testing"

	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// A list that a club has copied for years does not register who died.
func TestWhoDiedIsLeftOutOfAList(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2027-07-10")
		s.rate(2027, "20")
		gone := s.member("aroha").Person.ID
		s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
				VALUES ($1, 'died', '2027-05-02', 'Her family wrote.', $2, 'The secretary')`, gone, s.now)
			return err
		}))
		out, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{Club: s.capital, Year: 2027, List: s.csv(eight...)})
		s.must(err)
		for _, l := range s.view(s.treasurer, out.Return).Lines {
			if l.Person == nil || l.Person.ID != gone {
				continue
			}
			if l.State != clubs.RowError || !strings.Contains(l.Findings[0].Text, "died on 2 May 2027") {
				t.Errorf("her row is %s: %+v", l.State, l.Findings)
			}
			return
		}
		t.Error("her row was not taken for her")
	})
}

// Bug: whoever died between the confirmation of a list and its fee got a term when the fee came, and was counted as a member.
func TestWhoDiesBeforeTheFeeGetsNoTerm(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.upload(s.treasurer, s.capital, "", eight...).Return
		s.confirm(id)
		for given, on := range map[string]string{"aroha": "2026-08-01", "mere": "2026-08-05"} {
			gone := s.member(given).Person.ID
			s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, `
					INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
					VALUES ($1, 'died', $2, 'The family wrote.', $3, 'The secretary')`, gone, on, s.now)
				return err
			}))
		}
		s.pay(id, "160", "2026-08-03")
		terms := func(given string) []members.Term {
			t.Helper()
			who := s.member(given).Person.ID
			all, err := members.TermsOf(ctx, s.db, []members.PersonID{who})
			s.must(err)
			return members.InForce(all[who])
		}
		if got := terms("aroha"); len(got) != 0 {
			t.Errorf("a term of someone who died before it: %+v", got)
		}
		if got := terms("mere"); len(got) != 1 || got[0].To != day("2026-08-05") {
			t.Errorf("who died after the fee was paid: %+v", got)
		}
		if got := terms("carol"); len(got) != 1 || got[0].To != day("2027-06-30") {
			t.Errorf("who lives: %+v", got)
		}
	})
}

// Bug: who had left stood in the next year's list as if to be renewed.
func TestWhoLeftIsNotInTheNextYearsList(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		f, err := s.people.File(ctx, s.treasurer, s.member("aroha").Person.ID)
		s.must(err)
		s.must(s.people.CorrectTerm(ctx, s.treasurer, members.CorrectInput{
			Term: members.InForce(f.Terms)[0].ID, To: day("2026-10-31"), Reason: "Resigned.",
		}))
		s.on("2027-05-10")
		list, err := s.Template(ctx, s.treasurer, s.capital, 2027)
		s.must(err)
		if len(list.Rows) != len(eight)-1 {
			t.Errorf("%d rows, want %d", len(list.Rows), len(eight)-1)
		}
		for _, r := range list.Rows {
			if r.MemberNo == members.Number(f.Person.ID) {
				t.Errorf("who resigned is in the list: %+v", r)
			}
		}
	})
}
