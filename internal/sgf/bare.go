package sgf

import (
	"strconv"
	"strings"
)

// HasText reports whether found says yes to the value of a property of any game of
// the file, as it stands between its brackets.
func (f *File) HasText(found func(raw []byte) bool) bool {
	for _, v := range f.tree.values {
		if found(f.tree.raw(v)) {
			return true
		}
	}
	return false
}

// Bare writes the main line as a record of its own in UTF-8, with the players' names
// as they are given and none of the record's texts: no comments, no names of events,
// files or programs, no variations. Board, handicap, komi, claimed result, stones,
// moves and the marked territory are the record's, so that it replays to the same
// boards.
func (r *Record) Bare(black, white string) []byte {
	w := bareWriter{[]byte("(;GM[" + strconv.Itoa(r.GameType) + "]FF[4]CA[UTF-8]SZ[" + r.size() + "]")}
	w.text("PB", black)
	w.text("PW", white)
	if r.Handicap > 0 {
		w.text("HA", strconv.Itoa(r.Handicap))
	}
	if r.KomiKnown {
		w.text("KM", r.Komi.String())
	}
	if claimed := r.Info(ResultText); claimed != "" {
		w.text("RE", ParseResult(claimed).bare())
	}
	for _, s := range r.Steps {
		w.step(r, s)
	}
	if len(r.Territory) > 0 {
		w.to = append(w.to, "\n;"...)
		w.stones(r.Territory, [...]string{Black: "TB", White: "TW"})
	}
	return append(w.to, ")\n"...)
}

func (r *Record) size() string {
	size := strconv.Itoa(r.Width)
	if r.Height != r.Width {
		size += ":" + strconv.Itoa(r.Height)
	}
	return size
}

// bare is a result as FF[4] writes it, "" where it has no form for it.
func (r Result) bare() string {
	ends := map[string]string{ByResignation: "R", ByTime: "T", ByForfeit: "F"}
	switch r.Winner {
	case BlackWins, WhiteWins:
		by := r.By
		if end, known := ends[by]; known {
			by = end
		}
		return string(r.Winner) + "+" + by
	case Draw:
		return "0"
	case Void:
		return "Void"
	case Unknown:
		return "?"
	}
	return ""
}

// bareWriter writes nodes with points and single texts.
type bareWriter struct{ to []byte }

// text writes a property with a text on one line; none for "".
func (w *bareWriter) text(name, value string) {
	value = strings.Join(strings.Fields(strings.ToValidUTF8(value, "\ufffd")), " ")
	if value == "" {
		return
	}
	w.to = append(append(w.to, name...), '[')
	w.to = append(escape(w.to, value), ']')
}

// step writes what happens as a node of its own.
func (w *bareWriter) step(r *Record, s Step) {
	w.to = append(w.to, "\n;"...)
	switch s.Kind {
	case SetUp:
		w.stones(r.SetUp(s), [...]string{Empty: "AE", Black: "AB", White: "AW"})
	case ToPlay:
		w.text("PL", s.Colour.String())
	case Play:
		w.to = append(w.to, s.Colour.String()...)
		w.to = append(w.to, '[', lineLetter(s.X), lineLetter(s.Y), ']')
	case Pass:
		w.to = append(append(w.to, s.Colour.String()...), "[]"...)
	case Button:
		w.to = append(append(w.to, s.Colour.String()...), "[button]"...)
	case Unreadable:
		w.to = append(append(w.to, s.Colour.String()...), "[?]"...)
	}
}

// stones writes points under the name of their colour. They stand in its order.
func (w *bareWriter) stones(list []Stone, names [White + 1]string) {
	for colour, name := range names {
		first := true
		for _, p := range list {
			if int(p.Colour) != colour {
				continue
			}
			if first {
				w.to, first = append(w.to, name...), false
			}
			w.to = append(w.to, '[', lineLetter(p.X), lineLetter(p.Y), ']')
		}
	}
}

// lineLetter is the letter of line i, 0 to 51.
func lineLetter(i uint8) byte {
	if i < 26 {
		return 'a' + i
	}
	return 'A' + i - 26
}

// escape appends a text as a raw value that reads as this text again. A colon
// is escaped too, so that the text may be part of a composed value.
func escape(to []byte, text string) []byte {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c == ']' || c == '\\' || c == ':' {
			to = append(to, '\\')
		}
		to = append(to, text[i])
	}
	return to
}
