package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// PairingsByTable writes the draw for the wall in the order of the tables.
func (by Press) PairingsByTable(w io.Writer, s PairingSheet) error {
	d := by.newDocument(documentTitle(s.Event, s.Section, fmt.Sprintf("Round %d by table", s.Round)))
	d.byTable(s)
	return d.writeTo(w)
}

// byTable sets a draw in the order of the tables, with the results that are in.
func (d *document) byTable(s PairingSheet) {
	top := s.top("by table")
	g, rows := s.tables()
	y := g.draw(d, top, d.startPage(top), rows)
	s.drawByes(d, top, y+9)
	d.finish(s.Event, asAt(s.AsAt))
}

// PairingsByName writes the draw for the wall with a line for each player, in
// the order of Player.SortKey.
func (by Press) PairingsByName(w io.Writer, s PairingSheet) error {
	d := by.newDocument(documentTitle(s.Event, s.Section, fmt.Sprintf("Round %d by name", s.Round)))
	d.byName(s)
	return d.writeTo(w)
}

// byName sets a draw with a line for each player.
func (d *document) byName(s PairingSheet) {
	top := s.top("by name")
	if slices.ContainsFunc(s.Games, func(g Game) bool { return g.How != "" }) {
		top.notes = append(top.notes, "How each handicap was worked out stands on the sheet by table.")
	}
	g := grid{
		columns: []gridColumn{
			{title: "", width: 5, bold: bold},
			{title: "Player", share: 1.25, bold: bold, lines: uncut},
			{title: "Table", width: 12, align: right, bold: bold},
			{title: "", width: 3},
			{title: "Colour", width: 13},
			{title: "Opponent", share: 1, lines: uncut},
			{title: "Handicap", width: 26},
		},
		minHeight: 7.1, style: style{size: 11}, leading: 4.6,
	}
	y := d.startPage(top)
	g.draw(d, top, y, s.byName())
	d.finish(s.Event, asAt(s.AsAt))
}

// tables are the games in the order of the tables, with a column for results where one is in.
func (s PairingSheet) tables() (grid, [][]gridCell) {
	g := grid{
		columns: []gridColumn{
			{title: "Table", width: 13, align: right, bold: bold},
			{title: "Black", stone: blackStone, share: 1, lines: uncut},
			{title: "White", stone: whiteStone, share: 1, lines: uncut},
			{title: "Handicap", width: s.termsWidth(), lines: uncut},
		},
		minHeight: 8.4, style: style{size: 13}, detail: style{size: 8.5, grey: 60}, leading: 5.6,
	}
	results := slices.ContainsFunc(s.Games, func(game Game) bool { return game.Result != "" })
	if results {
		g.columns[3].width = s.termsWidth() - 6
		g.columns = append(g.columns, gridColumn{title: "Result", width: 34, lines: uncut})
	}
	games := slices.Clone(s.Games)
	slices.SortStableFunc(games, func(a, b Game) int { return a.Table - b.Table })
	rows := make([][]gridCell, 0, len(games))
	match := ""
	for _, game := range games {
		if game.Match != match {
			match = game.Match
			rows = append(rows, matchRow(match, len(g.columns)))
		}
		terms, komi := game.terms()
		row := []gridCell{
			{text: numberText(game.Table)},
			{text: game.Black.Name, detail: game.Black.details()},
			{text: game.White.Name, detail: game.White.details()},
			{text: joined(", ", terms, inHandicap(game, komi)), detail: cmp.Or(game.How, komi)},
		}
		if results {
			row = append(row, gridCell{text: game.Result})
		}
		rows = append(rows, row)
	}
	return g, rows
}

// matchRow is the line of a match of teams above its boards.
func matchRow(match string, columns int) []gridCell {
	row := make([]gridCell, columns)
	names := strings.SplitN(match, " – ", 2)
	row[1].text = names[0]
	if len(names) == 2 {
		row[2].text = names[1]
	}
	row[1].detail = "match"
	return row
}

// termsWidth is the column of how games are played, wider where their handicaps are worked out in it.
func (s PairingSheet) termsWidth() float64 {
	if slices.ContainsFunc(s.Games, func(g Game) bool { return g.How != "" }) {
		return 53
	}
	return 32
}

// inHandicap is the komi where it stands beside the handicap, because the line below says how that was worked out.
func inHandicap(g Game, komi string) string {
	if g.How == "" {
		return ""
	}
	return komi
}

func (s PairingSheet) top(order string) topLine {
	return topLine{
		over:  s.Event,
		tail:  s.Section,
		title: fmt.Sprintf("Round %d, %s", s.Round, order),
		notes: []string{s.Starts, s.Note},
	}
}

// byName is a row for each player, byes included.
func (s PairingSheet) byName() [][]gridCell {
	type line struct {
		key  string
		head string // the name by which it is in its place
		name string
		row  []gridCell
	}
	var lines []line
	add := func(p Player, rest ...gridCell) {
		name := p.ByName
		if name == "" {
			name = p.Name
		}
		lines = append(lines, line{p.sortKey(), cmp.Or(p.ByName, p.sortKey()), p.Name, append([]gridCell{{text: name}}, rest...)})
	}
	for _, g := range s.Games {
		terms, komi := g.terms()
		if g.Handicap <= 0 || komi != noKomi {
			terms = joined(", ", terms, komi)
		}
		add(
			g.Black, gridCell{text: numberText(g.Table)}, gridCell{stone: blackStone}, gridCell{text: "Black"},
			gridCell{text: g.White.Name}, gridCell{text: terms},
		)
		add(
			g.White, gridCell{text: numberText(g.Table)}, gridCell{stone: whiteStone}, gridCell{text: "White"},
			gridCell{text: g.Black.Name}, gridCell{text: terms},
		)
	}
	for _, b := range s.Byes {
		add(b.Player, gridCell{text: "–"}, gridCell{}, gridCell{}, gridCell{text: b.Kind}, gridCell{})
	}
	slices.SortStableFunc(lines, func(a, b line) int {
		return max(-1, min(1, 2*strings.Compare(a.key, b.key)+strings.Compare(a.name, b.name)))
	})
	rows := make([][]gridCell, len(lines))
	last := ""
	for i, l := range lines {
		head := Initial(l.head)
		side := sideHead(head, &last)
		rows[i] = append([]gridCell{{text: side, begins: side != ""}}, l.row...)
	}
	return rows
}

// Initial is the letter under which a name stands in a list by name: "T" of "Tūī, Aroha"; "" of scripts without capitals, or
// whose capitals no font has.
func Initial(name string) string {
	for _, r := range norm.NFKD.String(name) {
		if unicode.IsLetter(r) && !unicode.Is(unicode.Lm, r) {
			if up := unicode.ToUpper(r); up != unicode.ToLower(r) && !hasNoGlyph(up) {
				return string(up)
			}
			return ""
		}
	}
	return ""
}

// SideHeads are the initials at the side of a list by name: each where it begins, "" on the lines that follow.
func SideHeads(names []string) []string {
	out, last := make([]string, len(names)), ""
	for i, name := range names {
		out[i] = sideHead(Initial(name), &last)
	}
	return out
}

// sideHead is an initial where it is another than the last.
func sideHead(initial string, last *string) string {
	if initial == *last {
		return ""
	}
	*last = initial
	return initial
}

// drawByes lists those without an opponent below the tables.
func (s PairingSheet) drawByes(d *document, top topLine, y float64) {
	if len(s.Byes) == 0 {
		return
	}
	const leading = 6.0
	if y+2*leading > contentBottom {
		y = d.startPage(top) + 5
	}
	d.text(margin, y, "Without a game", headingStyle)
	y += leading
	for _, b := range s.Byes {
		if y > contentBottom {
			y = d.startPage(top) + 5
		}
		used := min(widthOf(printable(b.Player.Name), style{size: 11}), textWidth*0.6)
		below := d.textWhole(margin, y, textWidth*0.6, 8, b.Player.Name, style{size: 11}) + leading
		d.textFit(margin+used+3, y, textWidth-used-3, b.Kind, style{size: 11, grey: 70})
		y = below
	}
}

const noKomi = "no komi"

// terms says how a game is played: "Even" and "komi 7", or "Handicap 4" and
// "no komi".
func (g Game) terms() (handicap, komi string) {
	komi = noKomi
	if g.Komi != "" && g.Komi != "0" {
		komi = "komi " + g.Komi
	}
	if g.Handicap <= 0 {
		return "Even", komi
	}
	return fmt.Sprintf("Handicap %d", g.Handicap), komi
}

// details is what stands in small below a name.
func (p Player) details() string {
	score := p.Score
	switch score {
	case "":
	case "½", "1":
		score += " point"
	default:
		score += " points"
	}
	return joined(" · ", p.Grade, p.Club, score)
}

func (p Player) sortKey() string {
	if p.SortKey != "" {
		return p.SortKey
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(p.Name))
}

// joined puts the separator between the parts that are not empty.
func joined(separator string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), separator)
}

// numberText is a table or a place; 0 prints as a dash.
func numberText(n int) string {
	if n <= 0 {
		return "–"
	}
	return strconv.Itoa(n)
}

func documentTitle(parts ...string) string { return joined(", ", parts...) }

// asAt says of when the data of a print is.
func asAt(when string) string {
	if when == "" {
		return ""
	}
	return "as at " + when
}
