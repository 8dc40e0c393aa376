package booking_test

import (
	"strings"
	"testing"

	"nzgs/internal/treasury"
)

// Bug: a line with the reference of one member's invoice was taken for the payment of another that had the same amount and
// was recorded in the same week; most subscriptions have one amount.
func TestAReferenceIsNoPaymentOfSomebodyElse(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		one, two := d.asks(d.aroha, 2500), d.asks(d.bo, 2500)
		_, err := d.clubs.Take(ctx, d.treasurer, treasury.ReceiveInput{
			Party: d.bo, Amount: 2500, ReceivedOn: day("2026-09-01"), Method: treasury.Bank,
		})
		d.must(err)
		d.takes(
			"Direct Credit,A T,,,"+one.Number.Reference()+",25.00,02/09/2026,,",
			"Direct Credit,B R,,,"+two.Number.Reference()+",25.00,03/09/2026,,",
			"Bank Fee,BANK CHARGES,,,,-5.00,03/09/2026,,",
		)
		p := d.desk().Proposals
		if p[0].Sure != "certain" || len(p[0].Parts) != 1 || p[0].Parts[0].Invoice != one.ID {
			t.Errorf("the line of one: %+v", p[0])
		}
		if p[1].Sure != "likely" || p[1].Entry == 0 || !strings.Contains(p[1].Why, "recorded already") {
			t.Errorf("the line of the other, whose payment was recorded: %+v", p[1])
		}
		if p[2].Sure != "likely" || p[2].Parts[0].Account != "5400" {
			t.Errorf("the bank's charges: %+v", p[2])
		}
	})
}
