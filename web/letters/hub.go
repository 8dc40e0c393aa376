package letters

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/letters"
	"nzgs/web/kit"
)

// HubPage lists the occasions on which the society writes, and what was written.
type HubPage struct {
	kit.Page
	Unset     bool
	Occasions []OccasionRow
	Mailings  []MailingRow
	Pager     kit.Pager
}

// OccasionRow is an occasion.
type OccasionRow struct {
	Title, Who    string
	People        string // address of who gets it; "": written where it happens
	Text, Words   string
	When, WhenURL string
	State         *kit.Badge
}

// MailingRow is a mailing that was written.
type MailingRow struct {
	Title, URL   string
	By, When     string
	State        kit.Badge
	Mails, Paper int
}

const mailingsPerPage = 20

var hubView = kit.NewView[HubPage](templates, "hub.html")

func (s *Desk) hub(c echo.Context) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	all, err := s.letters.Templates(ctx, actor)
	if err != nil {
		return err
	}
	schedules, err := s.letters.Schedules(ctx, actor)
	if err != nil {
		return err
	}
	number := kit.PageNumber(c)
	list, written, err := s.letters.Mailings(ctx, actor, number, mailingsPerPage)
	if err != nil {
		return err
	}
	page := HubPage{Page: s.Page(c, "Letters", kit.Crumb{Label: "Duties", URL: kit.DutiesPath}), Unset: !s.mail.Sends()}
	for _, t := range all {
		row := OccasionRow{Title: t.Title, Who: t.Who, Text: occasionURL(t.Occasion, "text"), Words: "The house’s text"}
		if t.Own {
			row.Words = "Your own text"
		}
		if t.Pattern != letters.ByDesk {
			row.People = occasionURL(t.Occasion)
		}
		for _, x := range schedules {
			if x.Occasion == t.Occasion {
				row.When, row.WhenURL, row.State = when(x), occasionURL(t.Occasion, "schedule"), runBadge(x)
			}
		}
		page.Occasions = append(page.Occasions, row)
	}
	page.Pager = kit.PagerOf(number, mailingsPerPage, written, &url.URL{Path: kit.LettersPath})
	for _, m := range list {
		page.Mailings = append(page.Mailings, mailingRow(m))
	}
	return hubView.Render(c, http.StatusOK, page)
}

// when says when letters of an occasion go.
func when(x letters.Schedule) string {
	switch {
	case !x.Active:
		return "Only when you send them"
	case x.Day.IsZero():
		return "By themselves, as it happens"
	}
	return "By themselves, on " + x.Day.Long()
}

func runBadge(x letters.Schedule) *kit.Badge {
	if !x.Active {
		return nil
	}
	switch x.State {
	case letters.Gone:
		return &kit.Badge{Kind: kit.KindSuccess, Text: "Written"}
	case letters.Held:
		return &kit.Badge{Kind: kit.KindWarning, Text: "Held"}
	case letters.Skipped:
		return &kit.Badge{Kind: kit.KindNeutral, Text: "Skipped"}
	}
	return nil
}

func mailingRow(m letters.Mailing) MailingRow {
	row := MailingRow{
		Title: m.Title(), URL: mailingURL(m.ID), By: m.WrittenBy, When: m.Made.Long(), Mails: m.Mail, Paper: m.Paper,
		State: kit.Badge{Kind: kit.KindNeutral, Text: "Draft"},
	}
	if !m.Sent.IsZero() {
		row.State = kit.Badge{Kind: kit.KindSuccess, Text: "In the outbox"}
	}
	return row
}

func occasionURL(o letters.Occasion, part ...string) string {
	return strings.Join(append([]string{kit.LettersPath, string(o)}, part...), "/")
}

func mailingURL(id letters.MailingID, part ...string) string {
	return kit.Below(mailingsPath, id, part...)
}

var hubCrumb = kit.Crumb{Label: "Letters", URL: kit.LettersPath}
