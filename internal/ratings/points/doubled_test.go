package points

import (
	"fmt"
	"testing"

	"nzgs/internal/civil"
)

func TestABalanceThatHasAnEventInIt(t *testing.T) {
	for _, test := range []struct{ day, player, want string }{
		{"2026-05-01", "A", "[]"},
		{"2026-05-02", "A", "[{0 0 false}]"}, // on the day itself
		{"2026-12-01", "A", "[{0 0 false}]"},
		{"2026-12-01", "B", "[]"}, // a visitor
		{"2026-12-01", "C", "[{0 1 false}]"},
		{"2026-11-22", "D", "[{0 1 true}]"}, // is a year end taken off it?
		{"2026-11-23", "D", "[]"},
		{"2026-12-01", "E", "[{0 1 false}]"}, // represented after it
	} {
		r := record(t, "regional 2026-05-02 Otago: A 5, (B) 4", "end national 2026-11-22 Congress: C 5").represents("2026-11-22", "E")
		r.Opening = []Opening{{Player: test.player, Day: civil.MustParseDate(test.day), Points: 100}}
		if got := fmt.Sprint(r.Doubled()); got != test.want {
			t.Errorf("%s of %s: %s, want %s", test.player, test.day, got, test.want)
		}
	}
}
