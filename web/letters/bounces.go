package letters

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/web/kit"
)

// BouncesPage lists the addresses that came back.
type BouncesPage struct {
	kit.Page
	Rows  []BounceRow
	Empty *kit.Empty
}

// BounceRow is an address that came back.
type BounceRow struct {
	Address, Name string
	Person        string // address of the page on which the address is changed; "": no one in the register
	Letter        string
	Problem       string
	Noted         string
	Works         *kit.PostButton
	Again         *kit.PostButton // sends the letter to the corrected address; nil: there is none
}

var bouncesView = kit.NewView[BouncesPage](templates, "bounces.html")

func (s *Desk) bounces(c echo.Context) error {
	list, err := s.mail.Bounces(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := BouncesPage{Page: s.Page(c, "Addresses that came back", outboxCrumb)}
	for _, b := range list {
		row := BounceRow{
			Address: b.Address, Name: b.Name, Problem: b.Problem, Noted: b.Noted.Long(),
			Works: page.Button("settle-"+kit.IDText(b.ID), kit.Below(bouncesPath, b.ID, "settle"), "Write there again"),
		}
		if b.Person != 0 {
			row.Person = kit.PersonURL(b.Person) + "/edit"
		}
		if b.Corrected != "" {
			row.Again = page.Button("again-"+kit.IDText(b.ID), kit.Below(bouncesPath, b.ID, "again"), "Send again to "+b.Corrected)
		}
		if b.Letter != 0 {
			row.Letter = kit.LetterURL(b.Letter)
		}
		page.Rows = append(page.Rows, row)
	}
	kit.NamesPeople(c, len(page.Rows))
	if len(page.Rows) == 0 {
		page.Empty = &kit.Empty{
			Title: "No address came back",
			Text: "An address that a mail server refuses for good appears here. Mailings leave it out until someone has " +
				"looked at it.",
		}
	}
	return bouncesView.Render(c, http.StatusOK, page)
}

func (s *Desk) settleBounce(c echo.Context) error {
	id, err := kit.PathID[mail.BounceID](c, "id")
	if err != nil {
		return err
	}
	if err := s.mail.SettleBounce(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, bouncesPath)
	}
	s.Flash(c, kit.KindSuccess, "Letters go to this address again.")
	return kit.SeeOther(c, bouncesPath)
}

// sendCorrected sends a letter that came back to the address that the person has now.
func (s *Desk) sendCorrected(c echo.Context) error {
	id, err := kit.PathID[mail.BounceID](c, "id")
	if err != nil {
		return err
	}
	if err := s.mail.SendCorrected(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, bouncesPath)
	}
	s.Flash(c, kit.KindSuccess, "The letter waits in the outbox for the corrected address.")
	return kit.SeeOther(c, bouncesPath)
}

// noteBounce is the form for a letter that came back to the mailbox of an officer.
func (s *Desk) noteBounce() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			back := kit.Crumb{Label: "Addresses that came back", URL: bouncesPath}
			page.Page = s.Page(c, "A letter came back", outboxCrumb, back)
			page.Say("When a mailbox does not exist, a mail server may say so only later, in a message to the society’s " +
				"mailbox. Enter the address, or paste that message: the address is found in it.")
			page.Action, page.Submit, page.Back = bouncesPath+"/new", "Note it", bouncesPath
			page.Group(
				"", kit.Field{Name: "address", Label: "Address", Type: "email"},
				kit.Field{Name: "message", Label: "Message that came back", Type: "textarea", Rows: 10},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			noted, err := s.mail.NoteBounce(c.Request().Context(), s.Actor(c), in.Text("address"), in.Lines("message"))
			return kit.Done{To: bouncesPath, Message: "Noted: " + strings.Join(noted, ", ") + "."}, err
		},
	}
}

// pace is the form of how fast letters leave.
func (s *Desk) pace() kit.Form[mail.Pace] {
	return kit.Form[mail.Pace]{
		Site:    s.Site,
		Load:    func(c echo.Context) (mail.Pace, error) { return s.mail.Pace(c.Request().Context(), s.Actor(c)) },
		Version: func(p mail.Pace) int64 { return p.Version },
		Fill: func(_ echo.Context, in *kit.Filling, p mail.Pace) {
			in.Set("per_minute", kit.IDText(p.PerMinute))
			in.Set("quiet_from", kit.IDText(p.QuietFrom))
			in.Set("quiet_until", kit.IDText(p.QuietUntil))
		},
		Show: func(c echo.Context, page *kit.FormPage, _ mail.Pace) error {
			page.Page = s.Page(c, "When letters leave", outboxCrumb)
			page.Say("Letters that someone waits for, such as a link to sign in, always leave at once. Notices and other " +
				"single letters leave at any hour. Mailings wait in the quiet hours, by " + civil.ZoneWords() + ".")
			page.Action, page.Submit, page.Back = pacePath, "Save", kit.OutboxPath
			page.Group("", kit.Field{
				Name: "per_minute", Label: "Letters a minute, at most", InputMode: "numeric", Width: "short",
				Hint: "Ask whoever runs your mail server what it allows.",
			}).Row(
				kit.Field{Name: "quiet_from", Label: "Quiet from", Type: "select", Options: hours()},
				kit.Field{Name: "quiet_until", Label: "Quiet until", Type: "select", Options: hours()},
			)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ mail.Pace) (kit.Done, error) {
			return kit.Done{To: kit.OutboxPath, Message: "Saved."}, s.mail.SetPace(c.Request().Context(), s.Actor(c), mail.Pace{
				PerMinute: in.Number("per_minute"), QuietFrom: in.NumberOr("quiet_from", -1),
				QuietUntil: in.NumberOr("quiet_until", -1), Version: in.Version(),
			})
		},
	}
}

// hours are the hours of the day to choose from.
func hours() []kit.Option {
	var out []kit.Option
	for h := range 24 {
		half, twelve := "am", h%12
		if h >= 12 {
			half = "pm"
		}
		if twelve == 0 {
			twelve = 12
		}
		out = append(out, kit.Option{Value: kit.IDText(h), Label: kit.IDText(twelve) + ":00 " + half})
	}
	return out
}
