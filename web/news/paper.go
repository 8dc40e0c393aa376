package news

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/newsletter"
	"nzgs/reports"
	"nzgs/web/kit"
)

const (
	paperPath  = issuesPath + "/paper"
	labelsPath = issuesPath + "/labels.pdf"
)

// PaperPage lists who gets the newsletter on paper.
type PaperPage struct {
	kit.FormPage
	Rows   []PaperRow
	Labels string
}

// PaperRow is one of them.
type PaperRow struct {
	Name, URL string
	Address   []string // empty: none is in the register
	Remove    *kit.PostButton
}

var paperView = kit.NewView[PaperPage](templates, "paper.html")

// paper lists who gets the newsletter on paper, and takes the name of one more.
func (s *Desk) paper() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "The newsletter on paper", issuesCrumbs...)
			page.Action, page.Submit, page.Back = paperPath, "Send it on paper", issuesPath
			page.Say("Members who sign in choose it themselves, at “My letters”. Enter here who asked you for it.")
			page.Group("", kit.PersonField("person", "Member", "Name or member number.").Proposing(kit.NamesPath))
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			if in.Text("person") == "" {
				in.Problem("person", "Enter a member by name or number.")
				return kit.Done{}, nil
			}
			person, err := s.PersonNamed(c, in, "person")
			if err != nil || person == 0 {
				return kit.Done{}, err
			}
			return kit.Done{To: paperPath, Message: "The newsletter goes to this member on paper."},
				s.newsletter.PutOnPaper(c.Request().Context(), s.Actor(c), person)
		},
		Render: func(c echo.Context, status int, page *kit.FormPage, _ kit.Nothing) error {
			list, err := s.onPaper(c)
			if err != nil {
				return err
			}
			out := PaperPage{FormPage: *page, Labels: kit.LabelsURL(labelsPath)}
			for _, r := range list {
				row := PaperRow{Name: r.Name, URL: kit.PersonURL(r.Person), Address: reports.AddressLines(r.Address)}
				row.Remove = page.Page.Button("remove-"+kit.IDText(r.Person), kit.Below(paperPath, r.Person, "remove"), "No longer on paper")
				row.Remove.Kind, row.Remove.Small, row.Remove.For = "quiet", "small", r.Name
				out.Rows = append(out.Rows, row)
			}
			return paperView.Render(c, status, out)
		},
	}
}

// onPaper reads who gets the newsletter on paper.
func (s *Desk) onPaper(c echo.Context) ([]newsletter.PaperReader, error) {
	list, err := s.newsletter.PaperReaders(c.Request().Context(), s.Actor(c))
	kit.NamesPeople(c, len(list))
	kit.NoStore(c)
	return list, err
}

func (s *Desk) notOnPaper(c echo.Context) error {
	person, err := kit.PathID[auth.PersonID](c, "id")
	if err != nil {
		return err
	}
	if err := s.newsletter.TakeOffPaper(c.Request().Context(), s.Actor(c), person); err != nil {
		return s.RefusedAt(c, err, paperPath)
	}
	s.Flash(c, kit.KindSuccess, "The newsletter no longer goes to this member on paper.")
	return kit.SeeOther(c, paperPath)
}

// copies is a newsletter for each who gets it on paper, with the address for a window envelope.
func (s *Desk) copies(c echo.Context) error {
	i, err := s.deskIssue(c)
	if err != nil {
		return err
	}
	list, err := s.onPaper(c)
	if err != nil {
		return err
	}
	n, err := s.printed(c, i)
	if err != nil {
		return err
	}
	out := reports.NewsletterCopies{Newsletter: n}
	for _, r := range list {
		if to := (reports.PostalAddressee{Name: r.Name, Address: reports.AddressLines(r.Address)}); len(to.Address) > 0 {
			out.To = append(out.To, to)
		}
	}
	return kit.SendPrint(c, s.TodaysFile("newsletter copies "+i.Title, ""), s.Press().NewsletterCopiesPDF, out)
}

func (s *Desk) paperLabels(c echo.Context) error {
	list, err := s.onPaper(c)
	if err != nil {
		return err
	}
	var labels []reports.AddressLabel
	for _, r := range list {
		if address := reports.AddressLines(r.Address); len(address) > 0 {
			labels = append(labels, reports.AddressLabel{Lines: append([]string{r.Name}, address...)})
		}
	}
	return s.SendLabels(c, kit.Asked(c), s.TodaysFile("labels newsletter", ""), "Labels of the newsletter", labels)
}

// goOnPaper says how many copies there are to post, and how many have no address.
func goOnPaper(list []newsletter.PaperReader) (copies int, says string) {
	for _, r := range list {
		if len(reports.AddressLines(r.Address)) > 0 {
			copies++
		}
	}
	says = kit.Plural(copies, "member gets it on paper", "members get it on paper")
	if without := len(list) - copies; without > 0 {
		says += "; " + kit.Plural(without, "more asked for it and has no postal address in the register",
			"more asked for it and have no postal address in the register")
	}
	return copies, says
}
