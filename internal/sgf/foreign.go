package sgf

import (
	"bytes"
	"strconv"
	"strings"
)

// Two servers' own formats are read by writing them again in this one: GIB of Tygem and
// NGF of Cyberoro (WBaduk). What they say beside players, board, handicap, komi, result,
// date and moves is left out.

// foreign writes an input of another format as a game record; nil if it is in neither.
func foreign(text []byte) (record []byte, format string) {
	head := bytes.TrimLeft(text, "\ufeff \t\r\n")
	switch {
	case bytes.HasPrefix(head, []byte(`\HS`)):
		return fromGIB(string(head)), "GIB, the format of Tygem"
	case len(head) > 0 && head[0] != '(':
		if record := fromNGF(string(head)); record != nil {
			return record, "NGF, the format of Cyberoro"
		}
	}
	return nil, ""
}

// aGame is what the other formats tell of a game.
type aGame struct {
	black, white, blackRank, whiteRank, date, result, event string
	komi                                                    string
	size, handicap                                          int
	moves                                                   []byte // as nodes
}

// write writes the game. Handicap stones that are not moves stand on the usual points.
func (g *aGame) write() []byte {
	w := bareWriter{[]byte("(;GM[1]FF[4]CA[UTF-8]SZ[" + strconv.Itoa(g.size) + "]")}
	for _, p := range [][2]string{
		{"PB", g.black}, {"BR", g.blackRank}, {"PW", g.white}, {"WR", g.whiteRank}, {"EV", g.event}, {"DT", g.date},
		{"KM", g.komi}, {"RE", g.result},
	} {
		w.text(p[0], p[1])
	}
	if g.handicap > 1 {
		w.text("HA", strconv.Itoa(g.handicap))
		if at := usualPoints(g.handicap, g.size); at != "" {
			w.to = append(append(w.to, "AB"...), at...)
		}
	}
	w.to = append(w.to, g.moves...)
	return append(w.to, ")\n"...)
}

// usualPoints are where servers put handicap stones, as the values of a property; "" where
// they have no place.
func usualPoints(n, size int) string {
	if n < 2 || n > 9 || size < 7 || size%2 == 0 {
		return ""
	}
	near := 3
	if size < 12 {
		near = 2
	}
	lines := [3]byte{lineLetter(uint8(near)), lineLetter(uint8(size / 2)), lineLetter(uint8(size - 1 - near))}
	order := [...][2]int{{2, 0}, {0, 2}, {2, 2}, {0, 0}, {0, 1}, {2, 1}, {1, 0}, {1, 2}}
	stones, middle := order[:min(n, 8)], n == 9
	if n == 5 || n == 7 {
		stones, middle = order[:n-1], true
	}
	out := ""
	for _, at := range stones {
		out += "[" + string([]byte{lines[at[0]], lines[at[1]]}) + "]"
	}
	if middle {
		out += "[" + string([]byte{lines[1], lines[1]}) + "]"
	}
	return out
}

// play adds a move; a point off the board of any size is a pass.
func (g *aGame) play(black bool, x, y int) {
	name := ";W["
	if black {
		name = ";B["
	}
	g.moves = append(g.moves, name...)
	if x >= 0 && x < MaxSize && y >= 0 && y < MaxSize {
		g.moves = append(g.moves, lineLetter(uint8(x)), lineLetter(uint8(y)))
	}
	g.moves = append(g.moves, ']')
}

// fromGIB reads Tygem's format: a head of \[NAME=value\] and lines of moves.
func fromGIB(text string) []byte {
	g := &aGame{size: defaultSize}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if name, value, ok := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(line, `\[`), `\]`), "="); ok &&
			strings.HasPrefix(line, `\[`) {
			g.gibHead(name, value)
			continue
		}
		switch f := strings.Fields(line); {
		case len(f) >= 4 && f[0] == "INI":
			g.handicap = shortNumber(f[3])
		case len(f) >= 6 && f[0] == "STO":
			g.play(f[3] == "1", shortNumber(f[4]), shortNumber(f[5]))
		case len(f) >= 4 && f[0] == "SKI":
			g.play(f[3] == "1", -1, -1)
		}
	}
	return g.write()
}

// gibHead reads one value of the head.
func (g *aGame) gibHead(name, value string) {
	switch name {
	case "GAMEBLACKNAME":
		g.black, g.blackRank = nameAndRank(value)
	case "GAMEWHITENAME":
		g.white, g.whiteRank = nameAndRank(value)
	case "GAMENAME":
		g.event = value
	case "GAMEDATE":
		if f := strings.FieldsFunc(value, func(r rune) bool { return r == '-' || r == ' ' || r == ':' }); len(f) >= 3 {
			g.date = dayOf(f[0], f[1], f[2])
		}
	case "GAMEINFOMAIN":
		g.gibResult(value, "GRLT", "ZIPSU", "GONGJE")
	case "GAMETAG":
		g.gibResult(value, "W", "Z", "G")
	}
}

// gibResult reads how the game ended, by how many tenths of a point, and the komi, from a
// list of names and numbers.
func (g *aGame) gibResult(list, how, by, komi string) {
	values := map[string]int{}
	for _, part := range strings.Split(list, ",") {
		name := strings.TrimRight(part, "-0123456789")
		number := strings.TrimPrefix(part, name)
		if name = strings.TrimSuffix(name, ":"); number != "" {
			values[name] = shortNumber(number)
		}
	}
	end, ended := values[how]
	if ended && g.result == "" {
		points := tenths(values[by])
		switch end {
		case 0:
			g.result = "B+" + points
		case 1:
			g.result = "W+" + points
		case 3:
			g.result = "B+R"
		case 4:
			g.result = "W+R"
		case 7:
			g.result = "B+T"
		case 8:
			g.result = "W+T"
		}
	}
	if k, named := values[komi]; named && g.komi == "" {
		g.komi = tenths(k)
	}
}

// The lines of NGF's head.
const (
	ngfTitle = iota
	ngfSize
	ngfWhite
	ngfBlack
	_
	ngfHandicap
	_
	ngfKomi
	ngfDate
	_
	ngfResult
	_
	ngfHead
)

// fromNGF reads Cyberoro's format: a head of twelve lines, and a line for each move. It
// answers nil if this is something else.
func fromNGF(text string) []byte {
	lines := strings.Split(strings.ReplaceAll(text, "\r", ""), "\n")
	if len(lines) < ngfHead {
		return nil
	}
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	g := &aGame{size: shortNumber(lines[ngfSize]), handicap: shortNumber(lines[ngfHandicap]), event: lines[ngfTitle]}
	if g.size < 1 || g.size > MaxSize || g.handicap < 0 || !isDecimal(lines[ngfKomi]) {
		return nil
	}
	g.white, g.whiteRank = nameAndRank(lines[ngfWhite])
	g.black, g.blackRank = nameAndRank(lines[ngfBlack])
	g.komi = lines[ngfKomi]
	if g.handicap == 0 && !strings.Contains(g.komi, ".") {
		g.komi += ".5" // the half point is not written
	}
	if d := lines[ngfDate]; len(d) >= 8 && isDigits(d[:8]) {
		g.date = dayOf(d[:4], d[4:6], d[6:8])
	}
	g.result = ngfResultOf(strings.ToLower(lines[ngfResult]))
	for _, line := range lines[ngfHead:] {
		line = strings.ToUpper(line)
		if len(line) < 7 || line[:2] != "PM" || line[4] != 'B' && line[4] != 'W' {
			continue
		}
		// Lines of the board count from B, as if A were 0.
		g.play(line[4] == 'B', int(line[5])-'B', int(line[6])-'B')
	}
	return g.write()
}

func ngfResultOf(text string) string {
	winner := ""
	switch {
	case strings.Contains(text, "white w"):
		winner = "W+"
	case strings.Contains(text, "black w"):
		winner = "B+"
	default:
		return ""
	}
	switch _, by, found := strings.Cut(text, "by "); {
	case strings.Contains(text, "resign"):
		return winner + "R"
	case strings.Contains(text, "time"):
		return winner + "T"
	case found:
		by = strings.TrimSpace(by)
		end := 0
		for end < len(by) && (by[end] == '.' || by[end] >= '0' && by[end] <= '9') {
			end++
		}
		return winner + strings.TrimRight(by[:end], ".")
	}
	return winner
}

// nameAndRank takes the rank off the end of a name: "Ash (7D)", "Ash   6D*".
func nameAndRank(text string) (name, rank string) {
	f := strings.Fields(text)
	if len(f) < 2 {
		return text, ""
	}
	last := strings.Trim(f[len(f)-1], "()*")
	if n := len(last); n >= 2 && n <= 3 && strings.ContainsRune("DdKkPp단급段级", rune(last[n-1])) && isDigits(last[:n-1]) {
		return strings.Join(f[:len(f)-1], " "), strings.ToLower(last)
	}
	return strings.Join(f, " "), ""
}

func dayOf(year, month, day string) string {
	pad := func(s string) string {
		if len(s) == 1 {
			return "0" + s
		}
		return s
	}
	if !isDigits(year) || !isDigits(month) || !isDigits(day) || len(year) != 4 || len(month) > 2 || len(day) > 2 {
		return ""
	}
	return year + "-" + pad(month) + "-" + pad(day)
}

func tenths(n int) string { return amount(int64(n) * int64(one) / 10).String() }

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func isDecimal(s string) bool {
	return s != "" && len(s) < 9 && strings.Trim(s, "0123456789.") == "" && strings.Count(s, ".") < 2 && s[0] != '.'
}

// shortNumber reads up to six digits; -1 for anything else.
func shortNumber(s string) int {
	if len(s) > 6 {
		return -1
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return -1
	}
	return n
}
