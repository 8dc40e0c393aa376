package events

import (
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// RatingPage shows what an event does to the rating list, before it is
// sent in and after.
type RatingPage struct {
	kit.Page
	Next    kit.NextStep
	Facts   []kit.Fact
	Text    string
	Changes []RatingChange
	Later   []string
	Past    []string // submissions that were withdrawn
	Take    *kit.PostButton
}

// RatingChange is what an event does to a player.
type RatingChange struct {
	Name, URL string
	Before    string
	After     string
	Change    string
	Grade     string // "3 dan", or "2 dan → 3 dan"
	Games     string
	First     bool
}

var eventRatingView = kit.NewView[RatingPage](templates, "director/rating.html")

func (s *Desk) eventRating(c echo.Context) error {
	e, err := s.deskEvent(c, auth.RateEvent)
	if err != nil {
		return err
	}
	return s.showEventRating(c, e, nil)
}

func (s *Desk) showEventRating(c echo.Context, e tournaments.Event, refused error) error {
	page := RatingPage{
		Page: s.Page(c, "Rating", kit.Crumb{
			Label: "Director", URL: "/director",
		}, kit.Crumb{Label: e.Name, URL: kit.EventDeskURL(e.ID)}),
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	known, err := s.ratings.Event(c.Request().Context(), e.ID)
	if err != nil {
		return err
	}
	for _, past := range known.Past {
		page.Past = append(
			page.Past,
			"Sent in on "+past.SubmittedAt.Long()+" by "+past.SubmittedBy+
				", withdrawn on "+past.WithdrawnAt.Long()+" by "+past.WithdrawnBy,
		)
	}
	switch {
	case known.Current != nil:
		ratedEvent(&page, e, known)
	case e.Status != tournaments.Final:
		page.Next = kit.NextStep{
			Kind: kit.KindWarning, Title: "The places are not final yet",
			Text: "An event is sent in for rating once every result is in and it is finished.",
			Link: &kit.Link{Label: "Back to the event", URL: kit.EventDeskURL(e.ID)},
		}
	default:
		if err := s.previewRating(c, &page, e); err != nil {
			return err
		}
	}
	return eventRatingView.Render(c, status, page)
}

// ratedEvent fills in what the rating list knows of the event.
func ratedEvent(page *RatingPage, e tournaments.Event, known ratings.EventRating) {
	r := known.Current
	page.Next = kit.NextStep{Kind: kit.KindSuccess, Title: "The games are on the rating list",
		Text: "Sent in on " + r.SubmittedAt.Long() + " by " + r.SubmittedBy + "."}
	page.Facts = ratingFacts(r.Formula, r.Games, r.NotRated, r.Players)
	for _, ch := range known.Changes {
		page.Changes = append(page.Changes, ratingChange(ch.Person, ch.Name, ch.Before, ch.After, ch.Games, ch.First()))
	}
	page.Take = page.Button(
		"withdraw", deskPartURL(e.ID, "rating/withdraw"), "Withdraw from the rating list", kit.VersionField(e.Version),
	)
	page.Take.Kind = "danger"
}

// previewRating fills in what sending the event in would do.
func (s *Desk) previewRating(c echo.Context, page *RatingPage, e tournaments.Event) error {
	preview, err := s.tournaments.RatingPreview(c.Request().Context(), s.Actor(c), e.ID)
	if err != nil {
		_, rest := page.TakeRefusal(err)
		return rest
	}
	page.Next = kit.NextStep{Kind: kit.KindInfo, Title: "Send the games in for rating",
		Text:   "This is what would change; nothing has changed yet.",
		Button: page.Button("submit", deskPartURL(e.ID, "rating/submit"), "Send in for rating", kit.VersionField(e.Version))}
	page.Take = page.Button("reopen", deskPartURL(e.ID, "reopen"), "Open the event again", kit.VersionField(e.Version))
	page.Take.Kind = "quiet"
	page.Facts = ratingFacts(preview.Formula, preview.Games, preview.NotRated, len(preview.Changes))
	slices.SortStableFunc(preview.Changes, func(a, b ratings.Change) int { return int(b.After) - int(a.After) })
	for _, ch := range preview.Changes {
		change := ratingChange(ch.Person, preview.Names[ch.Person], ch.Before, ch.After, ch.Games, ch.First)
		if ch.First {
			change.URL = "" // not on the list yet
		}
		page.Changes = append(page.Changes, change)
	}
	for _, l := range preview.Later {
		page.Later = append(page.Later, l.Name+", "+l.Day.Long()+": "+kit.Plural(l.Players, "player", "players"))
	}
	return nil
}

func ratingChange(person auth.PersonID, name string, before, after scale.Milli, games int, first bool) RatingChange {
	was, now := before.Published(), after.Published()
	return RatingChange{
		Name: name, URL: kit.PlayerURL(person), Before: was.String(), After: now.String(),
		Change: ratings.SignedMilli(after - before), Grade: gradeChange(was.Grade().String(), now.Grade().String()),
		Games: strconv.Itoa(games), First: first,
	}
}

func ratingFacts(formula string, games, notRated, players int) []kit.Fact {
	return []kit.Fact{
		{Label: "Games rated", Value: strconv.Itoa(games)},
		{Label: "Not rated (byes, defaults)", Value: strconv.Itoa(notRated)},
		{Label: "Players", Value: strconv.Itoa(players)}, {Label: "Formula", Value: formula, URL: kit.RatingRulesPath},
	}
}

func gradeChange(before, after string) string {
	if before == after {
		return after
	}
	return before + " → " + after
}

func (s *Desk) eventRate(c echo.Context) error {
	e, err := s.deskEvent(c, auth.RateEvent)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	out, err := s.tournaments.SubmitForRating(c.Request().Context(), s.Actor(c), e.ID, in.Version())
	if err != nil {
		return s.refusedRating(c, e, err)
	}
	s.Flash(c, kit.KindSuccess, kit.Plural(out.Games, "game is", "games are")+" on the rating list.")
	return kit.SeeOther(c, deskPartURL(e.ID, "rating"))
}

func (s *Desk) eventUnrate(c echo.Context) error {
	e, err := s.deskEvent(c, auth.RateEvent)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	if _, err := s.tournaments.WithdrawRating(c.Request().Context(), s.Actor(c), e.ID, in.Version()); err != nil {
		return s.refusedRating(c, e, err)
	}
	s.Flash(c, kit.KindSuccess, "The event is withdrawn from the rating list; its changes are undone.")
	return kit.SeeOther(c, deskPartURL(e.ID, "rating"))
}

func (s *Desk) refusedRating(c echo.Context, e tournaments.Event, refused error) error {
	now, err := s.tournaments.EventByID(c.Request().Context(), s.Actor(c), e.ID)
	if err != nil {
		return err
	}
	return s.showEventRating(c, now, refused)
}
