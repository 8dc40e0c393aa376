package clubs

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/clubs"
	"nzgs/internal/hosting"
	"nzgs/web/kit"
)

// BookPage is what a club's secretary has before them: the next evenings, and who comes along.
type BookPage struct {
	kit.Page
	Untold   bool // no letter reaches the club
	Evenings []EveningRow
	Next     []NextRow
	Visits   []kit.InboxCard
	Add      string
}

// EveningRow is an evening of the week.
type EveningRow struct {
	Text, Venue string
	End         *kit.PostButton
}

// NextRow is one of the next evenings.
type NextRow struct {
	When, Venue, Coming string
	Said                kit.Badge
	Meets, None         *kit.PostButton
	Visit               string // where newcomers say that they come; "" where they cannot
}

var bookView = kit.NewView[BookPage](templates, "book.html")

// said is what a club has said of an evening, for a page.
func said(w hosting.Word) kit.Badge {
	switch w {
	case hosting.Meets:
		return kit.Badge{Kind: kit.KindSuccess, Text: "Confirmed"}
	case hosting.NoMeeting:
		return kit.Badge{Kind: kit.KindError, Text: "No meeting"}
	}
	return kit.Badge{Kind: kit.KindWarning, Text: "Not confirmed"}
}

func bookURL(id clubs.ClubID) string { return hosting.VisitsPath(id) }

func (s *Desk) book(c echo.Context) error {
	b, err := kit.ByID(s.Site, s.hosting.Book)(c)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	id := b.Club.ID
	page := BookPage{
		Page: s.Page(c, "Evenings and newcomers", clubsCrumb, kit.Crumb{Label: b.Club.Name, URL: kit.ClubURL(id)}), Untold: !b.Told,
		Add: kit.ClubURL(id) + "/evenings/new",
	}
	evenings, err := s.hosting.Evenings(c.Request().Context(), id)
	if err != nil {
		return err
	}
	for _, e := range evenings {
		row := EveningRow{Text: e.Text(), Venue: e.Venue}
		row.End = page.Button("end"+kit.IDText(e.ID), kit.ClubURL(id)+"/evenings/end", "Remove", kit.Hidden{Name: "evening", Value: kit.IDText(e.ID)})
		row.End.Kind, row.End.Small, row.End.For = "secondary", "small", e.Text()
		page.Evenings = append(page.Evenings, row)
	}
	for i, n := range b.Next {
		row := NextRow{When: whenText(n), Venue: n.Evening.Venue, Coming: visitorsOf(n.Coming), Said: said(n.Word)}
		press := func(name, label string, word hosting.Word) *kit.PostButton {
			button := page.Button(name+strconv.Itoa(i), kit.ClubURL(id)+"/evenings/say", label,
				kit.Hidden{Name: "when", Value: whenKey(n)}, kit.Hidden{Name: "word", Value: string(word)})
			button.Kind, button.Small, button.For = "secondary", "small", "on "+n.Day.Long()
			return button
		}
		if n.Word != hosting.Meets {
			row.Meets = press("meets", "We meet", hosting.Meets)
		}
		if n.Word != hosting.NoMeeting {
			row.None = press("none", "We do not meet", hosting.NoMeeting)
		}
		page.Next = append(page.Next, row)
	}
	for _, v := range b.Visits {
		page.Visits = append(page.Visits, visitCard(v))
	}
	kit.NamesPeople(c, len(b.Visits))
	return bookView.Render(c, http.StatusOK, page)
}

func visitCard(v hosting.Visit) kit.InboxCard {
	card := kit.InboxCard{
		Title: v.Name, URL: visitURL(v), Meta: v.Day.Weekday().String() + " " + v.Day.Long() + ", " + v.Evening.From.String(),
		Badge: &kit.Badge{Kind: kit.KindWarning, Text: "Not answered"},
	}
	switch {
	case v.State == hosting.Cancelled:
		card.Badge = &kit.Badge{Kind: kit.KindError, Text: "Does not come"}
	case v.Word == hosting.NoMeeting:
		card.Badge = &kit.Badge{Kind: kit.KindError, Text: "Called off"}
	case !v.Answered.IsZero():
		card.Badge = &kit.Badge{Kind: kit.KindSuccess, Text: "Answered"}
	}
	if v.Note != "" {
		card.Facts = append(card.Facts, kit.Fact{Label: "Note", Value: v.Note})
	}
	return card
}

func visitURL(v hosting.Visit) string { return bookURL(v.Club) + "/" + kit.IDText(v.ID) }

// say says of an evening whether the club meets.
func (s *Desk) say(c echo.Context) error {
	id, in, err := clubForm(c)
	if err != nil {
		return err
	}
	evening, day := readWhen(in.Text("when"))
	err = s.hosting.Say(c.Request().Context(), s.Actor(c), id, evening, day, hosting.Word(in.Text("word")))
	if err != nil {
		return s.RefusedAt(c, err, bookURL(id))
	}
	s.Flash(c, kit.KindSuccess, "Saved. The club’s page says so.")
	return kit.SeeOther(c, bookURL(id))
}

// endEvening has a club meet no longer on an evening.
func (s *Desk) endEvening(c echo.Context) error {
	id, in, err := clubForm(c)
	if err != nil {
		return err
	}
	err = s.hosting.EndEvening(c.Request().Context(), s.Actor(c), id, kit.Chosen[hosting.EveningID](in, "evening"))
	if err != nil {
		return s.RefusedAt(c, err, bookURL(id))
	}
	s.Flash(c, kit.KindSuccess, "The evening is removed. Newcomers who were coming get a letter.")
	return kit.SeeOther(c, bookURL(id))
}

func clubForm(c echo.Context) (clubs.ClubID, *kit.Filling, error) {
	id, err := kit.PathID[clubs.ClubID](c, "id")
	if err != nil {
		return 0, nil, err
	}
	in, err := kit.Sent(c)
	return id, in, err
}

// addEvening adds an evening of the week.
func (s *Desk) addEvening() kit.Form[clubs.Club] {
	return kit.Form[clubs.Club]{
		Site: s.Site, Load: s.clubAt,
		Show: func(c echo.Context, p *kit.FormPage, club clubs.Club) error {
			p.Page = s.Page(c, "Add an evening", clubsCrumb, kit.Crumb{Label: club.Name, URL: kit.ClubURL(club.ID)})
			p.Action, p.Submit, p.Back = kit.ClubURL(club.ID)+"/evenings/new", "Add the evening", bookURL(club.ID)
			day := kit.Field{Name: "weekday", Label: "Every", Type: "select", Required: true, Options: []kit.Option{{Label: "Choose"}}}
			for n := range 7 {
				w := time.Weekday((n + 1) % 7)
				day.Options = append(day.Options, kit.Option{Value: strconv.Itoa(int(w)), Label: w.String()})
			}
			p.Group("", day).Row(
				kit.Field{Name: "from", Label: "From", Required: true, Type: "time", Width: "short"},
				kit.Field{Name: "until", Label: "Until", Required: true, Type: "time", Width: "short"},
			).Row(kit.Field{Name: "venue", Label: "Where", MaxLength: 200, Hint: "Anyone can read it."})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, club clubs.Club) (kit.Done, error) {
			return kit.Done{To: bookURL(club.ID), Message: "The evening is added. Say each week that you meet."},
				s.hosting.AddEvening(c.Request().Context(), s.Actor(c), club.ID, hosting.EveningInput{
					Weekday: in.Text("weekday"), From: in.Text("from"), Until: in.Text("until"), Venue: in.Text("venue"),
				})
		},
	}
}

// answerForm answers a newcomer.
func (s *Desk) answerForm() kit.Form[hosting.Visit] {
	return kit.Form[hosting.Visit]{
		Site: s.Site, Version: func(v hosting.Visit) int64 { return v.Version },
		Load: func(c echo.Context) (v hosting.Visit, err error) {
			club, err := kit.PathID[clubs.ClubID](c, "id")
			if err != nil {
				return v, err
			}
			id, err := kit.PathID[hosting.VisitID](c, "visit")
			if err != nil {
				return v, err
			}
			if v, err = s.hosting.Visit(c.Request().Context(), s.Actor(c), id); err == nil && v.Club != club {
				err = apperr.New(apperr.NotFound, "The visit is another club’s.")
			}
			return v, err
		},
		Show: func(c echo.Context, p *kit.FormPage, v hosting.Visit) error {
			kit.NoStore(c)
			kit.NamesPeople(c, 1)
			p.Page = s.Page(c, v.Name, kit.Crumb{Label: v.ClubName, URL: kit.ClubURL(v.Club)},
				kit.Crumb{Label: "Evenings and newcomers", URL: bookURL(v.Club)})
			p.Action, p.Submit, p.Back = visitURL(v), "Send the answer", bookURL(v.Club)
			p.Facts = []kit.Fact{
				{Label: "When", Value: v.Day.Weekday().String() + " " + v.Day.Long() + ", " + v.Evening.From.String()},
				{Label: "E-mail address", Value: v.Email},
			}
			if v.Note != "" {
				p.Facts = append(p.Facts, kit.Fact{Label: "Note", Value: v.Note})
			}
			switch {
			case !v.Answered.IsZero():
				p.Over = "You answered on " + v.Answered.Date().Long() + ": " + v.Answer
			case v.State != hosting.Coming:
				p.Over = "The newcomer does not come after all."
			case v.Word == hosting.NoMeeting:
				p.Over = "The club does not meet on this evening, and a letter says so."
			}
			p.Group("", kit.Field{
				Name: "answer", Label: "Your answer", Type: "textarea", Rows: 5, MaxLength: 1000, Required: true,
				Hint: "It goes as a letter, once. Say where the door is, and whom to ask for.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v hosting.Visit) (kit.Done, error) {
			return kit.Done{To: bookURL(v.Club), Message: "Your answer leaves in a few minutes."},
				s.hosting.Answer(c.Request().Context(), s.Actor(c), v.ID, in.Version(), in.Lines("answer"))
		},
	}
}
