package results

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/gorules/record"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/sgf"
)

// Facts are what a record says of its game; "" and 0 where it says nothing.
type Facts struct {
	Problem       string // why it is not the record of one game; nothing else is known then
	Black, White  string
	Width, Height int
	Handicap      int // stones: 1 is Black's first move without komi
	Komi          sgf.Komi
	KomiKnown     bool
	Result        sgf.Result
	ResultText    string
	Date          string   // as written
	Engine        []string // what the engine found against it; empty where it was not asked
}

// Told is what a record is compared with: the table as it stands.
type Told struct {
	Black, White string
	BoardSize    int
	Handicap     int
	Komi         scale.HalfPoints
	Results      []ToldResult
	From, To     civil.Date // the days on which the game can have been played; a zero From: not known
}

// ToldResult is a result of the table, or what a player reported while there is none.
type ToldResult struct {
	By     string // "the table", or the player's name
	Result pairing.Result
	Margin string
}

// Difference is one thing in which a record and its table differ, or what the
// engine found.
type Difference struct {
	What          string // "Komi"
	Record, Table string
}

// Compare lists what differs. What the record does not say does not differ. A day
// more or less is the clock of another place.
func Compare(f Facts, t Told) []Difference {
	if f.Problem != "" {
		return []Difference{{"The record", f.Problem, ""}}
	}
	var out []Difference
	differ := func(what, inRecord, atTable string) { out = append(out, Difference{what, inRecord, atTable}) }
	if f.Black != "" && !sameName(f.Black, t.Black) {
		differ("Black", f.Black, t.Black)
	}
	if f.White != "" && !sameName(f.White, t.White) {
		differ("White", f.White, t.White)
	}
	if f.Width != t.BoardSize || f.Height != t.BoardSize {
		differ("Board", fmt.Sprintf("%d × %d", f.Width, f.Height), fmt.Sprintf("%[1]d × %[1]d", t.BoardSize))
	}
	if f.Handicap != t.Handicap {
		differ("Handicap", fmt.Sprint(f.Handicap), fmt.Sprint(t.Handicap))
	}
	if f.KomiKnown && f.Komi != sgf.Komi(t.Komi)*50 {
		differ("Komi", f.Komi.String(), t.Komi.String())
	}
	for _, told := range t.Results {
		if against(f.Result, told) {
			text := Label(told.Result)
			if told.Margin != "" {
				text += ", " + told.Margin
			}
			differ("Result", f.ResultText, told.By+": "+text)
		}
	}
	if first, last, ok := datesIn(f.Date); ok && t.From != (civil.Date{}) && (first.Before(t.From.AddDays(-1)) || last.After(t.To.AddDays(1))) {
		differ("Date", f.Date, t.From.Long()+" to "+t.To.Long())
	}
	for _, found := range f.Engine {
		differ("The engine", found, "")
	}
	return out
}

// sameName compares names in all spellings. Of a pair either may be named first, and records
// write "A / B", "A & B", "A and B".
func sameName(a, b string) bool {
	one, other := namesIn(a), namesIn(b)
	return slices.Equal(one, other)
}

// betweenNames is what stands between the names of a pair.
var betweenNames = regexp.MustCompile(`\s*[&/+＆／;]\s*|\s+(?i:and|und|et)\s+`)

// namesIn are the names in a text, folded, in the order of the alphabet.
func namesIn(text string) []string {
	var out []string
	for _, name := range betweenNames.Split(text, -1) {
		if folded := strings.Join(strings.Fields(members.Fold(name)), " "); folded != "" {
			out = append(out, folded)
		}
	}
	slices.Sort(out)
	return out
}

// against reports whether a claimed result contradicts one that the table has.
func against(claim sgf.Result, told ToldResult) bool {
	winner := map[sgf.Winner]pairing.Result{
		sgf.BlackWins: pairing.BlackWins, sgf.WhiteWins: pairing.WhiteWins, sgf.Draw: pairing.Jigo,
	}[claim.Winner]
	if winner == pairing.NoResult {
		return false // it claims none
	}
	if claim.By == sgf.ByForfeit && (told.Result == pairing.BlackDefault || told.Result == pairing.WhiteDefault) {
		return (winner == pairing.BlackWins) != (told.Result == pairing.BlackDefault)
	}
	if winner != told.Result {
		return true
	}
	claimed, ok1 := scale.ParseHalfPoints(claim.By)
	margin, ok2 := scale.ParseHalfPoints(told.Margin)
	return ok1 && ok2 && claimed != margin
}

var writtenDay = regexp.MustCompile(`\d{4}-\d\d-\d\d`)

// datesIn are the first and the last whole day that the text has.
func datesIn(text string) (first, last civil.Date, ok bool) {
	for _, part := range writtenDay.FindAllString(text, 30) {
		d, err := civil.ParseDate(part)
		if err != nil {
			continue
		}
		if !ok || d.Before(first) {
			first = d
		}
		last, ok = civil.Later(last, d), true
	}
	return first, last, ok
}

// bounds keep a record that someone sends from taking long.
var bounds = record.Bounds{Moves: 2000, Search: 10}

// Engine says whether the engine plays a record through.
type Engine string

// With it the record is played through the rules; without it only its words are read.
const (
	WithEngine    Engine = "with"
	WithoutEngine Engine = "without"
)

// ReadRecord says what the record of a file says of its game, which was to be played on
// these terms.
func ReadRecord(ctx context.Context, content []byte, engine Engine, terms record.Terms) Facts {
	file := sgf.Parse(content)
	switch {
	case file.Err != nil:
		return Facts{Problem: "It cannot be read: " + file.Err.Text}
	case len(file.Games) != 1:
		return Facts{Problem: fmt.Sprintf("The file has %d games, and the record of one is wanted.", len(file.Games))}
	}
	game := &file.Games[0]
	var line sgf.Record
	if err := game.MainLine(&line); err != nil {
		return Facts{Problem: "It cannot be read: " + err.Error()}
	}
	f := Facts{
		Black: shown(line.Info(sgf.BlackName)), White: shown(line.Info(sgf.WhiteName)),
		Width: line.Width, Height: line.Height, Handicap: line.Handicap, Komi: line.Komi, KomiKnown: line.KomiKnown,
		ResultText: shown(line.Info(sgf.ResultText)), Date: shown(line.Info(sgf.Date)),
		Result: sgf.ParseResult(line.Info(sgf.ResultText)),
	}
	if line.Moves == 0 {
		return Facts{Problem: "It has no moves."}
	}
	if engine == WithEngine {
		f.play(ctx, game, terms)
	}
	return f
}

// play has the engine play the record through.
func (f *Facts) play(ctx context.Context, game *sgf.Game, terms record.Terms) {
	r, err := record.Examine(
		ctx, game, record.Options{Bounds: bounds, Terms: &terms, Estimate: record.NotEstimated}, nil,
	)
	if err != nil {
		f.Engine = append(f.Engine, "It cannot be checked: "+err.Error())
		return
	}
	f.Handicap = r.Handicap
	if n := len(r.Violations) + r.MoreViolations; n > 0 {
		f.Engine = append(f.Engine, r.Violations[0].Says(r.Height))
		if n > 1 {
			f.Engine = append(f.Engine, fmt.Sprintf("%d illegal moves in all.", n))
		}
	}
	if a := &r.Answer; a.Impossible() || a.KomiDoesNotFit() {
		f.Engine = append(f.Engine, r.Says()+".")
	}
}

const mostShown = 80

func shown(text string) string { return record.Shortened(text, mostShown) }
