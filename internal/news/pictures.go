package news

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/news/picture"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// AddPicture adds a picture to a draft, with what it shows in words.
func (s *Service) AddPicture(ctx context.Context, actor auth.Actor, id ID, version int64, content []byte, says string) error {
	if err := s.cases.Require(actor, auth.KeepNews, auth.Object{}); err != nil {
		return err
	}
	says = strings.Join(strings.Fields(says), " ")
	var f apperr.Fields
	p, err := picture.Clean(content)
	if known, ok := err.(*apperr.Error); ok {
		f.Add("file", "%s", known.Message)
	} else if err != nil {
		return err
	}
	if n := utf8.RuneCountInString(says); n == 0 || n > maxReason {
		f.Add("says", "Say in at most %d letters what the picture shows, for who cannot see it.", maxReason)
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.change(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, i Item) (*usecase.Entry, error) {
		if len(i.Pictures) >= maxPictures {
			return nil, apperr.New(apperr.Conflict, "This has %d pictures, and may have no more.", maxPictures)
		}
		if err := insertPicture(ctx, tx, id, p, says); err != nil {
			return nil, err
		}
		return permit.Did("add.news_picture", object, int64(id), nil, map[string]any{"says": says, "bytes": len(p.Content)}),
			updateDraft(ctx, tx, permit, i)
	})
}

// RemovePicture takes a picture out of a draft. A wording that was published keeps it; one that was never published is deleted.
func (s *Service) RemovePicture(ctx context.Context, actor auth.Actor, id ID, version int64, which PictureID) error {
	return s.change(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, i Item) (*usecase.Entry, error) {
		for _, p := range i.Pictures {
			if p.ID == which {
				all, err := wordings(ctx, tx, id)
				if err != nil {
					return nil, err
				}
				take := deletePicture
				if slices.ContainsFunc(all, func(w Wording) bool { return slices.Contains(w.Pictures, which) }) {
					take = removePicture
				}
				if err := take(ctx, tx, which); err != nil {
					return nil, err
				}
				return permit.Did("remove.news_picture", object, int64(id), map[string]string{"says": p.Says}, nil),
					updateDraft(ctx, tx, permit, i)
			}
		}
		return nil, apperr.New(apperr.NotFound, "This picture is not in the draft.")
	})
}
