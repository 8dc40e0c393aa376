package postal

import (
	"context"
	"errors"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance"
	"nzgs/internal/store"
)

// Document is a document that goes out with the papers (rule 5.9 a, b).
type Document struct {
	ID        DocumentID
	Name      string // file name
	MediaType string // see governance.MediaTypeOf
	Size      int
	Minutes   bool   // the minutes of the EGM (5.9 a)
	Content   []byte // only of Service.Document
}

// AddDocument adds a document to the draft: field document.
func (s *Service) AddDocument(ctx context.Context, actor auth.Actor, id VoteID, d Document) (DocumentID, error) {
	d.Name = governance.FileName(d.Name)
	d.Size = len(d.Content)
	var doc DocumentID
	err := s.take(ctx, request{actor: actor, id: id, action: ActEdit}, func(tx *store.Tx, _ *facts) (any, error) {
		there, err := documentsOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if err := d.check(len(there)).Err(); err != nil {
			return nil, err
		}
		doc, err = insertDocument(ctx, tx, id, d)
		return map[string]any{"added": d.Name, "size": d.Size, "minutes": d.Minutes}, err
	})
	return doc, err
}

func (d Document) check(others int) apperr.Fields {
	return governance.Document{Name: d.Name, MediaType: d.MediaType, Content: d.Content}.Check(others)
}

// RemoveDocument takes a document off the draft.
func (s *Service) RemoveDocument(ctx context.Context, actor auth.Actor, id VoteID, doc DocumentID) error {
	return s.take(ctx, request{actor: actor, id: id, action: ActEdit}, func(tx *store.Tx, _ *facts) (any, error) {
		name, err := deleteDocument(ctx, tx, id, doc)
		return map[string]any{"removed": name}, notFoundAs(err, "Document not found.")
	})
}

// Document is one document with its content, for managers, tellers and, once
// the papers are out, everybody who has signed in.
func (s *Service) Document(ctx context.Context, actor auth.Actor, id VoteID, doc DocumentID) (Document, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return Document{}, err
	}
	if err := s.maySee(actor, f); err != nil {
		return Document{}, err
	}
	d, err := documentByID(ctx, s.db, id, doc)
	return d, notFoundAs(err, "Document not found.")
}

func notFound(err error) error {
	if errors.Is(err, store.ErrNoRows) {
		return errNotFound
	}
	return err
}

func notFoundAs(err error, message string) error {
	if errors.Is(err, store.ErrNoRows) {
		return apperr.New(apperr.NotFound, "%s", message)
	}
	return err
}
