package booking

import (
	"context"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
)

// LineFilter says which lines are listed; its zero value is all.
type LineFilter struct {
	Bank        treasury.BankID // 0: of every account
	From, Until civil.Date
	Standing    string // "", "waiting", "booked" or "aside"
	Text        string // in the payee, the texts, the reason
	Page        treasury.Page
	after       Line // only lines that come after this one in the list; none: all
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

// LineList is what a filter asks for: the lines of a page, and the sums of all its pages.
type LineList struct {
	Lines   []ListedLine // the latest first
	In, Out money.Cents
	Count   int // lines on all pages
	All     int // lines of the account without the filter
}

func (l *LineList) add(amount money.Cents) {
	if l.Count++; amount > 0 {
		l.In += amount
	} else {
		l.Out -= amount
	}
}

// Lines lists the lines of the bank's files.
func (s *Service) Lines(ctx context.Context, actor auth.Actor, f LineFilter) (LineList, error) {
	if err := s.mayList(ctx, actor, f); err != nil {
		return LineList{}, err
	}
	return lineList(ctx, s.db, f)
}

// EachLine is the lines for a file, the latest first. Pages of the filter are ignored.
func (s *Service) EachLine(ctx context.Context, actor auth.Actor, f LineFilter) (treasury.Each[ListedLine], error) {
	if err := s.mayList(ctx, actor, f); err != nil {
		return nil, err
	}
	return func(take func(ListedLine) error) error { return eachBooked(ctx, s.db, f, take) }, nil
}

func (s *Service) mayList(ctx context.Context, actor auth.Actor, f LineFilter) error {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil || f.Bank == 0 {
		return err
	}
	_, err := bankOf(ctx, s.db, f.Bank)
	return err
}

func lineList(ctx context.Context, q store.Queryer, f LineFilter) (out LineList, err error) {
	take := func(l Line) error {
		out.Lines = append(out.Lines, ListedLine{Line: l})
		return nil
	}
	if members.Fold(f.Text) == "" {
		if out, err = lineSums(ctx, q, f); err != nil {
			return out, err
		}
		err = eachLine(ctx, q, f, f.Page.SQL(out.Count), take)
	} else {
		err = eachLine(ctx, q, f, "", func(l Line) error {
			on := f.Page.Has(out.Count)
			if out.add(l.Amount); on {
				return take(l)
			}
			return nil
		})
		if last := f.Page.Last(out.Count); err == nil && f.Page.Number > last {
			f.Page.Number = last
			return lineList(ctx, q, f)
		}
	}
	if err != nil {
		return out, err
	}
	if out.All, err = countLines(ctx, q, f.Bank); err != nil {
		return out, err
	}
	return out, addBooked(ctx, q, out.Lines)
}

// says reports whether a folded text stands in a line.
func (l Line) says(text string) bool {
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
