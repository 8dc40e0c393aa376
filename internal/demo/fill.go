package demo

import (
	"context"
	"fmt"
	"math/rand/v2"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/representative"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
)

// Progress is told how far a stage of the work has come.
type Progress func(stage string, done, total int)

// person is someone of the society, with what only the generator knows.
type person struct {
	id       members.PersonID
	club     int     // index of the home club, or noClub
	strength float64 // true strength, on the rating scale
	from     members.Year
	until    members.Year // last year as a member

	life // what a long history has more
}

const noClub = -1

// generator makes a society through its services, with a clock of its own.
type generator struct {
	ctx      context.Context
	db       *store.DB
	plan     Plan
	rng      *rand.Rand
	now      civil.Instant // what the services' clock says
	today    civil.Date    // the day on which the society is made
	rules    constitution.Constitution
	actor    auth.Actor
	progress Progress

	auth        *auth.Service
	members     *members.Service
	treasury    *treasury.Service
	clubs       *clubs.Service
	ratings     *ratings.Service
	points      *representative.Service
	tournaments *tournaments.Service
	results     *results.Service

	people []person
	home   []clubs.ClubID
	rolls  rolls // of the year that is gone through
}

// Fill makes a society in the empty database db, as of the instant now.
func Fill(ctx context.Context, db *store.DB, plan Plan, now civil.Instant, progress Progress) error {
	g := &generator{
		ctx: ctx, db: db, plan: plan, now: now, today: now.Date(), progress: progress,
		rng: rand.New(rand.NewPCG(plan.Seed, 0)), actor: auth.System("the demonstration"),
	}
	clock := func() civil.Instant { return g.now }
	g.auth = auth.New(db, clock, auth.Settings{})
	g.members = members.New(db, clock)
	g.treasury = treasury.New(db, clock)
	g.clubs = clubs.New(db, clock, g.auth)
	g.ratings = ratings.New(db, clock)
	g.points = representative.New(db, clock)
	g.tournaments = tournaments.New(db, clock, g.auth, g.ratings, g.points, titles.New(db, clock), nil)
	g.results = results.New(db, clock, g.tournaments)

	var err error
	if g.rules, err = governance.On(ctx, db, g.today); err != nil {
		return err
	}
	for _, stage := range []struct {
		name string
		make func() error
	}{
		{"people", g.addPeople}, {"clubs", g.addClubs}, {"offices", g.addOffices},
		{"subscription years", g.addYears}, {"past events", g.addPast}, {"who wants to join", g.addRequest}, {"bookshop", g.addBookshop},
		{"events of these days", g.addLive},
		{"points", g.addPoints}, {"titles", g.addTitles}, {"diplomas", g.addDiplomas}, {"books", g.addBooks},
		{"who is in the register twice", g.addTwice},
		{"the next AGM", g.addMeetings}, {"who can renew", g.addLapsed}, {"cards", g.addCards}, {"games by turns", g.addGames},
		{"a handover", g.addHandover}, {"the Act’s year", g.addAct}, {"teams", g.addTeams}, {"a cancelled event", g.addCancelled},
		{"evenings of clubs", g.addEvenings}, {"events to come", g.addComing},
		{"news", g.addNews}, {"first steps", g.addFirstSteps},
	} {
		if err := stage.make(); err != nil {
			return fmt.Errorf("%s: %w", stage.name, err)
		}
	}
	g.now = now
	return nil
}

// at sets the clock to some hour of a day, and never past the day on which
// the society is made.
func (g *generator) at(day civil.Date, hour int) civil.Date {
	if day.After(g.today) {
		day = g.today
	}
	g.now = civil.At(day.Midnight().Time().Add(hours(hour)))
	return day
}

// firstYear is the oldest subscription year with terms.
func (g *generator) firstYear() members.Year {
	return g.rules.YearOf(g.today) - members.Year(g.plan.Years-1)
}
