package formats

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// jsonEvent and what it holds are the format as it is written; reading is stricter than encoding/json and has its own
// code.
type jsonEvent struct {
	Name    string     `json:"name,omitempty"`
	Place   string     `json:"place,omitempty"`
	Country string     `json:"country,omitempty"`
	From    civil.Date `json:"from,omitzero"`
	To      civil.Date `json:"to,omitzero"`
	Class   string     `json:"class,omitempty"`
	Time    jsonTime   `json:"time,omitzero"`
	Board   int        `json:"board_size,omitempty"`
	Comment string     `json:"comment,omitempty"`

	System       pairing.System      `json:"system"`
	Rounds       int                 `json:"rounds"`
	Handicap     jsonHandicap        `json:"handicap"`
	Komi         json.Number         `json:"komi,omitempty"`
	Seeding      pairing.Seeding     `json:"seeding"`
	Reseed       jsonReseed          `json:"reseed,omitzero"`
	Seed         uint64              `json:"seed"`
	Criteria     []pairing.Criterion `json:"criteria,omitempty"`
	Apart        jsonApart           `json:"apart,omitzero"`
	Acceleration *jsonAcceleration   `json:"acceleration,omitempty"`
	BeforeScore  []pairing.TieBreak  `json:"before_score,omitempty"`
	TieBreaks    []pairing.TieBreak  `json:"tie_breaks"`
	Unplayed     pairing.Unplayed    `json:"unplayed"`
	Opponents    bool                `json:"opponents_half,omitempty"`
	AbsenceHalf  bool                `json:"absence_half,omitempty"`
	Bye          pairing.ByeWorth    `json:"bye,omitempty"`
	HalvesDown   bool                `json:"halves_down,omitempty"`
	HandicapSOSM bool                `json:"handicap_in_sosm,omitempty"`
	Bar          string              `json:"bar,omitempty"`
	Floor        string              `json:"floor,omitempty"`
	Bands        []scale.Rating      `json:"bands,omitempty"`
	StartByGrade bool                `json:"start_by_grade,omitempty"`
	Categories   []string            `json:"categories,omitempty"`
	Knockout     jsonKnockout        `json:"knockout,omitzero"`
	PlayOut      bool                `json:"play_out,omitempty"`
	Boards       int                 `json:"boards,omitempty"`
}

type jsonKnockout struct {
	ThirdPlace bool             `json:"third_place,omitempty"`
	Jigo       pairing.JigoRule `json:"jigo,omitempty"`
}

type jsonTime struct {
	Minutes  int      `json:"minutes"`
	Overtime Overtime `json:"overtime,omitempty"`
	Seconds  int      `json:"seconds,omitempty"`
	Moves    int      `json:"moves,omitempty"`
}

type jsonHandicap struct {
	By            scale.By `json:"by"`
	Ceiling       int      `json:"ceiling"`
	Reduction     int      `json:"reduction"`
	EvenUnderHalf bool     `json:"even_under_half"`
	Top           string   `json:"no_handicap_above,omitempty"`
}

type jsonApart struct {
	Firm int `json:"firm"`
	Weak int `json:"weak"`
}

type jsonReseed struct {
	From    int             `json:"from"`
	Seeding pairing.Seeding `json:"seeding"`
}

type jsonAcceleration struct {
	Rounds int         `json:"rounds"`
	Points json.Number `json:"points,omitempty"`
}

type jsonPlayer struct {
	ID             pairing.ID   `json:"id"`
	Name           string       `json:"name,omitempty"`
	Family         string       `json:"family_name,omitempty"`
	Given          string       `json:"given_names,omitempty"`
	Number         int          `json:"number,omitempty"`
	Seed           int          `json:"seed,omitempty"`
	Rating         scale.Rating `json:"rating"`
	Grade          string       `json:"grade,omitempty"`
	European       *int         `json:"european_rating,omitempty"`
	Club           string       `json:"club,omitempty"`
	City           string       `json:"city,omitempty"`
	Country        string       `json:"country,omitempty"`
	PIN            string       `json:"pin,omitempty"`
	Licence        string       `json:"licence,omitempty"`
	AGA            string       `json:"aga_id,omitempty"`
	Preliminary    bool         `json:"preliminary,omitempty"`
	Absent         []int        `json:"absent,omitempty"`
	WithdrawnAfter int          `json:"withdrawn_after,omitempty"`
	EnteredIn      int          `json:"entered_in,omitempty"`
	StartScore     json.Number  `json:"start_score,omitempty"`
	HalfPointByes  []int        `json:"half_point_byes,omitempty"`

	Pair []jsonPairPlayer `json:"pair,omitempty"`
}

type jsonPairPlayer struct {
	Name    string       `json:"name"`
	Rating  scale.Rating `json:"rating"`
	Club    string       `json:"club,omitempty"`
	City    string       `json:"city,omitempty"`
	Country string       `json:"country,omitempty"`
}

type jsonTeam struct {
	ID      pairing.ID   `json:"id"`
	Name    string       `json:"name,omitempty"`
	Number  int          `json:"number,omitempty"`
	Captain string       `json:"captain,omitempty"`
	Club    string       `json:"club,omitempty"`
	Players []pairing.ID `json:"players"`
	Lineups []jsonLineup `json:"lineups,omitempty"`
}

type jsonLineup struct {
	Round  int          `json:"round"`
	Boards []pairing.ID `json:"boards"`
}

type jsonMatch struct {
	White pairing.ID `json:"white"`
	Black pairing.ID `json:"black"`
}

type jsonFixed struct {
	Round   int                  `json:"round,omitempty"`
	White   pairing.ID           `json:"white,omitempty"`
	Black   pairing.ID           `json:"black,omitempty"`
	Bye     pairing.ID           `json:"bye,omitempty"`
	Colours pairing.FixedColours `json:"colours,omitempty"`
}

type jsonGame struct {
	Table    int            `json:"table,omitempty"`
	White    pairing.ID     `json:"white"`
	Black    pairing.ID     `json:"black"`
	Handicap int            `json:"handicap"`
	Result   pairing.Result `json:"result,omitempty"`
	Third    bool           `json:"third_place,omitempty"`
}

// inPoints gives half points as a JSON number, nothing for none.
func inPoints[T ~int | ~int32](halves T) json.Number {
	if halves == 0 {
		return ""
	}
	return json.Number(halfPoints(int(halves)))
}

func writeJSON(f *File) ([]byte, error) {
	w := &jsonWriter{}
	w.settings(f)
	players := make([]any, len(f.Event.Players))
	for i := range f.Event.Players {
		players[i] = f.jsonPlayer(i)
	}
	w.lines("players", "  ", players)
	if len(f.Event.Teams) > 0 {
		teams := make([]any, len(f.Event.Teams))
		for i, t := range f.Event.Teams {
			one := jsonTeam{ID: t.ID, Name: t.Name, Number: t.Number, Captain: t.Captain, Club: t.Club, Players: t.Players}
			for _, l := range t.Lineups {
				one.Lineups = append(one.Lineups, jsonLineup(l))
			}
			teams[i] = one
		}
		w.lines("teams", "  ", teams)
	}
	if len(f.Event.ForbiddenTeams) > 0 {
		pairs := make([]any, len(f.Event.ForbiddenTeams))
		for i, p := range f.Event.ForbiddenTeams {
			pairs[i] = p
		}
		w.lines("forbidden_teams", "  ", pairs)
	}
	if len(f.Event.Forbidden) > 0 {
		pairs := make([]any, len(f.Event.Forbidden))
		for i, p := range f.Event.Forbidden {
			pairs[i] = p
		}
		w.lines("forbidden", "  ", pairs)
	}
	if fixed := f.jsonFixed(); len(fixed) > 0 {
		w.lines("fixed", "  ", fixed)
	}
	w.played(f)
	w.b.WriteString("\n}\n")
	return w.b.Bytes(), w.err
}

// jsonWriter lays an event out so that a person can read it and compare two versions of it: a line for each setting,
// each player and each game.
type jsonWriter struct {
	b   bytes.Buffer
	err error
}

// compact writes a value on one line.
func (w *jsonWriter) compact(v any) {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil && w.err == nil {
		w.err = fmt.Errorf("write an event as JSON: %w", err)
	}
	w.b.Write(bytes.TrimRight(line.Bytes(), "\n"))
}

func (w *jsonWriter) settings(f *File) {
	ev := &f.Event
	e := jsonEvent{
		Name: f.Name, Place: f.Place, Country: f.Country, From: f.From, To: f.To, Class: f.Class,
		Time: jsonTime(f.Time), Board: f.Board, Comment: f.Comment,
		System: ev.System, Rounds: ev.Rounds, Komi: inPoints(ev.Komi),
		Handicap: jsonHandicap{
			By: cmp.Or(ev.Handicap.By, scale.ByNone), Ceiling: cmp.Or(ev.Handicap.Ceiling, scale.DefaultCeiling),
			Reduction: ev.Handicap.Reduction, EvenUnderHalf: ev.Handicap.EvenUnderHalf,
		},
		Seeding: cmp.Or(ev.Seeding, pairing.SeedSlide), Reseed: jsonReseed(ev.Reseed), Seed: ev.Seed, Criteria: ev.Criteria, Apart: jsonApart(ev.Apart),
		TieBreaks: ev.TieBreaks, Unplayed: cmp.Or(ev.Unplayed, pairing.UnplayedVirtual),
		AbsenceHalf: ev.AbsenceHalf, HandicapSOSM: ev.HandicapInSOSM, Bands: ev.Bands,
		BeforeScore: ev.BeforeScore, Opponents: ev.OpponentsHalf, Bye: ev.Bye, HalvesDown: ev.HalvesDown,
		StartByGrade: ev.StartByGrade, Knockout: jsonKnockout(ev.Knockout), PlayOut: ev.PlayOut, Boards: ev.Boards,
	}
	if top := ev.Handicap.Top; top != nil {
		e.Handicap.Top = top.Short()
	}
	for _, g := range ev.Categories {
		e.Categories = append(e.Categories, g.Short())
	}
	if e.TieBreaks == nil {
		e.TieBreaks = []pairing.TieBreak{} // none, which is not the same as the usual ones
	}
	if ev.Acceleration != (pairing.Acceleration{}) {
		e.Acceleration = &jsonAcceleration{Rounds: ev.Acceleration.Rounds, Points: inPoints(ev.Acceleration.Points)}
	}
	if ev.Bar != nil {
		e.Bar = ev.Bar.Grade().Short()
	}
	if ev.Floor != nil {
		e.Floor = ev.Floor.Grade().Short()
	}
	var flat bytes.Buffer
	enc := json.NewEncoder(&flat)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil && w.err == nil {
		w.err = fmt.Errorf("write an event as JSON: %w", err)
		return
	}
	w.oneByOne(flat.Bytes())
}

// oneByOne writes the fields of an object a line each, without the closing brace.
func (w *jsonWriter) oneByOne(object []byte) {
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil && w.err == nil {
		w.err = err
	}
	w.b.WriteString("{")
	for sep := "\n"; dec.More(); sep = ",\n" {
		name, err := dec.Token()
		var value json.RawMessage
		if err == nil {
			err = dec.Decode(&value)
		}
		if err != nil {
			w.err = cmp.Or(w.err, err)
			return
		}
		fmt.Fprintf(&w.b, "%s  %q: %s", sep, name, value)
	}
}

// lines writes a field that is a list, a line for each element.
func (w *jsonWriter) lines(name, indent string, elements []any) {
	fmt.Fprintf(&w.b, ",\n%s%q: [", indent, name)
	for i, e := range elements {
		if i > 0 {
			w.b.WriteByte(',')
		}
		w.b.WriteString("\n" + indent + "  ")
		w.compact(e)
	}
	if len(elements) > 0 {
		w.b.WriteString("\n" + indent)
	}
	w.b.WriteByte(']')
}

func (w *jsonWriter) played(f *File) {
	w.b.WriteString(",\n  \"played\": [")
	for i, r := range sortedRounds(&f.Event) {
		if i > 0 {
			w.b.WriteByte(',')
		}
		fmt.Fprintf(&w.b, "\n    {\n      \"round\": %d", r.Number)
		games := make([]any, len(r.Games))
		for k, g := range r.Games {
			games[k] = jsonGame(g)
		}
		w.lines("games", "      ", games)
		if len(r.Matches) > 0 {
			matches := make([]any, len(r.Matches))
			for k, m := range r.Matches {
				matches[k] = jsonMatch(m)
			}
			w.lines("matches", "      ", matches)
		}
		if r.Seed != 0 {
			fmt.Fprintf(&w.b, ",\n      \"seed\": %d", r.Seed)
		}
		if len(r.Byes) > 0 {
			w.b.WriteString(",\n      \"byes\": ")
			w.compact(r.Byes)
		}
		w.b.WriteString("\n    }")
	}
	if len(f.Event.Played) > 0 {
		w.b.WriteString("\n  ")
	}
	w.b.WriteByte(']')
}

// sortedRounds gives the rounds drawn so far, the first one first.
func sortedRounds(ev *pairing.Event) []pairing.Round {
	return slices.SortedFunc(slices.Values(ev.Played), func(a, b pairing.Round) int { return cmp.Compare(a.Number, b.Number) })
}

func (f *File) jsonPlayer(i int) jsonPlayer {
	p, person := &f.Event.Players[i], f.Person(i)
	out := jsonPlayer{
		ID: p.ID, Name: p.Name, Family: person.Family, Given: person.Given, Number: p.Number, Seed: p.Seed, Rating: p.Rating,
		Club: p.Club, City: p.City, Country: person.Country, PIN: person.PIN, Licence: person.Licence, AGA: person.AGA,
		Preliminary: p.Preliminary, Absent: p.Absent, WithdrawnAfter: p.WithdrawnAfter, EnteredIn: p.EnteredIn,
		StartScore: inPoints(p.StartScore), HalfPointByes: p.HalfPointByes,
	}
	for _, one := range p.Pair {
		out.Pair = append(out.Pair, jsonPairPlayer(one))
	}
	if p.Grade != nil {
		out.Grade = p.Grade.Short()
	}
	if person.Points != 0 {
		european := person.European(p.Rating)
		out.European = &european
	}
	return out
}

// jsonFixed lists the fixed pairs of all rounds, of teams in an event of teams, those of the next one without a number.
func (f *File) jsonFixed() []any {
	var out []any
	add := func(round int, fixed []pairing.Fixed) {
		for _, fx := range fixed {
			j := jsonFixed{Round: round, White: fx.White, Black: fx.Black, Colours: fx.Colours}
			if fx.Black == "" {
				j = jsonFixed{Round: round, Bye: fx.White}
			}
			out = append(out, j)
		}
	}
	for _, r := range sortedRounds(&f.Event) {
		add(r.Number, r.Fixed)
		add(r.Number, r.FixedTeams)
	}
	add(0, f.Fixed)
	return out
}
