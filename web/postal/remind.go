package postal

import (
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/postal"
	"nzgs/web/kit"
)

const protectsReminder = "The reminder goes to every member on the roll, also to those who have sent a paper. Who has sent one " +
	"is only in the tellers’ register of envelopes, which is not used for it: the outbox shows officers whom letters go to " +
	"(Rule 5.11)."

// remind reminds the members of the last day for papers.
func (s *Desk) remind() kit.Form[turn] {
	return s.step(postal.ActRemind, protectsReminder, kit.Form[turn]{Show: s.showRemind, Take: s.takeRemind})
}

func (s *Desk) showRemind(c echo.Context, p *kit.FormPage, t turn) error {
	told, err := s.postal.Reminder(c.Request().Context(), s.Actor(c), t.ID)
	if err != nil {
		return err
	}
	p.Say("Each member on the roll with an e-mail address gets a letter with the last day for papers, where papers go, and what " +
		"to do if theirs is lost. It says nothing of who has sent one.")
	p.Facts = []kit.Fact{
		{Label: "Last day for papers", Value: dayOrDash(t.Closing)},
		{Label: "Reminders of today in the outbox", Value: fmt.Sprintf("%d of %d", told.Queued, told.Letters)},
	}
	if n := len(told.Before); n > 0 {
		p.Facts = append(p.Facts, kit.Fact{Label: "Last put into the outbox", Value: told.Before[n-1].Long()})
	}
	if n := len(told.Post); n > 0 {
		p.Facts = append(p.Facts, kit.Fact{
			Label: kit.Plural(n, "member", "members") + " without an e-mail address, to be reminded by telephone or post",
			Value: strings.Join(told.Post, ", "),
		})
	}
	p.Submit = "Put " + kit.Plural(told.Missing(), "reminder", "reminders") + " into the outbox"
	switch {
	case len(p.Barred) > 0:
	case told.Letters == 0:
		p.Barred = []kit.RuleText{kit.CiteRules("No member on the roll has an e-mail address in the register.")}
	case told.Missing() == 0:
		p.Barred = []kit.RuleText{kit.CiteRules("No letter is left to write today: the reminders of every member with an e-mail " +
			"address are in the outbox.")}
		p.Instead = &kit.Link{Label: "Open the outbox", URL: kit.OutboxPath}
	}
	return nil
}

func (s *Desk) takeRemind(c echo.Context, _ *kit.Filling, t turn) (kit.Done, error) {
	n, err := s.postal.Remind(c.Request().Context(), s.Actor(c), t.ID)
	return t.done(s.inOutbox(n)), err
}

// inOutbox says how many letters wait to be sent.
func (s *Desk) inOutbox(letters int) string {
	text := kit.Capital(kit.Plural(letters, "letter is", "letters are")) + " in the outbox."
	if !s.mail.Sends() {
		text += " No mail server is set up, so they wait there."
	}
	return text
}
