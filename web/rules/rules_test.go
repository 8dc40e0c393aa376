package rules_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/games"
	"nzgs/internal/games/lessons"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// TestEachGameHasItsRules: every example has its board, and every step of it a page.
func TestEachGameHasItsRules(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	b.Get(kit.GameRulesPath).Wants(t, http.StatusOK, "Hex", "Amazons", "Tanbo", "/rules-of-play/go", kit.CheckRecordPath)
	b.Get(kit.CheckRecordPath).Wants(t, http.StatusOK, `href="/rules-of-play"`)
	for _, w := range []games.Which{games.Hex, games.Amazons, games.Tanbo} {
		path := kit.GameRulesPath + "/" + string(w)
		for _, l := range lessons.Of(w) {
			b.Get(path).Wants(t, http.StatusOK, `id="`+l.Key+`"`, l.Text)
			for n, s := range l.Steps {
				b.Get(path+"?example="+l.Key+"&move="+kit.IDText(n+1)).Wants(t, http.StatusOK, s.Says)
			}
		}
	}
	b.Get("/rules-of-play/chess").Wants(t, http.StatusNotFound)
}

// TestABoardPlaysItsExample: the last step of one shows it, and the others stay where they begin.
func TestABoardPlaysItsExample(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	a := b.Get("/rules-of-play/hex?example=joining&move=9")
	a.Wants(t, http.StatusOK, "Step 9 of 9", `class="joined"`, `data-step-board="joining" data-at="9"`, `data-step-board="bridge" data-at="0"`)
	b.Get("/rules-of-play/hex?example=opening&move=1").Wants(t, http.StatusOK, `class="wrong"`)
	b.Get("/rules-of-play/amazons?example=arrow&move=1").Wants(t, http.StatusOK, "the square that she has just left is empty", "arrows c")
	b.Get("/rules-of-play/tanbo?example=start&move=1").Wants(t, http.StatusOK, `class="dots"`)
	// What is typed into an address does no harm.
	for _, query := range []string{"example=joining&move=-5", "example=joining&move=99999999999999999999", "example=<b>&move=1", "move=x"} {
		if a := b.Get("/rules-of-play/hex?" + query); a.Status != http.StatusOK || strings.Contains(a.Body, "<b>&") {
			t.Errorf("%s: %d", query, a.Status)
		}
	}
}

// TestWhereTheTextsOfGoPart: a row for each position, with what each text says of it.
func TestWhereTheTextsOfGoPart(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	a := b.Get("/rules-of-play/go")
	for _, d := range lessons.Differences() {
		a.Wants(t, http.StatusOK, d.Title, `href="#`+d.Key+`"`, `id="`+d.Key+`"`)
		for _, text := range lessons.Texts() {
			v, err := d.Judge(text)
			if err != nil {
				t.Fatal(err)
			}
			a.Wants(t, http.StatusOK, text.Name, v.Says)
		}
	}
	b.Get("/rules-of-play/go?example=limit&move=76").Wants(t, http.StatusOK, "Move 76: White")
	b.Get("/rules-of-play/go?example=return&move=3").Wants(t, http.StatusOK, "Move 3: Black", `data-at="3"`)
}
