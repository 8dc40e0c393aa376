package postal

import (
	"strings"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
)

// Two windows of one teller, and both tellers, saving at one moment: every
// paper is kept, though each save writes a teller's whole batch anew.
func TestPapersSavedAtOneMomentAreAllKept(t *testing.T) {
	each(t, 16, func(t *testing.T, w *society) {
		marks := strings.Split(strings.Repeat("yn ", 12), " ")[:12]
		w.reach(StateClosed, draft, marks...)
		papers := w.entries(marks...)
		var all sync.WaitGroup
		failed := make(chan error, 2*len(papers))
		for _, name := range []string{"ana", "ben"} {
			for _, p := range papers {
				all.Add(1)
				go func() {
					defer all.Done()
					failed <- w.Enter(ctx, w.actors[name], w.vote, []Entry{p})
				}()
			}
		}
		all.Wait()
		close(failed)
		for err := range failed {
			w.must(err)
		}
		for _, name := range []string{"ana", "ben"} {
			w.must(w.Finish(ctx, w.actors[name], w.vote))
		}
		c, err := w.Compare(ctx, w.actors["ana"], w.vote, w.key("ana"))
		if err != nil || !c.Agreed() {
			t.Errorf("%+v, %v", c, err)
		}
	})
}

// A form that is sent twice is carried out once.
func TestAFormThatIsSentTwiceIsCarriedOutOnce(t *testing.T) {
	each(t, 14, func(t *testing.T, w *society) {
		w.reach(StateClosed, draft, "yn", "ny")
		twice := audit.WithRequestKey(ctx, "form-1")
		w.must(w.Enter(twice, w.actors["ana"], w.vote, w.entries("yn", "ny")))
		if err := w.Enter(twice, w.actors["ana"], w.vote, w.entries("yn", "ny")); apperr.KindOf(err) != apperr.Replayed {
			t.Errorf("sent again: %v", err)
		}
		again := audit.WithRequestKey(ctx, "form-2")
		r := Receipt{Person: w.people[5], Received: day("2026-04-20"), Route: Direct, Standing: Valid}
		_, err := w.Receive(again, w.actors["ana"], w.vote, r)
		w.must(err)
		if _, err := w.Receive(again, w.actors["ana"], w.vote, r); apperr.KindOf(err) != apperr.Replayed {
			t.Errorf("sent again: %v", err)
		}
		if entries, envelopes := w.rows("postal_entry"), w.rows("postal_envelope"); entries != 2 || envelopes != 3 {
			t.Errorf("%d entries, %d envelopes", entries, envelopes)
		}
	})
}
