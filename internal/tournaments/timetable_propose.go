package tournaments

import (
	"regexp"
	"strconv"

	"nzgs/internal/civil"
)

// What a timetable is proposed with, in minutes.
const (
	firstRoundAt = 9*60 + 30
	lunchFrom    = 11*60 + 45 // lunch follows the first round of a day that ends at this time or later
	lunchMinutes = 60
	pauseMinutes = 15
	usualRound   = 150
	lastRoundEnd = 22 * 60
)

var mainTime = regexp.MustCompile(`(?i)(\d{1,3}) ?(?:min|m\b|′|')`)

// roundMinutes is how long a round takes by its clock settings: twice the main time and half an hour
// for the overtime of both, in whole quarters of an hour.
func roundMinutes(boardTime string) int {
	m := mainTime.FindStringSubmatch(boardTime)
	if m == nil {
		return usualRound
	}
	n, err := strconv.Atoi(m[1])
	if err != nil || n < 5 || n > 240 {
		return usualRound
	}
	return quarter(2*n + 30)
}

func quarter(minutes int) int { return (minutes + 14) / 15 * 15 }

// ProposeTimetable plans the rounds evenly over the days of an event, with lunch and short pauses, by
// how long a round takes with these clock settings. What does not fit into a day is left open.
func ProposeTimetable(e Event, rounds int, boardTime string) Timetable {
	t := Timetable{Zone: civil.Zone().String()}
	days, minutes := e.From.DaysUntil(e.To)+1, roundMinutes(boardTime)
	round := 1
	for d := 0; d < days && round <= rounds; d++ {
		left := rounds - round + 1
		today := (left + days - d - 1) / (days - d)
		at, eaten := firstRoundAt, false
		for k := range today {
			if at+minutes > lastRoundEnd {
				break
			}
			s := Slot{Round: round, Day: e.From.AddDays(d), Starts: HourOfDay(at), Minutes: minutes}
			at += minutes
			switch {
			case k == today-1:
			case !eaten && at >= lunchFrom:
				s.Pause, eaten = "Lunch", true
				at = quarter(at + lunchMinutes)
			default:
				at = quarter(at + pauseMinutes)
			}
			t.Slots = append(t.Slots, s)
			round++
		}
	}
	return t
}
