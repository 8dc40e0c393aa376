package postal

import (
	"strings"
	"testing"

	"nzgs/internal/governance"
	"nzgs/internal/store"
)

// Tellers are told what they do when they are appointed, and when the vote is closed,
// with the address of the vote; until the papers go out the keys are their duty.
func TestTellersAreToldWhatTheyDo(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.ReachedAt("https://go.example.nz/")
		at := "https://go.example.nz" // and the vote's page
		keys := func(who string) (out []governance.Duty) {
			t.Helper()
			all, err := w.gov.Duties(ctx, w.actors[who])
			w.must(err)
			for _, d := range all {
				if d.What == dutyKeys && !d.Cancelled && !d.Done() {
					out = append(out, d)
				}
			}
			return out
		}
		body := func(like string) string {
			t.Helper()
			all, err := store.All(ctx, w.db, store.Value[string], `SELECT DISTINCT body FROM mail_letter WHERE letter_key LIKE $1`, like)
			if w.must(err); len(all) != 1 {
				t.Fatalf("%d texts of letters %s", len(all), like)
			}
			return all[0]
		}
		w.reach(StateFrozen, draft)
		w.must(w.Appoint(ctx, w.actors["secretary"], w.vote, w.version(), minuted(w.people[1:3]...)))
		text := body("postal:%:tellers:%")
		for _, want := range []string{
			"Make a key, register it and prove it", "by 5 April 2026", "seven days after an account was opened", at + Vote{ID: w.vote}.link(),
		} {
			if !strings.Contains(text, want) {
				t.Errorf("the letter lacks %q:\n%s", want, text)
			}
		}
		if d := keys("ana"); len(d) != 1 || d[0].Link != (Vote{ID: w.vote}).link() || d[0].Due != day("2026-04-05") {
			t.Errorf("what is due of ana: %+v", d)
		}
		w.proveKey("ana", 0)
		if a, b := keys("ana"), keys("ben"); len(a) != 0 || len(b) != 1 {
			t.Errorf("after ana has proved hers: %d of ana, %d of ben", len(a), len(b))
		}
		w.proveKey("ben", 1)
		if a, b := keys("ana"), keys("ben"); len(a) != 1 || len(b) != 0 {
			t.Errorf("ana has to sign all: %d of ana, %d of ben", len(a), len(b))
		}
		w.signKeys("ana", 0)
		w.advance(StateClosed, "yn")
		if a, b := keys("ana"), keys("ben"); len(a)+len(b) != 0 {
			t.Errorf("the papers are out: %d of ana, %d of ben", len(a), len(b))
		}
		text = body("postal:%:count:%")
		for _, want := range []string{"Enter all valid papers", "Report to the secretary by 27 April 2026", at + Vote{ID: w.vote}.link()} {
			if !strings.Contains(text, want) {
				t.Errorf("the letter lacks %q:\n%s", want, text)
			}
		}
		if n := w.count(`SELECT COUNT(DISTINCT person_id) FROM mail_letter WHERE letter_key LIKE 'postal:%:count:%'`); n != 2 {
			t.Errorf("%d people are told to count", n)
		}
	})
}
