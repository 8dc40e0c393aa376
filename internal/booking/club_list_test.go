package booking_test

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/booking"
	"nzgs/internal/clubs"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// Bug: what a club paid through the bank without a reference, or beyond one, stayed credit beside the open fee of its list, and
// the club was not affiliated though all of the money was there.
func TestAClubsLineSettlesItsOpenList(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		_, err := d.money.SetRate(ctx, d.treasurer, treasury.RateInput{
			Year: 2026, Amount: money.MustParse("20.00"), Meeting: treasury.AGM, MeetingDay: day("2024-03-14"), Resolution: "That it be $20.",
		})
		d.must(err)
		club, err := d.clubs.Found(ctx, d.treasurer, clubs.ClubInput{Name: "Harbour Go Club"})
		d.must(err)
		var rows strings.Builder
		for n := range 8 {
			fmt.Fprintf(&rows, "Family%c,Given%c,g%d@example.nz\n", 'a'+n, 'k'+n, n)
		}
		list, err := clubs.ReadList("list.csv", strings.NewReader("Family name,Given names,E-mail\n"+rows.String()))
		d.must(err)
		up, err := d.clubs.Upload(ctx, d.treasurer, clubs.UploadInput{Club: club, Year: 2026, List: list, Received: day("2026-09-01")})
		d.must(err)
		v, err := d.clubs.View(ctx, d.treasurer, up.Return)
		d.must(err)
		_, err = d.clubs.Confirm(ctx, d.treasurer, clubs.Ref{Return: up.Return, Version: v.Return.Version}, clubs.Last{Consented: true})
		d.must(err)
		affiliated := func(when string, want bool) {
			t.Helper()
			v, err := d.clubs.View(ctx, d.treasurer, up.Return)
			d.must(err)
			if v.Affiliation.From.IsZero() == want {
				t.Errorf("%s: %+v, want affiliated %t", when, v.Affiliation, want)
			}
		}
		party := ledger.Party{Club: int64(club)}
		book := func(payee, amount string) {
			t.Helper()
			d.takes("Direct Credit," + payee + ",,,," + amount + ",02/09/2026,,")
			l := d.line(payee)
			d.must(d.Book(ctx, d.treasurer, booking.Choice{
				Line: l.ID, Version: l.Version, Parts: []booking.Part{{Party: party, Amount: money.MustParse(amount)}},
			}))
		}
		book("HARBOUR GO", "100.00")
		affiliated("a part is in", false)
		book("THEIR SECRETARY", "75.00")
		affiliated("all of it is in", true)
		_, credit, err := d.money.InvoicesOf(ctx, d.treasurer, party)
		if d.must(err); credit.Others != money.MustParse("15.00") || credit.Own != 0 {
			t.Errorf("its credit is %+v: the rest is the secretary’s", credit)
		}
		paid, err := d.money.Payments(ctx, d.treasurer, treasury.PaymentFilter{})
		d.must(err)
		d.must(d.clubs.ReverseTaken(ctx, d.treasurer, paid.Payments[0].ID, "not theirs"))
		affiliated("a part was reversed", false)
	})
}
