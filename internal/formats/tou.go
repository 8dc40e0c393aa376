package formats

import (
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
)

// The .tou file of the French federation: header lines such as ";name=", then a row for each player in the order of the
// standings, in fixed columns, in ISO-8859-15.
var touLayout = layout{
	place: span{0, 4}, name: span{5, 30}, grade: span{30, 33}, licence: span{34, 41}, club: span{42, 46}, end: 46,
}

func writeTOU(f *File) ([]byte, Notes, error) {
	t, notes := f.resultTable()
	w := listWriter{file: f, notes: notes}
	codes, more := f.clubCodes(w.latin)
	w.notes = append(w.notes, more...)
	w.touHeader()
	defaults := 0
	for k, row := range t.rows {
		i := t.players[k]
		licence := []rune(w.latin(f.Person(i).Licence))
		fmt.Fprintf(&w.b, "%4d %s%3s %s %s", k+1, w.name(i, touLayout.name), f.gradeOf(i).Short(),
			right(string(licence[:min(len(licence), 7)]), 7), right(codes[f.Event.Players[i].Club], codeLength))
		for _, l := range row.Rounds {
			if l.Kind == pairing.KindDefault {
				defaults++
				l.Opponent = "" // there is no sign for a game that was not played, and it must not be rated
			}
			fmt.Fprintf(&w.b, "%8s", strings.Replace(w.cell(l, t.number), "/", "", 1))
		}
		w.b.WriteByte('\n')
	}
	if defaults > 0 {
		w.notes.add("games won or lost by default are written as rounds without an opponent, so that they are not rated")
	}
	w.settingsLost()
	return w.bytes()
}

func (w *listWriter) touHeader() {
	f := w.file
	day := ""
	if !f.From.IsZero() {
		day = fmt.Sprintf("%02d/%02d/%04d", f.From.Day(), int(f.From.Month()), f.From.Year())
	}
	time := ""
	if f.Time.Minutes > 0 {
		time = strconv.Itoa(f.Time.Minutes)
		if f.Time.Overtime != "" && f.Time.Overtime != SuddenDeath && f.Time.Seconds > 0 {
			time += "+b"
		}
	}
	for _, h := range []struct{ name, value string }{
		{"name", w.header(f.Name)},
		{"date", day},
		{"vill", w.header(f.Place)},
		{"comm", w.header(f.Comment)},
		{"prog", "nzgs"},
		{"size", "19"},
		{"time", time},
		{"komi", decimal(int64(f.komi()), 2)},
	} {
		fmt.Fprintf(&w.b, ";%s=%s\n", h.name, h.value)
	}
	w.b.WriteString(";Num Nom Prenom               Niv Licence Club\n")
}

func readTOU(data []byte) (*File, Notes, error) {
	r := readResultList(data, touLayout, func(header map[string]string, line string) {
		name, value, ok := strings.Cut(line, "=")
		if _, given := header[strings.TrimSpace(name)]; ok && !given {
			header[strings.TrimSpace(name)] = value
		}
	})
	f, notes, err := r.file()
	if err != nil {
		return nil, nil, err
	}
	f.touHeader(r.header, &notes)
	return f, notes, nil
}

func (f *File) touHeader(header map[string]string, notes *Notes) {
	f.Name = headerText(header["name"], "name", notes)
	f.Place = headerText(header["vill"], "vill", notes)
	f.Comment = headerText(header["comm"], "comm", notes)
	f.From = touDate(header["date"], notes)
	minutes, _, overtime := strings.Cut(strings.TrimSpace(header["time"]), "+")
	if m, err := strconv.Atoi(minutes); err == nil && m >= 0 && m <= 10_000 {
		f.Time.Minutes = m
		if overtime {
			notes.add("the file does not say what the overtime was")
		}
	}
	f.Event.Komi = headerKomi(strings.ReplaceAll(header["komi"], ",", "."), notes)
	f.headerHandicap("")
}

// touDate reads a day as the French write it: 21/11/2026.
func touDate(s string, notes *Notes) civil.Date {
	s = strings.TrimSpace(s)
	if s == "" {
		return civil.Date{}
	}
	if parts := strings.Split(s, "/"); len(parts) == 3 {
		if d, err := civil.ParseDate(parts[2] + "-" + parts[1] + "-" + parts[0]); err == nil {
			return d
		}
	}
	notes.add("%q is not a date; it was ignored", shorten(s))
	return civil.Date{}
}
