package meetings

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/store"
)

const paperColumns = `
		SELECT d.id, d.name, d.media_type, length(d.content), d.added, d.announced, d.request_id
		FROM meeting_document d`

func scanPaper(s store.Scanner) (p Paper, err error) {
	var request RequestID
	err = s.Scan(&p.ID, &p.Name, &p.MediaType, &p.Size, &p.Added, &p.Announced, store.ZeroNull(&request))
	p.Requested = request != 0
	return p, err
}

// papersOfMeeting reads the papers of a meeting, without their content: those that came with
// the request on which it is called first.
func papersOfMeeting(ctx context.Context, q store.Queryer, m Meeting) ([]Paper, error) {
	all, err := store.All(ctx, q, scanPaper, paperColumns+`
		WHERE d.meeting_id = $1 OR d.request_id = $2
		ORDER BY CASE WHEN d.request_id IS NULL THEN 1 ELSE 0 END, d.id`, m.ID, m.Request)
	if err != nil {
		return nil, fmt.Errorf("list the papers of meeting %d: %w", m.ID, err)
	}
	return all, nil
}

func papersOfRequest(ctx context.Context, q store.Queryer, id RequestID) ([]Paper, error) {
	all, err := store.All(ctx, q, scanPaper, paperColumns+`
		WHERE d.request_id = $1
		ORDER BY d.id`, id)
	if err != nil {
		return nil, fmt.Errorf("list the documents of request %d: %w", id, err)
	}
	return all, nil
}

func insertPaper(
	ctx context.Context, tx *store.Tx, meeting ID, request RequestID, d governance.Document, on civil.Date,
) (PaperID, error) {
	id, err := store.One(ctx, tx, store.Value[PaperID], `
		INSERT INTO meeting_document (meeting_id, request_id, name, media_type, added, content)
		VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`, store.NullZero(meeting), store.NullZero(request), d.Name, d.MediaType, on, d.Content)
	if err != nil {
		return 0, fmt.Errorf("keep a paper: %w", err)
	}
	return id, nil
}

func deletePaper(ctx context.Context, tx *store.Tx, id PaperID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM meeting_document WHERE id = $1`, id); err != nil {
		return fmt.Errorf("remove paper %d: %w", id, err)
	}
	return nil
}

// paperContent is what is in the file.
func paperContent(ctx context.Context, q store.Queryer, id PaperID) ([]byte, error) {
	content, err := store.One(ctx, q, store.Value[[]byte], `SELECT content FROM meeting_document WHERE id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return nil, errNoPaper
	}
	if err != nil {
		return nil, fmt.Errorf("read paper %d: %w", id, err)
	}
	return content, nil
}

var errNoPaper = apperr.New(apperr.NotFound, "Paper not found.")

// announcePapers keeps which notice named the papers first.
func announcePapers(ctx context.Context, tx *store.Tx, m Meeting, notice int) error {
	if _, err := tx.Exec(ctx, `
		UPDATE meeting_document
		SET announced = $3
		WHERE announced = 0 AND (meeting_id = $1 OR request_id = $2)`, m.ID, m.Request, notice); err != nil {
		return fmt.Errorf("keep which papers the notice named: %w", err)
	}
	return nil
}
