package ratings

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/ratings"
	"nzgs/web/kit"
)

const correctionsPath = kit.RatingsDeskPath + "/set"

func setURL(player ratings.PersonID) string {
	return kit.Below(kit.RatingsDeskPath+"/players", player, "set")
}

// SetView is a rating that was set.
type SetView struct {
	Name, URL   string
	Day, Rating string
	Reason, By  string
	Withdrawn   string // when, by whom and why; "": it counts
	Withdraw    string // where it is withdrawn; "" for who may not
}

func setView(c ratings.Correction) SetView {
	out := SetView{
		Name: c.Name, URL: kit.PlayerURL(c.Person), Day: c.Day.Long(), Rating: c.Rating.String(), Reason: c.Reason,
		By: c.RecordedBy + ", " + c.RecordedAt.Long(),
	}
	if c.Games > 0 {
		out.Reason += " (there it stands on " + kit.Plural(c.Games, "rated game", "rated games") + ")"
	}
	if !c.Counts() {
		out.Withdrawn = "Withdrawn by " + c.WithdrawnBy + ", " + c.WithdrawnAt.Long() + ": " + c.WithdrawnWhy
	}
	return out
}

// CorrectionsPage is all ratings that were set.
type CorrectionsPage struct {
	kit.Page
	Rows []SetView
}

var correctionsView = kit.NewView[CorrectionsPage](templates, "corrections.html")

func (s *Desk) corrections(c echo.Context) error {
	all, err := s.ratings.Corrections(c.Request().Context(), 0)
	if err != nil {
		return err
	}
	page := CorrectionsPage{Page: s.Page(c, "Ratings that were set", officerCrumb)}
	for _, one := range all {
		row := setView(one)
		if one.Counts() && one.Person != s.Actor(c).Person {
			row.Withdraw = kit.Below(correctionsPath, one.ID, "withdraw")
		}
		page.Rows = append(page.Rows, row)
	}
	return correctionsView.Render(c, http.StatusOK, page)
}

// set sets a player's rating.
func (s *Desk) set() kit.Form[ratings.PlayerCard] {
	return kit.Form[ratings.PlayerCard]{
		Site: s.Site,
		Load: func(c echo.Context) (ratings.PlayerCard, error) {
			id, err := kit.PathID[ratings.PersonID](c, "player")
			if err != nil {
				return ratings.PlayerCard{}, err
			}
			return s.ratings.Player(c.Request().Context(), id, 1)
		},
		Show: func(c echo.Context, page *kit.FormPage, p ratings.PlayerCard) error {
			page.Page = s.Page(c, "Set the rating of "+p.Name, officerCrumb)
			page.Action, page.Submit, page.Back = setURL(p.Person), "Set the rating", kit.PlayerURL(p.Person)
			page.Say("For a rating that is wrong, or after a long pause. The events of the day and later are rated from it, and the " +
				"ratings of those they played change too. Everyone sees it on the player’s page, with the reason and your name. It proposes no dan: the " +
				"next rated event that leaves the rating at a dan does.")
			page.Facts = []kit.Fact{
				{Label: "Rating now", Value: p.Rating.String() + ", " + p.Rating.Grade().String()},
				{Label: "Rated games", Value: fmt.Sprint(p.Games)}, {Label: "Last rated event", Value: p.LastDay.Long()},
			}
			page.Group("",
				kit.Field{Name: "rating", Label: "Rating", Hint: "A rating or a grade, such as −2.3 or 5k.", Width: "short", Required: true},
				kit.DayField("day", "From the morning of", "Not in the future."),
				kit.Field{Name: "reason", Label: "Why", MaxLength: 300, Required: true, Hint: "Everyone reads it on the player’s page."})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, p ratings.PlayerCard) (kit.Done, error) {
			done, err := s.ratings.Correct(c.Request().Context(), s.Actor(c), ratings.CorrectionInput{
				Person: p.Person, Day: in.Day("day"), Rating: in.Text("rating"), Reason: in.Text("reason"),
			})
			return kit.Done{To: kit.PlayerURL(p.Person) + "#set", Message: "The rating is set. " + followed(done)}, err
		},
	}
}

// followed says what came of it, and whether the player is told.
func followed(done ratings.Followed) string {
	text := "No event comes after it."
	if n := len(done.Later); n > 0 {
		text = "The figures of " + kit.Plural(n, "later event", "later events") + " changed."
	}
	if done.Told {
		return text + " A letter to the player is in the outbox."
	}
	return text + " No e-mail address of the player is known here: tell them yourself."
}

// withdraw takes a rating that was set out of what counts.
func (s *Desk) withdraw() kit.Form[ratings.Correction] {
	return kit.Form[ratings.Correction]{
		Site: s.Site,
		Load: func(c echo.Context) (ratings.Correction, error) {
			id, err := kit.PathID[ratings.CorrectionID](c, "id")
			if err != nil {
				return ratings.Correction{}, err
			}
			all, err := s.ratings.Corrections(c.Request().Context(), 0)
			if err != nil {
				return ratings.Correction{}, err
			}
			i := slices.IndexFunc(all, func(one ratings.Correction) bool { return one.ID == id })
			if i < 0 {
				return ratings.Correction{}, kit.ErrNoSuchPage
			}
			return all[i], nil
		},
		Show: func(c echo.Context, page *kit.FormPage, one ratings.Correction) error {
			page.Page = s.Page(c, "Withdraw the rating that was set for "+one.Name, officerCrumb)
			page.Action, page.Submit = kit.Below(correctionsPath, one.ID, "withdraw"), "Withdraw"
			page.Kind, page.Back = "danger", correctionsPath
			page.Facts = []kit.Fact{
				{Label: "Rating", Value: one.Rating.String()}, {Label: "From the morning of", Value: one.Day.Long()},
				{Label: "Why", Value: one.Reason},
			}
			page.Say("The events of that day and later are worked out again as if it had not been set.")
			page.Group("", kit.Field{Name: "reason", Label: "Why it is withdrawn", MaxLength: 300, Required: true})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, one ratings.Correction) (kit.Done, error) {
			done, err := s.ratings.WithdrawCorrection(c.Request().Context(), s.Actor(c), one.ID, in.Text("reason"))
			return kit.Done{To: correctionsPath, Message: "It is withdrawn. " + followed(done)}, err
		},
	}
}

// setOf fills a player's page with the ratings that were set, and where one is.
func (s *Desk) setOf(c echo.Context, page *PlayerPage, p ratings.PlayerCard) error {
	all, err := s.ratings.Corrections(c.Request().Context(), p.Person)
	for _, one := range all {
		page.Set = append(page.Set, setView(one))
	}
	if actor := s.Actor(c); actor.Person != p.Person && auth.Can(actor, auth.KeepRatings, auth.Object{}, s.Today()) {
		page.SetIt = &kit.Link{Label: "Set the rating", URL: setURL(p.Person), Kind: "secondary"}
	}
	return err
}
