package booking_test

import (
	"errors"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/booking"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// What a line of the bank is split into counts to different projects, and is found by each.
func TestPartsOfALineCountToProjects(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		one := d.asks(d.aroha, 2500)
		d.takes("Direct Credit,Trust,,,for all,60.00,01/09/2026,,")
		l := d.line("Trust")
		parts := []booking.Part{
			{Invoice: one.ID, Party: d.aroha, Amount: 2500}, {Account: "4400", Amount: 1000, Tag: " Winter   camp "},
			{Account: "4400", Amount: 2000, Tag: "North Island Open"}, {Account: "4400", Amount: 500},
		}
		bad := append([]booking.Part(nil), parts...)
		bad[0].Tag, bad[1].Tag = "Winter camp", strings.Repeat("ā", 41)
		err := d.Book(ctx, d.treasurer, booking.Choice{Line: l.ID, Version: l.Version, Parts: bad})
		var e *apperr.Error
		if !errors.As(err, &e) || len(e.Fields) != 2 || e.Fields[0].Name != "tag_1" || e.Fields[1].Name != "tag_2" {
			t.Fatalf("a tag of an invoice, and one too long: %v", err)
		}
		d.must(d.Book(ctx, d.treasurer, booking.Choice{Line: l.ID, Version: l.Version, Parts: parts}))
		for tag, want := range map[string]int64{"Winter camp": -1000, "North Island Open": -2000, "Winter": 0} {
			j, err := d.money.ReadJournal(ctx, d.treasurer, treasury.JournalFilter{Tag: tag})
			d.must(err)
			var sum int64
			for _, x := range j.Entries {
				if ledger.Sum(x.Lines) != 0 {
					t.Errorf("%s: %+v", tag, x.Lines)
				}
				for _, line := range x.Lines {
					if line.Tag == tag {
						sum += int64(line.Amount)
					}
				}
			}
			if sum != want {
				t.Errorf("%s comes to %d, want %d", tag, sum, want)
			}
		}
		if problem, err := treasury.CompareWithLog(ctx, d.db); err != nil || problem != "" {
			t.Errorf("%s, %v", problem, err)
		}
	})
}
