package tournaments

import (
	"cmp"
	"slices"

	"nzgs/internal/pairing"
)

// Wallchart is everything that hangs on the wall about one section: who is in
// it, what was drawn, what came out. It is a value of one moment and never
// changed.
type Wallchart struct {
	Event   Event
	Section Section
	Entries []Entry // by number
	Rounds  []Round // by number; previews only for the director

	Timetable Timetable // zero without one

	field   field // without names
	figures *figures
	index   map[EntryID]int
	directs bool // whoever asked directs the event
}

// Seat is one player of a pairing.
type Seat struct {
	Entry Entry
	Score pairing.Score // before the round
}

// ScoreBefore is the score that a list of the round shows with the player: ""
// before the first round of those who begin with nothing.
func (s Seat) ScoreBefore(round int) string {
	if round > 1 || s.Score != 0 {
		return s.Score.String()
	}
	return ""
}

// Pairing is one table of a round, or a player without an opponent.
type Pairing struct {
	Game         Game // zero for a player without an opponent
	Black, White Seat // White is zero for a player without an opponent
	Idle         string
	Match        *MatchChart // of a section of teams, whose board it is; nil for others
	Board        int         // of the match, from 1
}

// NameLine is one player's line in the pairings by name.
type NameLine struct {
	Player   Seat
	Table    int // 0: no opponent
	Opponent Seat
	Colour   pairing.Colour
	Pairing  Pairing
	Idle     string // why there is no opponent
}

// Entry is the entry with that id; ok is false when it is not in the section.
func (w *Wallchart) Entry(id EntryID) (e Entry, ok bool) {
	i, ok := w.index[id]
	if !ok {
		return Entry{}, false
	}
	return w.Entries[i], true
}

// nameOf is the name that stands for a mark in a kept text.
func (w *Wallchart) nameOf(id EntryID) string {
	if e, ok := w.Entry(id); ok {
		return e.Name
	}
	if t, ok := w.field.team(TeamOf(id)); ok {
		return t.Name
	}
	return "a player who is no longer entered"
}

// timed says of the rounds in the timetable when they begin: what was typed when one was published may
// have changed since. Rounds that are no more, and days that the event no longer has, are left out.
func (w *Wallchart) timed() {
	w.Timetable.Slots = slices.DeleteFunc(slices.Clone(w.Timetable.Slots), func(s Slot) bool {
		return s.Round > w.Section.Rounds || !w.Event.has(s.Day)
	})
	for i, r := range w.Rounds {
		if slot, ok := w.Timetable.Slot(r.Number); ok {
			w.Rounds[i].Starts = w.Timetable.StartsText(w.Event, slot)
		}
	}
}

// Named puts names into a text that package pairing made.
func (w *Wallchart) Named(text string) string { return withNames(text, w.nameOf) }

// Reasons puts names into reasons that package pairing gave.
func (w *Wallchart) Reasons(why []pairing.Reason) []pairing.Reason {
	out := slices.Clone(why)
	for i := range out {
		out[i].Text = w.Named(out[i].Text)
	}
	return out
}

// Round is the round with that number, if it was drawn and may be seen.
func (w *Wallchart) Round(number int) (r Round, ok bool) {
	for _, r := range w.Rounds {
		if r.Number == number {
			return r, true
		}
	}
	return Round{}, false
}

// Published is the number of the last published round, 0 before the first.
func (w *Wallchart) Published() int { return publishedOf(w.Rounds) }

// Next is the number of the round to draw next, a preview again included; why
// says what stands in the way, "" when nothing does.
func (w *Wallchart) Next() (number int, why string) {
	if !w.Event.TakesChanges() {
		return 0, "The event is " + w.Event.Status.String() + "."
	}
	return w.field.counting(len(w.field.rounds) + 1).next()
}

// Progress says how many results of a round are in.
func (w *Wallchart) Progress(round int) Progress {
	r, ok := w.Round(round)
	if !ok {
		return Progress{Round: round}
	}
	return r.Progress()
}

// OutOfDate says what changed among the entries since the preview of a round
// was drawn; a preview that is out of date is drawn again before it is
// published.
func (w *Wallchart) OutOfDate(round int) []string {
	r, ok := w.Round(round)
	if !ok || r.State != Preview {
		return nil
	}
	return w.field.outOfDate(r, w.nameOf)
}

// Fixed are the pairs the director has fixed for a round, oldest first; none
// for anyone else.
func (w *Wallchart) Fixed(round int) []FixedPair {
	if !w.directs {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(w.field.fixed), func(p FixedPair) bool { return p.Round != round })
}

// Forbidden are the pairs the director does not allow, oldest first; none for
// anyone else.
func (w *Wallchart) Forbidden() []ForbiddenPair {
	if !w.directs {
		return nil
	}
	return slices.Clone(w.field.forbidden)
}

// Tables are the numbers of the tables that a full round of the section needs.
func (w *Wallchart) Tables() []int {
	players := 0
	for _, e := range w.Entries {
		if !e.neverPlays(w.Section.Rounds) && !e.Withdrawn {
			players++
		}
	}
	n := players / 2
	if w.Section.Teams() {
		n = len(w.field.teams) / 2 * w.Section.Boards
	}
	for _, r := range w.Rounds {
		n = max(n, len(r.Games))
	}
	out := make([]int, n)
	for i := range out {
		out[i] = w.Section.FirstTable + i
	}
	for _, table := range w.field.kept() {
		if !slices.Contains(out, table) {
			out = append(out, table)
		}
	}
	slices.Sort(out)
	return out
}

// seat is a player with the score before a round.
func (w *Wallchart) seat(id EntryID, round int) Seat {
	e, ok := w.Entry(id)
	if !ok {
		return Seat{}
	}
	return Seat{Entry: e, Score: w.figures.scoreBefore(round, id)}
}

// Pairings is a round by table, then the players without an opponent.
func (w *Wallchart) Pairings(round int) []Pairing {
	r, ok := w.Round(round)
	if !ok {
		return nil
	}
	if w.Section.Teams() {
		return w.teamPairings(r)
	}
	out := make([]Pairing, 0, len(r.Games)+len(r.Byes)+len(r.Idle))
	for _, g := range r.Games {
		out = append(out, Pairing{Game: g, Black: w.seat(g.Black, round), White: w.seat(g.White, round)})
	}
	for _, id := range r.Byes {
		out = append(out, Pairing{Black: w.seat(id, round), Idle: w.byeText(r, id)})
	}
	for _, i := range w.idle(r) {
		out = append(out, Pairing{Black: w.seat(i.Entry, round), Idle: i.Text})
	}
	return out
}

// idle are those who belong to a round and are not drawn in it, by name.
func (w *Wallchart) idle(r Round) []Idle {
	var out []Idle
	for _, e := range w.Entries {
		switch {
		case !e.In(r.Number):
		case slices.Contains(e.HalfByes, r.Number):
			out = append(out, Idle{e.ID, "half-point bye"})
		case slices.Contains(e.Absent, r.Number):
			out = append(out, Idle{e.ID, "absent"})
		default:
			for _, i := range r.Idle {
				if i.Entry == e.ID {
					out = append(out, Idle{e.ID, w.Named(i.Text)})
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Idle) int { return cmp.Compare(w.sortKey(a.Entry), w.sortKey(b.Entry)) })
	return out
}

func (w *Wallchart) sortKey(id EntryID) string {
	e, _ := w.Entry(id)
	return e.SortKey
}

// ByName is a round by name.
func (w *Wallchart) ByName(round int) []NameLine {
	var out []NameLine
	for _, p := range w.Pairings(round) {
		if p.White.Entry.ID == 0 {
			out = append(out, NameLine{Player: p.Black, Idle: p.Idle})
			continue
		}
		out = append(out,
			NameLine{Player: p.Black, Table: p.Game.Table, Opponent: p.White, Colour: pairing.Black, Pairing: p},
			NameLine{Player: p.White, Table: p.Game.Table, Opponent: p.Black, Colour: pairing.White, Pairing: p})
	}
	slices.SortStableFunc(out, func(a, b NameLine) int {
		return cmp.Compare(
			a.Player.Entry.SortKey, b.Player.Entry.SortKey,
		)
	})
	return out
}
