package meetings

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

const requestColumns = `
		SELECT r.id, r.received, r.proposer_id, r.document, r.recorded_at, r.recorded_by, r.version,
		       (SELECT MAX(m.id) FROM meeting m WHERE m.request_id = r.id AND m.state <> 'cancelled')
		FROM egm_request r`

func scanRequest(s store.Scanner) (r Request, err error) {
	err = s.Scan(
		&r.ID, &r.Received, store.ZeroNull(&r.Proposer), &r.Document, &r.RecordedAt, &r.RecordedBy, &r.Version,
		store.ZeroNull(&r.Meeting),
	)
	return r, err
}

func requestByID(ctx context.Context, q store.Queryer, id RequestID) (Request, error) {
	r, err := store.One(ctx, q, scanRequest, requestColumns+`
		WHERE r.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return Request{}, apperr.New(apperr.NotFound, "Request not found.")
	}
	if err != nil {
		return Request{}, fmt.Errorf("read request %d: %w", id, err)
	}
	r.Signers, err = store.All(ctx, q, func(s store.Scanner) (g Signer, err error) {
		err = s.Scan(store.ZeroNull(&g.Person), &g.Name)
		return g, err
	}, `
		SELECT person_id, name
		FROM egm_request_signer
		WHERE request_id = $1
		ORDER BY position`, id)
	if err != nil {
		return Request{}, fmt.Errorf("read the signatures of request %d: %w", id, err)
	}
	r.Proposals, err = store.All(ctx, q, func(s store.Scanner) (p RequestedProposal, err error) {
		err = s.Scan(&p.Title, &p.Text, &p.Kind)
		return p, err
	}, `
		SELECT title, wording, kind
		FROM egm_request_proposal
		WHERE request_id = $1
		ORDER BY position`, id)
	if err != nil {
		return Request{}, fmt.Errorf("read the proposals of request %d: %w", id, err)
	}
	r.Papers, err = papersOfRequest(ctx, q, id)
	return r, err
}

// requests reads all requests, the latest first, without signatures and
// proposals.
func requests(ctx context.Context, q store.Queryer) ([]Request, error) {
	all, err := store.All(ctx, q, scanRequest, requestColumns+`
		ORDER BY r.received DESC, r.id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read the requests: %w", err)
	}
	return all, nil
}

func insertRequest(
	ctx context.Context, tx *store.Tx, in RequestInput, now civil.Instant, by string,
) (RequestID, error) {
	id, err := store.One(ctx, tx, store.Value[RequestID], `
		INSERT INTO egm_request (received, proposer_id, document, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, in.Received, store.NullZero(in.Proposer), in.Document, now, by)
	if err != nil {
		return 0, fmt.Errorf("keep a request: %w", err)
	}
	for i, g := range in.Signers {
		if _, err := tx.Exec(ctx, `
			INSERT INTO egm_request_signer (request_id, position, person_id, name)
			VALUES ($1, $2, $3, $4)`, id, i+1, store.NullZero(g.Person), g.Name); err != nil {
			return 0, fmt.Errorf("keep the signatures of a request: %w", err)
		}
	}
	for i, p := range in.Proposals {
		if _, err := tx.Exec(ctx, `
			INSERT INTO egm_request_proposal (request_id, position, title, wording, kind)
			VALUES ($1, $2, $3, $4, $5)`, id, i+1, p.Title, p.Text, string(p.Kind)); err != nil {
			return 0, fmt.Errorf("keep the proposals of a request: %w", err)
		}
	}
	return id, nil
}
