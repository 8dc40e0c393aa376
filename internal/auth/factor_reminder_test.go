package auth

import (
	"strings"
	"testing"

	"nzgs/internal/civil"
)

// Who manages accounts is reminded while no day is set, and of those who should have a
// second factor and have none; others learn nothing.
func TestWhoManagesAccountsIsRemindedOfSecondFactors(t *testing.T) {
	each(t, func(w *world) {
		text := func(by Actor) string {
			r, err := w.FactorReminder(ctx, by)
			w.must(err)
			return r.Text()
		}
		admin, _ := w.account("Mere", "Kererū")
		w.appointed(admin, Administrator)
		teller, _ := w.account("Hemi", "Kea")
		w.account("Aroha", "Tūī") // a member
		referee, _ := w.account("Wiremu", "Parata")
		w.set(`INSERT INTO office (person_id, role, event_id, from_day, created_at) VALUES ($1, 'referee', $2, $3, $4)`,
			referee, w.event("Open"), w.now.Date(), w.now)
		gone, _ := w.account("Tama", "Rangi")
		w.set(`INSERT INTO office (person_id, role, from_day, until_day, created_at) VALUES ($1, 'treasurer', $2, $2, $3)`,
			gone, w.now.Date().AddDays(-1), w.now)
		vote := w.row(`INSERT INTO postal_vote (title, egm, address, way, created_at)
			VALUES ('Vote', '2026-06-01', 'Box 1', 'web', $1)`, w.now)
		w.set(`INSERT INTO postal_teller (vote_id, person_id, position) VALUES ($1, $2, 1)`, vote, teller)
		in := w.signIn("Mere")

		got := text(w.actor(in))
		if !strings.HasPrefix(got, "No day is set") || !strings.HasSuffix(got, "Without one now: Hemi Kea, Mere Kererū.") {
			t.Errorf("without a day: %q", got)
		}
		for _, name := range []string{"Aroha", "Hemi"} {
			if got := text(w.actor(w.signIn(name))); got != "" {
				t.Errorf("%s reads %q", name, got)
			}
		}
		w.enrolled(in)
		w.enrolled(w.signIn("Hemi"))
		if got := text(w.actor(in)); !strings.HasSuffix(got, "All of them have one now.") {
			t.Errorf("all have one, and no day is set: %q", got)
		}
		w.factorFrom = civil.MustParseDate("2027-03-01")
		if got := text(w.actor(in)); got != "" {
			t.Errorf("all have one, and a day is set: %q", got)
		}
		w.set(`UPDATE office SET until_day = NULL WHERE person_id = $1`, gone)
		if got := text(w.actor(in)); got !=
			"Officers and tellers need a second factor from 1 March 2027 on. Without one now: Tama Rangi." {
			t.Errorf("one has none: %q", got)
		}
	})
}
