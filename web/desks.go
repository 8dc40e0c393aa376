package web

import (
	"context"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/booking"
	"nzgs/internal/civil"
	"nzgs/internal/contact"
	"nzgs/internal/duties"
	"nzgs/internal/erasing"
	"nzgs/internal/firststeps"
	"nzgs/internal/governance/act"
	"nzgs/internal/governance/handover"
	"nzgs/internal/members"
	"nzgs/internal/members/cards"
	"nzgs/internal/members/held"
	"nzgs/internal/members/kinds"
	"nzgs/internal/members/leaving"
	"nzgs/internal/members/merging"
	publishing "nzgs/internal/news"
	"nzgs/internal/outside"
	keeping "nzgs/internal/retention"
	"nzgs/internal/search"
	taking "nzgs/internal/takeover"
	"nzgs/internal/upkeep"
	"nzgs/web/account"
	"nzgs/web/books"
	"nzgs/web/bookshop"
	"nzgs/web/cancelling"
	"nzgs/web/clubs"
	"nzgs/web/committee"
	"nzgs/web/constitution"
	"nzgs/web/entering"
	"nzgs/web/events"
	"nzgs/web/grades"
	"nzgs/web/joining"
	"nzgs/web/kit"
	"nzgs/web/letters"
	"nzgs/web/meetings"
	"nzgs/web/news"
	"nzgs/web/people"
	"nzgs/web/playing"
	"nzgs/web/points"
	"nzgs/web/postal"
	"nzgs/web/ratings"
	"nzgs/web/records"
	"nzgs/web/retention"
	"nzgs/web/rules"
	"nzgs/web/settings"
	"nzgs/web/site"
	"nzgs/web/society"
	"nzgs/web/takeover"
	"nzgs/web/titles"
	"nzgs/web/venue"
)

// desks are the parts of the site. A desk knows no other desk: where one needs
// a piece of another, it is handed over here.
type desks struct {
	account      *account.Desk
	society      *society.Desk
	clubs        *clubs.Desk
	people       *people.Desk
	joining      *joining.Desk
	takeover     *takeover.Desk
	retention    *retention.Desk
	settings     *settings.Desk
	letters      *letters.Desk
	constitution *constitution.Desk
	meetings     *meetings.Desk
	committee    *committee.Desk
	postal       *postal.Desk
	records      *records.Desk
	rules        *rules.Desk
	playing      *playing.Desk
	events       *events.Desk
	site         *site.Desk
	entering     *entering.Desk
	cancelling   *cancelling.Desk
	ratings      *ratings.Desk
	points       *points.Desk
	titles       *titles.Desk
	grades       *grades.Desk
	books        *books.Desk
	venue        *venue.Desk
	news         *news.Desk
	bookshop     *bookshop.Desk
}

func newDesks(of *kit.Site, d Deps, pages *kit.Line, fixed func() []string) desks {
	var all desks
	all.account = account.New(of, account.Services{
		Clubs: d.Clubs, Tournaments: d.Tournaments, Inviting: d.Inviting, Logbook: d.Logbook,
		Backups: upkeep.New(d.DB, d.Clock, "").Backups,
		Letters: func(ctx context.Context, actor auth.Actor) (account.Letters, error) {
			w, err := d.Mail.Backlog(ctx, actor)
			return account.Letters{
				Ordinary: w.Ordinary, Mailings: w.Mailings, Again: w.Again, Later: w.Held, Restored: w.Restored,
			}, err
		},
		FirstSteps: func(c echo.Context) (*kit.FirstSteps, error) { return all.settings.FirstSteps(c) },
	})
	all.society = society.New(of, society.Services{
		DB: d.DB, Governance: d.Governance, Members: d.Members, Treasury: d.Treasury, Clubs: d.Clubs, Ratings: d.Ratings,
		Postal: d.Postal, Held: held.New(d.DB, d.Clock),
		People: func(c echo.Context, id members.PersonID) ([]kit.Link, []kit.Fact, error) {
			links, facts, err := all.people.Of(c, id)
			if err != nil {
				return nil, nil, err
			}
			for _, of := range []func(echo.Context, members.PersonID) ([]kit.Link, []kit.Fact, error){all.joining.Of, all.retention.Of} {
				more, known, err := of(c, id)
				if err != nil {
					return nil, nil, err
				}
				links, facts = append(links, more...), append(facts, known...)
			}
			return links, facts, nil
		},
		Due:   func(c echo.Context) ([]kit.Task, error) { return all.dutiesNext(c, all.constitution.KeptNext) },
		Books: func(c echo.Context) (kit.Overview, error) { return all.books.Waiting(c) },
		Games: func(c echo.Context) ([]kit.Task, error) {
			turns, err := all.playing.OwnTurns(c)
			if err != nil {
				return nil, err
			}
			games, err := all.events.OwnGames(c)
			return append(turns, games...), err
		},
		Renewal: func(c echo.Context, page *kit.Page) (kit.Renewal, error) { return all.joining.Renewal(c, page) },
		Events: func(c echo.Context) ([]kit.Task, error) {
			own, err := all.entering.OwnEntries(c)
			if err != nil {
				return nil, err
			}
			orders, err := all.bookshop.Own(c)
			if err != nil {
				return nil, err
			}
			events, err := all.events.OwnEvents(c)
			return slices.Concat(own, orders, events), err
		},
	})
	all.clubs = clubs.New(of, d.Clubs, d.Hosting, d.Tournaments)
	all.people = people.New(of, people.Services{
		Members: d.Members, Merging: merging.New(d.DB, d.Clock, d.Ratings), Leaving: leaving.New(d.DB, d.Clock, d.Mail, d.Auth, d.Committee),
		Treasury: d.Treasury, Clubs: d.Clubs,
	})
	all.joining = joining.New(of, joining.Services{
		Governance: d.Governance, Members: d.Members, Kinds: kinds.New(d.DB, d.Clock), Cards: cards.New(d.DB, d.Clock), Joining: d.Joining, Treasury: d.Treasury,
	})
	takes := taking.New(d.DB, d.Clock, of.Auth, d.Ratings)
	all.takeover = takeover.New(of, takes, d.Tournaments)
	erases := erasing.New(d.DB, d.Clock)
	all.retention = retention.New(of, keeping.New(d.DB, d.Clock, keeping.Rooms{
		Auth: of.Auth, Joining: d.Joining, Readers: d.Newsletter, Visits: d.Hosting, Orders: d.Bookshop, Entering: d.Entering, EventMail: d.Letters, Results: d.Results, TakeOver: takes,
		Treasury: d.Treasury, Names: erases.RemoveNames,
	}), erases)
	all.settings = settings.New(of, d.Settings, firststeps.New(d.DB, d.Clock, d.Settings), d.Backups)
	all.letters = letters.New(of, letters.Services{Mail: d.Mail, Letters: d.Mailings, News: d.Newsletter})
	all.constitution = constitution.New(of, constitution.Services{
		Governance: d.Governance, Meetings: d.Meetings, Duties: duties.New(d.Clock, d.Governance, d.Clubs, d.Tournaments),
		Waiting: func(c echo.Context) ([]kit.Task, error) { return all.waiting(c) },
	})
	all.meetings = meetings.New(of, meetings.Services{
		Meetings: d.Meetings, Elections: d.Elections, Postal: d.Postal, Members: d.Members, Mail: d.Mail,
	})
	all.committee = committee.New(of, committee.Services{
		Committee: d.Committee, Clubs: d.Clubs, Handover: handover.New(d.DB, d.Clock, d.Governance),
		Act: act.New(d.DB, d.Clock, d.Governance),
	})
	all.postal = postal.New(of, postal.Services{
		DB: d.DB, Governance: d.Governance, Postal: d.Postal, Meetings: d.Meetings, Members: d.Members, Mail: d.Mail,
		Minutes: all.meetings.MinutesPrint,
	})
	all.records = records.New(of, records.Services{Results: d.Results})
	all.rules = rules.New(of)
	all.playing = playing.New(of, d.Playing, d.SendingIn)
	finder := search.New(d.DB, d.Clock, func(ctx context.Context, day civil.Date) ([]search.Thing, error) {
		return site.SearchedPages(ctx, day, d.Governance.Rules)
	})
	all.events = events.New(of, events.Services{
		DB: d.DB, Tournaments: d.Tournaments, Results: d.Results, Weekly: d.Weekly, Letters: d.Letters, Entering: d.Entering, Elsewhere: d.Elsewhere, Prizes: d.Prizes, Ratings: d.Ratings, Clubs: d.Clubs,
		Pages: pages, Search: finder,
	})
	all.site = site.New(of, site.Services{
		Tournaments: d.Tournaments, Ratings: d.Ratings, Titles: d.Titles, Own: all.events.PlayingNow, Due: all.dueNext,
		News:  func(c echo.Context) (*site.Piece, error) { return all.homeNews(c) },
		Enter: all.events.EnterURL, Badge: all.events.StatusBadge, Joins: d.Joining.Open, Outside: outside.New(d.DB, d.Clock),
		Contact: contact.New(d.DB, d.Clock, d.Auth, d.Mail, d.Society), Fixed: fixed,
		Search: finder,
	})
	all.entering = entering.New(of, d.Entering, d.Tournaments)
	all.cancelling = cancelling.New(of, d.Cancelling)
	all.ratings = ratings.New(of, ratings.Services{Ratings: d.Ratings, Points: d.Points, Titles: d.Titles, Grades: d.Grades, Elsewhere: d.Elsewhere})
	all.points = points.New(of, points.Services{Points: d.Points, Tournaments: d.Tournaments, Clubs: d.Clubs})
	all.titles = titles.New(of, titles.Services{Titles: d.Titles, Tournaments: d.Tournaments})
	all.grades = grades.New(of, d.Grades)
	all.books = books.New(of, books.Services{
		Treasury: d.Treasury, Clubs: d.Clubs, Booking: booking.New(d.DB, d.Clock, d.Clubs), Committee: d.Committee,
		Meetings: d.Meetings,
	})
	all.venue = venue.New(of, venue.Services{
		Venue: d.Venue, Laptop: d.Laptop, Tournaments: d.Tournaments, FromHere: fromThisMachine,
		Arrive: all.account.ArriveWith,
	})
	all.bookshop = bookshop.New(of, d.Bookshop)
	all.news = news.New(of, publishing.New(d.DB, d.Clock), d.Newsletter)
	return all
}

// homeNews is the newest news, for the front page; nil: there is none.
func (d desks) homeNews(c echo.Context) (*site.Piece, error) {
	rows, err := d.news.Newest(c, 3)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	out := &site.Piece{Title: "News", More: &kit.Link{Label: "All news", URL: kit.NewsPath}}
	for _, r := range rows {
		out.Lines = append(out.Lines, site.PieceLine{Label: r.Title, URL: r.URL, When: r.Day, Text: r.Summary})
	}
	return out, nil
}

// dueNext is what is due next for whoever is signed in, with the first steps of a new society before it, and the meetings
// that wait for them.
func (d desks) dueNext(c echo.Context) ([]kit.Task, error) {
	due, err := d.dutiesNext(c, d.constitution.DueNext)
	if err != nil {
		return nil, err
	}
	meetings, err := d.meetings.Waiting(c, due)
	if err != nil {
		return nil, err
	}
	first, err := d.settings.Waiting(c)
	return slices.Concat(first, due, meetings), err
}

// waiting is what waits at the desks of whoever is signed in, and has no day.
func (d desks) waiting(c echo.Context) (out []kit.Task, err error) {
	meetings := func(c echo.Context) ([]kit.Task, error) { return d.meetings.Waiting(c, nil) }
	for _, of := range []func(echo.Context) ([]kit.Task, error){
		d.joining.Waiting, d.committee.Handovers, d.committee.Waiting, meetings, d.books.Tasks, d.letters.Waiting, d.ratings.Waiting,
		d.points.Waiting, d.news.Waiting, d.bookshop.Waiting, d.settings.Waiting,
	} {
		tasks, err := of(c)
		if err != nil {
			return nil, err
		}
		out = append(out, tasks...)
	}
	return out, nil
}

// dutiesNext is what is due next, and the offices that whoever is signed in hands over or takes over.
func (d desks) dutiesNext(c echo.Context, next func(echo.Context) ([]kit.Task, error)) ([]kit.Task, error) {
	due, err := next(c)
	if err != nil {
		return nil, err
	}
	offices, err := d.committee.Handovers(c)
	if err != nil {
		return nil, err
	}
	ask, err := d.joining.Waiting(c)
	return slices.Concat(ask, offices, due), err
}

// Routes is every address of the site, desk by desk; or of the laptop of an event at its venue.
func (s *Server) Routes() []kit.Route {
	d := s.desks
	if s.AtVenue {
		return s.venueRoutes()
	}
	return slices.Concat(
		d.clubs.Routes(),
		s.programRoutes(), d.account.Routes(), d.society.Routes(), d.people.Routes(), d.takeover.Routes(), d.retention.Routes(), d.settings.Routes(), d.joining.Routes(), d.letters.Routes(), d.constitution.Routes(), d.meetings.Routes(),
		d.committee.Routes(), d.postal.Routes(), d.records.Routes(), d.rules.Routes(), d.playing.Routes(), d.events.Routes(), d.site.Routes(), d.entering.Routes(), d.cancelling.Routes(), d.ratings.Routes(),
		d.points.Routes(), d.titles.Routes(), d.grades.Routes(), d.books.Routes(), d.venue.Routes(), d.news.Routes(), d.bookshop.Routes(),
	)
}

// templates are the pages of all desks, for the test that checks them.
func templates() map[string]*kit.Templates {
	return map[string]*kit.Templates{
		"kit": kit.Views(), "account": account.Views(), "society": society.Views(), "people": people.Views(), "takeover": takeover.Views(), "retention": retention.Views(), "settings": settings.Views(), "joining": joining.Views(), "letters": letters.Views(), "constitution": constitution.Views(),
		"clubs":    clubs.Views(),
		"meetings": meetings.Views(), "committee": committee.Views(), "postal": postal.Views(), "records": records.Views(), "rules": rules.Views(), "playing": playing.Views(),
		"events": events.Views(), "site": site.Views(), "entering": entering.Views(), "cancelling": cancelling.Views(), "ratings": ratings.Views(), "points": points.Views(),
		"titles": titles.Views(), "grades": grades.Views(), "books": books.Views(),
		"venue": venue.Views(), "news": news.Views(), "bookshop": bookshop.Views(),
	}
}
