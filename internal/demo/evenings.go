package demo

import (
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/hosting"
	"nzgs/internal/mail"
)

// evenings are those of the first clubs, as their sentences say; the others have the sentence alone.
var evenings = []hosting.EveningInput{
	{Weekday: "2", From: "19:00", Until: "22:00", Venue: "Harbour Street community rooms"},
	{Weekday: "3", From: "18:30", Until: "21:30", Venue: "Upstairs at the Lantern Café"},
	{Weekday: "4", From: "19:00", Until: "21:00", Venue: "Avonbank library"},
	{Weekday: "1", From: "18:00", Until: "21:00", Venue: "Octagon House, room 3"},
	{Weekday: "5", From: "17:00", Until: "20:00", Venue: "Riverside boat shed"},
}

const aboutClub = "Beginners are welcome on every evening: we have boards for everyone, and someone is glad to teach you.\n\n" +
	"The first three visits are free. Come in by the side door, and ask for whoever is at the tea urn."

// addEvenings has some clubs say when they meet and what newcomers should know, and most of them that they meet next.
func (g *generator) addEvenings() error {
	if !g.plan.Live {
		return nil
	}
	g.at(g.today, 9)
	clock := func() civil.Instant { return g.now }
	service := hosting.New(g.db, clock, "Demonstration Go Society", "", g.auth, mail.New(g.db, clock, nil))
	for i, id := range g.home[:min(len(evenings), len(g.home))] {
		club, err := g.clubs.Club(g.ctx, id)
		if err != nil {
			return err
		}
		in := club.Input()
		in.About = aboutClub
		if err := g.clubs.Edit(g.ctx, g.actor, clubs.EditClub{ID: id, Version: club.Version, ClubInput: in}); err != nil {
			return err
		}
		if err := service.AddEvening(g.ctx, g.actor, id, evenings[i]); err != nil {
			return err
		}
		next, err := service.Next(g.ctx, id)
		if err != nil {
			return err
		}
		if i == len(evenings)-1 { // one has not said so yet
			continue
		}
		if err := service.Say(g.ctx, g.actor, id, next[0].Evening.ID, next[0].Day, hosting.Meets); err != nil {
			return err
		}
	}
	return nil
}
