package postal

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/postal"
	"nzgs/internal/mail"
	"nzgs/web/kit"
)

// The declared result, told to every member: rule 5.13 gives it effect from the
// declaration, so they hear of it.

func (s *Desk) announce() kit.Form[turn] {
	return s.step(postal.ActAnnounce, protectsResult, kit.Form[turn]{Show: s.showAnnounce, Take: s.takeAnnounce})
}

func (s *Desk) showAnnounce(c echo.Context, p *kit.FormPage, t turn) error {
	told, err := s.postal.Announcement(c.Request().Context(), s.Actor(c), t.ID)
	if err != nil {
		return err
	}
	p.Say(
		"Carried motions take effect from the declaration (Rule 5.13). Each member with an e-mail address gets a letter " +
			"with the totals, the outcome of each motion and its arithmetic (Rule 5.12), and the declaration as a PDF. It " +
			"says nothing that is not on the public page of the result.",
	)
	p.Facts = []kit.Fact{
		{Label: "Letters in the outbox", Value: fmt.Sprintf("%d of %d", told.Queued, told.Letters)},
		{Label: "Declaration", Value: "PDF", URL: kit.PostalURL(t.ID, "declaration.pdf")},
	}
	if n := len(told.Post); n > 0 {
		p.Facts = append(p.Facts, kit.Fact{
			Label: kit.Plural(n, "member", "members") + " without an e-mail address, to be told by post",
			Value: strings.Join(told.Post, ", "),
		})
	}
	p.Submit = "Put " + kit.Plural(told.Missing(), "letter", "letters") + " into the outbox"
	if told.Missing() == 0 {
		p.Barred = []kit.RuleText{kit.CiteRules("The letters to every member with an e-mail address are in the outbox.")}
		p.Instead = &kit.Link{Label: "Open the outbox", URL: kit.OutboxPath}
	}
	return nil
}

func (s *Desk) takeAnnounce(c echo.Context, _ *kit.Filling, t turn) (kit.Done, error) {
	d, err := s.postal.Declaration(c.Request().Context(), t.ID)
	if err != nil {
		return kit.Done{}, err
	}
	var pdf bytes.Buffer
	if err := s.Press().PostalDeclarationPDF(&pdf, declarationPrint(d)); err != nil {
		return kit.Done{}, fmt.Errorf("print the declaration: %w", err)
	}
	n, err := s.postal.Announce(c.Request().Context(), s.Actor(c), t.ID, mail.Attachment{
		Name: "declaration.pdf", MediaType: "application/pdf", Content: pdf.Bytes(),
	})
	return t.done(s.inOutbox(n)), err
}
