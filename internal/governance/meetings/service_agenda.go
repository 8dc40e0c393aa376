package meetings

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// maxItems is how many items an agenda takes.
const maxItems = 100

// AddItem adds an item to an agenda. Rule 5.7: an EGM takes none.
func (s *Service) AddItem(ctx context.Context, actor auth.Actor, id ID, version int64, in ItemInput) (ItemID, error) {
	var item ItemID
	err := s.changeAgenda(ctx, actor, id, version, "add.agenda_item", func(tx *store.Tx, r Record) (any, error) {
		in.Title, in.Note = line(in.Title), paragraph(in.Note)
		at, err := r.placeFor(in)
		if err != nil {
			return nil, err
		}
		added := AgendaItem{Title: in.Title, Note: in.Note}
		r.Agenda = slices.Concat(r.Agenda[:at], []AgendaItem{added}, r.Agenda[at:])
		if err := refused(r.agendaFindings()); err != nil {
			return nil, err
		}
		for i, it := range r.Agenda {
			if it.ID == 0 {
				item, err = insertItem(ctx, tx, id, added, i+1)
			} else {
				err = setPosition(ctx, tx, it.ID, i+1)
			}
			if err != nil {
				return nil, err
			}
		}
		return map[string]any{"item": item, "title": in.Title}, err
	})
	return item, err
}

// placeFor checks an item and says where on the agenda it goes.
func (r Record) placeFor(in ItemInput) (at int, err error) {
	var f apperr.Fields
	if r.Meeting.Kind == EGM {
		return 0, apperr.UnderRule(
			"5.7", "An EGM does only what it was called for: “%s” cannot be on its agenda.", shortened(in.Title, maxLine),
		)
	}
	checkLine(&f, "title", in.Title, "Enter what the item is about.")
	checkOptional(&f, "note", in.Note, maxText)
	if len(r.Agenda) >= maxItems {
		f.Add("title", "The agenda has %d items: it takes no more.", maxItems)
	}
	after := slices.IndexFunc(r.Agenda, func(i AgendaItem) bool { return i.ID == in.After })
	switch {
	case in.After != 0 && after < 0:
		f.Add("after", "Choose an item of this agenda.")
	case in.After != 0:
		at = after + 1
	default:
		at = slices.IndexFunc(r.Agenda, func(i AgendaItem) bool {
			return i.Item == constitution.OtherBusiness || i.Own() && i.Title == "Other business"
		})
		if at < 0 {
			at = len(r.Agenda)
		}
	}
	return at, f.Err()
}

// RemoveItem takes an item off an agenda that was added to it.
func (s *Service) RemoveItem(ctx context.Context, actor auth.Actor, id ID, version int64, item ItemID) error {
	return s.changeAgenda(ctx, actor, id, version, "remove.agenda_item", func(tx *store.Tx, r Record) (any, error) {
		it, err := r.item(item)
		if err != nil {
			return nil, err
		}
		if !it.Own() {
			rule := "4.4"
			if r.Meeting.Kind == EGM {
				rule = "5.5"
			}
			return nil, apperr.UnderRule(rule, "“%s” is on every agenda of this kind.", it.Title)
		}
		if len(r.NotesOn(item)) > 0 {
			return nil, apperr.New(apperr.Conflict, "There are notes on “%s”: it stays on the agenda.", it.Title)
		}
		if err := deleteFloor(ctx, tx, item); err != nil {
			return nil, err
		}
		return itemFacts(it), deleteItem(ctx, tx, item)
	})
}

func (r Record) item(id ItemID) (AgendaItem, error) {
	i := slices.IndexFunc(r.Agenda, func(i AgendaItem) bool { return i.ID == id })
	if i < 0 {
		return AgendaItem{}, apperr.New(apperr.NotFound, "This item is not on the agenda.")
	}
	return r.Agenda[i], nil
}

// mayChangeAgenda: an agenda that was sent with a notice stays; the committee's
// may change until its meeting closes or is adjourned, after which the same agenda
// continues.
func (r Record) mayChangeAgenda() bool {
	m := r.Meeting
	return m.State == Planned || m.Kind == Committee && m.State.Upcoming() && len(r.Sittings) == 0
}

// changeAgenda runs fn where an agenda may change, and records what it gives.
func (s *Service) changeAgenda(
	ctx context.Context, actor auth.Actor, id ID, version int64, action string,
	fn func(tx *store.Tx, r Record) (after any, err error),
) error {
	return s.holding(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if !r.mayChangeAgenda() {
			return nil, apperr.New(
				apperr.Conflict, "The %s is “%s”: its agenda stays as it is.", r.Meeting.Title(), r.Meeting.State.Label(),
			)
		}
		after, err := fn(tx, r)
		if err != nil {
			return nil, err
		}
		if err := updateMeeting(ctx, tx, r.Meeting); err != nil { // the next version
			return nil, err
		}
		return permit.Did(action, "meeting", int64(id), nil, after), nil
	})
}
