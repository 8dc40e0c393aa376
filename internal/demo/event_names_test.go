package demo

import (
	"strings"
	"testing"
	"time"

	"nzgs/internal/civil"
	towns "nzgs/internal/places"
)

// No event of the demonstration is named for another season than the one it is held in, nor for the other island; whatever
// the day on which the demonstration begins.
func TestEventsAreNamedForTheirSeason(t *testing.T) {
	seasons := [][]time.Month{
		{time.December, time.January, time.February}, {time.March, time.April, time.May},
		{time.June, time.July, time.August}, {time.September, time.October, time.November},
	}
	names := []string{"Summer", "Autumn", "Winter", "Spring"}
	for n, months := range seasons {
		for _, month := range months {
			for i := range eventNames {
				name := eventName(i, "Ōtepoti", civil.On(2027, month, 15))
				for other, word := range names {
					if other != n && strings.Contains(name, word) {
						t.Errorf("%s is held in %s", name, month)
					}
				}
				if strings.ContainsAny(name, "{}") {
					t.Errorf("%s is not filled in", name)
				}
			}
		}
	}
	for i := range eventNames {
		for n := range 40 {
			city := clubPlace(n).city
			town, ok := towns.Find(city)
			if !ok {
				t.Fatalf("%s is no town", city)
			}
			south := town.At.Lat < towns.Degrees(-41.5, 174).Lat || town.Region == "Tasman and Nelson (Te Tai o Aorere and Whakatū)"
			name := eventName(i, city, civil.On(2027, time.May, 1))
			if south && strings.Contains(name, "North Island") || !south && strings.Contains(name, "South Island") {
				t.Errorf("%s is on the other island", name)
			}
		}
	}
}
