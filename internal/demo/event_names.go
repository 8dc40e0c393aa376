package demo

import (
	"fmt"
	"strings"
	"time"

	"nzgs/internal/civil"
)

// eventNames are what follows the town in the name of an event; {season} and {island} are those of its day and town.
var eventNames = []string{
	"Congress", "{season} Open", "{island} Championship", "{season} Weekend", "River Trophy", "{season} Handicap",
	"City League Final", "Harbour Cup",
}

// eventName names the i-th event, held in a town from a day on.
func eventName(i int, city string, day civil.Date) string {
	name := strings.NewReplacer("{season}", season(day), "{island}", island(city)).Replace(eventNames[i%len(eventNames)])
	return fmt.Sprintf("%s %s %d", city, name, day.Year())
}

// season is the season of a day in New Zealand, where it is summer in January.
func season(day civil.Date) string {
	switch day.Month() {
	case time.December, time.January, time.February:
		return "Summer"
	case time.March, time.April, time.May:
		return "Autumn"
	case time.June, time.July, time.August:
		return "Winter"
	default:
		return "Spring"
	}
}

// island is the island of a town of the clubs.
func island(city string) string {
	switch city {
	case "Ōtautahi", "Ōtepoti", "Whakatū":
		return "South Island"
	default:
		return "North Island"
	}
}
