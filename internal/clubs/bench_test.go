package clubs_test

import (
	"fmt"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
)

// BenchmarkLongestList uploads, shows and confirms a list of 5,000 rows, the
// longest that is read, in a register of 2,000 people.
func BenchmarkLongestList(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		db := storetest.SQLite(b)
		clock := func() civil.Instant { return day("2026-08-03").Midnight() }
		s := clubs.New(db, clock, auth.New(db, clock, auth.Settings{}))
		var people []members.PersonInput
		for i := range 2000 {
			people = append(people, members.PersonInput{
				FamilyName: fmt.Sprintf("Family%c%c", 'a'+i%26, 'a'+i/26%26), GivenNames: fmt.Sprintf("Given%d", i),
			})
		}
		system := auth.System("bench")
		if _, err := members.New(db, clock).RegisterAll(ctx, system, people); err != nil {
			b.Fatal(err)
		}
		if _, err := treasury.New(db, clock).SetRate(ctx, system, treasury.RateInput{
			Year: 2026, Amount: money.MustParse("20"), Meeting: treasury.AGM, MeetingDay: day("2026-03-14"), Resolution: "$20",
		}); err != nil {
			b.Fatal(err)
		}
		club, err := s.Found(ctx, system, clubs.ClubInput{Name: "Everybody"})
		if err != nil {
			b.Fatal(err)
		}
		var rows []clubs.ListRow
		for i := range 5000 {
			rows = append(rows, clubs.ListRow{
				Number: i + 2, Family: fmt.Sprintf("Row%c%c%c", 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26),
				Given: fmt.Sprintf("Given%d", i), Email: fmt.Sprintf("row%d@example.nz", i),
			})
		}
		b.StartTimer()
		up, err := s.Upload(ctx, system, clubs.UploadInput{Club: club, Year: 2026, List: clubs.ListOf("list", rows)})
		if err != nil {
			b.Fatal(err)
		}
		uploaded := b.Elapsed()
		v, err := s.View(ctx, system, up.Return)
		if err != nil {
			b.Fatal(err)
		}
		shown := b.Elapsed()
		if _, err := s.Confirm(
			ctx, system, clubs.Ref{Return: up.Return, Version: v.Return.Version}, clubs.Last{Consented: true},
		); err != nil {
			b.Fatal(err)
		}
		confirmed := b.Elapsed()
		if _, err := s.ReceiveFee(ctx, system, clubs.FeeInput{
			Return: up.Return, Amount: money.MustParse("100000"), ReceivedOn: day("2026-08-03"), Method: treasury.Bank,
		}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(uploaded.Seconds()*1000, "ms/upload")
		b.ReportMetric((shown-uploaded).Seconds()*1000, "ms/view")
		b.ReportMetric((confirmed-shown).Seconds()*1000, "ms/confirm")
		b.ReportMetric((b.Elapsed()-confirmed).Seconds()*1000, "ms/pay")
	}
}
