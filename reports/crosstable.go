package reports

import (
	"cmp"
	"fmt"
	"io"
)

// CrosstableXLSX writes an event as a workbook with a sheet for each section:
// places, players, each round's result, score and tie-breaks.
func (by Press) CrosstableXLSX(w io.Writer, c Crosstable) error {
	sections := c.Sections
	if len(sections) == 0 {
		sections = []CrosstableSection{{Name: "Crosstable"}}
	}
	return by.writeWorkbook(w, documentTitle(c.Event, "crosstable"), func(b *workbook) error {
		for _, section := range sections {
			if err := b.add(c.sheet(section)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c Crosstable) sheet(s CrosstableSection) excelSheet {
	out := excelSheet{
		name:      s.Name,
		above:     []string{joined(" · ", c.Event, s.Name), joined(" · ", c.Place, c.Dates, asAt(c.AsAt))},
		landscape: landscape,
		freeze:    4,
		columns: []excelColumn{
			{title: "No.", width: 6, align: right},
			{title: "Place", width: 8, align: right}, {title: "Points place", width: 12, align: right},
			{title: "Name", width: 28},
		},
	}
	if !s.Teams {
		out.columns = append(out.columns, excelColumn{title: "Member no.", width: 12}, excelColumn{title: "Grade", width: 9})
	}
	out.columns = append(out.columns, excelColumn{title: cmp.Or(s.ClubHead, "Club"), width: 18})
	for round := range s.Rounds {
		out.columns = append(out.columns, excelColumn{title: fmt.Sprint("R", round+1), width: 9})
	}
	out.columns = append(out.columns, excelColumn{title: "Score", width: 8, align: right})
	for _, name := range s.TieBreaks {
		out.columns = append(out.columns, excelColumn{title: name, width: 9, align: right})
	}
	places := placeCells(s.Rows, func(r CrosstableRow) int { return r.Place })
	points := placeCells(s.Rows, func(r CrosstableRow) int { return r.PointsPlace })
	for i, r := range s.Rows {
		row := []excelCell{Int(r.No).excel(), places[i], points[i]}
		texts := []string{r.Player.Name, r.MemberNo, r.Player.Grade, r.Player.Club}
		if s.Teams {
			texts = []string{r.Player.Name, r.Player.Club}
		}
		for _, text := range texts {
			row = append(row, Text(text).excel())
		}
		for round := range s.Rounds {
			var cell Cell
			if round < len(r.Results) {
				cell = Text(r.Results[round])
			}
			row = append(row, cell.excel())
		}
		row = append(row, Figure(r.Score).excel())
		for t := range s.TieBreaks {
			row = append(row, Figure(figureAt(r.TieBreaks, t)).excel())
		}
		out.rows = append(out.rows, row)
	}
	return out
}

// placeCells are places as numbers, shared ones shown as "2=".
func placeCells(rows []CrosstableRow, place func(CrosstableRow) int) []excelCell {
	count := map[int]int{}
	for _, r := range rows {
		count[place(r)]++
	}
	out := make([]excelCell, len(rows))
	for i, r := range rows {
		p := place(r)
		if p <= 0 {
			continue
		}
		cell := Int(p)
		if count[p] > 1 {
			cell.format = `0"="`
		}
		out[i] = cell.excel()
	}
	return out
}
