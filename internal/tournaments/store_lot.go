package tournaments

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

func insertChain(ctx context.Context, tx *store.Tx, section SectionID, c chain, at civil.Instant) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO section_lot (section_id, chain_end, committed_at)
		VALUES ($1, $2, $3)`, section, hex.EncodeToString(c.end[:]), at)
	return wrapSave("the lots of a section", err)
}

// showLots keeps since when everyone can read what the lots of an event are committed to.
func showLots(ctx context.Context, tx *store.Tx, event EventID, at civil.Instant) error {
	_, err := tx.Exec(ctx, `
		UPDATE section_lot
		SET committed_at = $2
		WHERE section_id IN (SELECT id FROM section WHERE event_id = $1)`, event, at)
	return wrapSave("since when the lots are public", err)
}

// showLotsHere keeps since when everyone can read here what they are committed to, of an event that was announced at its
// venue: the day that travels with the lots is the draft's.
func showLotsHere(ctx context.Context, tx *store.Tx, event EventID, at civil.Instant) error {
	_, err := tx.Exec(ctx, `
		UPDATE section
		SET lots_public_at = $2
		WHERE event_id = $1 AND id IN (SELECT section_id FROM section_lot)`, event, at)
	return wrapSave("since when the lots are public", err)
}

// countDraftDraw counts a draw in an event that no one knows of.
func countDraftDraw(ctx context.Context, tx *store.Tx, event EventID) error {
	_, err := tx.Exec(ctx, `
		UPDATE event
		SET draft_draws = draft_draws + 1
		WHERE id = $1 AND status = 'draft'`, event)
	return wrapSave("that a draft was drawn", err)
}

func draftDraws(ctx context.Context, q store.Queryer, event EventID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `SELECT draft_draws FROM event WHERE id = $1`, event)
	if err != nil {
		return 0, fmt.Errorf("read how often a draft was drawn: %w", err)
	}
	return n, nil
}

// chainOf is where the lots of a section come from, and since when that is public; nil without a chain.
func chainOf(ctx context.Context, q store.Queryer, section SectionID) (*chain, civil.Instant, error) {
	type row struct {
		end string
		at  civil.Instant
	}
	r, err := store.One(ctx, q, func(s store.Scanner) (row, error) {
		var r row
		err := s.Scan(&r.end, &r.at)
		return r, err
	}, `
		SELECT l.chain_end, COALESCE(s.lots_public_at, l.committed_at)
		FROM section_lot l
		JOIN section s ON s.id = l.section_id
		WHERE l.section_id = $1`, section)
	if errors.Is(err, store.ErrNoRows) {
		return nil, civil.Instant{}, nil
	}
	if err != nil {
		return nil, civil.Instant{}, fmt.Errorf("read the lots of a section: %w", err)
	}
	var c chain
	if n, err := hex.Decode(c.end[:], []byte(r.end)); err != nil || n != len(c.end) {
		return nil, civil.Instant{}, fmt.Errorf("read the lots of a section: not a chain: %w", err)
	}
	return &c, r.at, nil
}

// lotsOf are the lots of a section; nil where they are a number that someone chose.
func lotsOf(ctx context.Context, q store.Queryer, section SectionID) (*lots, error) {
	c, _, err := chainOf(ctx, q, section)
	if err != nil || c == nil {
		return nil, err
	}
	drawings, err := lotDrawings(ctx, q, section)
	if err != nil {
		return nil, err
	}
	out := &lots{chain: *c, drawn: make(map[int]int, len(drawings))}
	for round, list := range drawings {
		out.drawn[round] = len(list)
	}
	return out, nil
}

func insertLotDrawing(
	ctx context.Context, tx *store.Tx, section SectionID, round int, d LotDrawing, by string,
) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO lot_drawing (section_id, round, number, reason, by_name, at)
		VALUES ($1, $2, $3, $4, $5, $6)`, section, round, d.Number, d.Reason, by, d.At)
	return wrapSave("a lot", err)
}

// lotDrawings reads how often each round of a section was drawn again with another lot.
func lotDrawings(ctx context.Context, q store.Queryer, section SectionID) (map[int][]LotDrawing, error) {
	type line struct {
		round int
		LotDrawing
	}
	list, err := store.All(ctx, q, func(s store.Scanner) (line, error) {
		var l line
		err := s.Scan(&l.round, &l.Number, &l.Reason, &l.At)
		return l, err
	}, `
		SELECT round, number, reason, at
		FROM lot_drawing
		WHERE section_id = $1
		ORDER BY round, number`, section)
	if err != nil {
		return nil, fmt.Errorf("read how often a round was drawn again: %w", err)
	}
	out := make(map[int][]LotDrawing)
	for _, l := range list {
		out[l.round] = append(out[l.round], l.LotDrawing)
	}
	return out, nil
}

func setLotsSeen(ctx context.Context, tx *store.Tx, section SectionID) error {
	_, err := tx.Exec(ctx, `UPDATE section SET lots_seen = TRUE WHERE id = $1`, section)
	return wrapSave("that a lot was drawn", err)
}

// Commitment is what a section's lots were committed to.
type Commitment struct {
	Value string        // of the chain before round 1, in hexadecimal digits
	At    civil.Instant // since when it stands
	Seen  bool          // a round was ever drawn with it, or a laptop had the whole chain
}

// CommitmentIn reads what a section's lots are committed to; nil where they are not.
func CommitmentIn(ctx context.Context, q store.Queryer, section SectionID) (*Commitment, error) {
	c, at, err := chainOf(ctx, q, section)
	if err != nil || c == nil {
		return nil, err
	}
	v := c.value(0)
	out := &Commitment{Value: hex.EncodeToString(v[:]), At: at}
	out.Seen, err = store.One(ctx, q, store.Value[bool], `
		SELECT s.lots_seen OR EXISTS (SELECT 1 FROM event_loan l WHERE l.event_id = s.event_id)
		FROM section s
		WHERE s.id = $1`, section)
	if err != nil {
		return nil, fmt.Errorf("read whether a lot was drawn: %w", err)
	}
	return out, nil
}

// KeepsItsLots refuses to do away with a section of an announced event once a lot of those that it was committed to was
// drawn: no one looks at a lot and begins again with another.
func KeepsItsLots(ctx context.Context, q store.Queryer, e Event, section Section) error {
	if !e.Status.Public() {
		return nil
	}
	c, err := CommitmentIn(ctx, q, section.ID)
	if err == nil && c != nil && c.Seen {
		err = apperr.New(apperr.Conflict, "A round of %s was drawn from lots that everyone knows are committed to, so %s stays: no "+
			"one can draw, look, and begin again with other lots.", section.Name, section.Name)
	}
	return err
}
