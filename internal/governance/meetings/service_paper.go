package meetings

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// AddPaper adds a paper to a meeting: field document. One that is added before the
// notice goes with it; a later one is read on the meeting's page.
func (s *Service) AddPaper(ctx context.Context, actor auth.Actor, id ID, d governance.Document) error {
	return s.byHolder(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		if !r.Meeting.mayAddPapers() {
			return nil, apperr.New(apperr.Conflict, "The meeting is over: no papers are added to it.")
		}
		d, err := s.keepPaper(ctx, tx, r.Papers, id, 0, d)
		return permit.Did("add.paper", "meeting", int64(id), nil, map[string]any{"name": d.Name, "size": d.Size}), err
	})
}

func (s *Service) keepPaper(
	ctx context.Context, tx *store.Tx, there []Paper, meeting ID, request RequestID, d governance.Document,
) (governance.Document, error) {
	d.Name, d.Size = governance.FileName(d.Name), len(d.Content)
	if err := d.Check(len(there)).Err(); err != nil {
		return d, err
	}
	_, err := insertPaper(ctx, tx, meeting, request, d, s.cases.Today())
	return d, err
}

// RemovePaper takes a paper off a meeting that no notice has named.
func (s *Service) RemovePaper(ctx context.Context, actor auth.Actor, id ID, paper PaperID) error {
	return s.byHolder(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Record) (*usecase.Entry, error) {
		p, err := removable(r.Papers, paper)
		if err == nil && p.Requested {
			err = apperr.New(apperr.Conflict, "%s came with the request: it is removed there.", p.Name)
		}
		if err != nil {
			return nil, err
		}
		return permit.Did("remove.paper", "meeting", int64(id), map[string]any{"name": p.Name}, nil),
			deletePaper(ctx, tx, p.ID)
	})
}

// removable is a paper that may still be removed: members have not been told of it.
func removable(list []Paper, id PaperID) (Paper, error) {
	i := slices.IndexFunc(list, func(p Paper) bool { return p.ID == id })
	if i < 0 {
		return Paper{}, errNoPaper
	}
	if p := list[i]; p.Announced != 0 {
		return p, apperr.New(apperr.Conflict, "The notice names %s, so it stays. Add a corrected one beside it.", p.Name)
	}
	return list[i], nil
}

// Paper is a paper of a meeting with its content: for whoever sees the meeting, and
// for every member once its notice is written.
func (s *Service) Paper(ctx context.Context, actor auth.Actor, id ID, paper PaperID) (Paper, error) {
	r, err := s.read(ctx, s.db, id)
	if err != nil {
		return Paper{}, err
	}
	papers := r.Papers
	if !s.sees(actor, r.Meeting) {
		if err := s.requireMember(ctx, actor); err != nil {
			return Paper{}, err
		}
		if papers = r.published().Papers; !r.Meeting.Kind.General() {
			papers = nil
		}
	}
	return withContent(ctx, s.db, papers, paper)
}

func withContent(ctx context.Context, q store.Queryer, list []Paper, id PaperID) (p Paper, err error) {
	i := slices.IndexFunc(list, func(p Paper) bool { return p.ID == id })
	if i < 0 {
		return Paper{}, errNoPaper
	}
	p = list[i]
	p.Content, err = paperContent(ctx, q, id)
	return p, err
}

// AddRequestPaper adds a document to a request: field document.
func (s *Service) AddRequestPaper(ctx context.Context, actor auth.Actor, id RequestID, d governance.Document) error {
	return s.ofRequest(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Request) (*usecase.Entry, error) {
		d, err := s.keepPaper(ctx, tx, r.Papers, 0, id, d)
		return permit.Did("add.paper", "egm_request", int64(id), nil, map[string]any{"name": d.Name, "size": d.Size}), err
	})
}

// RemoveRequestPaper takes a document off a request, as long as no notice names it.
func (s *Service) RemoveRequestPaper(ctx context.Context, actor auth.Actor, id RequestID, paper PaperID) error {
	return s.ofRequest(ctx, actor, id, func(tx *store.Tx, permit usecase.Permit, r Request) (*usecase.Entry, error) {
		p, err := removable(r.Papers, paper)
		if err != nil {
			return nil, err
		}
		return permit.Did("remove.paper", "egm_request", int64(id), map[string]any{"name": p.Name}, nil),
			deletePaper(ctx, tx, p.ID)
	})
}

// ofRequest runs a change of a request.
func (s *Service) ofRequest(
	ctx context.Context, actor auth.Actor, id RequestID,
	fn func(tx *store.Tx, permit usecase.Permit, r Request) (*usecase.Entry, error),
) error {
	permit, err := s.cases.May(actor, auth.HoldMeetings, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		r, err := requestByID(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		return fn(tx, permit, r)
	})
}

// RequestPaper is a document of a request with its content.
func (s *Service) RequestPaper(ctx context.Context, actor auth.Actor, id RequestID, paper PaperID) (Paper, error) {
	if err := s.requireSee(actor); err != nil {
		return Paper{}, err
	}
	r, err := requestByID(ctx, s.db, id)
	if err != nil {
		return Paper{}, err
	}
	return withContent(ctx, s.db, r.Papers, paper)
}
