package formats

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// readJSON reads our own format: docs/event-file.md.
func readJSON(data []byte) (*File, Notes, error) {
	data, err := Section(data, "")
	if err != nil {
		return nil, nil, err
	}
	tokens, err := newJSONReader(data, "an event")
	if err != nil {
		return nil, nil, err
	}
	r := &eventReader{jsonReader: tokens}
	problems := &r.Problems
	if r.event(); !r.enough {
		r.settle()
		check := &checker{f: &r.file, naming: byID, fixedAt: r.fixedAt, Problems: r.Problems}
		problems = check.run()
	}
	if err := problems.err(); err != nil {
		problems.locate(data)
		return nil, nil, err
	}
	return &r.file, r.notes, nil
}

// eventReader reads an event from JSON.
type eventReader struct {
	*jsonReader
	file  File
	notes Notes

	tieBreaks bool // whether they were given
	fixed     []fixedEntry
	fixedAt   map[int][]int
}

// fixedEntry is a fixed pair as the file lists it.
type fixedEntry struct {
	pairing.Fixed
	round int // 0 is the next one
}

func (r *eventReader) event() {
	f, ev := &r.file, &r.file.Event
	r.object(fields{
		"name":             func() { f.Name = r.text(maxText) },
		"place":            func() { f.Place = r.text(maxText) },
		"country":          func() { f.Country = r.text(maxText) },
		"from":             func() { f.From = r.date() },
		"to":               func() { f.To = r.date() },
		"class":            func() { f.Class = r.text(maxText) },
		"comment":          func() { f.Comment = r.text(maxText) },
		"time":             func() { r.time(&f.Time) },
		"board_size":       func() { f.Board = r.whole(smallestBoard, largestBoard) },
		"system":           func() { ev.System = pairing.System(r.text(maxText)) },
		"rounds":           func() { ev.Rounds = r.whole(1, pairing.MaxRounds) },
		"handicap":         func() { r.handicap(&ev.Handicap) },
		"komi":             r.komi,
		"seeding":          func() { ev.Seeding = pairing.Seeding(r.text(maxText)) },
		"reseed":           r.reseed,
		"seed":             func() { ev.Seed = r.seed() },
		"criteria":         r.criteria,
		"apart":            func() { r.apart(&ev.Apart) },
		"acceleration":     func() { r.acceleration(&ev.Acceleration) },
		"before_score":     func() { ev.BeforeScore = r.tieBreakList() },
		"tie_breaks":       func() { ev.TieBreaks, r.tieBreaks = r.tieBreakList(), true },
		"unplayed":         func() { ev.Unplayed = pairing.Unplayed(r.text(maxText)) },
		"opponents_half":   func() { ev.OpponentsHalf = r.truth() },
		"absence_half":     func() { ev.AbsenceHalf = r.truth() },
		"bye":              func() { ev.Bye = pairing.ByeWorth(r.text(maxText)) },
		"halves_down":      func() { ev.HalvesDown = r.truth() },
		"handicap_in_sosm": func() { ev.HandicapInSOSM = r.truth() },
		"bar":              func() { ev.Bar = r.ratingPointer() },
		"floor":            func() { ev.Floor = r.ratingPointer() },
		"bands":            func() { r.array(100, func(int) { ev.Bands = append(ev.Bands, r.rating()) }) },
		"start_by_grade":   func() { ev.StartByGrade = r.truth() },
		"categories":       r.categories,
		"knockout":         func() { r.knockout(&ev.Knockout) },
		"play_out":         func() { ev.PlayOut = r.truth() },
		"boards":           func() { ev.Boards = r.whole(1, pairing.MaxBoards) },
		"teams":            r.teams,
		"forbidden_teams":  func() { ev.ForbiddenTeams = r.pairsOf() },
		"players":          r.players,
		"forbidden":        r.forbidden,
		"fixed":            r.readFixed,
		"played":           r.played,
	}, "system", "rounds", "players")
}

// settle puts in place what depends on several fields.
func (r *eventReader) settle() {
	ev := &r.file.Event
	if ev.Rounds == 0 {
		ev.Rounds = pairing.MaxRounds // its own problem; no further ones for every round
	}
	if !r.tieBreaks {
		ev.TieBreaks = pairing.DefaultTieBreaks(ev.System)
	}
	if ev.System != pairing.McMahon && slices.Contains(pairing.Systems(), ev.System) {
		if ev.Bar != nil || ev.Floor != nil {
			r.barWithout()
		}
	}
	if !slices.ContainsFunc(r.file.People, func(p Person) bool { return p != Person{} }) {
		r.file.People = nil
	}
	next := r.file.NextRound()
	r.fixedAt = map[int][]int{}
	for i, fx := range r.fixed {
		round := fx.round
		if round == 0 {
			round = next
		}
		r.fixedAt[round] = append(r.fixedAt[round], i)
		at := slices.IndexFunc(ev.Played, func(p pairing.Round) bool { return p.Number == round })
		switch {
		case at >= 0 && ev.Boards > 0:
			ev.Played[at].FixedTeams = append(ev.Played[at].FixedTeams, fx.Fixed)
		case at >= 0:
			ev.Played[at].Fixed = append(ev.Played[at].Fixed, fx.Fixed)
		case round == next:
			r.file.Fixed = append(r.file.Fixed, fx.Fixed)
			r.rematch(i, fx)
		default:
			r.path = []segment{{name: "fixed"}, {index: i}, {name: "round"}}
			r.wrong("round %d is not the next round, which is round %d", round, next)
			r.path = nil
		}
	}
}

// rematch notes a pair that is fixed to meet again, which may be one left over from its round.
func (r *eventReader) rematch(i int, fx fixedEntry) {
	for _, p := range r.file.Event.Played {
		if fx.round == 0 && fx.Black != "" && played(p, fx.Fixed) {
			r.notes.add("fixed[%d]: %s and %s met in round %d and are fixed to meet again; if you mean that round, add "+
				"\"round\": %d",
				i, fx.White, fx.Black, p.Number, p.Number)
			return
		}
	}
}

// barWithout drops a bar and a floor where there is no McMahon, once they have been found to be in order.
func (r *eventReader) barWithout() {
	ev := &r.file.Event
	if ev.Bar != nil && ev.Floor != nil && *ev.Bar < *ev.Floor {
		return // a problem, whatever the system
	}
	r.notes.add("bar and floor only work in a McMahon; they were ignored")
	ev.Bar, ev.Floor = nil, nil
}

func (r *eventReader) time(t *TimeLimit) {
	r.object(fields{
		"minutes":  func() { t.Minutes = r.whole(0, 10_000) },
		"overtime": func() { t.Overtime = Overtime(r.text(maxText)) },
		"seconds":  func() { t.Seconds = r.whole(0, 10_000) },
		"moves":    func() { t.Moves = r.whole(0, 1_000) },
	})
}

func (r *eventReader) handicap(h *pairing.HandicapRule) {
	ceiling := scale.DefaultCeiling
	r.object(fields{
		"by":              func() { h.By = scale.By(r.text(maxText)) },
		"ceiling":         func() { ceiling = r.whole(0, pairing.MaxStones) },
		"reduction":       func() { h.Reduction = r.whole(-pairing.MaxRaised, pairing.MaxStones) },
		"even_under_half": func() { h.EvenUnderHalf = r.truth() },

		"no_handicap_above": func() { h.Top = r.grade() },
	})
	h.Ceiling = ceiling
	if ceiling == 0 && h.By != "" && h.By != scale.ByNone {
		r.path = append(r.path, segment{name: "ceiling"})
		if !r.has(r.here()) {
			r.wrong(
				`a ceiling of 0 leaves no handicaps; write "by": "none" for an even event, or leave the ceiling out for %d`,
				scale.DefaultCeiling,
			)
		}
		r.path = r.path[:len(r.path)-1]
	}
}

func (r *eventReader) reseed() {
	later := &r.file.Event.Reseed
	r.object(fields{
		"from":    func() { later.From = r.whole(1, pairing.MaxRounds) },
		"seeding": func() { later.Seeding = pairing.Seeding(r.text(maxText)) },
	}, "from", "seeding")
}

// maxKomi is as far as pairing goes, in half points.
const maxKomi = 200

func (r *eventReader) komi() {
	before := len(r.List)
	komi := r.halves(-maxKomi, maxKomi)
	if komi == 0 && len(r.List) == before {
		r.wrong("even games have a komi; leave it out for 7")
	}
	r.file.Event.Komi = scale.HalfPoints(komi)
}

func (r *eventReader) criteria() {
	r.array(2*len(pairing.DefaultCriteria()), func(int) {
		r.file.Event.Criteria = append(r.file.Event.Criteria, pairing.Criterion(r.text(maxText)))
	})
}

func (r *eventReader) apart(a *pairing.Apart) {
	r.object(fields{
		"firm": func() { a.Firm = r.whole(0, pairing.MaxRounds) },
		"weak": func() { a.Weak = r.whole(0, pairing.MaxRounds) },
	})
}

func (r *eventReader) acceleration(a *pairing.Acceleration) {
	r.object(fields{
		"rounds": func() { a.Rounds = r.whole(0, pairing.MaxRounds) },
		"points": func() { a.Points = pairing.Score(r.halves(0, pairing.MaxScore)) },
	})
}

func (r *eventReader) knockout(k *pairing.KnockoutRules) {
	r.object(fields{
		"third_place": func() { k.ThirdPlace = r.truth() },
		"jigo":        func() { k.Jigo = pairing.JigoRule(r.text(maxText)) },
	})
}

func (r *eventReader) tieBreakList() (list []pairing.TieBreak) {
	r.array(2*len(pairing.TieBreaks()), func(int) { list = append(list, tieBreakNamed(r.text(maxText))) })
	return list
}

func (r *eventReader) categories() {
	r.array(pairing.MaxCategories, func(int) {
		if g := r.grade(); g != nil {
			r.file.Event.Categories = append(r.file.Event.Categories, *g)
		}
	})
}

// tieBreakNamed knows the tie-breaks by their names in either case, and wins with Black as people write it.
func tieBreakNamed(name string) pairing.TieBreak {
	for _, t := range pairing.TieBreaks() {
		if strings.EqualFold(name, string(t)) {
			return t
		}
	}
	switch strings.ToLower(strings.ReplaceAll(name, "_", " ")) {
	case "wins with black":
		return pairing.WinsWithBlack
	}
	return pairing.TieBreak(name)
}

// rating reads a rating or a grade: "3.4", "-2.3", "4d", "15k", or a number.
func (r *eventReader) rating() scale.Rating {
	s, isText := r.next.(string)
	if n, ok := r.next.(json.Number); ok {
		s, isText = n.String(), true
	}
	if !isText {
		r.unfit(`a rating such as "3.4", or a grade such as "4d"`)
		return 0
	}
	r.advance()
	v, err := scale.Parse(shortenForParse(s))
	var unreadable *scale.ParseError
	switch {
	case errors.Is(err, scale.ErrEmpty):
		r.wrong(`missing: give a rating such as "3.4", or a grade such as "4d"`)
	case errors.As(err, &unreadable):
		r.wrong("%q is not a rating: %s", shorten(unreadable.Input), unreadable.Reason)
	}
	return v
}

// shortenForParse keeps hostile lengths from the parser; no rating is that long.
func shortenForParse(s string) string { return s[:min(len(s), 100)] }

func (r *eventReader) ratingPointer() *scale.Rating {
	before := len(r.List)
	v := r.rating()
	if len(r.List) > before {
		return nil
	}
	return &v
}

func (r *eventReader) players() {
	var p pairing.Player
	var person Person
	european := math.MinInt
	read := fields{
		"id":              func() { p.ID = pairing.ID(r.text(maxID)) },
		"name":            func() { p.Name = r.text(maxText) },
		"family_name":     func() { person.Family = r.text(maxText) },
		"given_names":     func() { person.Given = r.text(maxText) },
		"number":          func() { p.Number = r.whole(0, math.MaxInt32) },
		"seed":            func() { p.Seed = r.whole(0, pairing.MaxPlayers) },
		"pair":            func() { p.Pair = r.pair() },
		"rating":          func() { p.Rating = r.rating() },
		"grade":           func() { p.Grade = r.grade() },
		"european_rating": func() { european = r.whole(-3000, 3300) },
		"club":            func() { p.Club = r.text(maxText) },
		"city":            func() { p.City = r.text(maxText) },
		"country":         func() { person.Country = r.text(maxText) },
		"pin":             func() { person.PIN = r.text(maxID) },
		"aga_id":          func() { person.AGA = r.text(maxID) },
		"licence":         func() { person.Licence = r.text(maxID) },
		"preliminary":     func() { p.Preliminary = r.truth() },
		"absent":          func() { p.Absent = r.roundList() },
		"withdrawn_after": func() { p.WithdrawnAfter = r.whole(0, pairing.MaxRounds) },
		"entered_in":      func() { p.EnteredIn = r.whole(0, pairing.MaxRounds) },
		"start_score":     func() { p.StartScore = pairing.Score(r.halves(-pairing.MaxCorrection, pairing.MaxScore)) },
		"half_point_byes": func() { p.HalfPointByes = r.roundList() },
	}
	r.array(pairing.MaxPlayers, func(int) {
		p, person, european = pairing.Player{}, Person{}, math.MinInt
		r.object(read, "id", "rating")
		if european != math.MinInt {
			person.Points = european - 2000 - 10*int(p.Rating)
		}
		r.file.Event.Players = append(r.file.Event.Players, p)
		r.file.People = append(r.file.People, person)
	})
}

// pair reads the two players of a pair.
func (r *eventReader) pair() (pair []pairing.PairPlayer) {
	r.array(2, func(int) {
		var one pairing.PairPlayer
		r.object(fields{
			"name":    func() { one.Name = r.text(maxText) },
			"rating":  func() { one.Rating = r.rating() },
			"club":    func() { one.Club = r.text(maxText) },
			"city":    func() { one.City = r.text(maxText) },
			"country": func() { one.Country = r.text(maxText) },
		}, "name", "rating")
		pair = append(pair, one)
	})
	return pair
}

// grade reads a whole grade.
func (r *eventReader) grade() *scale.Grade {
	before := len(r.List)
	v := r.rating()
	if len(r.List) > before {
		return nil
	}
	if v%10 != 0 {
		r.wrong("%s is inside a grade; give the grade, %s", v, v.Grade().Short())
		return nil
	}
	g := v.Grade()
	return &g
}

func (r *eventReader) roundList() []int {
	var rounds []int
	r.array(pairing.MaxRounds, func(int) {
		rounds = append(rounds, r.whole(1, pairing.MaxRounds))
	})
	return rounds
}

func (r *eventReader) id() pairing.ID { return pairing.ID(r.text(maxID)) }

func (r *eventReader) forbidden() { r.file.Event.Forbidden = r.pairsOf() }

// pairsOf reads pairs of players or of teams.
func (r *eventReader) pairsOf() (pairs [][2]pairing.ID) {
	r.array(maxForbidden, func(int) {
		var pair [2]pairing.ID
		n := 0
		r.array(2, func(i int) { pair[i], n = r.id(), i+1 })
		if n < 2 {
			r.wrong("a pair needs two players")
		}
		pairs = append(pairs, pair)
	})
	return pairs
}

func (r *eventReader) teams() {
	r.array(pairing.MaxPlayers, func(int) {
		var t pairing.Team
		r.object(fields{
			"id":      func() { t.ID = r.id() },
			"name":    func() { t.Name = r.text(maxText) },
			"number":  func() { t.Number = r.whole(0, math.MaxInt32) },
			"captain": func() { t.Captain = r.text(maxText) },
			"club":    func() { t.Club = r.text(maxText) },
			"players": func() { r.array(pairing.MaxPlayers, func(int) { t.Players = append(t.Players, r.id()) }) },
			"lineups": func() { t.Lineups = r.lineups() },
		}, "id", "players")
		r.file.Event.Teams = append(r.file.Event.Teams, t)
	})
}

// lineups reads who sat at the boards of a team in single rounds; an empty id is a board without a player.
func (r *eventReader) lineups() (list []pairing.Lineup) {
	r.array(pairing.MaxRounds, func(int) {
		var one pairing.Lineup
		r.object(fields{
			"round":  func() { one.Round = r.whole(1, pairing.MaxRounds) },
			"boards": func() { r.array(pairing.MaxBoards, func(int) { one.Boards = append(one.Boards, r.id()) }) },
		}, "round", "boards")
		list = append(list, one)
	})
	return list
}

// matches reads who of the teams met whom in a round.
func (r *eventReader) matches() (list []pairing.Encounter) {
	r.array(pairing.MaxPlayers/2, func(int) {
		var m pairing.Encounter
		r.object(fields{
			"white": func() { m.White = r.id() }, "black": func() { m.Black = r.id() },
		}, "white", "black")
		list = append(list, m)
	})
	return list
}

func (r *eventReader) readFixed() {
	var fx fixedEntry
	var bye pairing.ID
	read := fields{
		"round":   func() { fx.round = r.whole(1, pairing.MaxRounds) },
		"white":   func() { fx.White = r.id() },
		"black":   func() { fx.Black = r.id() },
		"bye":     func() { bye = r.id() },
		"colours": func() { fx.Colours = pairing.FixedColours(r.text(maxText)) },
	}
	r.array(pairing.MaxPlayers, func(int) {
		fx, bye = fixedEntry{}, ""
		before := len(r.List)
		r.object(read)
		switch {
		case len(r.List) > before:
		case bye != "" && (fx.White != "" || fx.Black != "" || fx.Colours != ""):
			r.wrong("give a pair, white and black, or a bye, not both")
		case bye != "":
			fx.White = bye
		case fx.White == "" || fx.Black == "":
			r.wrong("give white and black, or a bye")
			fx.White, fx.Black = "", ""
		}
		r.fixed = append(r.fixed, fx)
	})
}

func (r *eventReader) played() {
	var g pairing.Game
	game := fields{
		"table":    func() { g.Table = r.whole(1, 100_000) },
		"white":    func() { g.White = r.id() },
		"black":    func() { g.Black = r.id() },
		"handicap": func() { g.Handicap = r.whole(0, pairing.MaxStones) },
		"result":   func() { g.Result = pairing.Result(r.text(maxText)) },

		"third_place": func() { g.Third = r.truth() },
	}
	r.array(pairing.MaxRounds, func(int) {
		var round pairing.Round
		r.object(fields{
			"round": func() { round.Number = r.whole(1, pairing.MaxRounds) },
			"games": func() {
				r.array(pairing.MaxPlayers/2, func(int) {
					g = pairing.Game{}
					r.object(game, "white", "black")
					round.Games = append(round.Games, g)
				})
			},
			"matches": func() { round.Matches = r.matches() },
			"byes":    func() { r.array(pairing.MaxPlayers, func(int) { round.Byes = append(round.Byes, r.id()) }) },
			"seed":    func() { round.Seed = r.seed() },
		}, "round")
		r.file.Event.Played = append(r.file.Event.Played, round)
	})
}
