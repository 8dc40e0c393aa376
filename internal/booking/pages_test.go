package booking_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/booking"
	"nzgs/internal/treasury"
)

// Whatever a filter asks for, the pages of the bank's lines put together are the lines of its file, those that it is about and
// no others, and each page has the sums of all.
func TestPagesOfTheBanksLines(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		var rows []string
		for i := range 700 {
			rows = append(rows, fmt.Sprintf("Direct Credit,Payer %d,,,Ref %d,%d.00,%02d/08/2026,,", i%7, i, 1+i%5, 1+i%9))
		}
		_, err := d.TakeFile(ctx, d.treasurer, booking.File{
			Bank: d.desk().Bank, Name: "x.csv", Data: []byte(head + strings.Join(rows, "\n") + "\n"), Days: "dmy",
		})
		d.must(err)
		for n, l := range d.desk().Lines[:40] {
			in := booking.Choice{Aside: "not ours"}
			if n%2 == 0 {
				in = booking.Choice{Parts: []booking.Part{{Party: d.aroha, Amount: l.Amount}}}
			}
			in.Line, in.Version = l.ID, l.Version
			d.must(d.Book(ctx, d.treasurer, in))
		}
		all, err := d.Lines(ctx, d.treasurer, booking.LineFilter{})
		d.must(err)
		if len(all.Lines) != 700 || all.All != 700 || all.Count != 700 {
			t.Fatalf("%d lines, %d in all", len(all.Lines), all.All)
		}
		for _, standing := range []string{"", "waiting", "booked", "aside", "other"} {
			for _, text := range []string{"", "PAYER 3", "nobody"} {
				f := booking.LineFilter{Bank: d.desk().Bank.ID, From: day("2026-08-02"), Standing: standing, Text: text}
				var want []booking.ListedLine
				for _, l := range all.Lines {
					if !l.Day.Before(f.From) && (standing == "" || l.Standing() == standing) &&
						(text == "" || strings.Contains(strings.ToUpper(l.Payee), text)) {
						want = append(want, l)
					}
				}
				samePages(t, d, f, want)
			}
		}
		file, err := d.EachLine(ctx, auth.Actor{}, booking.LineFilter{})
		if apperr.KindOf(err) != apperr.SignIn || file != nil {
			t.Errorf("the lines' file for a stranger: %v", err)
		}
	})
}

func samePages(t *testing.T, d *desk, f booking.LineFilter, want []booking.ListedLine) {
	t.Helper()
	same := func(a, b booking.ListedLine) bool {
		return a.ID == b.ID && slices.Equal(a.As, b.As) && a.Line.As == b.Line.As
	}
	var filed, paged []booking.ListedLine
	file, err := d.EachLine(ctx, d.treasurer, f)
	d.must(err)
	d.must(file(func(l booking.ListedLine) error { filed = append(filed, l); return nil }))
	for n := 1; ; n++ {
		f.Page = treasury.Page{Number: n, Size: 50}
		list, err := d.Lines(ctx, d.treasurer, f)
		d.must(err)
		in := 0
		for _, l := range want {
			in += int(l.Amount)
		}
		if list.Count != len(want) || int(list.In) != in || list.Out != 0 || list.All != 700 {
			t.Errorf("%+v: %d lines of %s and %s, want %d of %d", f, list.Count, list.In, list.Out, len(want), in)
		}
		if n > f.Page.Last(list.Count) { // is the last one again
			break
		}
		paged = append(paged, list.Lines...)
	}
	if !slices.EqualFunc(filed, want, same) || !slices.EqualFunc(paged, want, same) {
		t.Errorf("%+v: %d lines in the file, %d on the pages, want %d", f, len(filed), len(paged), len(want))
	}
}
