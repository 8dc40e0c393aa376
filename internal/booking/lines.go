package booking

import (
	"context"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
)

// LineFilter says which lines are listed; its zero value is all.
type LineFilter struct {
	Bank        treasury.BankID // 0: of every account
	From, Until civil.Date
	Standing    string // "", "waiting", "booked" or "aside"
	Text        string // in the payee, the texts, the reason
}

// ListedLine is a line with what it was booked as.
type ListedLine struct {
	Line
	As []BookedAs
}

// Standing is where the line stands: "waiting", "booked" or "aside".
func (l Line) Standing() string {
	switch {
	case l.Booked():
		return "booked"
	case l.Aside != "":
		return "aside"
	}
	return "waiting"
}

// LineList is what a filter asks for, with its sums.
type LineList struct {
	Lines   []ListedLine // the latest first
	In, Out money.Cents
	All     int
}

// Lines lists the lines of the bank's files.
func (s *Service) Lines(ctx context.Context, actor auth.Actor, f LineFilter) (LineList, error) {
	var out LineList
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return out, err
	}
	if f.Bank != 0 {
		if _, err := bankOf(ctx, s.db, f.Bank); err != nil {
			return out, err
		}
	}
	all, err := allLines(ctx, s.db, f.Bank)
	if err != nil {
		return out, err
	}
	as, err := allBookedAs(ctx, s.db)
	if err != nil {
		return out, err
	}
	out.All = len(all)
	text := members.Fold(f.Text)
	for _, l := range all {
		if !f.takes(l, text) {
			continue
		}
		out.Lines = append(out.Lines, ListedLine{l, as[l.ID]})
		if l.Amount > 0 {
			out.In += l.Amount
		} else {
			out.Out -= l.Amount
		}
	}
	return out, nil
}

func (f LineFilter) takes(l Line, text string) bool {
	switch {
	case !f.From.IsZero() && l.Day.Before(f.From), !f.Until.IsZero() && l.Day.After(f.Until),
		f.Standing != "" && f.Standing != l.Standing():
		return false
	}
	return text == "" || strings.Contains(members.Fold(l.Payee+" "+l.Texts()+" "+l.Aside), text)
}

// Bank is one account at a bank.
func (s *Service) Bank(ctx context.Context, actor auth.Actor, id treasury.BankID) (Desk, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return Desk{}, err
	}
	b, err := bankOf(ctx, s.db, id)
	if err != nil {
		return Desk{}, err
	}
	return desk(ctx, s.db, b)
}
