package letters

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/letters"
	"nzgs/reports"
	"nzgs/web/kit"
)

// onPaper reads the letters of a mailing that go by post.
func (s *Desk) onPaper(c echo.Context) (letters.Mailing, []letters.Printed, error) {
	id, err := kit.PathID[letters.MailingID](c, "id")
	if err != nil {
		return letters.Mailing{}, nil, err
	}
	m, list, err := s.letters.OnPaper(c.Request().Context(), s.Actor(c), id)
	kit.NamesPeople(c, len(list))
	kit.NoStore(c)
	return m, list, err
}

// addressee is where a letter goes; without an address the sheet says so.
func addressee(p letters.Printed) reports.PostalAddressee {
	return reports.PostalAddressee{Name: p.Name, Address: reports.AddressLines(p.Postal)}
}

func (s *Desk) lettersPrint(c echo.Context) error {
	m, list, err := s.onPaper(c)
	if err != nil {
		return err
	}
	all := reports.Letters{About: m.Title(), Date: m.Sent.Date().Long()}
	for _, p := range list {
		all.To = append(all.To, reports.Letter{To: addressee(p), Subject: p.Subject, Text: p.Body})
	}
	return kit.SendPrint(c, s.FileName("letters "+m.Title(), "", m.Sent.Date()), s.Press().LettersPDF, all)
}

func (s *Desk) labelsPrint(c echo.Context) error {
	m, list, err := s.onPaper(c)
	if err != nil {
		return err
	}
	var labels []reports.AddressLabel
	for _, p := range list {
		if to := addressee(p); len(to.Address) > 0 {
			labels = append(labels, reports.AddressLabel{Lines: append([]string{to.Name}, to.Address...)})
		}
	}
	return s.SendLabels(c, kit.Asked(c), s.FileName("labels "+m.Title(), "", m.Sent.Date()), "Labels", labels)
}
