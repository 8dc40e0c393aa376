package tournaments

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
)

// TestATeamWithdraws: one press takes out who is left of it, undoing it brings back them and no one who had left before,
// and the rounds in between count as missed.
func TestATeamWithdraws(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section, teams := teamsWorld(w, 4, 2)
		team := teams[0]
		now := func() Team {
			out, _ := w.chart(section).Team(team.ID)
			return out
		}
		stranger := w.actor(w.person("Rīwai", "Hemi", "5k"))
		w.refused(w.s.WithdrawTeam(ctx, stranger, team.ID, 1, team.Version), apperr.Forbidden, "")
		w.refused(w.s.WithdrawTeam(ctx, auth.Actor{}, team.ID, 1, team.Version), apperr.SignIn, "")
		w.refused(w.s.ReadmitTeam(ctx, stranger, team.ID, team.Version), apperr.Forbidden, "")
		r := w.publish(section)
		e, err := w.s.Entry(ctx, w.director, team.Players[2])
		w.must(err)
		w.must(w.s.Withdraw(ctx, w.director, e.ID, 1, e.Version))
		w.refused(w.s.WithdrawTeam(ctx, w.director, team.ID, 0, team.Version), apperr.Invalid, "after: ")
		w.refused(w.s.WithdrawTeam(ctx, w.director, team.ID, 3, team.Version), apperr.Invalid, "after: Choose a round from 0")
		w.refused(w.s.WithdrawTeam(ctx, w.director, team.ID, 1, team.Version+1), apperr.Conflict, "")
		w.refused(w.s.ReadmitTeam(ctx, w.director, team.ID, team.Version), apperr.Conflict, "is not withdrawn")
		w.must(w.s.WithdrawTeam(ctx, w.director, team.ID, 1, team.Version))
		w.refused(w.s.WithdrawTeam(ctx, w.director, team.ID, 1, now().Version), apperr.Conflict, "No one of Team A is left")
		c := w.chart(section)
		if !c.TeamWithdrawn(now()) || !c.Undoable(now()) || len(now().Withdrawal.Players) != 2 {
			t.Fatalf("%+v", now())
		}
		w.play(section, r, nil)
		second := w.publish(section)
		for _, m := range second.Matches {
			if m.Has(team.ID) {
				t.Error("a team that withdrew is drawn")
			}
		}
		w.refused(w.s.ReadmitTeam(ctx, w.director, team.ID, team.Version), apperr.Conflict, "")
		w.must(w.s.ReadmitTeam(ctx, w.director, team.ID, now().Version))
		c = w.chart(section)
		for k, id := range team.Players {
			e, _ := c.Entry(id)
			if e.Withdrawn != (k == 2) || k < 2 && (len(e.Absent) != 1 || e.Absent[0] != 2) {
				t.Errorf("player %d: %+v", k+1, e)
			}
		}
		if c.Undoable(now()) || now().Withdrawal != nil {
			t.Errorf("%+v", now())
		}
		w.play(section, second, nil)
		third := w.publish(section)
		drawn := false
		for _, m := range third.Matches {
			drawn = drawn || m.Has(team.ID)
		}
		if !drawn {
			t.Error("the team that came back is not drawn")
		}
		w.audited()
	})
}

// TestATeamWithdrawsBeforeTheFirstRound: it is not drawn, and the boards of others stay; in a round robin it plays at
// least once the table stands.
func TestATeamWithdrawsBeforeTheFirstRound(t *testing.T) {
	w := newWorldSQLite(t)
	_, section, teams := teamsWorld(w, 4, 2)
	w.must(w.s.WithdrawTeam(ctx, w.director, teams[3].ID, 0, teams[3].Version))
	r := w.publish(section)
	if len(r.Matches) != 1 || len(r.Byes) != 2 {
		t.Errorf("%+v", r)
	}
	team, _ := w.chart(section).Team(teams[3].ID)
	w.must(w.s.ReadmitTeam(ctx, w.director, team.ID, team.Version))
	if e, _ := w.chart(section).Entry(team.Players[0]); e.Withdrawn || len(e.Absent) != 1 {
		t.Errorf("%+v", e)
	}
	_, table, others := teamsWorld(w, 4, 1, func(s *Settings) { s.System = pairing.RoundRobin })
	w.publish(table)
	w.refused(w.s.WithdrawTeam(ctx, w.director, others[0].ID, 0, others[0].Version), apperr.Invalid, "after: ")
	w.must(w.s.WithdrawTeam(ctx, w.director, others[0].ID, 1, others[0].Version))
}
