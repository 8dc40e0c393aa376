package events

import (
	"fmt"
	"strings"
	"testing"
)

// A prize that many win takes as many pages of the projector as it needs, and no winner is lost.
func TestPrizesFillTheWallPageByPage(t *testing.T) {
	var pages []string
	for _, page := range wallPrizes([]PrizeRow{
		{Title: "1st", Winners: make([]PrizeWinner, 1)}, {Title: "Junior"}, {Title: "Wins", Winners: make([]PrizeWinner, 14)},
		{Title: "Club", Winners: make([]PrizeWinner, 2)},
	}) {
		text := ""
		for _, row := range page {
			text += fmt.Sprintf("%s %d ", row.Title, len(row.Winners))
		}
		pages = append(pages, strings.TrimSpace(text))
	}
	if got := strings.Join(pages, " | "); got != "1st 1 Junior 0 | Wins 6 | Wins 6 | Wins 2 Club 2" {
		t.Error(got)
	}
	if wallPrizes(nil) != nil {
		t.Error("a wall of no prizes")
	}
}
