package tournaments

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/formats"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// maxFilePlayers is the largest event that is taken from a file: each player is looked up in the
// register and shown in a row.
const maxFilePlayers = 1000

// taken is an event file as the site would keep it. Entries are known by their position, from 1.
type taken struct {
	file  *formats.File
	field field
	lines []listLine             // of the entries, in the same order
	notes []string               // what the site keeps in another way, or not
	sides map[pairing.ID]EntryID // of an event of teams
}

// last is the last round that the file has.
func (t *taken) last() int { return len(t.field.rounds) }

// takeFile turns an event file into a section. The error names everything that the site cannot
// keep and that would change places or games.
func takeFile(file *formats.File) (*taken, error) {
	t := &taken{file: file}
	var f apperr.Fields
	if n := len(file.Event.Players); n == 0 {
		f.Add("file", "The file has no players.")
	} else if n > maxFilePlayers {
		f.Add("file", "The file has %d players. At most %d are taken into an event.", n, maxFilePlayers)
	}
	if slices.ContainsFunc(file.Event.Players, func(p pairing.Player) bool { return len(p.Pair) > 0 }) {
		f.Add("file", "The file is of pair go. Make a pair-go section, enter its players, and join them there.")
	}
	if len(f) > 0 {
		return nil, f.Err()
	}
	f = t.settings()
	ids := t.entries()
	t.takeTeams(ids)
	t.rounds(ids)
	t.pairs(ids)
	t.personal()
	return t, f.Err()
}

// settings takes how the event is played.
func (t *taken) settings() apperr.Fields {
	var f apperr.Fields
	ev := &t.file.Event
	s := DefaultSettings()
	s.System, s.Rounds, s.Komi = ev.System, ev.Rounds, cmp.Or(ev.Komi, scale.EvenKomi)
	s.Handicap = ev.Handicap
	s.Handicap.By = cmp.Or(s.Handicap.By, scale.ByNone)
	s.Handicap.Ceiling = cmp.Or(s.Handicap.Ceiling, scale.DefaultCeiling)
	if s.Handicap.Ceiling > maxStones || s.Handicap.Reduction > maxStones {
		t.note("handicaps and what is taken off them are at most %d stones here; the file allows more", maxStones)
		s.Handicap.Ceiling, s.Handicap.Reduction = min(s.Handicap.Ceiling, maxStones), min(s.Handicap.Reduction, maxStones)
	}
	s.Seeding, s.Seed, s.Criteria = cmp.Or(ev.Seeding, pairing.SeedSlide), ev.Seed, ev.Criteria
	if s.Seed > math.MaxInt64 {
		s.Seed &= math.MaxInt64
		t.note("the lot’s number is larger than the site keeps: the next round is drawn by %d", s.Seed)
	}
	s.Apart, s.Acceleration = ev.Apart, ev.Acceleration
	s.Bar, s.Floor, s.Bands = ev.Bar, ev.Floor, ev.Bands
	s.TieBreaks, s.Unplayed = ev.TieBreaks, cmp.Or(ev.Unplayed, pairing.UnplayedVirtual)
	s.AbsenceHalf, s.HandicapInSOSM = ev.AbsenceHalf, ev.HandicapInSOSM
	s.Knockout, s.PlayOut, s.Boards = ev.Knockout, ev.PlayOut, ev.Boards
	s.BoardTime = t.file.Time.String()
	s.BoardSize = cmp.Or(t.file.Board, UsualBoard)
	s.Unpaired = Unpaired{Bye: ev.Bye, HalvesDown: ev.HalvesDown, Reseed: ev.Reseed}
	if s.Reseed.From < 2 || s.Reseed.From > s.Rounds {
		s.Seeding, s.Reseed = firstOf(ev, s.Seeding), pairing.Reseed{}
	}
	s.FromFile = rulesOf(ev)
	s.FromFile.Made = true
	_, kept, problems := SectionInput{Name: "Open", Settings: s}.check()
	for _, p := range problems {
		f.Add("file", "The file’s setting “%s” cannot be taken. %s", p.Name, p.Message)
	}
	t.field.section = Section{Name: "Open", Settings: kept}
	return f
}

// firstOf is the seeding of an event whose other seeding holds in every round, or in none.
func firstOf(ev *pairing.Event, seeding pairing.Seeding) pairing.Seeding {
	if ev.Reseed.From == 1 {
		return ev.Reseed.Seeding
	}
	return seeding
}

func (t *taken) note(format string, args ...any) {
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

// entries takes the players and says where each is kept. Those whose entry is not confirmed are
// left out while they have no game.
func (t *taken) entries() map[pairing.ID]EntryID {
	ids := make(map[pairing.ID]EntryID)
	seated := t.seated()
	numbers := numbersOf(t.file.Event.Players)
	var unconfirmed, grades []string
	for i, p := range t.file.Event.Players {
		if p.Preliminary && !seated[p.ID] {
			unconfirmed = append(unconfirmed, p.Name)
			continue
		}
		person := t.file.Person(i)
		family, given := person.Family, person.Given
		if family == "" {
			family, given = formats.SplitName(p.Name)
		}
		e := Entry{
			ID: EntryID(len(t.lines) + 1), Number: numbers[i], Rating: p.Rating, RatingSource: FromDirector, Club: p.Club,
			City: p.City, Elsewhere: t.elsewhere(i), Absent: sorted(p.Absent), HalfByes: sorted(p.HalfPointByes), EnteredIn: max(1, p.EnteredIn),
			StartScore: p.StartScore, Seed: p.Seed, Withdrawn: p.WithdrawnAfter > 0, WithdrawnAfter: p.WithdrawnAfter,
		}
		if p.Grade != nil && *p.Grade != p.Rating.Grade() {
			e.Entered = p.Grade
			grades = append(grades, p.Name)
		}
		ids[p.ID] = e.ID
		t.field.entries = append(t.field.entries, e)
		t.lines = append(t.lines, listLine{
			Number: len(t.lines) + 1, Family: family, Given: given, Club: p.Club, Grade: p.Rating.String(),
			Absent: FormatRounds(e.Absent),
		})
	}
	if len(unconfirmed) > 0 {
		t.note("their entries are not confirmed in the file, so they are not entered: %s", some(unconfirmed))
	}
	if len(grades) > 0 && t.file.Event.StartByGrade {
		t.note("entered with a grade that is not that of the rating, and kept so: %s", some(grades))
	}
	slices.SortFunc(t.field.entries, func(a, b Entry) int { return cmp.Compare(a.Number, b.Number) })
	return ids
}

// elsewhere is where a player of the file is from and known by; the event's country is that of all
// without one of their own.
func (t *taken) elsewhere(i int) Elsewhere {
	p := t.file.Person(i)
	out := Elsewhere{Country: cmp.Or(p.Country, t.file.Country), PIN: p.PIN, Licence: p.Licence, AGA: p.AGA}
	if utf8.RuneCountInString(out.Licence) > maxNameRunes {
		out.Licence = ""
	}
	var f apperr.Fields // what is refused is told by personal
	return out.Checked(&f)
}

// some joins names, the tail of a long list as a number.
func some(names []string) string {
	const shown = 5
	if more := len(names) - shown; more > 1 {
		names = append(slices.Clone(names[:shown]), fmt.Sprintf("%d others", more))
	}
	return and(names)
}

func sorted(rounds []int) []int { return slices.Sorted(slices.Values(rounds)) }

// numbersOf gives the entry numbers: those of the file, or those that a draw gives players
// without numbers, so that the lots fall as before.
func numbersOf(players []pairing.Player) []int {
	out := make([]int, len(players))
	for k, i := range pairing.EntryOrder(players) {
		out[i] = cmp.Or(players[i].Number, k+1)
	}
	return out
}

// seated are those who are in a round: with a game or the bye.
func (t *taken) seated() map[pairing.ID]bool {
	out := make(map[pairing.ID]bool)
	for _, r := range t.file.Event.Played {
		for _, g := range r.Games {
			out[g.White], out[g.Black] = true, true
		}
		for _, id := range r.Byes {
			out[id] = true
		}
	}
	return out
}

// rounds takes the rounds with their games.
func (t *taken) rounds(ids map[pairing.ID]EntryID) {
	played := slices.SortedFunc(slices.Values(t.file.Event.Played), func(a, b pairing.Round) int {
		return cmp.Compare(a.Number, b.Number)
	})
	for _, r := range played { // without a gap: our own format has none
		round := Round{Number: r.Number, State: Published, Seed: t.field.section.Seed}
		tables := make(map[int]bool)
		for _, g := range r.Games {
			tables[g.Table] = true
		}
		used, free := make(map[int]bool), 1
		for _, g := range r.Games {
			table := g.Table
			for table < 1 || used[table] {
				for tables[free] {
					free++
				}
				table, tables[free] = free, true
			}
			used[table] = true
			round.Games = append(round.Games, Game{
				Table: table, Black: ids[g.Black], White: ids[g.White], Handicap: g.Handicap,
				Komi: t.field.section.komi(g.Handicap), Result: g.Result, Third: g.Third,
			})
		}
		for _, id := range r.Byes {
			round.Byes = append(round.Byes, ids[id])
		}
		t.matches(&r, &round)
		t.fixed(ids, r.Number, r.Fixed)
		t.fixed(t.sides, r.Number, r.FixedTeams)
		t.field.rounds = append(t.field.rounds, round)
	}
	if t.sides != nil {
		ids = t.sides
	}
	t.fixed(ids, len(played)+1, t.file.Fixed)
}

const fromFile = "From the event file."

func (t *taken) fixed(ids map[pairing.ID]EntryID, round int, list []pairing.Fixed) {
	for _, fx := range list {
		white, black := ids[fx.White], ids[fx.Black]
		if white == 0 || fx.Black != "" && black == 0 {
			continue // of someone who is not entered
		}
		t.field.fixed = append(t.field.fixed, FixedPair{
			Round: round, White: white, Black: black, Colours: fx.Colours, Reason: fromFile,
		})
	}
}

// pairs takes the pairs that are not allowed.
func (t *taken) pairs(ids map[pairing.ID]EntryID) {
	seen := make(map[[2]EntryID]bool)
	all := t.file.Event.Forbidden
	if t.sides != nil {
		all, ids = t.file.Event.ForbiddenTeams, t.sides
	}
	for _, pair := range all {
		a, b := ids[pair[0]], ids[pair[1]]
		if a > b {
			a, b = b, a
		}
		if a != 0 && !seen[[2]EntryID{a, b}] {
			seen[[2]EntryID{a, b}] = true
			t.field.forbidden = append(t.field.forbidden, ForbiddenPair{A: a, B: b, Reason: fromFile})
		}
	}
}

// personal says what of players and of the event the site has no room for.
func (t *taken) personal() {
	var lost []string
	if t.file.Class != "" {
		lost = append(lost, "the event’s class")
	}
	says := func(what string, is func(p formats.Person) bool) {
		if slices.ContainsFunc(t.file.People, is) {
			lost = append(lost, what)
		}
	}
	says("PINs, licences and AGA numbers that are no numbers or too long", func(p formats.Person) bool {
		var f apperr.Fields
		Elsewhere{PIN: p.PIN, AGA: p.AGA}.Checked(&f)
		return len(f) > 0 || utf8.RuneCountInString(p.Licence) > maxNameRunes
	})
	says("the last digit of European ratings", func(p formats.Person) bool { return p.Points != 0 })
	if t.file.Comment != "" {
		lost = append(lost, "the comment")
	}
	if len(lost) > 0 {
		t.note("not kept: %s", and(lost))
	}
}

// moved names the players who stand otherwise on the site than by the file; nil when every place,
// score and tie-break is the same.
func (t *taken) moved() []string {
	ev := t.file.Event
	seated := t.seated()
	ev.Players = slices.DeleteFunc(slices.Clone(ev.Players), func(p pairing.Player) bool {
		return p.Preliminary && !seated[p.ID]
	})
	here, there := pairing.Standings(t.field.event(0), t.last()), pairing.Standings(&ev, t.last())
	byPosition := make(map[pairing.ID]pairing.Row, len(here.Rows))
	for _, row := range here.Rows {
		byPosition[row.ID] = row
	}
	var out []string
	for k, p := range ev.Players {
		was, ok := there.Row(p.ID)
		now := byPosition[pairingID(EntryID(k+1))]
		if !ok || was.Place != now.Place || was.ScorePlace != now.ScorePlace || was.Score != now.Score ||
			!slices.EqualFunc(was.Values, now.Values, func(a, b pairing.Value) bool {
				return a.TieBreak == b.TieBreak && a.Number == b.Number && a.Unit == b.Unit
			}) {
			out = append(out, p.Name)
		}
	}
	return append(out, t.teamsMoved()...)
}

// refuseEventFile makes problems of reading a file problems of the field that sent it, with lines.
func refuseEventFile(err error) error {
	var all *formats.Problems
	if !errors.As(err, &all) {
		return refusePlayers(err)
	}
	var f apperr.Fields
	const shown = 10
	lines := strings.Split(all.Error(), "\n")
	for i, line := range lines {
		if i == shown && len(lines) > shown+1 {
			f.Add("file", "And %d more.", len(lines)-shown)
			break
		}
		f.Add("file", "%s.", strings.TrimSuffix(line, "."))
	}
	return f.Err()
}
