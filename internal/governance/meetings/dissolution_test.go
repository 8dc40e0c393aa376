package meetings

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/clubs"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
)

// affiliate gives a club a list of so many members and its fee.
func (w *society) affiliate(name string, size int) {
	w.t.Helper()
	club, err := w.s.clubs.Found(ctx, w.treasurer, clubs.ClubInput{Name: name})
	w.must(err)
	var rows []clubs.PastRow
	for i := range size {
		rows = append(rows, clubs.PastRow{ListRow: clubs.ListRow{Family: fmt.Sprintf("%s%02d", strings.Fields(name)[0], i), Given: "Hana"}})
	}
	id, _, err := w.s.clubs.TakeOver(ctx, w.treasurer, clubs.PastList{Club: club, Year: 2025, Received: w.now.Date(), Source: "list", Rows: rows})
	w.must(err)
	_, err = w.s.clubs.ReceiveFee(ctx, w.treasurer, clubs.FeeInput{Return: id, Amount: money.Cents(2000 * size), ReceivedOn: w.now.Date(), Method: treasury.Bank})
	w.must(err)
}

// Rule 4.20: assets go to the affiliated clubs by their members, to the cent.
func TestAssetsGoToTheAffiliatedClubs(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		if advice, err := w.s.Dissolution(ctx, w.secretary, day("2026-01-05"), 100_001); err != nil || advice.Shares != nil || advice.May.Allowed {
			t.Errorf("without a club: %+v, %v", advice, err)
		}
		_, err := treasury.New(w.db, w.s.clock).SetRate(ctx, w.treasurer, treasury.RateInput{
			Year: 2025, Amount: 2000, Meeting: treasury.AGM, MeetingDay: day("2024-03-14"), Resolution: "That the subscription be $20.00.",
		})
		w.must(err)
		w.affiliate("Capital Go Club", 7)
		w.affiliate("Harbour Go Club", 5)
		w.affiliate("Southern Go Club", 5)
		_, err = w.s.clubs.Found(ctx, w.treasurer, clubs.ClubInput{Name: "Unaffiliated Go Club"})
		w.must(err)
		advice, err := w.s.Dissolution(ctx, w.secretary, day("2026-01-05"), 100_001)
		w.must(err)
		var got []string
		for _, s := range advice.Shares {
			got = append(got, fmt.Sprintf("%s %d %s", s.Name, s.Members, s.Amount.Plain()))
		}
		if want := "Capital Go Club 7 411.77, Harbour Go Club 5 294.12, Southern Go Club 5 294.12"; strings.Join(got, ", ") != want || advice.Trace.Rule != "4.20" {
			t.Errorf("shares %s; want %s: %s", strings.Join(got, ", "), want, advice.Trace)
		}
	})
}
