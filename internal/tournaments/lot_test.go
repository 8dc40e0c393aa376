package tournaments

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/formats"
	"nzgs/internal/pairing"
)

func committed(name string, rounds int) SectionInput {
	in := aSection(name, rounds, func(s *Settings) { s.Seeding = pairing.SeedRandom })
	in.Lot = LotCommitted
	return in
}

// Everyone can follow the lots from the commitment to the pairs, by what is public alone.
func TestTheLotIsProvable(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		event, section := w.event(committed("Open", 3))
		before, err := w.s.Lot(ctx, w.director, section)
		w.must(err)
		if before.Kind != LotCommitted || len(before.Commitment) != 64 || before.CommittedAt.IsZero() || len(before.Rounds) != 0 {
			t.Fatalf("before entries: %+v", before)
		}
		w.enter(section, w.members(9)...)
		w.must(w.s.Announce(ctx, w.director, event.ID, w.get(event.ID).Version))
		for round := 1; round <= 3; round++ {
			_, err := w.s.Draw(ctx, w.director, section, round)
			w.must(err)
			if lot, err := w.s.Lot(ctx, auth.Actor{}, section); err != nil || len(lot.Rounds) != round-1 {
				t.Fatalf("a preview shows its lot: %+v, %v", lot, err)
			}
			if round == 2 {
				_, err := w.s.Redraw(ctx, w.director, section, round, " ")
				w.refused(err, apperr.Invalid, "reason: Say why it is drawn again")
				for _, why := range []string{"A late arrival.", "The printer ate it."} {
					_, err := w.s.Redraw(ctx, w.director, section, round, why)
					w.must(err)
				}
				// Discarding the draw does not bring an earlier lot back.
				r := w.last(section)
				w.must(w.s.DiscardPreview(ctx, w.director, r.ID, r.Version))
				again, err := w.s.Draw(ctx, w.director, section, round)
				w.must(err)
				if again.Seed != r.Seed {
					t.Errorf("drawn again with lot %d, not %d", again.Seed, r.Seed)
				}
			}
			r := w.last(section)
			w.must(w.s.Publish(ctx, w.director, r.ID, r.Version, ""))
			w.play(section, w.last(section), nil)
		}
		lot, err := w.s.Lot(ctx, auth.Actor{}, section)
		w.must(err)
		if lot.Commitment != before.Commitment || len(lot.Rounds) != 3 || len(lot.Rounds[1].Again) != 2 ||
			lot.Rounds[1].Again[1].Reason != "The printer ate it." {
			t.Fatalf("after the rounds: %+v", lot)
		}
		earlier := lot.Commitment
		for i, r := range lot.Rounds {
			value, err := hex.DecodeString(r.Value)
			w.must(err)
			if sum := sha256.Sum256(value); hex.EncodeToString(sum[:]) != earlier {
				t.Errorf("round %d: the value does not lead to %s", r.Round, earlier)
			}
			earlier = r.Value
			if got := LotOf([32]byte(value), len(r.Again)); got != r.Seed || got != w.chart(section).Rounds[i].Seed {
				t.Errorf("round %d: lot %d, want %d", r.Round, got, r.Seed)
			}
		}
		// The public file, written and read again, draws the same pairs.
		public, err := w.s.Wallchart(ctx, auth.Actor{}, section)
		w.must(err)
		text, _, err := formats.Write(formats.JSON, public.PublicFile())
		w.must(err)
		file, _, err := formats.Read(formats.JSON, text)
		w.must(err)
		redraws, err := pairing.Check(file.Checkable())
		w.must(err)
		for _, r := range redraws {
			if len(r.Differences) > 0 {
				t.Errorf("round %d differs: %+v", r.Round, r.Differences)
			}
		}
		// The lot cannot be chosen afterwards.
		s, err := w.s.Section(ctx, w.director, section)
		w.must(err)
		in := s.input()
		in.Seed = 5
		w.refused(w.s.EditSection(ctx, w.director, section, in), apperr.Invalid, "seed: The lots of this section are committed to")
		w.audited()
	})
}

// Of a chain each value is the hash of the next, and a lot follows from its value and number alone.
func TestAChainOfLots(t *testing.T) {
	c := newChain()
	for round := 1; round <= 5; round++ {
		v := c.value(round)
		if sum := sha256.Sum256(v[:]); sum != c.value(round-1) {
			t.Errorf("round %d", round)
		}
		seen := map[uint64]bool{}
		for n := range 50 {
			lot := LotOf(v, n)
			if lot>>63 != 0 || seen[lot] || lot != LotOf(v, n) {
				t.Errorf("round %d, draw %d: %d", round, n, lot)
			}
			seen[lot] = true
		}
	}
	// As the page says it can be worked out by hand.
	if got := fmt.Sprint(LotOf([32]byte{}, 0)); got != "8913743825066801789" {
		t.Errorf("the lot of the value of zeros is %s", got)
	}
	if a, b := newChain(), newChain(); a == b {
		t.Error("two chains are one")
	}
}

// Attack: a director of a draft draws, removes the section and adds it again, until a lot suits. How often rounds were drawn
// is public with the event.
func TestDrawsOfADraftAreCounted(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		event, err := w.s.CreateEvent(ctx, w.director, EventInput{Name: "Congress", From: day("2027-01-02"), To: day("2027-01-04")})
		w.must(err)
		players := w.members(4)
		var section SectionID
		for n := range 3 {
			section, err = w.s.AddSection(ctx, w.director, event.ID, committed("Open", 3))
			w.must(err)
			w.enter(section, players...)
			_, err = w.s.Draw(ctx, w.director, section, 1)
			w.must(err)
			_, err = w.s.Redraw(ctx, w.director, section, 1, "Another")
			w.must(err)
			if n == 2 {
				break
			}
			r := w.last(section)
			w.must(w.s.DiscardPreview(ctx, w.director, r.ID, r.Version))
			for _, e := range w.chart(section).Entries {
				w.must(w.s.RemoveEntry(ctx, w.director, e.ID, e.Version))
			}
			s, err := w.s.Section(ctx, w.director, section)
			w.must(err)
			w.must(w.s.RemoveSection(ctx, w.director, section, s.Version))
		}
		w.must(w.s.Announce(ctx, w.director, event.ID, w.get(event.ID).Version))
		if lot, err := w.s.Lot(ctx, auth.Actor{}, section); err != nil || lot.DraftDraws != 6 {
			t.Errorf("drawn %d times, %v; want 6", lot.DraftDraws, err)
		}
	})
}

// Attack: a director looks at the lots of a draft, until they suit, and announces it. The page says since when everyone
// could read what they are committed to: not from when the draft had them.
func TestLotsArePublicSinceTheEventIs(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		event, err := w.s.CreateEvent(ctx, w.director, EventInput{
			Name: "Congress", Place: "Wellington", From: day("2027-01-02"), To: day("2027-01-04"),
		})
		w.must(err)
		section, err := w.s.AddSection(ctx, w.director, event.ID, committed("Open", 3))
		w.must(err)
		draft, err := w.s.Lot(ctx, w.director, section)
		w.must(err)
		w.enter(section, w.members(4)...)
		r, err := w.s.Draw(ctx, w.director, section, 1)
		w.must(err)
		w.must(w.s.DiscardPreview(ctx, w.director, r.ID, r.Version))
		w.must(w.s.Announce(ctx, w.director, event.ID, w.get(event.ID).Version))
		public, err := w.s.Lot(ctx, auth.Actor{}, section)
		w.must(err)
		if !r.DrawnAt.Before(public.CommittedAt) || !draft.CommittedAt.Before(public.CommittedAt) || public.Commitment != draft.Commitment {
			t.Errorf("public since %s, as a draft %s, drawn %s", public.CommittedAt, draft.CommittedAt, r.DrawnAt)
		}
		if draft.DraftDraws != 0 || public.DraftDraws != 1 {
			t.Errorf("drawn %d times as a draft, at first %d", public.DraftDraws, draft.DraftDraws)
		}
		_, err = w.s.Draw(ctx, w.director, section, 1)
		w.must(err)
		if now, err := w.s.Lot(ctx, auth.Actor{}, section); err != nil || now.DraftDraws != 1 {
			t.Errorf("drawn once it is announced: %d, %v", now.DraftDraws, err)
		}
	})
}
