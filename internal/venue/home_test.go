package venue

import (
	"strings"
	"testing"
)

// Where a society's clocks are and what its currency is travels with the event; what is none of those is refused before
// anything is opened.
func TestAnEventBringsClocksAndCurrency(t *testing.T) {
	for _, c := range []struct{ zone, money, refused string }{
		{"", "", ""}, {"Europe/London", "GBP", ""}, {"Mars/Base", "", "clocks"}, {"localtime", "", "clocks"}, {"", "JPY", "currency"},
	} {
		err := (&Home{Zone: c.zone, Money: c.money}).check()
		if (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%q, %q: %v", c.zone, c.money, err)
		}
	}
}
