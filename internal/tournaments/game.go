package tournaments

import (
	"fmt"

	"nzgs/internal/ratings/scale"
)

// TermsInFull says how a game is played and what White is given: "Even game, komi 7",
// "3 stones, no komi".
func TermsInFull(handicap int, komi scale.HalfPoints) string {
	text := "Even game"
	switch {
	case handicap == 1:
		text = "Black plays first"
	case handicap > 1:
		text = fmt.Sprintf("%d stones", handicap)
	}
	if komi == 0 {
		return text + ", no komi"
	}
	return text + ", komi " + komi.String()
}
