package formats

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// The result file of the American Go Association, as its page "Qualifications for Rated Games" describes it:
// a line TOURNEY with start=, finish= and rules= below it; PLAYERS, each with an AGA number, a name and a rank; and
// GAMES, each with White, Black, who won, the handicap and the komi. See docs/event-file.md.

// agaTemporary is the first number of a player without one, counted down: the AGA asks for numbers far from its own.
const agaTemporary = 99_999

func writeAGA(f *File) ([]byte, Notes, error) {
	w := agaWriter{file: f, number: map[pairing.ID]string{}}
	w.tourney()
	w.players()
	w.games()
	w.lost()
	return w.b.Bytes(), w.notes, nil
}

type agaWriter struct {
	b      bytes.Buffer
	file   *File
	notes  Notes
	number map[pairing.ID]string // AGA numbers
}

// agaText makes a text fit for a line: # would begin a remark.
func agaText(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "#", " ")) }

func (w *agaWriter) tourney() {
	f := w.file
	parts := slices.DeleteFunc([]string{agaText(f.Name), agaText(f.Place)}, func(s string) bool { return s == "" })
	fmt.Fprintf(&w.b, "TOURNEY %s\n", strings.Join(parts, ", "))
	to := f.To
	if to.IsZero() {
		to = f.From
	}
	if f.From.IsZero() {
		w.notes.add("the days of the event are missing: the AGA asks for start= and finish=")
	} else {
		fmt.Fprintf(&w.b, "\tstart=%s\n\tfinish=%s\n", agaDay(f.From), agaDay(to))
	}
	w.notes.add("the rules of play are missing: add a line such as rules=AGA below the name")
}

func agaDay(d civil.Date) string { return fmt.Sprintf("%d/%d/%d", int(d.Month()), d.Day(), d.Year()) }

func (w *agaWriter) players() {
	used := map[string]bool{}
	for i := range w.file.Event.Players {
		if id := w.file.Person(i).AGA; agaNumber.MatchString(id) && !used[id] {
			used[id] = true
			w.number[w.file.Event.Players[i].ID] = id
		}
	}
	next, temporary := agaTemporary, 0
	w.b.WriteString("PLAYERS\n")
	for i, p := range w.file.Event.Players {
		if w.number[p.ID] == "" {
			for used[strconv.Itoa(next)] {
				next--
			}
			w.number[p.ID] = strconv.Itoa(next)
			next--
			temporary++
		}
		family, given := w.file.familyGiven(i)
		fmt.Fprintf(
			&w.b, "%s %s, %s %s\n", w.number[p.ID], agaText(strings.ReplaceAll(family, ",", " ")), agaText(given),
			strings.ToLower(w.file.gradeOf(i).Short()),
		)
	}
	if temporary > 0 {
		w.notes.add("%s without an AGA number: temporary ones from %d down were written; put the right ones in",
			count(temporary, "player"), agaTemporary)
	}
}

func (w *agaWriter) games() {
	none, defaults := 0, 0
	for _, r := range w.file.Event.Played {
		fmt.Fprintf(&w.b, "GAMES %d\n", r.Number)
		for _, g := range r.Games {
			result := "?"
			switch g.Result {
			case pairing.WhiteWins:
				result = "w"
			case pairing.BlackWins:
				result = "b"
			case pairing.NoResult, pairing.Jigo, pairing.BothLose, pairing.BothWin:
				none++
			default:
				defaults++
				continue // not played, so not to be rated
			}
			stones, komi := g.Handicap, "0"
			switch g.Handicap {
			case 0:
				komi = decimal(int64(w.file.komi()), 2)
			case 1:
				stones = 0
			}
			fmt.Fprintf(&w.b, "%s %s %s %d %s\n", w.number[g.White], w.number[g.Black], result, stones, komi)
		}
	}
	if none > 0 {
		w.notes.add("%s without one winner, written with a ? as not finished", count(none, "game"))
	}
	if defaults > 0 {
		w.notes.add("%s by default left out, so that no one is rated for them", count(defaults, "game"))
	}
}

func (w *agaWriter) lost() {
	w.notes.add("the AGA’s file has only names, ranks and games: ratings, clubs, countries, byes, absences, tables, the system " +
		"and its settings are left out")
	if n := w.file.Event.Rounds - (w.file.NextRound() - 1); n > 0 {
		w.notes.add("%d of %s drawn so far", w.file.NextRound()-1, count(w.file.Event.Rounds, "round"))
	}
}

var (
	agaNumber = regexp.MustCompile(`^[0-9]{1,9}$`)
	agaRank   = regexp.MustCompile(`^([0-9]{1,2})([kKdDpP])$`)
	agaRating = regexp.MustCompile(`^-?[0-9]{1,2}\.[0-9]{1,8}$`)
)

// agaReader reads a result file line by line.
type agaReader struct {
	Problems
	notes  Notes
	file   File
	ids    map[string]pairing.ID
	at     places
	part   string
	round  int // of the games that follow; 0 where the file does not say
	unsure int // games of rounds that were worked out
	komis  map[scale.HalfPoints]int
	seats  map[agaSeat]bool
	last   map[pairing.ID]int // the last round of each player
	left   []string           // what was not kept
	bad    few                // games that were left out
	lost   int                // lines before TOURNEY
}

// agaSeat is a player in a round.
type agaSeat struct {
	id    pairing.ID
	round int
}

// leave remembers something that was not kept, for one note about all of it.
func (r *agaReader) leave(number int, what string) {
	r.left = append(r.left, fmt.Sprintf("line %d, %s", number, shorten(what)))
}

func readAGA(data []byte) (*File, Notes, error) {
	r := &agaReader{
		ids: map[string]pairing.ID{}, at: places{}, komis: map[scale.HalfPoints]int{}, seats: map[agaSeat]bool{},
		last: map[pairing.ID]int{},
	}
	r.file.Event = pairing.Event{
		System: pairing.Swiss, TieBreaks: pairing.DefaultTieBreaks(pairing.Swiss),
		Handicap: pairing.HandicapRule{By: scale.ByNone, Ceiling: scale.DefaultCeiling},
		Seeding:  pairing.SeedSlide, Unplayed: pairing.UnplayedVirtual,
	}
	text := string(data)
	if !utf8.Valid(data) {
		text = decodeLatin9(data) // as OpenGotha writes it
	}
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text, byteOrderMark)) {
		number++
		if r.enough {
			break
		}
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			continue
		case len(line) > 16*maxText:
			r.line(number, "", "the line is too long")
			continue
		case strings.EqualFold(line, "END"):
			r.part = "END"
		case r.part != "END" && !r.heading(number, line):
			r.content(number, line)
		}
	}
	return r.finish()
}

// heading begins a part of the file.
func (r *agaReader) heading(number int, line string) bool {
	word, rest, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToUpper(word) {
	case "TOURNEY":
		if r.part != "" {
			r.line(number, "", "TOURNEY must come first, and once")
		}
		r.part = "TOURNEY"
		name, reason := tidy(rest, maxText)
		if reason != "" {
			r.notes.add("line %d: the name %s; it was ignored", number, reason)
		}
		r.file.Name = name
	case "PLAYERS":
		r.part = "PLAYERS"
	case "GAMES":
		r.part, r.round = "GAMES", 0
		if n, _, _ := strings.Cut(rest, " "); n != "" && n[0] >= '0' && n[0] <= '9' {
			round, err := strconv.Atoi(n)
			if err != nil || round < 1 || round > pairing.MaxRounds {
				r.line(number, "GAMES", "%q is not a round: 1 to %d", shorten(n), pairing.MaxRounds)
				round = 1
			}
			r.round = round
		}
	default:
		return false
	}
	return true
}

func (r *agaReader) content(number int, line string) {
	switch r.part {
	case "TOURNEY":
		r.setting(number, line)
	case "PLAYERS":
		r.player(number, line)
	case "GAMES":
		r.game(number, strings.Fields(line))
	default:
		if r.lost++; r.lost == 1 {
			r.line(number, "", "the file must begin with TOURNEY and the name of the event")
		}
	}
}

func (r *agaReader) setting(number int, line string) {
	name, value, ok := strings.Cut(line, "=")
	value = strings.TrimSpace(value)
	switch name = strings.ToLower(strings.TrimSpace(name)); {
	case ok && (name == "start" || name == "finish"):
		d, known := agaDate(value)
		if !known {
			r.leave(number, value+" is not a date such as 6/15/2027")
			return
		}
		if name == "start" {
			r.file.From = d
		} else {
			r.file.To = d
		}
	default:
		r.leave(number, line)
	}
}

func agaDate(s string) (civil.Date, bool) {
	if d, err := civil.ParseDate(s); err == nil {
		return d, true
	}
	parts := strings.Split(s, "/")
	if len(parts) != 3 {
		return civil.Date{}, false
	}
	month, err1 := strconv.Atoi(parts[0])
	day, err2 := strconv.Atoi(parts[1])
	d, err3 := civil.ParseDate(fmt.Sprintf("%s-%02d-%02d", parts[2], month, day))
	return d, err1 == nil && err2 == nil && err3 == nil
}

// player reads "489 Matthews, Paul 4k", with anything behind the rank.
func (r *agaReader) player(number int, line string) {
	words := strings.Fields(line)
	at := -1
	for i := len(words) - 1; i > 1 && at < 0; i-- {
		if agaRank.MatchString(words[i]) || agaRating.MatchString(words[i]) {
			at = i
		}
	}
	if at < 0 || !agaNumber.MatchString(words[0]) {
		r.line(number, "PLAYERS", "this is not a player: a line has an AGA number, a name and a rank, such as 489 Hill, Ann 4k")
		return
	}
	if len(r.file.Event.Players) == pairing.MaxPlayers {
		r.line(number, "PLAYERS", "at most %d players", pairing.MaxPlayers)
		r.enough = true
		return
	}
	if r.ids[words[0]] != "" {
		r.line(number, "PLAYERS", "%s is the number of two players", words[0])
		return
	}
	text, reason := tidy(strings.Join(words[1:at], " "), maxText)
	if reason != "" {
		r.line(number, "PLAYERS", "the name %s", reason)
		return
	}
	family, given := SplitName(text)
	name, person := joinName(family, given)
	person.AGA = words[0]
	p := pairing.Player{ID: pairing.ID("p" + strconv.Itoa(len(r.file.Event.Players)+1)), Name: name, Rating: agaStrength(words[at])}
	for _, word := range words[at+1:] {
		if key, value, ok := strings.Cut(word, "="); ok && strings.EqualFold(key, "club") {
			p.Club, _ = tidy(value, maxText)
		} else {
			r.leave(number, word)
		}
	}
	r.ids[words[0]] = p.ID
	r.at.put(fmt.Sprintf("players[%d]", len(r.file.Event.Players)), number, "PLAYERS")
	r.file.Event.Players, r.file.People = append(r.file.Event.Players, p), append(r.file.People, person)
}

// agaStrength reads a rank, or a rating of the AGA's scale, which has nothing between −1 and 1.
func agaStrength(word string) scale.Rating {
	if m := agaRank.FindStringSubmatch(word); m != nil {
		row := listRow{}
		row.setGrade(word)
		return min(max(row.grade.Rating(), scale.MinRating), scale.MaxRating)
	}
	points, _ := strconv.ParseFloat(word, 64)
	tenths := int(points * 10)
	if points < 0 {
		tenths = int(points*10-0.999_999) + 20
	}
	return min(max(scale.Rating(tenths), scale.MinRating), scale.MaxRating)
}

// game reads "489 3199 b 0 7": White, Black, who won, handicap, komi.
func (r *agaReader) game(number int, words []string) {
	leave := func(format string, args ...any) {
		r.bad.add(&r.notes, "line %d, GAMES: %s; left out", number, fmt.Sprintf(format, args...))
	}
	if len(words) != 5 {
		leave("this is not a game: a line has White, Black, who won, handicap and komi, such as 489 3199 b 0 7")
		return
	}
	white, black := r.ids[words[0]], r.ids[words[1]]
	if white == "" || black == "" || white == black {
		leave("%s and %s are not two of the players", shorten(words[0]), shorten(words[1]))
		return
	}
	g := pairing.Game{White: white, Black: black}
	switch strings.ToLower(words[2]) {
	case "w":
		g.Result = pairing.WhiteWins
	case "b":
		g.Result = pairing.BlackWins
	case "?", "*":
	default:
		leave("%q is not a result: w, b or ?", shorten(words[2]))
		return
	}
	stones, err := strconv.Atoi(words[3])
	if err != nil || stones < 0 || stones > pairing.MaxStones {
		leave("%q is not a handicap: 0 to %d stones", shorten(words[3]), pairing.MaxStones)
		return
	}
	points, err := strconv.ParseFloat(words[4], 64)
	if twice := 2 * points; err != nil || twice < -maxKomi || twice > maxKomi || twice != float64(int(twice)) {
		leave("%q is not a komi, such as 7 or 6.5", shorten(words[4]))
		return
	}
	g.Handicap = stones
	switch {
	case stones == 0 && points < 1 && points > -1: // Black only moves first
		g.Handicap = 1
	case stones == 0:
		r.komis[scale.HalfPoints(2*points)]++
	}
	r.add(number, g)
}

// add puts a game into its round; where the file does not say which, into the first after both players' last.
func (r *agaReader) add(number int, g pairing.Game) {
	ev := &r.file.Event
	round := r.round
	if round == 0 {
		round = max(r.last[g.White], r.last[g.Black]) + 1
		r.unsure++
	}
	sits := func(id pairing.ID) bool { return r.seats[agaSeat{id, round}] }
	if sits(g.White) || sits(g.Black) || round > pairing.MaxRounds {
		r.bad.add(
			&r.notes, "line %d, GAMES: a player of this game already has one in round %d; left out", number,
			min(round, pairing.MaxRounds),
		)
		return
	}
	for _, id := range []pairing.ID{g.White, g.Black} {
		r.seats[agaSeat{id, round}], r.last[id] = true, max(r.last[id], round)
	}
	for len(ev.Played) < round {
		ev.Played = append(ev.Played, pairing.Round{Number: len(ev.Played) + 1})
	}
	games := &ev.Played[round-1].Games
	g.Table = len(*games) + 1
	r.at.put(fmt.Sprintf("played[%d].games[%d]", round-1, len(*games)), number, "GAMES")
	*games = append(*games, g)
	if g.Handicap > 0 {
		ev.Handicap.By = scale.ByRating
	}
}

func (r *agaReader) finish() (*File, Notes, error) {
	f := &r.file
	if len(f.Event.Players) == 0 && len(r.List) == 0 {
		r.Problems.at("", "the file has no players: PLAYERS, and a line for each with an AGA number, a name and a rank")
	}
	f.Event.Rounds = max(1, len(f.Event.Played))
	r.bad.refuse(&r.Problems, f.games(), r.notes)
	if !f.From.IsZero() && !f.To.IsZero() && f.To.Before(f.From) {
		r.notes.add("the last day is before the first; it was ignored")
		f.To = civil.Date{}
	}
	most := 0
	for _, komi := range sortedKomis(r.komis) {
		if r.komis[komi] > most {
			most, f.Event.Komi = r.komis[komi], komi
		}
	}
	if f.Event.Komi == scale.EvenKomi {
		f.Event.Komi = 0
	}
	if len(r.komis) > 1 {
		r.notes.add("even games have several komis; the most frequent, %s, is read for all", decimal(int64(f.komi()), 2))
	}
	if len(r.List) == 0 {
		found := f.check(byName)
		r.at.locate(found)
		r.Problems = *found
	}
	if err := r.err(); err != nil {
		return nil, nil, err
	}
	r.notes.add("the AGA’s file does not name the system, its settings, byes or absences: read as a Swiss with the usual settings")
	r.notes.add("ratings were taken from the ranks: 3d is 3.0")
	r.bad.rest(&r.notes)
	if len(r.left) > 0 {
		r.notes.add("not kept: %s", list(r.left))
	}
	if r.unsure > 0 {
		r.notes.add("the rounds of %s are not in the file; they were put in the order of the games", count(r.unsure, "game"))
	}
	return f, r.notes, nil
}

func sortedKomis(komis map[scale.HalfPoints]int) []scale.HalfPoints {
	var out []scale.HalfPoints
	for k := range komis {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
