package treasury

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Ids of what the treasury keeps. A ReturnID names a club's return, which
// package clubs owns.
type (
	RateID    int64
	PaymentID int64
	ReturnID  int64
)

// Meeting is the kind of general meeting that passed a resolution.
type Meeting string

const (
	AGM Meeting = "agm"
	EGM Meeting = "egm"
)

// Label is the meeting's full name.
func (m Meeting) Label() string {
	if m == EGM {
		return "Extraordinary general meeting"
	}
	return "Annual general meeting"
}

// Rate is the annual subscription for each member in a year.
type Rate struct {
	ID         RateID
	Year       members.Year
	Kind       kinds.Kind // of members that it is for; Full: each member without a rate of their own
	Amount     money.Cents
	Meeting    Meeting
	MeetingDay civil.Date
	Resolution string // as passed: "That the subscription be $20 for each member."
	RecordedAt civil.Instant
	RecordedBy members.PersonID // 0: the program
}

// Source names the resolution: "Annual general meeting, 14 March 2026: “…”".
func (r Rate) Source() string {
	return r.Meeting.Label() + ", " + r.MeetingDay.Long() + ": “" + r.Resolution + "”"
}

// Trace explains an amount that is the rate itself, under the constitution that
// says when the year begins.
func (r Rate) Trace(c constitution.Constitution) constitution.Trace {
	t := c.Told(constitution.Trace{Rule: rule22})
	if r.Kind == kinds.Full || r.Kind == "" {
		t.Step(rule22, "%s: %s", c.Days(r.Year), r.Amount)
	} else {
		t.Step(rule22, "%s, %s: %s", c.Days(r.Year), r.Kind.Each(), r.Amount)
	}
	t.Step(rule22, "%s", r.Source())
	return t
}

const rule22 = "2.2"

// NoRate is the refusal when a year has no rate.
func NoRate(year members.Year) error {
	return apperr.UnderRule(
		rule22,
		"No subscription is recorded for %s. Record the general meeting’s resolution first; nothing can be charged "+
			"without it.",
		year,
	)
}

// RateInput is a rate to be recorded.
type RateInput struct {
	Year       members.Year
	Kind       kinds.Kind // "": each member
	Amount     money.Cents
	Meeting    Meeting
	MeetingDay civil.Date
	Resolution string
}

const maxText = 500

func (in RateInput) check(today civil.Date) apperr.Fields {
	var f apperr.Fields
	if !in.Year.Valid() {
		f.Add("year", "Choose a subscription year.")
	}
	if !slices.Contains(kinds.Rated, in.Kind) {
		f.Add("kind", "Choose whom the rate is for.")
	}
	if in.Amount < 0 || in.Amount > maxSubscription {
		f.Add("amount", "Enter an amount from %s to %s.", money.Cents(0), maxSubscription)
	}
	if in.Meeting != AGM && in.Meeting != EGM {
		f.Add("meeting", "Choose the meeting that passed the resolution.")
	}
	switch {
	case in.MeetingDay.IsZero():
		f.Add("meeting_day", "Enter the day of the meeting.")
	case in.MeetingDay.After(today):
		f.Add("meeting_day", "The meeting cannot be in the future: a rate needs a resolution that was passed.")
	}
	switch n := utf8.RuneCountInString(in.Resolution); {
	case n == 0:
		f.Add("resolution", "Enter the resolution as it stands in the minutes (Rule 2.2).")
	case n > maxText:
		f.Add("resolution", "Shorten this to %d characters.", maxText)
	}
	return f
}

// maxSubscription catches a slip of the decimal point.
const maxSubscription money.Cents = 1_000_00

// Service keeps rates and payments.
type Service struct {
	db    *store.DB
	cases usecase.Cases
}

// New returns a service on the database that tells the time by clock.
func New(db *store.DB, clock civil.Clock) *Service {
	return &Service{db: db, cases: usecase.New(db, clock)}
}

// SetRate records the subscription of a year with its resolution. It replaces
// an earlier rate of that year for what is charged from now on.
func (s *Service) SetRate(ctx context.Context, actor auth.Actor, in RateInput) (RateID, error) {
	permit, err := s.cases.May(actor, auth.SetRates, auth.Object{})
	if err != nil {
		return 0, err
	}
	if in.Kind == "" {
		in.Kind = kinds.Full
	}
	in.Resolution = strings.TrimSpace(strings.ReplaceAll(in.Resolution, "\r\n", "\n"))
	if err := in.check(s.cases.Today()).Err(); err != nil {
		return 0, err
	}
	var id RateID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		before, found, err := findRate(ctx, tx, in.Year, in.Kind)
		if err != nil {
			return nil, err
		}
		if found && in == (RateInput{
			before.Year, before.Kind, before.Amount, before.Meeting, before.MeetingDay, before.Resolution,
		}) {
			return nil, apperr.New(apperr.Invalid, "This rate is already recorded, so nothing was changed.")
		}
		if id, err = insertRate(ctx, tx, s.cases.Now(), actor, in); err != nil {
			return nil, err
		}
		if err := openIncomeOf(ctx, tx, in.Kind); err != nil {
			return nil, err
		}
		var replaced any
		if found {
			replaced = map[string]any{"id": before.ID, "amount": before.Amount}
		}
		return permit.Did("set.rate", "rate", int64(id), replaced, in), nil
	})
	return id, err
}

// Rates lists every rate ever recorded, the newest year first and within a
// year the one that holds first.
func (s *Service) Rates(ctx context.Context) ([]Rate, error) { return allRates(ctx, s.db) }

// RateFor is the rate of each member in a year; the error is NoRate when there is none.
func (s *Service) RateFor(ctx context.Context, year members.Year) (Rate, error) {
	return RateFor(ctx, s.db, year)
}
