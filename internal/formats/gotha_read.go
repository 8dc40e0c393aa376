package formats

import (
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// readGotha reads a tournament file of OpenGotha.
func readGotha(data []byte) (*File, Notes, error) {
	r := &gothaReader{
		oldRatings: true, rounds: 5, next: gothaSeeding{last: 2}, at: places{}, players: map[string]int{},
		criteria: map[int]string{}, limits: map[int]scale.Grade{}, bye: map[int][]gothaBye{},
	}
	r.file.Event = pairing.Event{
		System: pairing.Swiss, Unplayed: pairing.UnplayedZero, Seeding: pairing.SeedSlide,
		Handicap: pairing.HandicapRule{By: scale.ByNone, Ceiling: scale.DefaultCeiling},
	}
	w := xmlWalk{Problems: &r.Problems}
	w.walk(data, r.element)
	if len(r.List) == 0 {
		r.finish()
		r.notice(w.unknown)
	}
	if err := r.err(); err != nil {
		return nil, nil, err
	}
	return &r.file, r.notes, nil
}

// gothaReader collects a tournament. Games name players, who may come later in the file, so they are put together at the
// end.
type gothaReader struct {
	Problems
	file  File
	notes Notes
	at    places

	oldRatings bool
	entries    []gothaEntry
	players    map[string]int // by key
	oldKeys    map[string]int // by the key of older files; −1 where two players share one
	games      []gothaGame
	bye        map[int][]gothaBye // by round
	rounds     int
	criteria   map[int]string
	next       gothaSeeding
	handicap   *gothaHandicap
	absent     map[pairing.System]int // half points of an absence
	byePoints  map[pairing.System]int
	roundDown  bool
	halves     bool
	floor, bar *scale.Rating
	ignored    []string
	teams      []gothaTeam
	seats      int // boards of all teams
	teamSize   int
	teamBreaks bool // the teams have tie-breaks that ours do not go by
	bad        few  // games and byes that were left out
	categories int
	limits     map[int]scale.Grade // the lowest grade of each category but the last
}

type gothaEntry struct {
	rank       scale.Grade
	correction int
	sat        string // for each round 1 or 0
	line       int
}

type gothaGame struct {
	line, round, table, handicap int
	white, black                 string
	result                       pairing.Result
	colourless                   bool
}

type gothaBye struct {
	line   int
	player string
}

type gothaSeeding struct {
	last          int // round with the first seeding
	first, second string
}

type gothaHandicap struct {
	byScore             bool
	threshold           scale.Grade
	correction, ceiling int
}

// element takes an element it knows.
func (r *gothaReader) element(path string, e *element) bool {
	switch path {
	case "Tournament":
		r.tournament(e)
	case "Tournament/Players", "Tournament/Games", "Tournament/ByePlayers", "Tournament/TournamentParameterSet",
		"Tournament/TournamentParameterSet/PlacementParameterSet",
		"Tournament/TournamentParameterSet/PlacementParameterSet/PlacementCriteria":
	case "Tournament/Players/Player":
		r.player(e)
	case "Tournament/Games/Game":
		r.game(e)
	case "Tournament/Teams", "Tournament/TeamTournamentParameterSet":
	case "Tournament/Teams/Team":
		r.team(e)
	case "Tournament/Teams/Team/Board":
		r.board(e)
	case "Tournament/TeamTournamentParameterSet/TeamGeneralParameterSet":
		r.teamSize = e.whole("teamSize", 0, 0, 1000)
	case "Tournament/TeamTournamentParameterSet/TeamPlacementParameterSet/PlacementCriteria/PlacementCriterion":
		name := e.text("name")
		r.teamBreaks = r.teamBreaks || name != "TEAMP" && name != "BDW" && name != "NULL" && name != ""
		e.known("number")
	case "Tournament/ByePlayers/ByePlayer":
		r.byePlayer(e)
	case "Tournament/TournamentParameterSet/GeneralParameterSet":
		r.general(e)
	case "Tournament/TournamentParameterSet/HandicapParameterSet":
		r.handicaps(e)
	case "Tournament/TournamentParameterSet/PlacementParameterSet/PlacementCriteria/PlacementCriterion":
		r.criteria[e.whole("number", 1, 1, 20)] = e.text("name")
	case "Tournament/TournamentParameterSet/PairingParameterSet":
		r.pairing(e)
	case "Tournament/TournamentParameterSet/GeneralParameterSet/Categories":
	case "Tournament/TournamentParameterSet/GeneralParameterSet/Categories/Category":
		r.category(e)
	default:
		if path == e.name {
			e.wrong("this is not an OpenGotha file: those begin with <Tournament>")
		}
		return r.leftOut(path, e)
	}
	return true
}

// leftOut knows what there is in such files that an event here has not.
func (r *gothaReader) leftOut(path string, e *element) bool {
	what, ok := map[string]string{
		"Tournament/ClubsGroups":                                          "groups of clubs",
		"Tournament/TournamentParameterSet/DPParameterSet":                "how its lists are shown",
		"Tournament/TournamentParameterSet/PublishParameterSet":           "how its lists are shown",
		"Tournament/TournamentParameterSet/GeneralParameterSet/BZHGroups": "",
	}[path]
	if !ok {
		for _, inside := range []string{
			"ClubsGroups/", "TeamTournamentParameterSet/", "BZHGroups/",
		} {
			if strings.Contains(path, inside) {
				ok = true
			}
		}
	}
	if !ok {
		return false
	}
	for _, a := range e.attrs {
		e.known(a.Name.Local)
	}
	if what != "" {
		r.leave(what)
	}
	return true
}

// leave remembers, once, what is not kept.
func (r *gothaReader) leave(what string) {
	if !slices.Contains(r.ignored, what) {
		r.ignored = append(r.ignored, what)
	}
}

// tournament is the root. Files before data version 201 keep ratings on a scale that is 2050 points lower.
func (r *gothaReader) tournament(e *element) {
	version := e.whole("dataVersion", 0, 0, 1_000_000)
	full := e.text("fullVersionNumber")
	r.oldRatings = version < 201 && (version > 0 || full == "")
	e.known(
		"saveDT", "externalIPAddress", "runningMode", "gothaVersion", "gothaMinorVersion", "remoteUUID", "privateTournament",
	)
}

// maxGothaGames is more than a file of the largest size can hold with everything that a game has.
const maxGothaGames = 200_000

func (r *gothaReader) game(e *element) {
	if len(r.games) == maxGothaGames {
		e.wrong("too many games")
		r.enough = true
		return
	}
	// One bad game leaves the others readable.
	own := *e
	own.Problems, e = &Problems{}, &own
	g := gothaGame{
		line: e.line, round: e.whole("roundNumber", 1, 1, pairing.MaxRounds), table: e.whole("tableNumber", 0, 0, 100_000),
		handicap: e.whole("handicap", 0, 0, pairing.MaxStones), white: e.text("whitePlayer"), black: e.text("blackPlayer"),
	}
	if known := e.text("knownColor"); known == "false" {
		g.colourless = true
	}
	text := e.text("result")
	if text == "" {
		text = gothaResults[pairing.NoResult]
	}
	result, ok := inverse(gothaResults, text)
	if !ok {
		r.bad.add(&r.notes, "line %d: the result %q is not known; the game was read without a result", e.line, shorten(text))
	}
	g.result = result
	if len(e.List) > 0 {
		r.bad.add(&r.notes, "%s; the game was left out", e.List[0])
		return
	}
	r.games = append(r.games, g)
}

func (r *gothaReader) byePlayer(e *element) {
	round := e.whole("roundNumber", 1, 1, pairing.MaxRounds)
	r.bye[round] = append(r.bye[round], gothaBye{line: e.line, player: e.text("player")})
}

func (r *gothaReader) general(e *element) {
	f := &r.file
	f.Name, f.Place = e.text("name"), e.text("location")
	if _, named := e.value("name"); !named {
		f.Name = e.text("shortName")
	}
	f.From, f.To = r.day(e, "beginDate"), r.day(e, "endDate")
	if !f.From.IsZero() && f.To.Before(f.From) {
		f.To = f.From
	}
	r.rounds = e.whole("numberOfRounds", 5, 1, pairing.MaxRounds)
	f.Event.Komi = headerKomi(e.text("komi"), &r.notes)
	r.time(e)
	r.floor, r.bar = r.limit(e, "genMMFloor", gothaWeakest), r.limit(e, "genMMBar", gothaStrongest)
	r.absent = map[pairing.System]int{
		pairing.McMahon: e.whole("genMMS2ValueAbsent", 0, 0, 2), pairing.Swiss: e.whole("genNBW2ValueAbsent", 0, 0, 2),
	}
	r.byePoints = map[pairing.System]int{
		pairing.McMahon: e.whole("genMMS2ValueBye", 2, 0, 2), pairing.Swiss: e.whole("genNBW2ValueBye", 2, 0, 2),
	}
	r.categories = e.whole("numberOfCategories", 1, 0, pairing.MaxCategories+1)
	r.roundDown, r.halves = e.truth("genRoundDownNBWMMS"), e.truth("genCountNotPlayedGamesAsHalfPoint")
	if size := e.text("size"); size != "" && size != strconv.Itoa(usualBoard) {
		if n, err := strconv.Atoi(size); err == nil && n >= smallestBoard && n <= largestBoard {
			f.Board = n
		} else {
			r.notes.add("the board size %s is not kept", shorten(size))
		}
	}
	for name, what := range map[string]string{"director": "the director", "description": "the description"} {
		if e.text(name) != "" {
			r.leave(what)
		}
	}
	if e.truth("bInternet") || e.truth("bInternetGame") {
		r.leave("that it was played on the internet")
	}
	if zero := e.text("genMMZero"); zero != "" && !strings.EqualFold(zero, "30K") {
		r.notes.add("McMahon scores count from %s in the file; here they count from 30k", shorten(zero))
	}
	if e.text("rgfId") != "" {
		r.leave("the number of the Russian federation")
	}
	if absent, bye := e.whole("genCPS2ValueAbsent", 0, 0, 2), e.whole("genCPS2ValueBye", 2, 0, 2); absent != 0 || bye != 2 {
		r.leave("what absences and byes count in the cup score")
	}
	e.known("shortName", "numberOfBZHGroups")
}

// category reads the lowest grade of a category; the last has none.
func (r *gothaReader) category(e *element) {
	number := e.whole("number", len(r.limits)+1, 1, pairing.MaxCategories)
	text := e.text("lowerLimit")
	g, ok := parseGothaGrade(text)
	if !ok {
		e.wrong("lowerLimit is %q; it must be a grade such as 4D or 20K", shorten(text))
		return
	}
	r.limits[number] = g
}

func (r *gothaReader) day(e *element, name string) civil.Date {
	s := e.text(name)
	if s == "" {
		return civil.Date{}
	}
	d, err := civil.ParseDate(s)
	if err != nil {
		e.wrong("%s is %q; it must be a date such as 2026-11-21", name, shorten(s))
	}
	return d
}

func (r *gothaReader) time(e *element) {
	t := &r.file.Time
	t.Minutes = e.whole("basicTime", e.whole("time", 0, 0, 10_000), 0, 10_000)
	e.known("byoYomi")
	byo, fischer := e.whole("stdByoYomiTime", 0, 0, 10_000), e.whole("fischerTime", 0, 0, 10_000)
	moves, block := e.whole("nbMovesCanTime", 0, 0, 1_000), e.whole("canByoYomiTime", 0, 0, 10_000)
	system := e.text("complementaryTimeSystem")
	overtime, ok := inverse(gothaOvertimes, system)
	if system != "" && !ok {
		e.wrong("complementaryTimeSystem is %q, which is not known", shorten(system))
	}
	t.Overtime = overtime
	switch overtime {
	case ByoYomi:
		t.Seconds = byo
	case Canadian:
		t.Seconds, t.Moves = block, moves
	case Fischer:
		t.Seconds = fischer
	}
}

// limit reads floor or bar; OpenGotha's widest stands for none.
func (r *gothaReader) limit(e *element, name string, none scale.Grade) *scale.Rating {
	s := e.text(name)
	if s == "" {
		return nil
	}
	g, ok := parseGothaGrade(s)
	if !ok {
		e.wrong("%s is %q; it must be a grade such as 4D or 20K", name, shorten(s))
	}
	if g == none {
		return nil
	}
	v := g.Rating()
	return &v
}

func (r *gothaReader) handicaps(e *element) {
	h := &gothaHandicap{
		byScore:    e.truth("hdBasedOnMMS") || strings.EqualFold(e.text("hdBase"), "MMS"),
		correction: e.whole("hdCorrection", 0, -9, 9), ceiling: e.whole("hdCeiling", scale.DefaultCeiling, 0, 9),
		threshold: gothaStrongest,
	}
	if s := e.text("hdNoHdRankThreshold"); s != "" {
		g, ok := parseGothaGrade(s)
		if !ok {
			e.wrong("hdNoHdRankThreshold is %q; it must be a grade such as 1D", shorten(s))
		}
		h.threshold = g
	}
	r.handicap = h
}

func (r *gothaReader) pairing(e *element) {
	r.next = gothaSeeding{
		last:  e.whole("paiMaLastRoundForSeedSystem1", 2, 0, pairing.MaxRounds),
		first: e.text("paiMaSeedSystem1"), second: e.text("paiMaSeedSystem2"),
	}
	if geo := e.text(gothaGeo); geo != "" {
		apart := func(attribute string) bool { return geo != "0" && e.text(attribute) != "0" }
		r.file.Event.Criteria = gothaApart(
			apart("paiSePreferMMSDiffRatherThanSameClub"), apart("paiSePreferMMSDiffRatherThanSameCountry"),
		)
	}
	for _, name := range gothaAvoidance {
		if v := e.text(name.attribute); v != "" && v != "0" && v != name.usual {
			r.leave("how strongly clubs and countries are kept apart")
		}
	}
	for _, own := range gothaOwn {
		if v := e.text(own.attribute); v != "" && !slices.Contains(own.usual, v) {
			r.leave(own.what)
		}
	}
	for _, a := range e.attrs {
		if strings.HasPrefix(a.Name.Local, "pai") {
			e.known(a.Name.Local) // weights of its own draw
		}
	}
}
