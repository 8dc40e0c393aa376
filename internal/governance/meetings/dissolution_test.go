package meetings

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
)

// affiliate gives a club a list of so many members and its fee.
func (w *society) affiliate(name string, size int) {
	w.t.Helper()
	club, err := w.s.clubs.Found(ctx, w.treasurer, clubs.ClubInput{Name: name})
	w.must(err)
	var rows []clubs.PastRow
	for i := range size {
		rows = append(rows, clubs.PastRow{
			ListRow: clubs.ListRow{Family: fmt.Sprintf("%s%02d", strings.Fields(name)[0], i), Given: "Hana"},
		})
	}
	id, _, err := w.s.clubs.TakeOver(ctx, w.treasurer, clubs.PastList{
		Club: club, Year: 2025, Received: w.now.Date(), Source: "list", Rows: rows,
	})
	w.must(err)
	_, err = w.s.clubs.ReceiveFee(ctx, w.treasurer, clubs.FeeInput{
		Return: id, Amount: money.Cents(2000 * size), ReceivedOn: w.now.Date(), Method: treasury.Bank,
	})
	w.must(err)
}

// Rule 4.20: the clubs share that are affiliated on the day on which the right to
// dissolve arises, with their members of that day, and by another reading those
// of the day that is asked about.
func TestTheClubsOfTheDayTheRightArises(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		_, err := treasury.New(w.db, w.s.cases.Now).SetRate(ctx, w.treasurer, treasury.RateInput{
			Year: 2025, Amount: 2000, Meeting: treasury.AGM, MeetingDay: day("2024-03-14"),
			Resolution: "That the subscription be $20.00.",
		})
		w.must(err)
		w.tx(func(tx *store.Tx) error { // tried in 2024, and again a month later
			for _, on := range []string{"2024-07-10", "2024-08-10"} {
				if _, err := tx.Exec(ctx, `
					INSERT INTO meeting (kind, date, time, place, state, called_by, created_at, created_by)
					VALUES ('agm', $1, '19:30', 'The hall', 'inquorate', 'committee', $2, 'the test')`, day(on), w.now); err != nil {
					return err
				}
			}
			return nil
		})
		w.on("2026-02-01")
		w.affiliate("Capital Go Club", 7)
		w.on("2026-02-20")
		w.affiliate("Harbour Go Club", 5)
		w.on("2026-02-25")
		ask := func(on string) string {
			advice, err := w.s.Dissolution(ctx, w.secretary, day(on), 10_000)
			w.must(err)
			var got []string
			for _, s := range advice.Shares {
				got = append(got, fmt.Sprintf("%s %d", s.Name, s.Members))
			}
			return fmt.Sprintf(
				"%t from %s, as of %s: %s", advice.May.Allowed, advice.May.From, advice.AsOf, strings.Join(got, ", "),
			)
		}
		for _, c := range []struct {
			name, on, want string
			rule           func()
		}{
			{"yet to arise", "2026-02-10", "false from 2026-02-11, as of 2026-02-10: Capital Go Club 7", nil},
			{"arisen, and a club since", "2026-02-25", "true from 2026-02-11, as of 2026-02-11: Capital Go Club 7", nil},
			{"by the ruling on the day", "2026-02-25", "true from 2026-02-11, as of 2026-02-25: Capital Go Club 7, Harbour " +
				"Go Club 5",
				func() { w.rule(constitution.ClubsThatShare, "day") }},
			{"by the ruling on the first meeting", "2026-02-10", "true from 2026-01-11, as of 2026-02-10: Capital Go Club 7",
				func() { w.rule(constitution.PreviousInquorate, "first") }},
		} {
			if c.rule != nil {
				c.rule()
			}
			if got := ask(c.on); got != c.want {
				t.Errorf("%s: %s; want %s", c.name, got, c.want)
			}
		}
	})
}

// Rule 4.20 with 2.3: a club whose affiliation ceased when it fell under the
// minimum has no share from the day after; without the ruling it has.
func TestAClubWhoseAffiliationCeasedHasNoShare(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		_, err := treasury.New(w.db, w.s.cases.Now).SetRate(ctx, w.treasurer, treasury.RateInput{
			Year: 2025, Amount: 2000, Meeting: treasury.AGM, MeetingDay: day("2024-03-14"),
			Resolution: "That the subscription be $20.00.",
		})
		w.must(err)
		w.on("2025-08-01")
		w.affiliate("Capital Go Club", 7)
		w.affiliate("Harbour Go Club", 5)
		w.tx(func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				UPDATE membership_term
				SET to_day = $1
				WHERE person_id = (SELECT MIN(id) FROM person WHERE family_name = 'Harbour00')`, day("2025-10-31"))
			return err
		})
		w.on("2026-02-25")
		shares := func(on string) string {
			advice, err := w.s.Dissolution(ctx, w.secretary, day(on), 10_000)
			w.must(err)
			var got []string
			for _, s := range advice.Shares {
				got = append(got, fmt.Sprintf("%s %d", s.Name, s.Members))
			}
			return strings.Join(got, ", ")
		}
		const both = "Capital Go Club 7, Harbour Go Club 4"
		if got := shares("2026-02-25"); got != both {
			t.Errorf("without a ruling: %s", got)
		}
		w.must(w.rules.RecordRuling(ctx, w.secretary, constitution.Ruling{
			Question: constitution.UnderMinimum, Reading: "ceases", Meeting: day("2025-08-01"), Words: "It ends.",
		}))
		for on, want := range map[string]string{
			"2025-10-31": "Capital Go Club 7, Harbour Go Club 5", "2025-11-01": both, "2025-11-02": "Capital Go Club 7",
			"2026-02-25": "Capital Go Club 7",
			"2026-09-01": "Capital Go Club 7", // as of today
		} {
			if got := shares(on); got != want {
				t.Errorf("on %s by the ruling: %s; want %s", on, got, want)
			}
		}
	})
}

// Rule 4.20: assets go to the affiliated clubs by their members, to the cent.
func TestAssetsGoToTheAffiliatedClubs(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		if advice, err := w.s.Dissolution(
			ctx, w.secretary, day("2026-01-05"), 100_001,
		); err != nil || advice.Shares != nil || advice.May.Allowed {
			t.Errorf("without a club: %+v, %v", advice, err)
		}
		_, err := treasury.New(w.db, w.s.cases.Now).SetRate(ctx, w.treasurer, treasury.RateInput{
			Year: 2025, Amount: 2000, Meeting: treasury.AGM, MeetingDay: day("2024-03-14"),
			Resolution: "That the subscription be $20.00.",
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
