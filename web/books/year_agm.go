package books

import (
	"bytes"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// adoption shows how far the accounts of a year have come, and what is next.
func (s *Desk) adoption(c echo.Context, page *FilePage, y treasury.YearEnd) error {
	last := y.Year.To.String()
	if a := y.Adopted; a != nil {
		f := kit.Fact{Label: "Adopted", Value: a.Note}
		if a.Meeting != 0 {
			f.URL = kit.MeetingURL(a.Meeting)
		}
		page.Facts = append(page.Facts, f)
		return nil
	}
	standing, err := s.meetings.Accounts(c.Request().Context(), s.Actor(c), y.Year.To)
	if err != nil {
		return err
	}
	lockURL := yearPath + "/lock?last=" + last
	for _, p := range standing.Presented {
		page.Facts = append(page.Facts, kit.Fact{
			Label: "Presented to", Value: p.Name() + ": " + p.Motion.State.Label(), URL: kit.MeetingURL(p.Meeting.ID),
		})
	}
	if !s.keeps(c) || !y.Year.To.Before(s.Today()) {
		return nil
	}
	if len(standing.AGMs) > 0 {
		page.Actions = append([]kit.Link{{Label: "Hand in for the AGM", URL: yearPath + "/present?last=" + last}}, page.Actions...)
	}
	page.Actions = append(page.Actions, kit.Link{Label: "Lock the year", URL: lockURL, Kind: "secondary"})
	return nil
}

// reportName is the file that goes with the notice.
func reportName(y treasury.YearEnd) string { return "accounts-" + y.Year.To.String() + ".pdf" }

// presentYear hands the accounts of a year in for an AGM.
func (s *Desk) presentYear() kit.Form[treasury.YearEnd] {
	return kit.Form[treasury.YearEnd]{
		Site: s.Site, Load: s.yearAt,
		Fill: func(c echo.Context, in *kit.Filling, y treasury.YearEnd) {
			standing, err := s.meetings.Accounts(c.Request().Context(), s.Actor(c), y.Year.To)
			if err == nil && len(standing.AGMs) > 0 {
				in.Set("meeting", kit.IDText(standing.AGMs[len(standing.AGMs)-1].ID))
			}
		},
		Show: func(c echo.Context, p *kit.FormPage, y treasury.YearEnd) error {
			last := y.Year.To.String()
			p.Page = s.Page(c, "Hand in the accounts for the year to "+y.Year.To.Long(), treasurerCrumb, accountsCrumb, yearCrumb)
			p.Action, p.Submit, p.Back = yearPath+"/present?last="+last, "Hand in the accounts", yearPath+"?last="+last
			p.Say("The report becomes a paper of the meeting, which the notice names, and its adoption a motion under the reports. " +
				"Members read it: it has sums, and no names of who owes. Hand it in again to replace it while no notice has named it.")
			standing, err := s.meetings.Accounts(c.Request().Context(), s.Actor(c), y.Year.To)
			if err != nil {
				return err
			}
			which := kit.Field{Name: "meeting", Label: "Meeting", Type: "radios", Required: true}
			for _, m := range standing.AGMs {
				which.Options = append(which.Options, kit.Option{Value: kit.IDText(m.ID), Label: m.Title(), Hint: m.State.Label()})
			}
			if len(which.Options) == 0 {
				p.Barred = append(p.Barred, kit.CiteRules("No AGM is planned. The secretary plans it first."))
				return nil
			}
			p.Group("", which)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, y treasury.YearEnd) (kit.Done, error) {
			report, err := s.yearReport(c, y)
			if err != nil {
				return kit.Done{}, err
			}
			var b bytes.Buffer
			if err := s.Press().YearAccountsPDF(&b, report); err != nil {
				return kit.Done{}, err
			}
			_, err = s.meetings.PresentAccounts(c.Request().Context(), s.Actor(c), meetings.AccountsInput{
				Meeting: kit.Chosen[meetings.ID](in, "meeting"), Until: y.Year.To,
				Report: governance.Document{Name: reportName(y), MediaType: "application/pdf", Content: b.Bytes()},
			})
			return kit.Done{To: yearPath + "?last=" + y.Year.To.String(), Message: "The accounts are handed in."}, err
		},
	}
}

// lockYear locks the books of a year whose accounts a general meeting adopted.
func (s *Desk) lockYear() kit.Form[treasury.YearEnd] {
	return kit.Form[treasury.YearEnd]{
		Site: s.Site, Load: s.yearAt,
		Fill: func(c echo.Context, in *kit.Filling, y treasury.YearEnd) {
			in.Set("why", string(treasury.YearClosed))
			if adopted, err := s.adoptedBy(c, y); err == nil && len(adopted) > 0 {
				in.Set("why", motionMark+kit.IDText(adopted[0].Motion.ID))
			}
		},
		Show: func(c echo.Context, p *kit.FormPage, y treasury.YearEnd) error {
			last := y.Year.To.String()
			p.Page = s.Page(c, "Lock the books up to "+y.Year.To.Long(), treasurerCrumb, accountsCrumb, yearCrumb)
			p.Action, p.Submit, p.Back = yearPath+"/lock?last="+last, "Lock the books", yearPath+"?last="+last
			p.Say("Nothing more can be booked on these days, and a lock cannot be undone. What is found out later is booked later.")
			adopted, err := s.adoptedBy(c, y)
			if err != nil {
				return err
			}
			why := kit.Field{Name: "why", Label: "Why", Type: "radios", Required: true}
			for _, a := range adopted {
				why.Options = append(why.Options, kit.Option{
					Value: motionMark + kit.IDText(a.Motion.ID), Label: a.Name() + " adopted the accounts",
				})
			}
			why.Options = append(
				why.Options, kit.Option{
					Value: string(treasury.YearClosed), Label: "Another general meeting adopted the accounts",
					Hint: "One that was not held with this site: name it below.",
				}, kit.Option{Value: string(treasury.LockByHand), Label: "The accounts are with the reviewer"},
			)
			p.Group("", why, kit.Field{
				Name: "note", Label: "Meeting and motion", Hint: "For example: AGM of 14 November 2026, motion 3.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, y treasury.YearEnd) (kit.Done, error) {
			done := kit.Done{To: yearPath + "?last=" + y.Year.To.String(), Message: "The books are locked."}
			if id, byMotion := strings.CutPrefix(in.Text("why"), motionMark); byMotion {
				adopted, err := s.adoptedBy(c, y)
				for _, a := range adopted {
					if kit.IDText(a.Motion.ID) == id {
						return done, s.meetings.LockAdopted(c.Request().Context(), s.Actor(c), a.Meeting.ID, a.Motion.ID, y.Year.To)
					}
				}
				in.Problem("why", "Choose why the books are locked.")
				return done, err
			}
			return done,
				s.treasury.LockBooks(c.Request().Context(), s.Actor(c), treasury.LockInput{
					Until: y.Year.To, Why: treasury.LockWhy(in.Text("why")), Note: in.Text("note"),
				})
		},
	}
}

// motionMark begins the value of a choice that names a motion.
const motionMark = "motion-"

// adoptedBy are the motions of general meetings that adopted the accounts of a year.
func (s *Desk) adoptedBy(c echo.Context, y treasury.YearEnd) ([]meetings.Presented, error) {
	standing, err := s.meetings.Accounts(c.Request().Context(), s.Actor(c), y.Year.To)
	var out []meetings.Presented
	for _, p := range standing.Presented {
		if p.Adopted() {
			out = append(out, p)
		}
	}
	return out, err
}
