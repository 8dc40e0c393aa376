package events

import (
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// freeLines are at most how many lines a check-in sheet has for who comes without an entry.
const freeLines = 6

// checkInSheet prints who is entered in an event, with boxes to tick, by family name: all sections in one list, or with
// ?by=section each on pages of its own.
func (s *Desk) checkInSheet(c echo.Context) error {
	e, err := s.deskEvent(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	charts, _, err := s.eventCharts(c, e.Slug)
	if err != nil {
		return err
	}
	if c.QueryParam("by") != "section" {
		l := checkInList(charts)
		l.Over, l.Title, l.AsAt = e.Name, "Check-in sheet", s.Clock().Long()
		return kit.SendPrint(c, s.TodaysFile("check-in", e.Slug), s.Press().ListingPDF, l)
	}
	in := reports.Listings{Title: e.Name + ", check-in sheet"}
	for _, w := range charts {
		l := checkInList([]*tournaments.Wallchart{w})
		l.Over, l.Title, l.AsAt = e.Name, w.Section.Name+": check-in sheet", s.Clock().Long()
		in.Lists = append(in.Lists, l)
	}
	return kit.SendPrint(c, s.TodaysFile("check-in by section", e.Slug), s.Press().ListingsPDF, in)
}

// checkInList is who is entered in these sections, with lines to write on below. Of one section it says the team.
func checkInList(charts []*tournaments.Wallchart) reports.Listing {
	l := reports.Listing{Large: true, Columns: []reports.ListingColumn{
		{Title: "", Width: 6}, {Title: "Here", Width: 10}, {Title: "Paid", Width: 10},
		{Title: "Player", Lines: reports.Whole}, {Title: "Grade", Width: 13}, {Title: "Club", Width: 22, Lines: reports.Whole},
		{Title: "Section", Width: 23, Lines: reports.Whole}, {Title: "Note", Width: 22, Lines: reports.Whole},
	}}
	where := sectionAndTeam
	if len(charts) == 1 {
		l.Columns[6].Title = "Team"
		where = func(_ *tournaments.Wallchart, e tournaments.Entry) string { return e.TeamName }
	}
	const section = 6
	type line struct {
		key string
		row []string
	}
	var lines []line
	for _, w := range charts {
		for _, entry := range w.Entries {
			if !entry.Withdrawn {
				lines = append(lines, line{entry.SortKey, []string{
					reports.Tick, reports.Tick, entry.ByFamily(), entry.Grade(), entry.Club, where(w, entry), entryNote(entry),
				}})
			}
		}
	}
	sortByKey(lines, func(a line) string { return a.key })
	for _, one := range lines {
		l.Rows = append(l.Rows, one.row)
	}
	withSideHeads(&l, 2)
	l.Blank, l.Blanks = []string{"", reports.Tick, reports.Tick, "", "", "", "", ""}, freeLines
	if len(charts) == 1 && !charts[0].Section.Teams() { // no teams: more room for names
		l.Columns = slices.Delete(l.Columns, section, section+1)
		for i := range l.Rows {
			l.Rows[i] = slices.Delete(l.Rows[i], section, section+1)
		}
		l.Blank = slices.Delete(l.Blank, section, section+1)
	}
	l.Notes = []string{kit.Plural(len(lines), "entry", "entries") + ", by family name. The lines at the end are for who is not entered yet."}
	return l
}

// sectionAndTeam is where somebody plays: "Open", or "Open: Nelson" for a team.
func sectionAndTeam(w *tournaments.Wallchart, e tournaments.Entry) string {
	if e.TeamName == "" {
		return w.Section.Name
	}
	return w.Section.Name + ": " + e.TeamName
}

func sortByKey[T any](list []T, key func(T) string) {
	slices.SortStableFunc(list, func(a, b T) int { return strings.Compare(key(a), key(b)) })
}
