package tournaments

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
)

func TestLettersOfCards(t *testing.T) {
	one, two := Section{ID: 7, cardSecret: "one"}, Section{ID: 7, cardSecret: "two"}
	seen := map[string]bool{}
	for table := range 500 {
		for _, s := range []Section{one, two, {ID: 8, cardSecret: "one"}} {
			letters := s.CardLetters(table)
			if got, ok := readLetters(letters); !ok || got != letters || seen[letters] {
				t.Fatalf("table %d of section %d has the letters %q", table, s.ID, letters)
			}
			seen[letters] = true
		}
	}
	for _, typed := range []string{"bcd fgh", " B-C-D-F-G-H ", "BCD\u00a0FGH", "b c d f g h"} {
		if got, ok := readLetters(typed); !ok || got != "BCDFGH" {
			t.Errorf("%q is read as %q, %v", typed, got, ok)
		}
	}
	for _, typed := range []string{
		"", "BCDFG", "BCDFGHJ", "BCDFGO", "BCDFG1", "ＢＣＤＦＧＨ", "bcdfgé",
		strings.Repeat(" ", 1000) + "BCDFGH",
	} {
		if got, ok := readLetters(typed); ok {
			t.Errorf("%q is read as %q", typed, got)
		}
	}
	seats := []seat{{one, 1}, {one, 2}, {two, 2}}
	if got := cardsWith(one.CardLetters(2), seats); !slices.Equal(got, []string{one.CardToken(2)}) {
		t.Errorf("the letters of table 2 lead to %v", got)
	}
	if got := cardsWith(one.CardLetters(3), seats); got != nil {
		t.Errorf("the letters of a table that is none lead to %v", got)
	}
}

func FuzzReadLetters(f *testing.F) {
	for _, typed := range []string{"", "BCDFGH", "bcd fgh", "ß", "\xff", "bcdfgſ"} {
		f.Add(typed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		letters, ok := readLetters(typed)
		if again, same := readLetters(letters); ok && (!same || again != letters || len(letters) != lettersOnCard) {
			t.Errorf("%q is read as %q, and that as %q", typed, letters, again)
		}
	})
}

// Letters lead to the card of a table that is played at today, and to no other; new codes end them.
func TestCardByLetters(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, id := w.event(aSection("Open", 3))
		w.enter(id, w.members(4)...)
		section := w.chart(id).Section
		letters := section.CardLetters(2)
		no := func(why string) {
			t.Helper()
			if card, err := w.s.CardByLetters(ctx, letters); apperr.KindOf(err) != apperr.NotFound {
				t.Errorf("%s: the letters lead to %q, %v", why, card, err)
			}
		}
		w.now = civil.MustParseInstant("2027-01-02T20:00:00.000Z") // the second day in Auckland
		no("before the first round")
		r, err := w.s.Draw(ctx, w.director, id, 0)
		w.must(err)
		no("before the draw is published")
		w.must(w.s.Publish(ctx, w.director, r.ID, r.Version, ""))
		r, _ = w.chart(id).Round(r.Number)
		card, err := w.s.CardByLetters(ctx, " "+strings.ToLower(letters[:3]+"-"+letters[3:]))
		w.must(err)
		if card != section.CardToken(2) {
			t.Errorf("the letters lead to %q", card)
		}
		chart, table, err := w.s.WallchartByCard(ctx, card)
		if err != nil || table != 2 || chart.Section.ID != id {
			t.Errorf("the card opens table %d, %v", table, err)
		}
		w.play(id, r, func(Game, Entry, Entry) pairing.Result { return pairing.BlackWins })
		if again, err := w.s.CardByLetters(ctx, letters); err != nil || again != card {
			t.Errorf("after the game: %q, %v", again, err)
		}
		for _, wrong := range []string{"", "BCDF", "BCDFG0", strings.Repeat("B", 1<<16)} {
			_, err := w.s.CardByLetters(ctx, wrong)
			w.refused(err, apperr.Invalid, "")
		}
		for _, day := range []string{"2027-01-01T01:00:00.000Z", "2027-01-05T01:00:00.000Z"} {
			w.now = civil.MustParseInstant(day)
			no(fmt.Sprintf("at %s of an event from %s to %s", day, e.From, e.To))
		}
		w.now = civil.MustParseInstant("2027-01-03T20:00:00.000Z")
		w.must(w.s.RenewCards(ctx, w.director, id, w.chart(id).Section.Version))
		no("after new codes")
	})
}
