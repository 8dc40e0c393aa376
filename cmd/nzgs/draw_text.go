package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"nzgs/internal/formats"
	"nzgs/internal/pairing"
)

// writeDraw writes the draw of a round for people: a table, and for each pair why.
func writeDraw(w io.Writer, file *formats.File, d *pairing.Drawing) error {
	who := namesOf(file)
	var b strings.Builder
	b.WriteString(headline(file, fmt.Sprintf("round %d of %d", d.Round, file.Event.Rounds)))
	t := textTable{head: []string{"Table", "White", "Black", "Handicap", "Komi"}, right: map[int]bool{0: true}}
	for i := range d.Pairs {
		p := &d.Pairs[i]
		handicap := "even"
		if p.Handicap > 0 {
			handicap = fmt.Sprint(p.Handicap)
		}
		t.row(fmt.Sprint(p.Table), who.rated(p.White), who.rated(p.Black), handicap, p.Komi.String())
		t.remark(p.Explain())
	}
	t.write(&b)
	if d.Bye != "" {
		fmt.Fprintf(&b, "\nBye: %s\n", who.rated(d.Bye))
		if why := d.ExplainBye(); why != "" {
			fmt.Fprintf(&b, "       %s\n", why)
		}
	}
	if len(d.Through) > 0 {
		b.WriteString("\nWithout a game:\n")
		for _, t := range d.Through {
			fmt.Fprintf(&b, "  %s: %s\n", who.rated(t.ID), t.Text)
		}
	}
	if len(d.Idle) > 0 {
		b.WriteString("\nNot playing:\n")
		for _, idle := range d.Idle {
			fmt.Fprintf(&b, "  %s: %s\n", who.name(idle.ID), idle.Text)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeStuck says why a round cannot be drawn, and what the director can do.
func writeStuck(w io.Writer, round int, s *stuck) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Round %d cannot be drawn: %s.\n", round, s.reason)
	if len(s.relax) > 0 {
		b.WriteString("\nIt can be drawn if you\n")
		for i, r := range s.relax {
			if i > 0 {
				b.WriteString("or\n")
			}
			fmt.Fprintf(&b, "  %s\n", r.Text)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// headline names the event and what is shown of it.
func headline(file *formats.File, what string) string {
	if file.Name == "" {
		return strings.ToUpper(what[:1]) + what[1:] + "\n\n"
	}
	return file.Name + ", " + what + "\n\n"
}

// names finds players by id. Two of the same name are shown with their ids.
type names struct {
	file  *formats.File
	index map[pairing.ID]int
	twice map[string]bool
}

func namesOf(file *formats.File) names {
	n := names{file: file, index: map[pairing.ID]int{}, twice: map[string]bool{}}
	seen := map[string]bool{}
	for i, p := range file.Event.Players {
		n.index[p.ID] = i
		n.twice[p.Name] = seen[p.Name]
		seen[p.Name] = true
	}
	return n
}

func (n names) name(id pairing.ID) string {
	p := n.file.Event.Players[n.index[id]]
	switch {
	case p.Name == "":
		return string(id)
	case n.twice[p.Name]:
		return fmt.Sprintf("%s (%s)", p.Name, id)
	}
	return p.Name
}

// rated gives a player with the rating that handicaps are worked out from.
func (n names) rated(id pairing.ID) string {
	return fmt.Sprintf("%s %s", n.name(id), n.file.Event.Players[n.index[id]].Rating)
}

// textTable is a table with aligned columns, and a remark below a row where there is one.
type textTable struct {
	head    []string
	right   map[int]bool // columns of numbers
	rows    [][]string
	remarks map[int]string
}

func (t *textTable) row(cells ...string) { t.rows = append(t.rows, cells) }

func (t *textTable) remark(text string) {
	if t.remarks == nil {
		t.remarks = map[int]string{}
	}
	t.remarks[len(t.rows)-1] = text
}

func (t *textTable) write(b *strings.Builder) {
	width := make([]int, len(t.head))
	for _, row := range append([][]string{t.head}, t.rows...) {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	t.line(b, t.head, width)
	for k, row := range t.rows {
		t.line(b, row, width)
		if remark := t.remarks[k]; remark != "" {
			fmt.Fprintf(b, "%s  %s\n", strings.Repeat(" ", width[0]), remark)
		}
	}
}

func (t *textTable) line(b *strings.Builder, cells []string, width []int) {
	var line strings.Builder
	for i, cell := range cells {
		if i > 0 {
			line.WriteString("  ")
		}
		space := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
		if t.right[i] {
			line.WriteString(space + cell)
		} else {
			line.WriteString(cell + space)
		}
	}
	b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
}
