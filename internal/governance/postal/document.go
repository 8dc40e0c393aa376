package postal

import (
	"bytes"
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/store"
)

// Document is a document that goes out with the papers (rule 5.9 a, b).
type Document struct {
	ID        DocumentID
	Name      string // file name
	MediaType string // one of MediaTypes
	Size      int
	Minutes   bool   // the minutes of the EGM (5.9 a)
	Content   []byte // only of Service.Document
}

// MediaTypes are the kinds of document that are taken.
var MediaTypes = []string{"application/pdf", "text/plain", "text/markdown", "image/png", "image/jpeg"}

const (
	maxDocument  = 5 << 20 // bytes
	maxDocuments = 10
	maxFileName  = 120
)

// AddDocument adds a document to the draft: field document.
func (s *Service) AddDocument(ctx context.Context, actor auth.Actor, id VoteID, d Document) (DocumentID, error) {
	d.Name = oneLine(path.Base(strings.ReplaceAll(d.Name, `\`, "/")))
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
	var f apperr.Fields
	switch {
	case others >= maxDocuments:
		f.Add("document", "There are %d documents already. Take one off first.", maxDocuments)
	case len(d.Content) == 0 || d.Name == "." || d.Name == "/" || d.Name == "":
		f.Add("document", "Choose a file that is not empty.")
	case len(d.Content) > maxDocument:
		f.Add("document", "The file is larger than %d MB.", maxDocument>>20)
	case !slices.Contains(MediaTypes, d.MediaType):
		f.Add("document", "Choose a PDF, a text or a picture (PNG, JPEG).")
	case !d.isOfItsKind():
		f.Add("document", "This file is not what its name says. Save it again as a PDF, a text or a picture (PNG, JPEG).")
	default:
		checkText(&f, "document", d.Name, maxFileName, "")
	}
	return f
}

// beginnings are how files of a kind begin. Before that of a PDF other bytes may stand.
var beginnings = map[string]string{
	"application/pdf": "%PDF", "image/png": "\x89PNG\r\n\x1a\n", "image/jpeg": "\xff\xd8\xff",
}

// isOfItsKind reports whether the content begins as its kind does; a text has no NUL.
func (d Document) isOfItsKind() bool {
	begins := []byte(beginnings[d.MediaType])
	switch d.MediaType {
	case "application/pdf":
		return bytes.Contains(d.Content[:min(len(d.Content), 1024)], begins)
	case "text/plain", "text/markdown":
		return bytes.IndexByte(d.Content, 0) < 0
	}
	return bytes.HasPrefix(d.Content, begins)
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
