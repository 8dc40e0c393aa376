package news

import (
	"context"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service writes and publishes news.
type Service struct {
	db    *store.DB
	cases usecase.Cases
}

// New returns the service on an open database.
func New(db *store.DB, clock civil.Clock) *Service { return &Service{db, usecase.New(db, clock)} }

// Input is a draft as it is written.
type Input struct {
	Text
	TwoEyes bool
}

// Write begins an item with its draft.
func (s *Service) Write(ctx context.Context, actor auth.Actor, in Input) (id ID, err error) {
	permit, err := s.cases.May(actor, auth.KeepNews, auth.Object{})
	if err != nil {
		return 0, err
	}
	in.Text = in.Text.tidied()
	if err := in.check(); err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		id, err = insertItem(ctx, tx, permit, in)
		return permit.Did("write.news", object, int64(id), nil, in), err
	})
	return id, err
}

const object = "news_item"

// Change changes the draft of an item. What the public reads stays as it is.
func (s *Service) Change(ctx context.Context, actor auth.Actor, id ID, version int64, in Input) error {
	in.Text = in.Text.tidied()
	return s.change(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, i Item) (*usecase.Entry, error) {
		if err := in.check(); err != nil {
			return nil, err
		}
		if i.TwoEyes && !in.TwoEyes { // else one alone could publish what was to be seen by two
			var f apperr.Fields
			f.Add("two_eyes", "It was chosen that another officer approves this. That stays.")
			return nil, f.Err()
		}
		if i.Text == in.Text && i.TwoEyes == in.TwoEyes {
			return nil, usecase.ErrSame
		}
		before := Input{i.Text, i.TwoEyes}
		i.Text, i.TwoEyes = in.Text, in.TwoEyes
		return permit.Did("change.news", object, int64(id), before, in), updateDraft(ctx, tx, permit, i)
	})
}

// change changes an item that was not withdrawn, by one of those who keep the news.
func (s *Service) change(
	ctx context.Context, actor auth.Actor, id ID, version int64,
	do func(tx *store.Tx, permit usecase.Permit, i Item) (*usecase.Entry, error),
) error {
	permit, err := s.cases.May(actor, auth.KeepNews, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		i, err := s.locked(ctx, tx, id, version)
		if err != nil {
			return nil, err
		}
		if i.State == Withdrawn {
			return nil, apperr.New(apperr.Conflict, "This was withdrawn on %s. Write a new one.", i.At.Date().Long())
		}
		return do(tx, permit, i)
	})
}

// locked is the item as it stands, which no one else changes until the transaction ends.
func (s *Service) locked(ctx context.Context, tx *store.Tx, id ID, version int64) (Item, error) {
	if err := lockItem(ctx, tx, id); err != nil {
		return Item{}, err
	}
	i, err := itemByID(ctx, tx, id)
	if err != nil {
		return i, err
	}
	i.State = i.state(s.cases.Today())
	if i.Version != version {
		return i, usecase.Stale("this news", object, int64(id))
	}
	return i, nil
}

// Approve says that another officer has read the draft as it stands.
func (s *Service) Approve(ctx context.Context, actor auth.Actor, id ID, version int64) error {
	permit, err := s.cases.May(actor, auth.ApproveNews, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		i, err := s.locked(ctx, tx, id, version)
		switch {
		case err != nil:
			return nil, err
		case !i.MayApprove(permit.Person()):
			return nil, apperr.New(apperr.Conflict, "You wrote this last. Another officer approves it.")
		case i.Approved():
			return nil, usecase.ErrSame
		}
		return permit.Did("approve.news", object, int64(id), nil, i.Text), setApproved(ctx, tx, permit, i)
	})
}

// Publish has the public read the draft as it stands, from a day on; a day that is not given is today. What the public reads
// already is corrected by it, with the reason.
func (s *Service) Publish(ctx context.Context, actor auth.Actor, id ID, version int64, on civil.Date, reason string) error {
	reason = strings.TrimSpace(reason)
	return s.change(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, i Item) (*usecase.Entry, error) {
		today := s.cases.Today()
		if i.State == Public {
			on = i.On
			if !i.Unpublished() {
				return nil, apperr.New(apperr.Conflict, "The public reads this already. Change the text first.")
			}
			if err := checkReason(reason, "what was corrected"); err != nil {
				return nil, err
			}
		} else {
			reason = ""
			if on.IsZero() {
				on = today
			}
			var f apperr.Fields
			if on.Before(today) || on.After(today.AddDays(maxAhead)) {
				f.Add("on", "Choose today, or a day in the next two years.")
			}
			if err := f.Err(); err != nil {
				return nil, err
			}
		}
		if i.TwoEyes && !i.Approved() {
			return nil, apperr.New(apperr.Conflict, "Another officer approves this before it is published.")
		}
		w := Wording{Text: i.Text, Reason: reason}
		for _, p := range i.Pictures {
			w.Pictures = append(w.Pictures, p.ID)
		}
		if i.Unpublished() {
			if err := insertWording(ctx, tx, permit, id, w); err != nil {
				return nil, err
			}
		}
		return permit.Did("publish.news", object, int64(id), nil, map[string]any{"title": i.Title, "on": on, "reason": reason}),
			setDay(ctx, tx, i, on)
	})
}

const maxAhead = 2 * 366

// Recall takes back a day that is still to come.
func (s *Service) Recall(ctx context.Context, actor auth.Actor, id ID, version int64) error {
	return s.change(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, i Item) (*usecase.Entry, error) {
		if i.State != Coming {
			return nil, apperr.New(apperr.Conflict, "This does not wait for a day.")
		}
		return permit.Did("recall.news", object, int64(id), i.On, nil), setDay(ctx, tx, i, civil.Date{})
	})
}

// Withdraw takes away from the public what it reads: the page says so, with the reason.
func (s *Service) Withdraw(ctx context.Context, actor auth.Actor, id ID, version int64, reason string) error {
	reason = strings.TrimSpace(reason)
	return s.change(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, i Item) (*usecase.Entry, error) {
		if i.State != Public {
			return nil, apperr.New(apperr.Conflict, "The public does not read this: there is nothing to withdraw.")
		}
		if err := checkReason(reason, "why it is withdrawn"); err != nil {
			return nil, err
		}
		return permit.Did("withdraw.news", object, int64(id), nil, map[string]string{"reason": reason}),
			setWithdrawn(ctx, tx, permit, i, reason)
	})
}

// Discard deletes a draft of which nothing was published.
func (s *Service) Discard(ctx context.Context, actor auth.Actor, id ID, version int64) error {
	return s.change(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, i Item) (*usecase.Entry, error) {
		if i.State != Draft || i.Published != nil {
			return nil, apperr.New(apperr.Conflict, "This was published, and is kept.")
		}
		return permit.Did("discard.news", object, int64(id), i.Text, nil), deleteItem(ctx, tx, id)
	})
}

// Item reads an item with its draft.
func (s *Service) Item(ctx context.Context, actor auth.Actor, id ID) (Item, error) {
	if err := s.mayRead(actor); err != nil {
		return Item{}, err
	}
	i, err := itemByID(ctx, s.db, id)
	i.State = i.state(s.cases.Today())
	return i, err
}

func (s *Service) mayRead(actor auth.Actor) error {
	if auth.Can(actor, auth.ApproveNews, auth.Object{}, s.cases.Today()) {
		return nil
	}
	return s.cases.Require(actor, auth.KeepNews, auth.Object{})
}

// Wordings are all that was published of an item, the newest first: for officers.
func (s *Service) Wordings(ctx context.Context, actor auth.Actor, id ID) ([]Wording, error) {
	if err := s.mayRead(actor); err != nil {
		return nil, err
	}
	return wordings(ctx, s.db, id)
}

// Items lists all items, those first that were changed last.
func (s *Service) Items(ctx context.Context, actor auth.Actor, page, size int) ([]Item, int, error) {
	if err := s.mayRead(actor); err != nil {
		return nil, 0, err
	}
	list, n, err := items(ctx, s.db, page, size)
	for at := range list {
		list[at].State = list[at].state(s.cases.Today())
	}
	return list, n, err
}
