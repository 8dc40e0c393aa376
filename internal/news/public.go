package news

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Piece is an item as the public reads it.
type Piece struct {
	ID       ID
	On       civil.Date
	Text     // empty of what was withdrawn
	Pictures []Picture
	Withdrawal
	Corrections []Correction // the newest first
	Updated     civil.Instant
}

// Correction says when and why the wording was changed.
type Correction struct {
	At     civil.Instant
	Reason string
}

// Slug is the end of its address.
func (p Piece) Slug() string { return Slug(p.Title) }

// Newest lists what the public reads, the newest first.
func (s *Service) Newest(ctx context.Context, page, size int) ([]Piece, int, error) {
	return pieces(ctx, s.db, s.cases.Today(), page, size)
}

// Piece reads one as the public does.
func (s *Service) Piece(ctx context.Context, id ID) (Piece, error) {
	return PieceOn(ctx, s.db, id, s.cases.Today())
}

// PieceOn is a piece as the public reads it on a day.
func PieceOn(ctx context.Context, q store.Queryer, id ID, day civil.Date) (Piece, error) {
	i, err := itemByID(ctx, q, id)
	if err != nil {
		return Piece{}, err
	}
	out := Piece{ID: id, On: i.On, Withdrawal: i.Withdrawal}
	switch i.state(day) {
	case Withdrawn:
		out.Updated = i.At
		out.By = ""
		return out, nil
	case Public:
	default:
		return Piece{}, errNoItem
	}
	all, err := wordings(ctx, q, id)
	if err != nil || len(all) == 0 {
		return Piece{}, err
	}
	out.Text, out.Updated = all[0].Text, all[0].At
	for _, w := range all {
		if w.Reason != "" {
			out.Corrections = append(out.Corrections, Correction{w.At, w.Reason})
		}
	}
	out.Pictures, err = picturesByID(ctx, q, all[0].Pictures)
	return out, err
}

// PictureFile reads a picture: of what the public reads anyone may, of drafts officers.
func (s *Service) PictureFile(ctx context.Context, actor auth.Actor, id PictureID) (mediaType string, content []byte, err error) {
	item, mediaType, content, err := pictureContent(ctx, s.db, id)
	if err != nil {
		return "", nil, err
	}
	if s.mayRead(actor) == nil {
		return mediaType, content, nil
	}
	_, err = s.shown(ctx, item, id)
	return mediaType, content, err
}

// PublicPicture is a picture that the public sees, and what it shows in words.
func (s *Service) PublicPicture(ctx context.Context, id PictureID) (says string, content []byte, err error) {
	item, _, content, err := pictureContent(ctx, s.db, id)
	if err != nil {
		return "", nil, err
	}
	says, err = s.shown(ctx, item, id)
	return says, content, err
}

// shown is what a picture shows in words, if the public sees it.
func (s *Service) shown(ctx context.Context, item ID, id PictureID) (says string, err error) {
	piece, err := s.Piece(ctx, item)
	if err != nil {
		return "", err
	}
	for _, p := range piece.Pictures {
		if p.ID == id {
			return p.Says, nil
		}
	}
	return "", apperr.New(apperr.NotFound, "This picture is not shown any more.")
}
