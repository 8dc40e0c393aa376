package postal

import (
	"io"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/postal"
	"nzgs/reports"
	"nzgs/web/kit"
)

// Letters and labels hold the names and addresses of all members: they leave for
// whoever has signed in within the last ten minutes.

func (s *Desk) printAddresses() kit.Form[turn] {
	const protects = "Letters and labels show who papers are sent to: names and addresses as in the register today, " +
		"with no serials and no votes. They hold the contact details of all members: delete the file once " +
		"everything is posted."
	return kit.Form[turn]{
		Site: s.Site,
		Load: func(c echo.Context) (turn, error) {
			f, err := s.printedVote(c, postal.Manager)
			return turn{File: f}, err
		},
		Fill: func(c echo.Context, in *kit.Filling, _ turn) {
			in.Set("what", "letters")
			in.Set("sheet", s.LabelSheet(c).Key)
			in.Set("first", "1")
		},
		Show: func(c echo.Context, p *kit.FormPage, t turn) error {
			kit.NoStore(c)
			p.Page = s.votePage(c, t.File, "Letters and address labels")
			without, err := s.withoutAddress(c, t.File)
			if err != nil {
				return err
			}
			if len(without) > 0 {
				p.Facts = without
				p.Say(
					"Members without a postal address get a letter with their name alone, to be handed over, and no label. " +
						"An address that you add to the register now is printed.",
				)
			}
			p.Action, p.Submit, p.Back = kit.PostalURL(t.ID, "addresses"), "Print", kit.PostalURL(t.ID)
			p.Group("",
				kit.Field{Name: "what", Label: "What is printed", Type: "radios", Options: []kit.Option{
					{
						Value: "letters", Label: "Letters to go with the papers",
						Hint: "With the address placed for a window envelope.",
					},
					{Value: "labels", Label: "Address labels", Hint: "Of those whose postal address is known."},
				}},
			)
			p.Group("For labels", kit.LabelFields()...)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, t turn) (kit.Done, error) {
			if !in.Has("what", "labels") {
				return kit.Done{Answer: func() error { return s.sendLetters(c, t.File) }}, nil
			}
			if _, problem := kit.FirstLabel(in, s.ChosenLabelSheet(c, in)); problem != "" {
				in.Problem("first", "%s", problem)
			}
			return kit.Done{Answer: func() error { return s.sendLabels(c, in, t.File) }}, nil
		},
		Render: stepRender(protects),
	}
}

// sendLetters answers with the letters that go with the papers.
func (s *Desk) sendLetters(c echo.Context, f postal.File) error {
	to, err := s.addressees(c, f)
	if err != nil {
		return err
	}
	letter := reports.PostalLetter{
		Vote: printOf(f), Date: s.Today().Long(), Majority: f.Majority, Secretary: s.postal.SignedAs(s.Actor(c)),
	}
	if !f.Despatched.IsZero() {
		letter.Date = f.Despatched.Long()
	}
	for _, d := range f.Documents {
		name := d.Name
		if d.Minutes {
			name = "Minutes of the meeting (" + d.Name + ")"
		}
		letter.Enclosed = append(letter.Enclosed, name)
	}
	letter.Enclosed = append(letter.Enclosed, "Your voting paper")
	kit.NoStore(c)
	return kit.SendPrint(
		c, s.voteFile(f.ID, "letters"),
		func(w io.Writer, l reports.PostalLetter) error { return s.Press().PostalLettersPDF(w, l, to) }, letter,
	)
}

// sendLabels answers with the address labels for the envelopes.
func (s *Desk) sendLabels(c echo.Context, in *kit.Filling, f postal.File) error {
	to, err := s.addressees(c, f)
	if err != nil {
		return err
	}
	var labels []reports.AddressLabel
	for _, a := range to {
		if len(a.Address) > 0 {
			labels = append(labels, reports.AddressLabel{Lines: append([]string{a.Name}, a.Address...)})
		}
	}
	kit.NoStore(c)
	return s.SendLabels(c, in, s.voteFile(f.ID, "labels"), "Labels", labels)
}

// addressees are the members of the roll with their addresses as the register
// has them now.
func (s *Desk) addressees(c echo.Context, f postal.File) ([]reports.PostalAddressee, error) {
	roll, err := s.postal.Addressees(c.Request().Context(), s.Actor(c), f.ID)
	if err != nil {
		return nil, err
	}
	out := make([]reports.PostalAddressee, len(roll))
	for i, to := range roll {
		out[i] = reports.PostalAddressee{Name: to.Name, Address: reports.AddressLines(to.Address)}
	}
	kit.NamesPeople(c, len(out))
	return out, nil
}

// withoutAddress names the members of the roll to whom no paper can be posted, each
// with the way to their page in the register.
func (s *Desk) withoutAddress(c echo.Context, f postal.File) ([]kit.Fact, error) {
	without, err := s.postal.WithoutAddress(c.Request().Context(), s.Actor(c), f.ID)
	if err != nil {
		return nil, err
	}
	kit.NamesPeople(c, len(without))
	var out []kit.Fact
	for _, v := range without {
		out = append(out, kit.Fact{Label: "No postal address known", Value: v.Name, URL: kit.PersonURL(v.Person)})
	}
	return out, nil
}
