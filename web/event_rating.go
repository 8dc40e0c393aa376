package web

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
)

// EventRatingPage shows what an event does to the rating list, before it is
// sent in and after.
type EventRatingPage struct {
	Page
	Next    NextStep
	Facts   []Fact
	Text    string
	Changes []RatingChange
	Later   []string
	Past    []string // submissions that were withdrawn
	Take    *PostButton
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

var eventRatingView = newView[EventRatingPage]("director/rating.html")

func (s *Server) eventRating(c echo.Context) error {
	e, err := s.deskEvent(c, auth.RateEvent)
	if err != nil {
		return err
	}
	return s.showEventRating(c, http.StatusOK, e, nil)
}

func (s *Server) showEventRating(c echo.Context, status int, e tournaments.Event, refused error) error {
	page := EventRatingPage{Page: s.page(c, "Rating", Crumb{"Director", "/director"}, Crumb{e.Name, deskURL(e.ID)})}
	if refused != nil && !page.invalid(refused) && !page.conflicting(refused) {
		return refused
	}
	known, err := s.ratings.Event(c.Request().Context(), e.ID)
	if err != nil {
		return err
	}
	for _, past := range known.Past {
		page.Past = append(page.Past, "Sent in on "+past.SubmittedAt.Long()+" by "+past.SubmittedBy+", withdrawn on "+past.WithdrawnAt.Long()+" by "+past.WithdrawnBy)
	}
	switch {
	case known.Current != nil:
		ratedEvent(&page, e, known)
	case e.Status != tournaments.Final:
		page.Next = NextStep{Kind: KindWarning, Title: "The places are not final yet", Text: "An event is sent in for rating once every result is in and it is finished.",
			Link: &Link{Label: "Back to the event", URL: deskURL(e.ID)}}
	default:
		if err := s.previewRating(c, &page, e); err != nil {
			return err
		}
	}
	return eventRatingView.render(c, status, page)
}

// ratedEvent fills in what the rating list knows of the event.
func ratedEvent(page *EventRatingPage, e tournaments.Event, known ratings.EventRating) {
	r := known.Current
	page.Next = NextStep{Kind: KindSuccess, Title: "The games are on the rating list",
		Text: "Sent in on " + r.SubmittedAt.Long() + " by " + r.SubmittedBy + "."}
	page.Facts = ratingFacts(r.Formula, r.Games, r.NotRated, r.Players)
	for _, ch := range known.Changes {
		page.Changes = append(page.Changes, ratingChange(ch.Person, ch.Name, ch.Before, ch.After, ch.Games, ch.First()))
	}
	page.Take = page.button("withdraw", deskPartURL(e.ID, "rating/withdraw"), "Withdraw from the rating list", version(e.Version))
	page.Take.Kind = "danger"
}

// previewRating fills in what sending the event in would do.
func (s *Server) previewRating(c echo.Context, page *EventRatingPage, e tournaments.Event) error {
	preview, err := s.tournaments.RatingPreview(c.Request().Context(), s.actor(c), e.ID)
	if err != nil {
		if page.invalid(err) || page.conflicting(err) {
			return nil
		}
		return err
	}
	page.Next = NextStep{Kind: KindInfo, Title: "Send the games in for rating",
		Text:   "This is what would change; nothing has changed yet.",
		Button: page.button("submit", deskPartURL(e.ID, "rating/submit"), "Send in for rating", version(e.Version))}
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
		page.Later = append(page.Later, l.Name+", "+l.Day.Long()+": "+plural(l.Players, "player", "players"))
	}
	return nil
}

func ratingChange(person auth.PersonID, name string, before, after scale.Milli, games int, first bool) RatingChange {
	was, now := before.Published(), after.Published()
	return RatingChange{
		Name: name, URL: playerURL(person), Before: was.String(), After: now.String(),
		Change: ratings.SignedMilli(after - before), Grade: gradeChange(was.Grade().String(), now.Grade().String()),
		Games: strconv.Itoa(games), First: first,
	}
}

func ratingFacts(formula string, games, notRated, players int) []Fact {
	return []Fact{
		{Label: "Games rated", Value: strconv.Itoa(games)}, {Label: "Not rated (byes, defaults)", Value: strconv.Itoa(notRated)},
		{Label: "Players", Value: strconv.Itoa(players)}, {Label: "Formula", Value: formula, URL: ratingRulesPath},
	}
}

func gradeChange(before, after string) string {
	if before == after {
		return after
	}
	return before + " → " + after
}

func (s *Server) eventRate(c echo.Context) error {
	e, err := s.deskEvent(c, auth.RateEvent)
	if err != nil {
		return err
	}
	out, err := s.tournaments.SubmitForRating(c.Request().Context(), s.actor(c), e.ID, formVersion(c))
	if err != nil {
		return s.refusedRating(c, e, err)
	}
	s.flash(c, KindSuccess, plural(out.Games, "game is", "games are")+" on the rating list.")
	return seeOther(c, deskPartURL(e.ID, "rating"))
}

func (s *Server) eventUnrate(c echo.Context) error {
	e, err := s.deskEvent(c, auth.RateEvent)
	if err != nil {
		return err
	}
	if _, err := s.tournaments.WithdrawRating(c.Request().Context(), s.actor(c), e.ID, formVersion(c)); err != nil {
		return s.refusedRating(c, e, err)
	}
	s.flash(c, KindSuccess, "The event is withdrawn from the rating list; what it had changed is taken back.")
	return seeOther(c, deskPartURL(e.ID, "rating"))
}

func (s *Server) refusedRating(c echo.Context, e tournaments.Event, refused error) error {
	now, err := s.tournaments.EventByID(c.Request().Context(), s.actor(c), e.ID)
	if err != nil {
		return err
	}
	return s.showEventRating(c, http.StatusConflict, now, refused)
}
