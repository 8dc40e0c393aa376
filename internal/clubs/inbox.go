package clubs

import (
	"context"
	"slices"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
)

// Inbox is what waits for the treasurer.
type Inbox struct {
	Rules      constitution.Constitution // of today
	Year       members.Year
	NoRate     []members.Year // years of which a rate is needed now: the current one, and the next from April
	ToConfirm  []Waiting      // submitted by a club's secretary
	Drafts     []Waiting      // begun, not handed in
	AwaitFee   []Waiting      // confirmed, not paid in full
	AwaitList  []Waiting      // paid something, no list
	NoReturn   []Overview     // affiliated before and not excluded since, nothing yet this year
	Warnings   []Overview     // affiliated, but something is wrong
	Clubs      int
	Affiliated int
	MembersNow int
}

// Waiting is a return that waits for something.
type Waiting struct {
	Club Club
	Status
	Rows int // on the list
}

// askForRate is when the coming year's rate begins to be asked for: annual
// general meetings are held before.
var askForRate = constitution.MonthDay{Month: time.April, Day: 1}

// Inbox returns what waits for the treasurer.
func (s *Service) Inbox(ctx context.Context, actor auth.Actor) (Inbox, error) {
	if err := s.cases.Require(actor, auth.ConfirmReturn, auth.Object{}); err != nil {
		return Inbox{}, err
	}
	today := s.cases.Today()
	h, err := governance.Load(ctx, s.db)
	if err != nil {
		return Inbox{}, err
	}
	in := Inbox{Rules: h.On(today)}
	in.Year = in.Rules.YearOf(today)
	returns, err := returnsOfYears(ctx, s.db, in.Year-1, in.Year+1)
	if err != nil {
		return in, err
	}
	list, err := statuses(ctx, s.db, h, returns)
	if err != nil {
		return in, err
	}
	all, counts, err := s.overviewsBy(ctx, h, in.Year, today, list)
	if err != nil {
		return in, err
	}
	if err := s.waiting(ctx, list, all, &in); err != nil {
		return in, err
	}
	in.Clubs, in.MembersNow = len(all), counts[0]
	for _, o := range all {
		if o.Affiliated {
			in.Affiliated++
		}
		if o.Latest == nil && !o.LastList.IsZero() && !o.Club.shutOut(o.LastList, today) {
			in.NoReturn = append(in.NoReturn, o)
		}
		if len(o.Warnings) > 0 {
			in.Warnings = append(in.Warnings, o)
		}
	}
	in.NoRate, err = yearsWithoutRate(ctx, s.db, in.Rules, today)
	return in, err
}

func yearsWithoutRate(
	ctx context.Context, q store.Queryer, c constitution.Constitution, today civil.Date,
) ([]members.Year, error) {
	year := c.YearOf(today)
	years := []members.Year{year}
	if next := c.First(year + 1); !today.Before(askForRate.In(next.Year())) {
		years = append(years, year+1)
	}
	var out []members.Year
	for _, y := range years {
		_, found, err := treasury.FindRate(ctx, q, y)
		if err != nil {
			return nil, err
		}
		if !found {
			out = append(out, y)
		}
	}
	return out, nil
}

// waiting sorts the returns of the previous, the current and the coming year
// by what they wait for.
func (s *Service) waiting(ctx context.Context, list []Status, clubs []Overview, in *Inbox) error {
	byID := make(map[ClubID]Club, len(clubs))
	for _, o := range clubs {
		byID[o.Club.ID] = o.Club
	}
	for _, st := range list {
		w := Waiting{Club: byID[st.Return.Club], Status: st}
		switch {
		case st.Return.State == Submitted:
			in.ToConfirm = append(in.ToConfirm, w)
		case st.Return.State == Draft && st.Return.HasList():
			in.Drafts = append(in.Drafts, w)
		case st.Return.State == Draft && st.Affiliation.Paid > 0:
			in.AwaitList = append(in.AwaitList, w)
		case st.Affiliation.Standing == AwaitingFee && st.Return.State == Confirmed:
			in.AwaitFee = append(in.AwaitFee, w)
		}
	}
	groups := [][]Waiting{in.ToConfirm, in.Drafts, in.AwaitList, in.AwaitFee}
	var ids []ReturnID
	for _, w := range slices.Concat(groups...) {
		ids = append(ids, w.Return.ID)
	}
	rows, err := listLengths(ctx, s.db, ids)
	for _, group := range groups {
		for i := range group {
			group[i].Rows = rows[group[i].Return.ID]
		}
	}
	return err
}
