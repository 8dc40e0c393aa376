package postal

import (
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/mail"
	"nzgs/internal/store"
)

// Every member with an address is told the result once, with its arithmetic and
// nothing of how anyone voted; the others are named for the post.
func TestTheMembersAreToldTheDeclaredResult(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		secretary := w.actors["secretary"]
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error { // one of them without, one with an address nobody can write to
			for i, p := range w.people {
				address := "member" + string(rune('a'+i)) + "@example.nz"
				if i == 12 {
					address = ""
				} else if i == 13 {
					address = "not an address"
				}
				if _, err := tx.Exec(ctx, `UPDATE person SET email = $1 WHERE id = $2`, address, p); err != nil {
					return err
				}
			}
			return nil
		}))
		marks := strings.Split("yn yn yn yn yn yn yn yn yn na", " ")
		w.reach(StateReported, draft, marks...)
		if _, err := w.Announce(ctx, secretary, w.vote); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("before the declaration: %v", err)
		}
		if _, err := w.Announcement(ctx, secretary, w.vote); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("before the declaration: %v", err)
		}
		w.advance(StateDeclared)
		for _, who := range []string{"ana", "member", "administrator", "treasurer", "nobody"} {
			if _, err := w.Announce(ctx, w.actors[who], w.vote); err == nil {
				t.Errorf("%s told the members", who)
			}
			if _, err := w.Announcement(ctx, w.actors[who], w.vote); err == nil {
				t.Errorf("%s is told who has no address", who)
			}
		}

		told, err := w.Announcement(ctx, secretary, w.vote)
		w.must(err)
		if told.Letters != 12 || told.Queued != 0 ||
			strings.Join(told.Post, "; ") != "Member Testcase012; Member Testcase013" {
			t.Errorf("before: %+v", told)
		}
		n, err := w.Announce(ctx, secretary, w.vote, mail.Attachment{
			Name: "declaration.pdf", MediaType: "application/pdf", Content: []byte("%PDF"),
		})
		w.must(err)
		if n != 12 {
			t.Errorf("%d letters", n)
		}
		_, err = w.Announce(ctx, secretary, w.vote)
		w.refused(err, "", "are in the outbox")
		told, err = w.Announcement(ctx, secretary, w.vote)
		w.must(err)
		if told.Missing() != 0 || told.Queued != 12 {
			t.Errorf("after: %+v", told)
		}

		box, err := w.outbox.Outbox(ctx, auth.System("test"), mail.Filter{Size: 100})
		w.must(err)
		box.Entries = slices.DeleteFunc(box.Entries, func(e mail.Entry) bool {
			return strings.Contains(e.Key, ":tellers:") || strings.Contains(e.Key, ":count:")
		})
		if len(box.Entries) != 12 {
			t.Fatalf("%d letters in the outbox", len(box.Entries))
		}
		for _, e := range box.Entries {
			for _, want := range []string{
				", secretary. Carried motions take effect", "Motion 1: carried", "That the society buy twenty sets.", "9 Yes, 1 No, 0 Abstain, 0 informal",
				"Motion 2: not carried", "(5.12)", "take effect from the declaration (rule 5.13)",
				"10 papers came back: 10 valid, 0 rejected",
			} {
				if !strings.Contains(e.Body, want) {
					t.Errorf("the letter does not say %q:\n%s", want, e.Body)
				}
			}
			for _, serial := range w.serials {
				if strings.Contains(e.Body, serial) {
					t.Errorf("a serial is in the letter")
				}
			}
		}
	})
}

// A letter is short enough for the outbox whatever the motions' length.
func TestTheLongestResultFitsALetter(t *testing.T) {
	d := Declaration{Title: strings.Repeat("ō", maxTitle), EGM: day(egm), On: day(closing), By: "A Secretary"}
	for i := range maxMotions {
		d.Outcomes = append(d.Outcomes, Outcome{Motion: Motion{Number: i + 1, Text: strings.Repeat("ō", maxWording/2)}})
	}
	subject, body := d.letter("Go Society of Nowhere")
	if len(body) > mail.MaxBody || len(subject) > 200 || !strings.Contains(body, "Motion 40: not carried") {
		t.Errorf("a letter of %d bytes, a subject of %d", len(body), len(subject))
	}
}
