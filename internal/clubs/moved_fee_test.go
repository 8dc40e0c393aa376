package clubs_test

import (
	"slices"
	"testing"

	"nzgs/internal/members"
	"nzgs/internal/store"
)

// Bug: the fee of a club bounced after a member had moved to another club in the middle of the year, and the part of the
// year with the other club stayed.
func TestAMoveFollowsTheFeeOfTheOldClub(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.capitalList()
		other := s.harbour
		inForce := func() (out []string) {
			t.Helper()
			f, err := s.people.File(ctx, s.treasurer, s.member("aroha").Person.ID)
			s.must(err)
			for _, x := range members.InForce(f.Terms) {
				club := "old"
				if x.Club == other {
					club = "new"
				}
				out = append(out, x.From.String()+" "+x.To.String()+" "+club)
			}
			return out
		}
		want := func(when string, want ...string) {
			t.Helper()
			if got := inForce(); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", when, got, want)
			}
		}
		begun := inForce()[0][:10]
		move := func(to members.ClubID, from string) {
			t.Helper()
			f, err := s.people.File(ctx, s.treasurer, s.member("aroha").Person.ID)
			s.must(err)
			terms := members.InForce(f.Terms)
			s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
				return members.MoveClub(ctx, tx, s.now, s.treasurer, terms[len(terms)-1:], to, day(from), "Moved")
			}))
		}
		bounce := func() {
			t.Helper()
			v := s.view(s.treasurer, id)
			_, err := s.ReverseFee(ctx, s.treasurer, v.Payments[len(v.Payments)-1].ID, "It bounced")
			s.must(err)
		}
		move(other, "2026-10-01")
		want("moved", begun+" 2026-09-30 old", "2026-10-01 2027-06-30 new")
		for range 2 {
			bounce()
			want("bounced")
			s.on("2026-08-20")
			s.must(s.repay(id))
			want("paid again", "2026-08-05 2026-09-30 old", "2026-10-01 2027-06-30 new")
		}
		own := s.capital
		move(own, "2026-12-01") // and back in the middle of it
		bounce()
		want("bounced again")
		s.must(s.repay(id))
		want("paid once more", "2026-08-05 2026-09-30 old", "2026-10-01 2026-11-30 new", "2026-12-01 2027-06-30 old")
		f, err := s.people.File(ctx, s.treasurer, s.member("aroha").Person.ID)
		s.must(err)
		s.must(s.people.CorrectTerm(ctx, s.treasurer, members.CorrectInput{
			Term: members.InForce(f.Terms)[1].ID, Reason: "never there",
		}))
		bounce()
		want("nothing stays")
		s.must(s.repay(id))
		want("what an officer cancelled stays so", "2026-08-05 2026-09-30 old", "2026-12-01 2027-06-30 old")
	})
}

// Bug: an officer had cancelled what was before the move, and at the second bounce all of the year came back with the other club.
func TestWhatIsLeftOfAMoveBeginsOnItsDay(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.capitalList()
		inForce := func() []members.Term {
			t.Helper()
			f, err := s.people.File(ctx, s.treasurer, s.member("aroha").Person.ID)
			s.must(err)
			return members.InForce(f.Terms)
		}
		s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
			return members.MoveClub(ctx, tx, s.now, s.treasurer, inForce(), s.harbour, day("2026-10-01"), "Moved")
		}))
		s.must(s.people.CorrectTerm(ctx, s.treasurer, members.CorrectInput{Term: inForce()[0].ID, Reason: "never there"}))
		for range 3 {
			v := s.view(s.treasurer, id)
			_, err := s.ReverseFee(ctx, s.treasurer, v.Payments[len(v.Payments)-1].ID, "It bounced")
			s.must(err)
			if got := inForce(); len(got) != 0 {
				t.Errorf("bounced: %+v", got)
			}
			s.on("2026-08-20")
			s.must(s.repay(id))
			if got := inForce(); len(got) != 1 || got[0].From != day("2026-10-01") || got[0].Club != s.harbour {
				t.Errorf("paid again: %+v", got)
			}
		}
	})
}

// A fee that comes late begins with the club where the member is by then, and one who moved before the first day stays moved.
func TestAFeeThatComesLateFindsWhereAMemberMovedTo(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		id := s.capitalList()
		other := s.harbour
		move := func(name, from string) {
			t.Helper()
			f, err := s.people.File(ctx, s.treasurer, s.member(name).Person.ID)
			s.must(err)
			s.must(s.db.InTx(ctx, func(tx *store.Tx) error {
				return members.MoveClub(ctx, tx, s.now, s.treasurer, members.InForce(f.Terms), other, day(from), "Moved")
			}))
		}
		move("aroha", "2026-08-06") // the fee will be of a day before and after it
		move("mere", "2026-07-01")
		for _, name := range []string{"aroha", "mere"} {
			v := s.view(s.treasurer, id)
			_, err := s.ReverseFee(ctx, s.treasurer, v.Payments[len(v.Payments)-1].ID, "It bounced")
			s.must(err)
			s.on("2026-08-20")
			in := feeOf(id)
			in.ReceivedOn = day("2026-08-10")
			_, err = s.ReceiveFee(ctx, s.treasurer, in)
			s.must(err)
			f, err := s.people.File(ctx, s.treasurer, s.member(name).Person.ID)
			s.must(err)
			if got := members.InForce(f.Terms); len(got) != 1 || got[0].Club != other || got[0].From != day("2026-08-10") ||
				got[0].To != day("2027-06-30") {
				t.Errorf("%s: %+v", name, got)
			}
		}
	})
}
