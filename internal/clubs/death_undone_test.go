package clubs_test

import (
	"slices"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// dies records that someone died, as package leaving does.
func (s *society) dies(id members.PersonID, on string) (departure int64) {
	return s.departs(id, "died", on)
}

// departs records that someone died or resigned, as package leaving does.
func (s *society) departs(id members.PersonID, how, on string) (departure int64) {
	s.t.Helper()
	s.must(s.db.InTx(ctx, func(tx *store.Tx) (err error) {
		departure, err = store.One(ctx, tx, store.Value[int64], `
			INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
			VALUES ($1, $2, $3, 'A letter came.', $4, 'The secretary')
			RETURNING id`, id, how, on, s.now)
		if err != nil {
			return err
		}
		all, err := members.TermsOf(ctx, tx, []members.PersonID{id})
		if err != nil {
			return err
		}
		terms := slices.DeleteFunc(members.InForce(all[id]), func(t members.Term) bool { return !t.To.After(day(on)) })
		if err := members.Correct(ctx, tx, s.now, s.treasurer, terms, day(on), "A letter came."); err != nil {
			return err
		}
		for _, t := range terms {
			if _, err := tx.Exec(ctx, `INSERT INTO departure_term (departure_id, term_id) VALUES ($1, $2)`, departure, t.ID); err != nil {
				return err
			}
		}
		return nil
	}))
	return departure
}

// lives undoes a death, as package leaving does, and gives how many terms begin.
func (s *society) lives(id members.PersonID, departure int64) (begun int) {
	s.t.Helper()
	s.must(s.db.InTx(ctx, func(tx *store.Tx) (err error) {
		if _, err = tx.Exec(ctx, `
			UPDATE departure SET undone_at = $2, undone_by = 'The secretary', undone_why = 'A namesake.'
			WHERE id = $1`, departure, s.now); err != nil {
			return err
		}
		begun, err = clubs.BeginAgain(ctx, tx, s.treasurer, s.now, departure, "A namesake.")
		return err
	}))
	return begun
}

// days are somebody's terms in force, as "2026-08-03 2027-06-30 capital".
func (s *society) days(id members.PersonID) (out []string) {
	s.t.Helper()
	terms, err := members.TermsOf(ctx, s.db, []members.PersonID{id})
	s.must(err)
	for _, t := range members.InForce(terms[id]) {
		club := map[clubs.ClubID]string{s.capital: "capital", s.harbour: "harbour"}[t.Club]
		out = append(out, t.From.String()+" "+t.To.String()+" "+club)
	}
	return out
}

func (s *society) has(when string, id members.PersonID, want ...string) {
	s.t.Helper()
	if got := s.days(id); !slices.Equal(got, want) {
		s.t.Errorf("%s: %v, want %v", when, got, want)
	}
}

func (s *society) bounces(id clubs.ReturnID) {
	s.t.Helper()
	v := s.view(s.treasurer, id)
	_, err := s.ReverseFee(ctx, s.treasurer, v.Payments[len(v.Payments)-1].ID, "It bounced")
	s.must(err)
}

func (s *society) paysAgain(id clubs.ReturnID, on string) {
	s.t.Helper()
	s.now = civil.Later(s.now.Date(), day(on)).Midnight()
	in := feeOf(id)
	in.ReceivedOn = day(on)
	_, err := s.ReceiveFee(ctx, s.treasurer, in)
	s.must(err)
}

// Bug: who was said to have died by mistake, and was on lists since, had no term when that was undone.
func TestATermThatADeathKeptBackBeginsAfterAll(t *testing.T) {
	for given, on := range map[string]string{"aroha": "2026-08-01", "mere": "2026-08-05"} {
		each(t, func(t *testing.T, s *society) {
			id := s.upload(s.treasurer, s.capital, "", eight...).Return
			s.confirm(id)
			who := s.member(given).Person.ID
			departure := s.dies(who, on)
			s.pay(id, "160", "2026-08-03")
			if n := s.lives(who, departure); n != 1 {
				t.Errorf("%s: %d terms begin", given, n)
			}
			s.has(given, who, "2026-08-03 2027-06-30 capital")
			s.bounces(id)
			s.has("bounced", who)
			s.paysAgain(id, "2026-08-05")
			s.has("paid again", who, "2026-08-05 2027-06-30 capital")
		})
	}
}

// Bug: undoing a death after a move, when the fee had come once more in between, left what was after the move ended, or gave
// it to the club that was left.
func TestADeathUndoneAfterAMoveWhoseFeeCameBetween(t *testing.T) {
	for _, tt := range []struct {
		name, died string
		dead       []string // terms once the fee is in, while the death stands
	}{
		{"after the move", "2026-10-15", []string{"2026-08-20 2026-09-30 capital", "2026-10-01 2026-10-15 harbour"}},
		{"before the move", "2026-09-15", []string{"2026-08-20 2026-09-15 capital"}},
		{"before the fee", "2026-08-10", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			each(t, func(t *testing.T, s *society) {
				id := s.capitalList()
				who := s.member("aroha").Person.ID
				s.move(who, s.harbour, "2026-10-01")
				s.bounces(id)
				s.on("2026-11-01")
				departure := s.dies(who, tt.died)
				s.paysAgain(id, "2026-08-20")
				s.has("dead", who, tt.dead...)
				alive := []string{"2026-08-20 2026-09-30 capital", "2026-10-01 2027-06-30 harbour"}
				s.lives(who, departure)
				s.has("alive", who, alive...)
				s.bounces(id)
				s.has("bounced", who)
				s.paysAgain(id, "2026-08-20")
				s.has("paid again", who, alive...)
			})
		})
	}
}

// Bug: while the fee was not in, undoing a death gave a term that no money was there for, or left it ended for good.
func TestADeathUndoneWhileTheFeeIsNotIn(t *testing.T) {
	for _, died := range []string{"2026-08-01", "2026-08-25"} {
		each(t, func(t *testing.T, s *society) {
			id := s.capitalList()
			who := s.member("aroha").Person.ID
			s.on("2026-09-01")
			departure := s.dies(who, died)
			s.bounces(id)
			s.has("bounced", who)
			if n := s.lives(who, departure); n != 0 {
				t.Errorf("%d terms begin without their fee", n)
			}
			s.has("alive, not paid", who)
			s.paysAgain(id, "2026-08-20")
			s.has("paid", who, "2026-08-20 2027-06-30 capital")
		})
	}
}

// Bug: undoing that someone had resigned, when the fee had come once more in between, left the term cut to that day, and what
// was after a move cancelled.
func TestAResignationUndoneAfterTheFeeCameOnceMore(t *testing.T) {
	for _, on := range []string{"2026-09-15", "2026-10-15"} {
		each(t, func(t *testing.T, s *society) {
			id := s.capitalList()
			who := s.member("aroha").Person.ID
			s.move(who, s.harbour, "2026-10-01")
			s.on("2026-11-01")
			departure := s.departs(who, "resigned", on)
			for range 2 {
				s.bounces(id)
				s.paysAgain(id, "2026-08-20")
				if got := s.days(who); !strings.Contains(got[len(got)-1], on) {
					t.Errorf("resigned: %v", got)
				}
			}
			alive := []string{"2026-08-20 2026-09-30 capital", "2026-10-01 2027-06-30 harbour"}
			s.lives(who, departure)
			s.has("undone", who, alive...)
			s.bounces(id)
			s.paysAgain(id, "2026-08-20")
			s.has("paid again", who, alive...)
		})
	}
}

// What an officer decided since a death was recorded stays when that is undone.
func TestADeathUndoneLeavesWhatAnOfficerCancelled(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.capitalList()
		who := s.member("aroha").Person.ID
		s.on("2026-09-01")
		departure := s.dies(who, "2026-08-25")
		f, err := s.people.File(ctx, s.treasurer, who)
		s.must(err)
		s.must(s.people.CorrectTerm(ctx, s.treasurer, members.CorrectInput{Term: members.InForce(f.Terms)[0].ID, Reason: "Excluded"}))
		s.lives(who, departure)
		s.has("alive", who)
		s.bounces(id)
		s.paysAgain(id, "2026-08-20")
		s.has("paid again", who)
	})
}

// Bug: a fee that was booked once more of a day after a move, and then of one before it, forgot the move's day: all of the
// year was with the new club.
func TestAFeeBookedOfADayBeforeTheMoveOnceMore(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.capitalList()
		who := s.member("aroha").Person.ID
		s.move(who, s.harbour, "2026-08-10")
		s.has("moved", who, "2026-08-03 2026-08-09 capital", "2026-08-10 2027-06-30 harbour")
		for range 2 {
			s.bounces(id)
			s.paysAgain(id, "2026-08-15")
			s.has("of a day after the move", who, "2026-08-15 2027-06-30 harbour")
		}
		s.bounces(id)
		s.paysAgain(id, "2026-08-05")
		s.has("of a day before the move", who, "2026-08-05 2026-08-09 capital", "2026-08-10 2027-06-30 harbour")
	})
}
