package tournaments

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// field is what is stored of a section and its draw: what package pairing
// works from.
type field struct {
	section   Section
	entries   []Entry // by number
	rounds    []Round // by number
	fixed     []FixedPair
	forbidden []ForbiddenPair
	timetable Timetable
	tables    map[EntryID]int // of those who always sit at one
	lots      *lots           // nil: the section's number
	teams     []Team          // by number
}

func pairingID(id EntryID) pairing.ID {
	if id == 0 {
		return ""
	}
	if id < 0 {
		return pairing.ID("t" + strconv.FormatInt(int64(-id), 10))
	}
	return pairing.ID(strconv.FormatInt(int64(id), 10))
}

// EntryOf is the entry, or the side of a team, that package pairing knows by that id; 0 for no one.
func EntryOf(id pairing.ID) EntryID {
	team, isTeam := strings.CutPrefix(string(id), "t")
	n, _ := strconv.ParseInt(team, 10, 64) // made by pairingID
	if isTeam {
		n = -n
	}
	return EntryID(n)
}

// event is the field as package pairing takes it, for drawing or looking at a
// round: forbidden pairs are those that hold in it.
func (f field) event(round int) *pairing.Event {
	s := f.section
	ev := &pairing.Event{
		System: s.System, Rounds: f.roundsOf(), Handicap: s.Handicap, Komi: s.Komi,
		Seeding: s.Seeding, Seed: s.Seed, Criteria: s.Criteria, Apart: s.Apart,
		Knockout: s.Knockout, PlayOut: s.PlayOut,
		Bar: s.Bar, Floor: s.Floor, Bands: s.Bands, Acceleration: s.Acceleration,
		TieBreaks: s.TieBreaks, Unplayed: s.Unplayed, AbsenceHalf: s.AbsenceHalf, HandicapInSOSM: s.HandicapInSOSM,
	}
	ev.Bye, ev.HalvesDown, ev.Reseed = s.Bye, s.HalvesDown, s.Reseed
	s.FromFile.into(ev)
	knockout := s.System == pairing.Knockout
	if knockout || s.System == pairing.Match {
		ev.TieBreaks, ev.BeforeScore = nil, nil
	}
	in := make(map[EntryID]bool, len(f.entries))
	for _, e := range f.entries {
		if e.neverPlays(ev.Rounds) {
			continue
		}
		in[e.ID] = true
		p := pairing.Player{
			ID: pairingID(e.ID), Name: nameMark(e.ID), Number: e.Number, Rating: e.Rating, Grade: e.Entered, Club: e.Club, City: e.City,
			Country: e.Country,
			Absent:  upTo(e.Absent, ev.Rounds), HalfPointByes: upTo(e.HalfByes, ev.Rounds),
			EnteredIn: e.EnteredIn, StartScore: e.StartScore, Seed: e.Seed,
		}
		if e.Withdrawn && e.WithdrawnAfter < ev.Rounds {
			p.WithdrawnAfter = e.WithdrawnAfter
		}
		if e.Partner != nil {
			p.Pair = e.Partner.players(e)
		}
		if knockout && s.Teams() { // who comes later is away until then; the team is in the bracket
			for n := 1; n < min(e.EnteredIn, ev.Rounds+1); n++ {
				p.Absent = append(p.Absent, n)
			}
		}
		if knockout {
			onlyLosses(&p, ev.Rounds)
		}
		ev.Players = append(ev.Players, p)
	}
	for _, p := range f.forbidden {
		pair := [2]pairing.ID{pairingID(p.A), pairingID(p.B)}
		switch {
		case knockout || p.Round != 0 && p.Round != round:
		case p.A < 0:
			ev.ForbiddenTeams = append(ev.ForbiddenTeams, pair)
		case in[p.A] && in[p.B]:
			ev.Forbidden = append(ev.Forbidden, pair)
		}
	}
	f.teamsInto(ev, in)
	for _, r := range f.rounds {
		if r.State == Published {
			ev.Played = append(ev.Played, f.played(r))
		}
	}
	return ev
}

// neverPlays reports whether the entry is out before it is in.
func (e Entry) neverPlays(rounds int) bool {
	return e.EnteredIn > rounds || e.Withdrawn && e.WithdrawnAfter < e.EnteredIn
}

func upTo(rounds []int, last int) []int {
	return slices.DeleteFunc(slices.Clone(rounds), func(n int) bool { return n > last })
}

// played is a round as package pairing takes it.
func (f field) played(r Round) pairing.Round {
	out := pairing.Round{Number: r.Number, Games: make([]pairing.Game, len(r.Games)), Fixed: f.fixedIn(r.Number)}
	for i, g := range r.Games {
		out.Games[i] = pairing.Game{
			Table: g.Table, White: pairingID(g.White), Black: pairingID(g.Black), Handicap: g.Handicap, Result: g.Result,
			Third: g.Third,
		}
	}
	for _, id := range r.Byes {
		out.Byes = append(out.Byes, pairingID(id))
	}
	for _, m := range r.Matches {
		out.Matches = append(out.Matches, pairing.Encounter{White: pairingID(m.White.Side()), Black: pairingID(m.Black.Side())})
	}
	if f.section.Teams() {
		out.Fixed, out.FixedTeams = nil, out.Fixed
	}
	return out
}

// fixedIn gives the director's fixed pairs of a round.
func (f field) fixedIn(round int) []pairing.Fixed {
	var out []pairing.Fixed
	for _, p := range f.fixed {
		if p.Round == round && f.section.Teams() == (p.White < 0) { // of players in teams only handicaps are decided
			out = append(out, pairing.Fixed{White: pairingID(p.White), Black: pairingID(p.Black), Colours: p.Colours})
		}
	}
	return out
}

// inputs is everything a drawing depends on, to be compared.
type inputs struct {
	Event      *pairing.Event
	Fixed      []pairing.Fixed
	FirstTable int
	Tables     []fixedTable `json:",omitempty"`
}

func (f field) inputs(round int) inputs {
	in := inputs{
		Event: f.counting(round).event(round), Fixed: f.fixedIn(round), FirstTable: f.section.FirstTable, Tables: f.tableList(),
	}
	in.Event.Seed = f.seedOf(round)
	in.Event.Played = slices.DeleteFunc(in.Event.Played, func(r pairing.Round) bool { return r.Number >= round })
	return in
}

// hash identifies inputs.
func (in inputs) hash() string {
	b, err := json.Marshal(in)
	if err != nil {
		panic(err) // plain values
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func (in inputs) draw(round int) (*pairing.Drawing, error) {
	return pairing.Draw(in.Event, round, in.Fixed)
}

// previewOf turns a drawing into the round to be stored, with the handicaps
// that the director has set for fixed pairs.
func (f field) previewOf(d *pairing.Drawing) Round {
	r := Round{
		Section: f.section.ID, Number: d.Round, State: Preview, ByeWhy: d.ByeWhy, Cost: d.Cost,
		Seed: f.seedOf(d.Round), drawnFrom: f.inputs(d.Round).hash(),
	}
	for _, p := range d.Pairs {
		g := Game{
			Table: p.Table + f.section.FirstTable - 1, Black: EntryOf(p.Black), White: EntryOf(p.White),
			Handicap: p.Handicap, Komi: p.Komi, Fixed: p.Fixed, Why: p.Why, Basis: f.basis(p), Third: p.Third,
		}
		f.applyFixedHandicap(d.Round, &g)
		r.Games = append(r.Games, g)
	}
	if f.section.Teams() {
		f.seatTeams(&r, d)
	} else {
		f.number(r.Games)
	}
	if d.Bye != "" {
		r.Byes = []EntryID{EntryOf(d.Bye)}
	}
	for _, t := range d.Through {
		r.Byes = append(r.Byes, EntryOf(t.ID))
		r.ByeWhy = append(r.ByeWhy, pairing.Reason{Criterion: pairing.CriterionBye, Text: string(nameMark(EntryOf(t.ID))) + " " + t.Text})
	}
	for _, idle := range d.Idle {
		r.Idle = append(r.Idle, Idle{Entry: EntryOf(idle.ID), Text: idle.Text})
	}
	if f.section.Teams() {
		f.addReserves(&r)
	}
	return r
}

// basis is what the handicap of a pair was worked out from, to be told as it was however ratings and scores change.
func (f field) basis(p pairing.Pair) scale.Basis {
	return scale.Basis{Rule: p.Trace.Rule, Even: f.section.komi(0), White: p.Sides[0], Black: p.Sides[1]}
}

// applyFixedHandicap gives a fixed pair the handicap and, in an even game, the
// colours that the director chose; with a handicap the stronger takes White.
func (f field) applyFixedHandicap(round int, g *Game) {
	for _, p := range f.fixed {
		if p.Round != round || p.Handicap == nil || !g.Has(p.White) || !g.Has(p.Black) {
			continue
		}
		if p.Colours == pairing.ColoursAsGiven && g.White != p.White {
			g.swap()
		}
		f.decideHandicap(g, *p.Handicap, p.Reason, p.HandicapBy)
	}
}

// decideHandicap gives a game the handicap that the director chose.
func (f field) decideHandicap(g *Game, stones int, reason, by string) {
	g.Handicap, g.Komi, g.HandicapReason, g.HandicapBy = stones, f.section.komi(stones), reason, by
	if stones > 0 && f.rating(g.Black) > f.rating(g.White) {
		g.swap()
	}
	f.tellDecision(g)
}

// tellDecision puts what the director decided about colours and handicap in
// place of the reason that the draw had for them.
func (f field) tellDecision(g *Game) {
	white := nameMark(g.White)
	if g.Handicap > 0 && f.rating(g.White) > f.rating(g.Black) {
		white += ", the stronger,"
	}
	text := white + " takes White as the director decided"
	if g.HandicapReason != "" {
		game := "an even game"
		switch {
		case g.Handicap == 1:
			game = "a handicap of 1"
		case g.Handicap > 1:
			game = strconv.Itoa(g.Handicap) + " stones"
		}
		text = fmt.Sprintf("%s as the director decided (%s): %s takes White", game, g.HandicapReason, white)
	}
	told := pairing.Reason{Criterion: pairing.CriterionColours, Text: text}
	g.Why = slices.Clone(g.Why)
	if i := slices.IndexFunc(g.Why, func(r pairing.Reason) bool { return r.Criterion == told.Criterion }); i >= 0 {
		g.Why[i].Text = text
		return
	}
	g.Why = append(g.Why, told)
}

// outOfDate says what changed since a preview was drawn; it is empty while
// drawing again would start from the same.
func (f field) outOfDate(r Round, name func(EntryID) string) []string {
	if f.inputs(r.Number).hash() == r.drawnFrom {
		return nil
	}
	drawn := make(map[EntryID]bool, 2*len(r.Games)+len(r.Byes))
	for _, g := range r.Games {
		drawn[g.Black], drawn[g.White] = true, true
	}
	for _, id := range r.Byes {
		drawn[id] = true
	}
	var changes []string
	for _, e := range f.entries {
		switch plays := f.plays(e, r.Number); {
		case f.section.Teams(): // reserves play and are not drawn
		case drawn[e.ID] && !plays:
			changes = append(changes, name(e.ID)+" no longer plays this round.")
		case !drawn[e.ID] && plays:
			changes = append(changes, name(e.ID)+" plays this round now.")
		}
	}
	if len(changes) == 0 {
		changes = append(changes, "A result, a rating or a setting was changed.")
	}
	return changes
}
