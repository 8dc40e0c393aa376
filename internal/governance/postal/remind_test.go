package postal

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// A reminder goes to all on the roll, whoever has sent a paper, once a day, and says
// nothing of who has.
func TestAReminderGoesToAllOnTheRoll(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		secretary := w.actors["secretary"]
		w.reach(StateDespatched, draft)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error { // as members who never gave an address
			_, err := tx.Exec(ctx, `UPDATE person SET email = '', email_key = ''`)
			return err
		}))
		_, err := w.Remind(ctx, secretary, w.vote)
		if err == nil || !strings.Contains(err.Error(), "No member on the roll has an e-mail address") {
			t.Errorf("without an address: %v", err)
		}
		for i, p := range w.people[:6] {
			w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, `UPDATE person SET email = $1 WHERE id = $2`, "m"+string(rune('a'+i))+"@example.nz", p)
				return err
			}))
		}
		w.receive(w.people[3], Valid)
		w.on("2026-04-13")
		for _, c := range []struct {
			on   string
			want bool
		}{{"2026-04-12", false}, {"2026-04-13", true}, {"2026-04-20", true}, {"2026-04-21", false}} {
			w.on(c.on)
			f, err := w.Vote(ctx, secretary, w.vote)
			if w.must(err); f.Remind != c.want {
				t.Errorf("on %s a reminder is proposed: %v", c.on, f.Remind)
			}
		}
		w.on("2026-04-14")
		n, err := w.Remind(ctx, secretary, w.vote)
		if w.must(err); n != 6 {
			t.Errorf("%d letters, want 6: those whose paper has come too", n)
		}
		if _, err := w.Remind(ctx, secretary, w.vote); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("twice on a day: %v", err)
		}
		got, err := w.Reminder(ctx, secretary, w.vote)
		if w.must(err); got.Missing() != 0 || len(got.Before) != 1 || len(got.Post) != 8 {
			t.Errorf("got %+v", got)
		}
		if f, err := w.Vote(ctx, secretary, w.vote); err != nil || f.Remind {
			t.Errorf("a second reminder is proposed: %v", err)
		}
		letters := w.count(`SELECT COUNT(*) FROM mail_letter WHERE subject = 'Postal vote: papers must arrive by 20 April 2026'`)
		same := w.count(`SELECT COUNT(DISTINCT body) FROM mail_letter WHERE subject LIKE 'Postal vote: papers must%'`)
		if letters != 6 || same != 1 {
			t.Errorf("%d letters with %d texts: all are the same", letters, same)
		}
		for _, who := range []string{"ana", "member", "administrator", "nobody"} {
			if _, err := w.Remind(ctx, w.actors[who], w.vote); err == nil {
				t.Errorf("%s reminds the members", who)
			}
			if _, err := w.Reminder(ctx, w.actors[who], w.vote); err == nil {
				t.Errorf("%s sees who has no e-mail address", who)
			}
		}
		w.on("2026-04-21")
		_, err = w.Remind(ctx, secretary, w.vote)
		w.refused(err, "5.9", "The last day for papers was 20 April 2026.")
	})
}
