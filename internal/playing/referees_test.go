package playing

import (
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/gorules/record"
	"nzgs/internal/playing/match"
)

// office gives somebody an office of the society.
func (w *world) office(who int, role auth.Role, until any) {
	w.t.Helper()
	w.sql(`INSERT INTO office (person_id, role, from_day, until_day, created_at) VALUES ($1, $2, '2026-01-01', $3, $4)`,
		w.people[who].Person, string(role), until, w.now)
}

// disputed is a game of Aroha's and Wiremu's whose count one of them disputes.
func (w *world) disputed() ID {
	w.t.Helper()
	id := w.game(small(record.NZ))
	w.must(w.act(aroha, id, match.Move, "ee"))
	w.must(w.act(wiremu, id, match.Move, ""))
	w.must(w.act(aroha, id, match.Move, ""))
	w.must(w.act(wiremu, id, match.Dead, ""))
	w.must(w.act(aroha, id, match.Counted, ""))
	w.must(w.act(wiremu, id, match.Dispute, "It was agreed otherwise."))
	return id
}

// TestWhoCanDecideIsToldOfADispute: the referees in office, once each, but for a player; without any, who else can.
func TestWhoCanDecideIsToldOfADispute(t *testing.T) {
	onBoth(t, func(w *world) {
		told := func(want ...int) {
			t.Helper()
			for i := range w.people {
				n := 0
				for _, who := range want {
					if who == i {
						n++
					}
				}
				if got := w.letters(i, "to decide"); got != n {
					t.Errorf("%d letters to %d, want %d", got, i, n)
				}
			}
		}
		w.office(wiremu, auth.Referee, nil)
		w.office(mere, auth.Referee, "2026-06-30")
		w.office(hana, auth.Secretary, nil)
		w.disputed()
		told(hana) // the one referee plays
		w.office(referee, auth.Referee, nil)
		w.office(referee, auth.Referee, "2026-12-31")
		w.disputed()
		told(hana, referee)
	})
}
