package bookshop

import (
	"context"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/news/picture"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service keeps the bookshop.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	society string
	site    string
	offices *auth.Service
	outbox  *mail.Service
}

// New gives the service; site is the address of the society's site, for links in letters.
func New(db *store.DB, clock civil.Clock, society, site string, offices *auth.Service, outbox *mail.Service) *Service {
	s := &Service{db: db, cases: usecase.New(db, clock), society: society, site: site, offices: offices, outbox: outbox}
	outbox.FillLinks(mail.ToOrder, s.addressOfLink)
	return s
}

// Objects of the log.
const (
	articleObject = "shop_article"
	postageObject = "shop_postage"
)

// Shown are the articles that the public sees, by title.
func (s *Service) Shown(ctx context.Context) ([]Article, error) { return articles(ctx, s.db, true) }

// ShownArticle is one that the public sees. Of one that is withdrawn the error is NotFound.
func (s *Service) ShownArticle(ctx context.Context, id ArticleID) (Article, error) {
	a, err := articleByID(ctx, s.db, id)
	if err == nil && !a.Shown {
		err = errNoArticle
	}
	return a, err
}

// Articles are all, by title: for officers.
func (s *Service) Articles(ctx context.Context, actor auth.Actor) ([]Article, error) {
	if err := s.cases.Require(actor, auth.KeepBookshop, auth.Object{}); err != nil {
		return nil, err
	}
	return articles(ctx, s.db, false)
}

// Article is one, for officers.
func (s *Service) Article(ctx context.Context, actor auth.Actor, id ArticleID) (Article, error) {
	if err := s.cases.Require(actor, auth.KeepBookshop, auth.Object{}); err != nil {
		return Article{}, err
	}
	return articleByID(ctx, s.db, id)
}

// Add adds an article, of which nothing is there yet.
func (s *Service) Add(ctx context.Context, actor auth.Actor, in ArticleInput) (id ArticleID, err error) {
	permit, err := s.cases.May(actor, auth.KeepBookshop, auth.Object{})
	if err != nil {
		return 0, err
	}
	in = in.tidied()
	if err := in.check().Err(); err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := usecase.Alone(ctx, tx); err != nil {
			return nil, err
		}
		n, err := countArticles(ctx, tx)
		if err != nil {
			return nil, err
		}
		if n >= maxArticles {
			return nil, apperr.New(apperr.Conflict, "The bookshop has %d articles, and may have no more. Change one that is no longer sold.", n)
		}
		if id, err = insertArticle(ctx, tx, in); err != nil {
			return nil, err
		}
		return permit.Did("add.shop_article", articleObject, int64(id), nil, in), nil
	})
	return id, err
}

// Change changes an article, whose version is the one that was shown. What was ordered keeps its price.
func (s *Service) Change(ctx context.Context, actor auth.Actor, id ArticleID, version int64, in ArticleInput) error {
	in = in.tidied()
	return s.change(ctx, actor, id, version, in.check(), func(tx *store.Tx, permit usecase.Permit, was Article) (*usecase.Entry, error) {
		if was.input() == in {
			return nil, usecase.ErrSame
		}
		return permit.Did("edit.shop_article", articleObject, int64(id), was.input(), in), updateArticle(ctx, tx, id, in)
	})
}

func (a Article) input() ArticleInput {
	return ArticleInput{a.Title, a.Body, a.Price, a.MemberPrice, a.Grams, a.Shown}
}

// SetPicture gives an article its picture, in the place of the one before, with what it shows in words. Its fields are file
// and says.
func (s *Service) SetPicture(
	ctx context.Context, actor auth.Actor, id ArticleID, version int64, content []byte, says string,
) error {
	if err := s.cases.Require(actor, auth.KeepBookshop, auth.Object{}); err != nil {
		return err
	}
	var f apperr.Fields
	p, err := picture.Clean(content)
	if known, ok := err.(*apperr.Error); ok {
		f.Add("file", "%s", known.Message)
	} else if err != nil {
		return err
	}
	if says = strings.TrimSpace(oneLine(says)); !isLine(says, MaxNote) {
		f.Add("says", "Say in at most %d letters what the picture shows, for who cannot see it.", MaxNote)
	}
	return s.change(ctx, actor, id, version, f, func(tx *store.Tx, permit usecase.Permit, was Article) (*usecase.Entry, error) {
		if err := deletePicture(ctx, tx, id); err != nil {
			return nil, err
		}
		if err := insertPicture(ctx, tx, id, p, says); err != nil {
			return nil, err
		}
		return permit.Did("set.shop_picture", articleObject, int64(id), map[string]string{"says": was.Picture.Says}, map[string]any{
			"says": says, "bytes": len(p.Content),
		}), touchArticle(ctx, tx, id)
	})
}

// RemovePicture removes the picture of an article.
func (s *Service) RemovePicture(ctx context.Context, actor auth.Actor, id ArticleID, version int64) error {
	return s.change(ctx, actor, id, version, nil, func(tx *store.Tx, permit usecase.Permit, was Article) (*usecase.Entry, error) {
		if was.Picture.ID == 0 {
			return nil, usecase.ErrSame
		}
		if err := deletePicture(ctx, tx, id); err != nil {
			return nil, err
		}
		return permit.Did("remove.shop_picture", articleObject, int64(id), map[string]string{"says": was.Picture.Says}, nil),
			touchArticle(ctx, tx, id)
	})
}

// PictureFile is the content of a picture: for anyone where its article is shown, else for officers.
func (s *Service) PictureFile(ctx context.Context, actor auth.Actor, id PictureID) (mediaType string, content []byte, err error) {
	of, mediaType, content, err := pictureContent(ctx, s.db, id)
	if err != nil {
		return "", nil, err
	}
	a, err := articleByID(ctx, s.db, of)
	if err == nil && !a.Shown && !auth.Can(actor, auth.KeepBookshop, auth.Object{}, s.cases.Today()) {
		err = errNoPicture
	}
	return mediaType, content, err
}

// change changes one article by an officer; wrong are the problems with what is asked.
func (s *Service) change(
	ctx context.Context, actor auth.Actor, id ArticleID, version int64, wrong apperr.Fields,
	do func(*store.Tx, usecase.Permit, Article) (*usecase.Entry, error),
) error {
	permit, err := s.cases.May(actor, auth.KeepBookshop, auth.Object{})
	if err != nil {
		return err
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		a, err := lockArticle(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if a.Version != version {
			return nil, usecase.Stale("this article", articleObject, int64(id))
		}
		return do(tx, permit, a)
	})
}
