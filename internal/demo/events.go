package demo

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/prizes"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
)

const roundsOfEvent = 5

// alreadyRegistered recognises the one refusal to expect: of someone whose
// first registration was carried over.
func alreadyRegistered(err error) bool {
	var e *apperr.Error
	return errors.As(err, &e) && e.Rule == "2.2"
}

// addPast imports the past events, each rated before the next.
func (g *generator) addPast() error {
	if g.plan.Long {
		return g.addLongPast()
	}
	first := g.rules.First(g.firstYear()).AddDays(60)
	span := first.DaysUntil(g.today.AddDays(-40))
	perEvent := g.plan.Games / max(1, g.plan.PastEvents)
	for i := range g.plan.PastEvents {
		day := first.AddDays(span * i / max(1, g.plan.PastEvents-1))
		if err := g.addPastEvent(i, day, 2*perEvent/roundsOfEvent); err != nil {
			return fmt.Errorf("event %d: %w", i+1, err)
		}
		g.progress("Past events", i+1, g.plan.PastEvents)
	}
	return nil
}

func (g *generator) addPastEvent(i int, day civil.Date, players int) error {
	place := clubPlace(i % len(places))
	field := g.field(day, players)
	_, err := g.playPast(i, pastEvent{
		name: eventName(i, place.city, day), place: place.city, host: i % len(g.home), from: day, to: day.AddDays(1), rounds: roundsOfEvent, field: field, open: len(field) * 7 / 15 &^ 1,
	})
	return err
}

// pastEvent is an event to be played; the strongest of its field, so many, play in its open section.
type pastEvent struct {
	name, place  string
	host         int // index of the club
	from, to     civil.Date
	rounds, open int
	field        []person
}

// playPast plays an event to its end, and has it rated; games is how many were played. No one meets twice, so that a
// section with few players has fewer rounds.
func (g *generator) playPast(i int, e pastEvent) (games int, err error) {
	g.at(e.from, 18)
	field, day, open := e.field, e.from, e.open
	rated, err := g.ratings.On(g.ctx, g.db, day, ids(field))
	if err != nil {
		return 0, err
	}
	slices.SortStableFunc(field, func(a, b person) int { return int(rated[b.id].Rating - rated[a.id].Rating) })
	in := tournaments.FinishedEvent{
		Name: e.name, Place: e.place, Slug: fmt.Sprintf("event-%d-%d", day.Year(), i+1), From: day, To: e.to,
		Organiser: g.home[e.host],
	}
	for _, s := range []struct {
		name     string
		players  []person
		handicap scale.By
	}{{"Open", field[:open], scale.ByNone}, {"Handicap", field[open:], scale.ByRating}} {
		if len(s.players) == 0 {
			continue
		}
		settings := tournaments.DefaultSettings()
		settings.Rounds, settings.Handicap.By, settings.Seed = max(1, min(e.rounds, len(s.players)/2)), s.handicap, uint64(i+1)
		rating := func(p person) scale.Rating { return rated[p.id].Rating }
		section, err := g.playSection(s.name, settings, g.rules.YearOf(day), s.players, rating)
		if err != nil {
			return 0, err
		}
		games += settings.Rounds * len(s.players) / 2
		in.Sections = append(in.Sections, section)
	}
	kept, err := g.tournaments.ImportFinished(g.ctx, g.actor, in)
	if err != nil {
		return 0, err
	}
	g.at(day.AddDays(2), 9)
	_, err = g.tournaments.SubmitForRating(g.ctx, g.actor, kept.ID, kept.Version)
	return games, err
}

// field picks players who are members in the year of the day.
func (g *generator) field(day civil.Date, n int) []person {
	year := g.rules.YearOf(day)
	var free []person
	for _, p := range g.people {
		if p.memberIn(year) {
			free = append(free, p)
		}
	}
	g.rng.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	return free[:min(n, len(free))&^1]
}

func ids(field []person) []members.PersonID {
	out := make([]members.PersonID, len(field))
	for i, p := range field {
		out[i] = p.id
	}
	return out
}

// playSection draws and plays a section to its end.
func (g *generator) playSection(
	name string, settings tournaments.Settings, year members.Year, field []person, rating func(person) scale.Rating,
) (tournaments.FinishedSection, error) {
	out := tournaments.FinishedSection{Name: name, Settings: settings}
	ev := &pairing.Event{
		System: settings.System, Rounds: settings.Rounds, Handicap: settings.Handicap, Komi: settings.Komi,
		Seeding: settings.Seeding, Seed: settings.Seed,
	}
	for i, p := range field {
		club := ""
		if of := p.clubIn(year); of != noClub {
			club = clubPlace(of).short
		}
		out.Players = append(out.Players, tournaments.FinishedPlayer{Person: p.id, Rating: rating(p), Club: club})
		ev.Players = append(ev.Players, pairing.Player{
			ID: pairing.ID(strconv.Itoa(i)), Number: i + 1, Rating: rating(p), Club: club,
		})
	}
	for n := 1; n <= settings.Rounds; n++ {
		drawing, err := pairing.Draw(ev, n, nil)
		if err != nil {
			return out, fmt.Errorf("%s, round %d: %w", name, n, err)
		}
		round := pairing.Round{Number: n}
		var games []tournaments.FinishedGame
		for _, p := range drawing.Pairs {
			white, black := index(p.White), index(p.Black)
			result := play(g.rng, field[white].strengthIn(year), field[black].strengthIn(year), p.Handicap)
			round.Games = append(round.Games, pairing.Game{
				Table: p.Table, White: p.White, Black: p.Black, Handicap: p.Handicap, Result: result,
			})
			games = append(games, tournaments.FinishedGame{
				Table: p.Table, Black: black, White: white, Handicap: p.Handicap, Result: result,
			})
		}
		ev.Played = append(ev.Played, round)
		out.Rounds = append(out.Rounds, tournaments.FinishedRound{Games: games})
	}
	return out, nil
}

func index(id pairing.ID) int {
	n, err := strconv.Atoi(string(id))
	if err != nil {
		panic(err) // we made it from a number
	}
	return n
}

// play is a game's result by the players' true strengths: a stone is worth
// what a handicap stone is, and one game in forty is a jigo.
func play(rng *rand.Rand, white, black float64, handicap int) pairing.Result {
	lead := white - black
	if handicap > 0 {
		lead -= float64(handicap) - 0.5
	}
	switch {
	case rng.IntN(40) == 0:
		return pairing.Jigo
	case rng.Float64() < 1/(1+math.Exp(-0.6*lead)):
		return pairing.WhiteWins
	default:
		return pairing.BlackWins
	}
}

// addLive sets up the event that is half played, the one open for entries, the online one, and a knock-out.
func (g *generator) addLive() error {
	if !g.plan.Live {
		return nil
	}
	if err := g.addRunning(); err != nil {
		return fmt.Errorf("the running event: %w", err)
	}
	if err := g.addOpen(); err != nil {
		return fmt.Errorf("the open event: %w", err)
	}
	if err := g.addWeekly(); err != nil {
		return fmt.Errorf("the weekly event: %w", err)
	}
	if err := g.addKnockout(); err != nil {
		return fmt.Errorf("the knock-out: %w", err)
	}
	g.progress("Events of these days", 4, 4)
	return nil
}

func (g *generator) addRunning() error {
	g.at(g.today.AddDays(-30), 9)
	e, err := g.tournaments.CreateEvent(g.ctx, g.actor, tournaments.EventInput{
		Name: fmt.Sprintf("Go Congress %d", g.today.Year()), Slug: fmt.Sprintf("congress-%d", g.today.Year()),
		Place: "Te Whanganui-a-Tara", From: g.today.AddDays(-1), To: g.today.AddDays(1),
		About: "Doors open at 9 am. Bring your own lunch; tea and coffee are provided.",
	})
	if err != nil {
		return err
	}
	field := g.fieldOfToday(37)
	open, handicap := g.section("Open"), g.section("Handicap")
	open.BoardTime = "60 minutes and 3 × 30 seconds"
	handicap.Handicap.By, handicap.FirstTable = scale.ByRating, 21
	handicap.TieBreaks = []pairing.TieBreak{pairing.SOS, pairing.SODOS}
	for i, s := range []tournaments.SectionInput{open, handicap} {
		players := field[:16]
		if i == 1 {
			players = field[16:]
		}
		if err := g.runSection(e, s, players); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	return g.planCongress(e)
}

// planCongress gives the sections of the Congress their timetables and prizes.
func (g *generator) planCongress(e tournaments.Event) error {
	o, err := g.tournaments.Overview(g.ctx, g.actor, e.Slug)
	if err != nil {
		return err
	}
	given := prizes.New(g.db, func() civil.Instant { return g.now }, g.tournaments)
	for _, section := range o.Sections {
		sec := section.Section
		plan := congressTimes(e, tournaments.ProposeTimetable(e, sec.Rounds, sec.BoardTime))
		if err := g.tournaments.SetTimetable(g.ctx, g.actor, sec.ID, plan); err != nil {
			return fmt.Errorf("the timetable of %s: %w", sec.Name, err)
		}
		if err := given.SetRules(g.ctx, g.actor, sec.ID, 0, prizes.Usual(sec.Settings)); err != nil {
			return fmt.Errorf("the prizes of %s: %w", sec.Name, err)
		}
	}
	return nil
}

// congressTimes has three rounds on the first day, as they are drawn, and the others in the mornings after it.
func congressTimes(e tournaments.Event, plan tournaments.Timetable) tournaments.Timetable {
	for i := range plan.Slots {
		slot := &plan.Slots[i]
		slot.Day, slot.Starts, slot.Pause = e.From, tournaments.HourOfDay((10+3*i)*60), ""
		if i >= 3 {
			slot.Day, slot.Starts = e.From.AddDays(i-2), 10*60
		}
	}
	return plan
}

// section is a section with the usual settings and a lot of its own.
func (g *generator) section(name string) tournaments.SectionInput {
	in := tournaments.SectionInput{Name: name, Settings: tournaments.DefaultSettings()}
	in.Seed = tournaments.NewLot()
	return in
}

// fieldOfToday picks players for the events of these days: members, and a few
// whose club has not registered them for this year yet.
func (g *generator) fieldOfToday(n int) []person {
	var likely, others []person
	for _, p := range g.field(g.today, len(g.people)) {
		if p.club != noClub && (g.unusual(p.club, clubSilent) || g.unusual(p.club, clubPartPaid) ||
			g.unusual(p.club, clubWaiting)) {
			others = append(others, p)
		} else {
			likely = append(likely, p)
		}
	}
	few := min(3, len(others))
	field := append(others[:few:few], likely...)
	field = field[:min(n, len(field))]
	g.rng.Shuffle(len(field), func(i, j int) { field[i], field[j] = field[j], field[i] })
	return field
}

// runSection enters the players and plays two rounds and half of the third.
func (g *generator) runSection(e tournaments.Event, in tournaments.SectionInput, players []person) error {
	g.at(g.today.AddDays(-20), 10)
	section, err := g.tournaments.AddSection(g.ctx, g.actor, e.ID, in)
	if err != nil {
		return err
	}
	strength := map[members.PersonID]float64{}
	for i, p := range players {
		strength[p.id] = p.strength
		entry := tournaments.EntryInput{Section: section, Visitor: true}
		if i == 4 {
			entry.Absent = []int{4}
		}
		if _, err := g.tournaments.Enter(g.ctx, g.actor, p.id, entry); err != nil {
			return err
		}
	}
	if err := g.announce(e); err != nil {
		return err
	}
	day := g.today.AddDays(-1)
	for i, hour := range []string{"10:00 am", "1:00 pm", "4:00 pm"} {
		n := i + 1
		g.at(day, 9+3*i)
		round, err := g.tournaments.Draw(g.ctx, g.actor, section, n)
		if err != nil {
			return err
		}
		if err := g.tournaments.Publish(
			g.ctx, g.actor, round.ID, round.Version, day.Weekday().String()+" "+hour,
		); err != nil {
			return err
		}
		games := round.Games
		if n == 3 {
			games = games[:len(games)/2]
		}
		if err := g.enterResults(e, section, games, strength); err != nil {
			return err
		}
		if n == 1 {
			if err := g.keepRecords(games); err != nil {
				return fmt.Errorf("records: %w", err)
			}
		}
	}
	return nil
}

func (g *generator) enterResults(
	e tournaments.Event, section tournaments.SectionID, games []tournaments.Game, strength map[members.PersonID]float64,
) error {
	g.now = g.now.Add(hours(3))
	chart, err := g.tournaments.Wallchart(g.ctx, g.actor, section)
	if err != nil {
		return err
	}
	who := map[tournaments.EntryID]float64{}
	for _, entry := range chart.Entries {
		who[entry.ID] = strength[entry.Person]
	}
	var list []results.Entry
	for _, game := range games {
		list = append(list, results.Entry{
			Game: game.ID, Version: game.Version, Result: play(g.rng, who[game.White], who[game.Black], game.Handicap),
		})
	}
	_, err = g.results.EnterAll(g.ctx, g.actor, e.ID, list)
	return err
}

func (g *generator) addOpen() error {
	g.at(g.today.AddDays(-5), 9)
	day := g.today.AddDays(45)
	e, err := g.tournaments.CreateEvent(g.ctx, g.actor, tournaments.EventInput{
		Name:  fmt.Sprintf("Ōtautahi %s Tournament %d", season(day), day.Year()),
		Slug:  strings.ToLower(fmt.Sprintf("%s-tournament-%d", season(day), day.Year())),
		Place: "Ōtautahi", From: day, To: day.AddDays(1), Organiser: g.home[2%len(g.home)],
		About: "Entries close the evening before. Everyone is welcome, including beginners.",
	})
	if err != nil {
		return err
	}
	bar, floor := scale.MustParse("1d"), scale.MustParse("20k")
	in := g.section("McMahon")
	in.System, in.Rounds, in.Seeding, in.Bar, in.Floor = pairing.McMahon, 6, pairing.SeedClosest, &bar, &floor
	in.Handicap.By, in.Handicap.Ceiling = scale.ByRating, 6
	in.TieBreaks = []pairing.TieBreak{pairing.SOS, pairing.SODOS}
	section, err := g.tournaments.AddSection(g.ctx, g.actor, e.ID, in)
	if err != nil {
		return err
	}
	for _, p := range g.fieldOfToday(12) {
		if _, err := g.tournaments.Enter(
			g.ctx, g.actor, p.id, tournaments.EntryInput{Section: section, Visitor: true},
		); err != nil {
			return err
		}
	}
	if err := g.announce(e); err != nil {
		return err
	}
	return g.takeEntries(e, section)
}

// announce makes an event public.
func (g *generator) announce(e tournaments.Event) error {
	e, err := g.tournaments.EventByID(g.ctx, g.actor, e.ID)
	if err != nil {
		return err
	}
	return g.tournaments.Announce(g.ctx, g.actor, e.ID, e.Version)
}
