package reports

import (
	"io"
	"slices"
)

// Schedule is the timetable of an event's sections, for the wall and the pocket.
type Schedule struct {
	Event, Days, Place string
	Sections           []ScheduleSection
	URL, ShortURL      string // of the event's page, which has the times as they are
	AsAt               string
}

// ScheduleSection is one section's rounds.
type ScheduleSection struct {
	Name, Terms string
	Zone        string // whose clocks they are, where they are not New Zealand's
	Lines       []ScheduleLine
}

// ScheduleLine is a round. Empty texts are left out.
type ScheduleLine struct {
	Day, Round   string // Day where it is another one than that of the line before
	Starts, Ends string
	Pause        string // what comes after it
	Clocks       string
}

// SchedulePDF writes the schedule card. It fails if the address is longer than [MaxCardURL].
func (by Press) SchedulePDF(w io.Writer, s Schedule) error {
	d := by.newDocument(documentTitle(s.Event, "timetable"))
	top := topLine{over: joined(" · ", s.Days, s.Place), title: joined(": ", s.Event, "timetable")}
	if len(s.Sections) == 0 {
		top.notes = []string{"No times are set yet."}
	}
	f := flow{document: d, top: top}
	f.y = f.startPage(top) + 2
	g := grid{
		columns: []gridColumn{
			{title: "Day", width: 46, lines: uncut, again: true}, {title: "Starts", width: 21, align: right, bold: bold}, {title: "", width: 1},
			{title: "Round", share: 1, lines: uncut}, {title: "Until about", width: 22, align: right}, {title: "", width: 1},
			{title: "Clocks", width: 32, lines: uncut},
		},
		minHeight: 8, style: style{size: 10.5}, leading: 4.8,
	}
	if !s.hasClocks() {
		g.columns = g.columns[:5]
	}
	for _, section := range s.Sections {
		f.room(30)
		f.y = d.paragraph(margin, f.y+4, textWidth, 6, section.Name, style{size: 14, weight: bold})
		f.y = d.paragraph(margin, f.y, textWidth, 5, joined(" · ", section.Terms, section.Zone), noteStyle)
		f.y = g.draw(d, top, f.y+1, section.rows(len(g.columns))) + 6
	}
	if s.URL != "" {
		const code = 26.0
		f.with(code + 4) // with a round before it
		if err := d.qrCode(s.URL, margin, f.y, code); err != nil {
			return err
		}
		d.text(margin+code+5, f.y+10, "Times may change while the event is played:", noteStyle)
		d.textWhole(margin+code+5, f.y+16, textWidth-code-5, 8, s.ShortURL, style{size: 11, weight: bold})
	}
	d.finish(s.Event, asAt(s.AsAt))
	return d.writeTo(w)
}

// hasClocks reports whether anything is said of the clocks of a round.
func (s Schedule) hasClocks() bool {
	return slices.ContainsFunc(s.Sections, func(section ScheduleSection) bool {
		return slices.ContainsFunc(section.Lines, func(l ScheduleLine) bool { return l.Clocks != "" })
	})
}

// rows are the rounds, with what comes between them on lines of its own.
func (s ScheduleSection) rows(columns int) [][]gridCell {
	var out [][]gridCell
	for _, l := range s.Lines {
		out = append(out, cells(l.Day, l.Starts, "", l.Round, l.Ends, "", l.Clocks)[:columns])
		if l.Pause != "" {
			out = append(out, cells("", l.Ends, "", l.Pause, "", "", "")[:columns])
		}
	}
	return out
}
