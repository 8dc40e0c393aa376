package formats

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// writeGotha writes a tournament file of OpenGotha.
func writeGotha(f *File) ([]byte, Notes, error) {
	if f.Event.Rounds > gothaRounds {
		return nil, nil, problem("rounds", "OpenGotha has at most %d rounds", gothaRounds)
	}
	w := &gothaWriter{file: f}
	w.b.WriteString(`<?xml version="1.0" encoding="UTF-8" standalone="no"?>` + "\n")
	w.open("Tournament", attr{"dataVersion", "201"})
	w.players()
	w.games()
	w.byes()
	w.teams()
	w.open("TournamentParameterSet")
	w.general()
	w.handicap()
	w.placement()
	w.pairing()
	w.close("TournamentParameterSet")
	w.teamSettings()
	w.close("Tournament")
	w.lost()
	return w.b.Bytes(), w.notes, nil
}

// attr is an attribute with its value.
type attr struct{ name, value string }

type gothaWriter struct {
	b     bytes.Buffer
	depth int
	file  *File
	notes Notes
	keys  []string // by which games name each player

	limited, halves int // players whose rating or start score does not fit
}

func (w *gothaWriter) tag(name, end string, attrs []attr) {
	w.b.WriteString(strings.Repeat("  ", w.depth) + "<" + name)
	for _, a := range attrs {
		w.b.WriteString(" " + a.name + `="`)
		_ = xml.EscapeText(&w.b, []byte(a.value)) // a buffer does not fail
		w.b.WriteByte('"')
	}
	w.b.WriteString(end + "\n")
}

func (w *gothaWriter) open(name string, attrs ...attr) {
	w.tag(name, ">", attrs)
	w.depth++
}

func (w *gothaWriter) empty(name string, attrs ...attr) { w.tag(name, "/>", attrs) }

func (w *gothaWriter) close(name string) {
	w.depth--
	w.b.WriteString(strings.Repeat("  ", w.depth) + "</" + name + ">\n")
}

func (w *gothaWriter) players() {
	f := w.file
	codes, notes := f.clubCodes(func(s string) string { return s })
	w.notes = append(w.notes, notes...)
	taken := map[string]bool{}
	var renamed []string
	w.open("Players")
	for i := range f.Event.Players {
		p, person := &f.Event.Players[i], f.Person(i)
		family, given := f.familyGiven(i)
		if given == "" {
			given = noGiven
		}
		unique := given
		for n := 2; taken[gothaKey(family, unique)]; n++ {
			unique = fmt.Sprintf("%s (%d)", given, n)
		}
		if unique != given {
			renamed = append(renamed, family+" "+unique)
		}
		key := gothaKey(family, unique)
		taken[key] = true
		w.keys = append(w.keys, key)
		european := person.European(p.Rating)
		if european < gothaMinEuropean || european > gothaMaxEuropean {
			w.limited++
		}
		status := "FIN"
		if p.Preliminary {
			status = "PRE"
		}
		rank, correction := w.rank(i)
		w.empty("Player", attr{"agaExpirationDate", ""}, attr{"agaId", person.AGA}, attr{"club", codes[p.Club]},
			attr{"country", f.countryOf(i)}, attr{"egfPin", person.PIN}, attr{"ffgLicence", person.Licence},
			attr{"ffgLicenceStatus", ""}, attr{"firstName", unique}, attr{"grade", gothaGrade(rank)}, attr{"name", family},
			attr{"participating", f.participating(i)}, attr{"rank", gothaGrade(rank)},
			attr{"rating", strconv.Itoa(min(max(european, gothaMinEuropean), gothaMaxEuropean))},
			attr{"ratingOrigin", "MAN"}, attr{"registeringStatus", status}, attr{"smmsCorrection", strconv.Itoa(correction)})
	}
	w.close("Players")
	if len(renamed) > 0 {
		w.notes.add("players need different names: %s", list(renamed))
	}
}

// rank gives a player's rank and the correction that gives the McMahon score which the player starts with here.
func (w *gothaWriter) rank(i int) (rank scale.Grade, correction int) {
	ev := &w.file.Event
	p := &ev.Players[i]
	rank = min(max(w.file.gradeOf(i), gothaWeakest), gothaStrongest)
	if ev.System != pairing.McMahon {
		if p.StartScore != 0 {
			w.halves++
		}
		return rank, 0
	}
	if p.StartScore%2 != 0 {
		w.halves++
	}
	if ev.StartByGrade {
		return rank, int(p.StartScore / pairing.OnePoint)
	}
	group := mcmahonGroup(ev, p.Rating.Grade()) - mcmahonGroup(ev, rank)
	return rank, int(group) + int(p.StartScore/pairing.OnePoint)
}

// participating gives a 1 for each round a player takes part in, a 0 for the others.
func (f *File) participating(i int) string {
	p := &f.Event.Players[i]
	text := []byte(strings.Repeat("1", gothaRounds))
	for n := 1; n <= f.Event.Rounds; n++ {
		if notThere(p, n) != "" {
			text[n-1] = '0'
		}
	}
	return string(text)
}

func (w *gothaWriter) games() {
	index := w.index()
	w.open("Games")
	for _, r := range sortedRounds(&w.file.Event) {
		taken := map[int]bool{}
		for _, g := range r.Games {
			taken[g.Table] = true
		}
		free := 1
		for _, g := range r.Games {
			for g.Table == 0 && taken[free] {
				free++
			}
			if g.Table == 0 {
				g.Table, taken[free] = free, true
			}
			w.empty("Game", attr{"blackPlayer", w.keys[index[g.Black]]}, attr{"handicap", strconv.Itoa(g.Handicap)},
				attr{"knownColor", "true"}, attr{"result", gothaResults[g.Result]}, attr{"roundNumber", strconv.Itoa(r.Number)},
				attr{"tableNumber", strconv.Itoa(g.Table)}, attr{"whitePlayer", w.keys[index[g.White]]})
		}
	}
	w.close("Games")
}

func (w *gothaWriter) index() map[pairing.ID]int {
	index := make(map[pairing.ID]int, len(w.file.Event.Players))
	for i, p := range w.file.Event.Players {
		index[p.ID] = i
	}
	return index
}

func (w *gothaWriter) byes() {
	index := w.index()
	more := 0
	w.open("ByePlayers")
	for _, r := range sortedRounds(&w.file.Event) {
		for k, id := range r.Byes {
			if k > 0 {
				more++
				continue
			}
			w.empty("ByePlayer", attr{"player", w.keys[index[id]]}, attr{"roundNumber", strconv.Itoa(r.Number)})
		}
	}
	w.close("ByePlayers")
	if more > 0 {
		w.notes.add("a round has at most one bye: %s left out", count(more, "bye"))
	}
}

func (w *gothaWriter) general() {
	f := w.file
	ev := &f.Event
	absent, bye := "0", "2"
	if ev.AbsenceHalf {
		absent = "1"
	}
	switch ev.Bye {
	case pairing.ByeHalf:
		bye = "1"
	case pairing.ByeNothing:
		bye = "0"
	}
	floor, bar := gothaLimits(ev)
	attrs := []attr{
		{"endDate", f.To.String()}, {"beginDate", f.From.String()}, {"director", ""},
		{"genCountNotPlayedGamesAsHalfPoint", strconv.FormatBool(ev.OpponentsHalf)}, {"genMMBar", gothaGrade(bar)}, {"genMMFloor", gothaGrade(floor)},
		{"genMMS2ValueAbsent", absent}, {"genMMS2ValueBye", bye}, {"genMMZero", "30K"}, {"genNBW2ValueAbsent", absent},
		{"genNBW2ValueBye", bye}, {"genRoundDownNBWMMS", strconv.FormatBool(ev.HalvesDown)}, {"komi", decimal(int64(f.komi()), 2)},
		{"location", f.Place}, {"name", f.Name}, {"numberOfCategories", strconv.Itoa(len(ev.Categories) + 1)},
		{"numberOfRounds", strconv.Itoa(ev.Rounds)}, {"shortName", shortName(f.Name)}, {"size", strconv.Itoa(f.board())},
	}
	attrs = slices.DeleteFunc(attrs, func(a attr) bool { return strings.HasSuffix(a.name, "Date") && a.value == "" })
	attrs = append(attrs, f.Time.gotha()...)
	slices.SortFunc(attrs, func(a, b attr) int { return strings.Compare(a.name, b.name) })
	if len(ev.Categories) == 0 {
		w.empty("GeneralParameterSet", attrs...)
		return
	}
	w.open("GeneralParameterSet", attrs...)
	w.open("Categories")
	for n, g := range ev.Categories {
		w.empty("Category", attr{"lowerLimit", gothaGrade(g)}, attr{"number", strconv.Itoa(n + 1)})
	}
	w.close("Categories")
	w.close("GeneralParameterSet")
}

// gotha gives what is known of the time limit.
func (t TimeLimit) gotha() []attr {
	var attrs []attr
	if t.Minutes > 0 {
		attrs = append(attrs, attr{"basicTime", strconv.Itoa(t.Minutes)})
	}
	if t.Overtime != "" {
		attrs = append(attrs, attr{"complementaryTimeSystem", gothaOvertimes[t.Overtime]})
	}
	seconds := strconv.Itoa(t.Seconds)
	switch t.Overtime {
	case ByoYomi:
		attrs = append(attrs, attr{"stdByoYomiTime", seconds})
	case Canadian:
		attrs = append(attrs, attr{"canByoYomiTime", seconds}, attr{"nbMovesCanTime", strconv.Itoa(t.Moves)})
	case Fischer:
		attrs = append(attrs, attr{"fischerTime", seconds})
	}
	return attrs
}

// shortName is what OpenGotha calls its own files by.
func shortName(name string) string {
	text, _ := transliterate(name)
	text = letters(text)
	if text == "" {
		return "tournament"
	}
	r := []rune(text)
	return string(r[:min(len(r), 20)])
}

func (w *gothaWriter) handicap() {
	h := w.file.Event.Handicap
	if h.By == "" || h.By == scale.ByNone {
		w.empty("HandicapParameterSet", attr{"hdBasedOnMMS", "false"}, attr{"hdCeiling", "0"}, attr{"hdCorrection", "0"},
			attr{"hdNoHdRankThreshold", gothaGrade(gothaWeakest)})
		return
	}
	top := gothaStrongest
	if h.Top != nil {
		top = *h.Top
	}
	ceiling := cmp.Or(h.Ceiling, scale.DefaultCeiling)
	w.empty("HandicapParameterSet", attr{"hdBasedOnMMS", strconv.FormatBool(h.By == scale.ByScore)},
		attr{"hdCeiling", strconv.Itoa(min(ceiling, 9))}, attr{"hdCorrection", strconv.Itoa(min(h.Reduction, 9))},
		attr{"hdNoHdRankThreshold", gothaGrade(top)})
}

func (w *gothaWriter) placement() {
	ev := &w.file.Event
	score := pairing.NBW
	if ev.System == pairing.McMahon {
		score = pairing.MMS
	}
	var criteria, lost []string
	for _, t := range slices.Concat(ev.BeforeScore, []pairing.TieBreak{score}, ev.TieBreaks) {
		name, ok := gothaTieBreaks[t]
		if t == pairing.Wins && !slices.Contains(ev.TieBreaks, pairing.NBW) {
			name, ok = gothaTieBreaks[pairing.NBW], true
		}
		if !ok || len(criteria) == gothaCriteria {
			lost = append(lost, string(t))
			continue
		}
		if t == pairing.Wins {
			w.notes.add("wins are written as NBW, which counts byes too")
		}
		criteria = append(criteria, name)
	}
	if len(lost) > 0 {
		w.notes.add("tie-breaks that OpenGotha does not have, or has no room for: %s", list(lost))
	}
	w.open("PlacementParameterSet")
	w.open("PlacementCriteria")
	for n := range gothaCriteria {
		name := "NULL"
		if n < len(criteria) {
			name = criteria[n]
		}
		w.empty("PlacementCriterion", attr{"name", name}, attr{"number", strconv.Itoa(n + 1)})
	}
	w.close("PlacementCriteria")
	w.close("PlacementParameterSet")
}

// pairing writes the seeding, and for the rest the weights that OpenGotha begins a tournament with.
func (w *gothaWriter) pairing() {
	ev := &w.file.Event
	first, later, last := gothaSeedingOf(ev.Seeding), gothaSeedingOf(ev.Seeding), 2
	if ev.Reseed.From > 0 {
		later, last = gothaSeedingOf(ev.Reseed.Seeding), ev.Reseed.From-1
	}
	apart := func(c pairing.Criterion, usual string) string {
		if criteria := w.file.criteria(); !slices.Contains(criteria, c) {
			return "0"
		}
		return usual
	}
	clubs, countries := apart(pairing.CriterionClub, "3"), apart(pairing.CriterionCountry, "1")
	groups, geo := "2", gothaGeoWeight
	if clubs == "0" {
		groups = "0"
	}
	if clubs == "0" && countries == "0" {
		geo = "0"
	}
	w.empty("PairingParameterSet",
		attr{"paiBaAvoidDuplGame", "500000000000000"}, attr{"paiBaBalanceWB", "1000000"}, attr{"paiBaDeterministic", "true"},
		attr{"paiBaRandom", "0"}, attr{"paiMaAdditionalPlacementCritSystem1", "Rating"},
		attr{"paiMaAdditionalPlacementCritSystem2", "Rating"}, attr{"paiMaAvoidMixingCategories", "0"},
		attr{"paiMaCompensateDUDD", "true"}, attr{"paiMaDUDDLowerMode", "MID"}, attr{"paiMaDUDDUpperMode", "MID"},
		attr{"paiMaDUDDWeight", "100000000"}, attr{"paiMaLastRoundForSeedSystem1", strconv.Itoa(last)},
		attr{"paiMaMaximizeSeeding", "5000000"}, attr{"paiMaMinimizeScoreDifference", "100000000000"},
		attr{"paiMaSeedSystem1", first}, attr{"paiMaSeedSystem2", later}, attr{gothaGeo, geo},
		attr{"paiSeBarThresholdActive", "true"}, attr{"paiSeDefSecCrit", "100000000000"}, attr{"paiSeMinimizeHandicap", "0"},
		attr{"paiSeNbWinsThresholdActive", "true"}, attr{"paiSePreferMMSDiffRatherThanSameClub", clubs},
		attr{"paiSePreferMMSDiffRatherThanSameClubsGroup", groups}, attr{"paiSePreferMMSDiffRatherThanSameCountry", countries},
		attr{"paiSeRankThreshold", "4D"}, attr{"paiStandardNX1Factor", "0.5"})
}

// gothaSeedingOf names a seeding, slide where OpenGotha has none such.
func gothaSeedingOf(s pairing.Seeding) string {
	if name, ok := gothaSeedings[s]; ok {
		return name
	}
	return gothaSeedings[pairing.SeedSlide]
}
