package ratings_test

import (
	"fmt"
	"net/http"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// What the rating sheet of an event of 60 players and six rounds costs, on the page and on paper, and the list as a print.
func BenchmarkSheet(b *testing.B) {
	s := kittest.EmptySite(b)
	var people []members.PersonID
	for i := range 60 {
		people = append(people, s.Register("Player", fmt.Sprintf("Number%d", i)))
	}
	var games []ratings.Game
	for round := 1; round <= 6; round++ {
		for i := range 30 {
			games = append(games, ratings.Game{
				Ref: int64(len(games) + 1), Section: "Open", Round: round, Black: people[i], White: people[30+(i+round)%30],
				Result: []ratings.Result{ratings.BlackWins, ratings.WhiteWins}[(round+i)%2],
			})
		}
	}
	s.RateGames("Event", "2026-03-14", games...)
	slug, err := store.One(b.Context(), s.DB, store.Value[string], `SELECT slug FROM event`)
	s.Must(err)
	for _, address := range []string{kit.RatingSheetURL(slug), kit.RatingSheetURL(slug) + ".pdf", "/ratings.pdf"} {
		b.Run(address, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if a := s.Browser("").Get(address); a.Status != http.StatusOK {
					b.Fatal(a.Status)
				}
			}
		})
	}
}

// What two players with sixty events each cost beside each other.
func BenchmarkCompare(b *testing.B) {
	s := kittest.EmptySite(b)
	var people []members.PersonID
	for i := range 6 {
		people = append(people, s.Register("Player", fmt.Sprintf("Number%d", i)))
	}
	day, ref := civil.MustParseDate("2020-01-04"), int64(0)
	for n := range 60 {
		var games []ratings.Game
		for round := 1; round <= 5; round++ {
			for i := range 3 {
				ref++
				games = append(games, ratings.Game{
					Ref: ref, Section: "Open", Round: round, Black: people[i], White: people[3+(i+round)%3],
					Result: []ratings.Result{ratings.BlackWins, ratings.WhiteWins}[(n+round+i)%2],
				})
			}
		}
		s.RateGames(fmt.Sprintf("Event %d", n), day.AddDays(14*n).String(), games...)
	}
	for _, address := range []string{
		fmt.Sprintf("/ratings/compare?a=x+(%d)&b=y+(%d)", people[0], people[3]), kit.PlayerURL(people[0]),
	} {
		b.Run(address, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if a := s.Browser("").Get(address); a.Status != http.StatusOK {
					b.Fatal(a.Status)
				}
			}
		})
	}
}
