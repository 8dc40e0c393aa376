package rules_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/games/lessons"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
	"nzgs/web/rules"
)

// Each rule has its sentences and its boards, and every example of the rules stands with one of them.
func TestTheRulesOfGoHavePages(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	a := b.Get(kit.RulesOfGoPath)
	for _, r := range rules.GoRules {
		a.Wants(t, http.StatusOK, `id="`+r.Key+`-rule"`, r.Title, r.Says[0])
		for _, key := range r.Shows {
			for n, s := range lessons.Rule(key).Steps {
				b.Get(kit.RulesOfGoPath+"?example="+key+"&move="+kit.IDText(n+1)).Wants(t, http.StatusOK, s.Says)
			}
		}
	}
	b.Get(kit.RulesOfGoPath+"?example=count&move=2").Wants(t, http.StatusOK, `class="areas"`, `class="w dead"`)
	first := b.Get("/rules/first-steps")
	first.Wants(t, http.StatusOK, "Lesson 1: A stone is captured", "Lesson 5: The count", rules.ShortRules[0], "/rules/board")
	b.Get("/rules/first-steps"+"?example=ko&move=3").Wants(t, http.StatusOK, "Refused")
	b.Get(kit.GameRulesPath).Wants(t, http.StatusOK, `href="/rules"`)
}

// Two play at one device: a move, a capture, ko, a pass, the count, with all of it in the address.
func TestABoardForTwo(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	a := b.Get("/rules/board")
	a.Wants(t, http.StatusOK, "Black to move", `href="/rules/board?moves=ee"`, `aria-label="Play at E5"`)
	if n := strings.Count(a.Body, "?moves="); n != 81+1 {
		t.Errorf("%d ways", n)
	}
	for address, want := range map[string]string{"": "nofollow", "?moves=ee": "noindex, nofollow"} {
		if got := b.Get("/rules/board" + address).Header.Get("X-Robots-Tag"); got != want {
			t.Errorf("robots are told %q of the board%s, want %q", got, address, want)
		}
	}
	b.Get("/rules/board"+"?moves=aaba--ab").Wants(t, http.StatusOK, "Move 4 was A8. Black to move", "Taken: 1 black, 0 white", "Undo")
	ko := "cbdbbcec" + "cddd" + "--cc" + "dc"
	b.Get("/rules/board"+"?moves="+ko+"cc").Wants(t, http.StatusOK, "Not there", "(ko)", "Move 9")
	b.Get("/rules/board"+"?moves=ee----").Wants(t, http.StatusOK, "Both have passed")
	b.Get("/rules/board"+"?moves=ee----&count=1").Wants(t, http.StatusOK, "Black has 81 points, White 0 and 7 for komi: 7. Black wins by 74.", `class="areas"`)
	b.Get("/rules/board"+"?moves=eeaa--&count=1").Wants(t, http.StatusOK, "White")
	b.Get("/rules/board"+"?moves=eeaa--&count=1&dead=aa").Wants(t, http.StatusOK, "Black wins by 74.", `dead"`)
	for _, query := range []string{
		"moves=zz", "moves=%3Cscript%3E", "moves=a", "moves=eeee", "moves=" + strings.Repeat("--", 5000), "count=1&dead=ee",
		"moves=jj", "moves=tt", "moves=ee&count=1&dead=" + strings.Repeat("ee", 3000),
	} {
		a := b.Get("/rules/board" + "?" + query)
		if a.Status != http.StatusOK || strings.Contains(a.Body, "<script>") || len(a.Body) > 100_000 {
			t.Errorf("%.40s: %d with %d bytes", query, a.Status, len(a.Body))
		}
	}
}
