package meetings

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Limits of what is recorded under the items of a meeting.
const (
	maxNote     = 2000 // characters
	maxNotes    = 500
	maxSpeakers = 100
)

// TakeItem records which item the chair deals with now. One that was done is
// taken up again, but for those done before the meeting was adjourned.
func (s *Service) TakeItem(ctx context.Context, actor auth.Actor, id ID, item ItemID) error {
	return s.atTable(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		it, err := r.item(item)
		if err != nil {
			return nil, err
		}
		if r.doneBefore(it) {
			return nil, r.wasDone(it)
		}
		if r.Floor.Item == item && it.DoneAt.IsZero() {
			if now, _ := r.UnderWay(); now == item {
				return nil, usecase.ErrSame
			}
		}
		if err := setFloor(ctx, tx, id, item, s.cases.Now()); err != nil {
			return nil, err
		}
		return permit.Did("take.agenda_item", "meeting", int64(id), nil, itemFacts(it)), nil
	})
}

// FinishItem records that the chair is done with an item, and takes the next one
// that is not; the last item stays.
func (s *Service) FinishItem(ctx context.Context, actor auth.Actor, id ID, item ItemID) error {
	return s.atTable(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		it, err := r.item(item)
		if err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(r.Motions, func(m Motion) bool {
			return m.State == Pending && m.Item != "" && r.ItemOf(m) == item
		}); i >= 0 {
			return nil, apperr.New(
				apperr.Conflict, "Motion %d comes under this item and is not decided. Decide it, or record what became of it.",
				r.Motions[i].Number,
			)
		}
		if err := setDone(ctx, tx, item, s.cases.Now()); err != nil {
			return nil, err
		}
		if next := r.following(item); next != 0 {
			if err := setFloor(ctx, tx, id, next, s.cases.Now()); err != nil {
				return nil, err
			}
		}
		return permit.Did("finish.agenda_item", "meeting", int64(id), nil, itemFacts(it)), nil
	})
}

// following is the next item after another that is not done, or 0.
func (r Record) following(item ItemID) ItemID {
	at := slices.IndexFunc(r.Agenda, func(i AgendaItem) bool { return i.ID == item })
	for _, it := range r.Agenda[at+1:] {
		if it.DoneAt.IsZero() {
			return it.ID
		}
	}
	return 0
}

func itemFacts(it AgendaItem) map[string]any { return map[string]any{"item": it.ID, "title": it.Title} }

// mayNote: what was said is written down at the meeting, and until its minutes
// are approved.
func (r Record) mayNote() error {
	if m := r.Meeting; m.State != Open && m.State != Adjourned && m.State != Closed {
		return apperr.New(
			apperr.Conflict, "The %s is “%s”: notes are written at the meeting, and until its minutes are approved.", m.Title(),
			m.State.Label(),
		)
	}
	return nil
}

// AddNote writes down what was said under an item, for the minutes. Field: note.
func (s *Service) AddNote(ctx context.Context, actor auth.Actor, id ID, item ItemID, text string) (NoteID, error) {
	var note NoteID
	err := s.running(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if err := r.mayNote(); err != nil {
			return nil, err
		}
		it, err := r.item(item)
		if err != nil {
			return nil, err
		}
		n := Note{Item: item, Text: paragraph(text), At: s.cases.Now(), By: permit.Name()}
		var f apperr.Fields
		if n.Text == "" {
			f.Add("note", "Enter what was said or decided.")
		}
		checkOptional(&f, "note", n.Text, maxNote)
		if len(r.Notes) >= maxNotes {
			f.Add("note", "A meeting takes at most %d notes.", maxNotes)
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		if note, err = insertNote(ctx, tx, id, n); err != nil {
			return nil, err
		}
		return permit.Did("add.note", "meeting", int64(id), nil, map[string]any{"item": it.Title, "note": n.Text}), nil
	})
	return note, err
}

// RemoveNote removes a note; the log keeps it.
func (s *Service) RemoveNote(ctx context.Context, actor auth.Actor, id ID, note NoteID) error {
	return s.running(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if err := r.mayNote(); err != nil {
			return nil, err
		}
		i := slices.IndexFunc(r.Notes, func(n Note) bool { return n.ID == note })
		if i < 0 {
			return nil, apperr.New(apperr.NotFound, "This note was not found.")
		}
		if err := deleteNote(ctx, tx, note); err != nil {
			return nil, err
		}
		return permit.Did("remove.note", "meeting", int64(id), map[string]any{"note": r.Notes[i].Text}, nil), nil
	})
}

// AskToSpeak puts somebody who is there at the end of those who want to speak on
// an item. Field: speaker.
func (s *Service) AskToSpeak(ctx context.Context, actor auth.Actor, id ID, item ItemID, person PersonID) error {
	return s.atTable(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		it, err := r.item(item)
		if err != nil {
			return nil, err
		}
		var f apperr.Fields
		list := r.SpeakersOn(item)
		put := slices.IndexFunc(r.Motions, func(m Motion) bool { return r.ItemOf(m) == item && r.QuestionPut(m) })
		switch {
		case put >= 0:
			f.Add("speaker", "The meeting decided that the question on motion %d be put.", r.Motions[put].Number)
		case !r.stillHere(person):
			f.Add("speaker", "Choose someone who is here.")
		case slices.ContainsFunc(list, func(p Speaker) bool { return p.Person == person }):
			f.Add("speaker", "%s is on the list already.", r.facts.names[person])
		case len(list) >= maxSpeakers:
			f.Add("speaker", "The list takes at most %d names.", maxSpeakers)
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		if err := insertSpeaker(ctx, tx, id, item, person); err != nil {
			return nil, err
		}
		return permit.Did("ask.speaker", "meeting", int64(id), nil, map[string]any{"item": it.Title, "person": person}), nil
	})
}

// NextSpeaker ends the speech of whoever speaks on an item, and lets the next on
// the list speak.
func (s *Service) NextSpeaker(ctx context.Context, actor auth.Actor, id ID, item ItemID) error {
	return s.atTable(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		list := r.SpeakersOn(item)
		if len(list) == 0 {
			return nil, usecase.ErrSame
		}
		facts := map[string]any{}
		if list[0].Speaking {
			if err := deleteSpeaker(ctx, tx, list[0].ID); err != nil {
				return nil, err
			}
			facts["spoke"] = list[0].Person
			list = list[1:]
		}
		if len(list) > 0 {
			if err := setSpeaking(ctx, tx, list[0].ID); err != nil {
				return nil, err
			}
			facts["speaks"] = list[0].Person
		}
		return permit.Did("next.speaker", "meeting", int64(id), nil, facts), nil
	})
}

// ClearSpeaker takes a name off the list of those who want to speak.
func (s *Service) ClearSpeaker(ctx context.Context, actor auth.Actor, id ID, speaker SpeakerID) error {
	return s.atTable(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		i := slices.IndexFunc(r.Speakers, func(p Speaker) bool { return p.ID == speaker })
		if i < 0 {
			return nil, usecase.ErrSame
		}
		if err := deleteSpeaker(ctx, tx, speaker); err != nil {
			return nil, err
		}
		return permit.Did("clear.speaker", "meeting", int64(id), map[string]any{"person": r.Speakers[i].Person}, nil), nil
	})
}

// wasDone refuses to deal again with what was done before the meeting was
// adjourned.
func (r Record) wasDone(it AgendaItem) error {
	return apperr.New(
		apperr.Conflict, "“%s” was done before the meeting was adjourned. On a further day the rest of the agenda continues.",
		it.Title,
	)
}
