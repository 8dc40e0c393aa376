package clubs_test

import (
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// move puts someone with another club from a day on, as package leaving does.
func (s *society) move(id members.PersonID, to clubs.ClubID, on string) {
	s.t.Helper()
	s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
		terms, err := members.TermsOf(ctx, tx, []members.PersonID{id})
		if err != nil {
			return err
		}
		var moves []members.Term
		for _, t := range members.InForce(terms[id]) {
			if !t.To.Before(day(on)) {
				moves = append(moves, t)
			}
		}
		return members.MoveClub(ctx, tx, s.now, auth.System("test"), moves, to, day(on), "Moved.")
	}))
}

// Bug: someone who moved in and is registered for the next year already filled the club's form for that year alone.
func TestWhoMovesInDoesNotEmptyTheFormOfTheNextYear(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.upload(s.treasurer, s.harbour, "", "Heke,One,,,")
		ids, err := s.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{{FamilyName: "Hōne", GivenNames: "Early"}})
		s.must(err)
		s.on("2027-02-10")
		s.must(s.db.InTx(ctx, func(tx *store.Tx) error { // registered for both years, with no club so far
			return members.InsertTerms(ctx, tx, []members.Term{
				{Person: ids[0], Year: 2026, From: day("2026-09-01"), To: day("2027-06-30"), Kind: members.KindRenewal, RecordedAt: s.now},
				{Person: ids[0], Year: 2027, From: day("2027-07-01"), To: day("2028-06-30"), Kind: members.KindRenewal, RecordedAt: s.now},
			})
		}))
		s.move(ids[0], s.capital, "2027-02-10")
		form, err := s.Template(ctx, s.treasurer, s.capital, 2027)
		s.must(err)
		if form.From != 2026 || len(form.Rows) != 9 {
			t.Errorf("the form of %d has %d rows, want the eight of 2026 and who moved in", form.From, len(form.Rows))
		}
		seen := map[string]int{}
		for _, r := range form.Rows {
			seen[r.MemberNo]++
		}
		if seen[members.Number(ids[0])] != 1 {
			t.Errorf("who moved in stands there %d times", seen[members.Number(ids[0])])
		}
	})
}

// Bug: a list that was handed in before a member moved registered them with the club that they had left.
func TestAListBeforeAMoveAsksAboutWhoMoved(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		mere := s.member("mere").Person.ID
		s.on("2027-06-10")
		s.rate(2027, "20")
		out, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{Club: s.capital, Year: 2027, List: s.csv(eight...)})
		s.must(err)
		find := func() (state clubs.RowState, text string) {
			for _, l := range s.view(s.treasurer, out.Return).Lines {
				if l.Person != nil && l.Person.ID == mere {
					for _, f := range l.Findings {
						text += f.Text
					}
					return l.State, text
				}
			}
			t.Fatal("her row was not taken for her")
			return "", ""
		}
		if state, text := find(); state != clubs.RowMatch || strings.Contains(text, "moved") {
			t.Errorf("before the move her row is %s: %s", state, text)
		}
		s.on("2027-06-11")
		s.move(mere, s.harbour, "2027-06-11")
		if state, text := find(); state != clubs.RowMatch || !strings.Contains(text, "moved to") {
			t.Errorf("in a draft her row is %s: %s", state, text)
		}
		s.must(s.db.InTx(ctx, func(tx *store.Tx) error { // handed in the day before
			_, err := tx.Exec(ctx, `UPDATE club_return SET state = 'submitted', submitted_at = $2, submitted_by = $3 WHERE id = $1`,
				out.Return, day("2027-06-10").Midnight(), s.treasurer.Person)
			return err
		}))
		if state, text := find(); state != clubs.RowError || !strings.Contains(text, "moved to Harbour") {
			t.Errorf("handed in before, her row is %s: %s", state, text)
		}
		if _, err := s.Confirm(ctx, s.treasurer, s.ref(out.Return), consented); err == nil {
			t.Error("the list registers who moved")
		}
		s.must(s.db.InTx(ctx, func(tx *store.Tx) error { // handed in again: the club means it
			_, err := tx.Exec(ctx, `UPDATE club_return SET submitted_at = $2 WHERE id = $1`, out.Return, day("2027-06-12").Midnight())
			return err
		}))
		if state, _ := find(); state != clubs.RowMatch {
			t.Errorf("handed in after the move, her row is %s", state)
		}
	})
}
