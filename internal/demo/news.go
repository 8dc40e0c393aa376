package demo

import (
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/news"
	"nzgs/internal/newsletter"
)

// published are the news of the last months: how many days ago, and what they say.
var published = []struct {
	ago int
	news.Text
}{
	{118, news.Text{Title: "Played by torchlight", Body: "The club’s evening had a power cut, and the last games were finished by the light of " +
		"torches. The [pages of the clubs](/clubs) say when the next evenings are.\n\nThank you to whoever " +
		"brought them, and the soup."}},
	{87, news.Text{Title: "Ratings: how they are worked out", Body: "“Why did I lose points although I won?” You cannot: but the games of one event count together. " +
		"A page explains [the whole formula](/ratings/how), with examples that you can work through by hand."}},
	{63, news.Text{Title: "Wanted: people who teach", Body: "Four libraries have asked for an afternoon of Go for families. No one needs to be strong: " +
		"who knows the [rules](/rules) and is patient can do it.\n\n- We lend small boards.\n- The society pays for the bus.\n\n" +
		"Say so on the [contact page](/contact)."}},
	{40, news.Text{Title: "Boards and stones for every school that asks", Body: "The committee has bought **thirty** small boards. A school that " +
		"begins a club gets five of them, with stones and the first lessons on paper.\n\n" +
		"1. Write to us from the [contact page](/contact).\n2. We bring the boards, and teach the first evening.\n" +
		"3. After a year the boards are yours."}},
	{19, news.Text{Title: "How the rules are explained now", Body: "The [rules of Go](/rules) have boards on which you can play, and the first " +
		"five lessons for people who have never held a stone.\n\n> “I read them on the bus, and won my first game that evening.”\n\n" +
		"Tell us what is hard to understand: we change it."}},
	{5, news.Text{Title: "Nau mai: evenings for beginners in every club", Body: "Each club says when it meets next, and that newcomers are " +
		"welcome. Find the one that is [nearest to you](/clubs), and say that you come: someone will have a board ready.\n\n" +
		"## What to bring\n\nNothing. The first three visits are free."}},
}

// addNews publishes news of the last months, and a newsletter with the newest of them. One piece is still a draft.
func (g *generator) addNews() error {
	if !g.plan.Live {
		return nil
	}
	clock := func() civil.Instant { return g.now }
	service := news.New(g.db, clock)
	var chosen []news.ID
	for _, one := range published {
		g.at(g.today.AddDays(-one.ago), 10)
		id, err := service.Write(g.ctx, g.actor, news.Input{Text: one.Text})
		if err != nil {
			return err
		}
		if err := service.Publish(g.ctx, g.actor, id, 1, civil.Date{}, ""); err != nil {
			return err
		}
		chosen = append(chosen, id)
	}
	g.at(g.today.AddDays(-3), 10)
	_, err := service.Write(g.ctx, g.actor, news.Input{TwoEyes: true, Text: news.Text{
		Title: "The Congress: enter until Sunday", Body: "Entries close on *Sunday*. (The treasurer checks the fees first.)",
	}})
	if err != nil {
		return err
	}
	letters := newsletter.New(g.db, clock, "Demonstration Go Society", "", g.auth, mail.New(g.db, clock, &postbox{}))
	id, err := letters.Write(g.ctx, g.actor, newsletter.Input{
		Title: "News of these weeks", Intro: "Kia ora koutou. This is what has happened lately.", News: chosen[len(chosen)-2:],
	})
	if err != nil {
		return err
	}
	return letters.Send(g.ctx, g.actor, id, 1)
}
