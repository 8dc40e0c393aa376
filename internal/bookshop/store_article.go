package bookshop

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/news/picture"
	"nzgs/internal/store"
)

var (
	errNoArticle = apperr.New(apperr.NotFound, "The bookshop does not sell this. The address may be mistyped.")
	errNoPicture = apperr.New(apperr.NotFound, "This picture does not exist.")
)

const articleQuery = `
		SELECT a.id, a.title, a.body, a.cents, a.member_cents, a.grams, a.stock, a.shown, a.version,
		       COALESCE(p.id, 0), COALESCE(p.says, ''), COALESCE(p.width, 0), COALESCE(p.height, 0)
		FROM shop_article a
		LEFT JOIN shop_picture p ON p.article_id = a.id`

func scanArticle(s store.Scanner) (a Article, err error) {
	err = s.Scan(&a.ID, &a.Title, &a.Body, &a.Price, &a.MemberPrice, &a.Grams, &a.Stock, &a.Shown, &a.Version,
		&a.Picture.ID, &a.Picture.Says, &a.Picture.Width, &a.Picture.Height)
	return a, err
}

func articles(ctx context.Context, q store.Queryer, shown bool) ([]Article, error) {
	all, err := store.All(ctx, q, scanArticle, articleQuery+`
		WHERE a.shown = TRUE OR $1 = FALSE
		ORDER BY a.title, a.id`, shown)
	if err != nil {
		return nil, fmt.Errorf("read the articles: %w", err)
	}
	return all, nil
}

func articleByID(ctx context.Context, q store.Queryer, id ArticleID) (Article, error) {
	a, err := store.One(ctx, q, scanArticle, articleQuery+` WHERE a.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return a, errNoArticle
	}
	if err != nil {
		return a, fmt.Errorf("read an article: %w", err)
	}
	return a, nil
}

// lockArticle makes whoever changes an article or its stock wait for whoever is doing so.
func lockArticle(ctx context.Context, tx *store.Tx, id ArticleID) (Article, error) {
	if _, err := tx.Exec(ctx, `UPDATE shop_article SET version = version WHERE id = $1`, id); err != nil {
		return Article{}, fmt.Errorf("lock an article: %w", err)
	}
	return articleByID(ctx, tx, id)
}

func countArticles(ctx context.Context, q store.Queryer) (int, error) {
	return store.One(ctx, q, store.Value[int], `SELECT count(*) FROM shop_article`)
}

func insertArticle(ctx context.Context, tx *store.Tx, in ArticleInput) (ArticleID, error) {
	id, err := store.One(ctx, tx, store.Value[ArticleID], `
		INSERT INTO shop_article (title, body, cents, member_cents, grams, shown)
		VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`, in.Title, in.Body, int64(in.Price), int64(in.MemberPrice), in.Grams, in.Shown)
	if err != nil {
		return 0, fmt.Errorf("keep an article: %w", err)
	}
	return id, nil
}

func updateArticle(ctx context.Context, tx *store.Tx, id ArticleID, in ArticleInput) error {
	_, err := tx.Exec(ctx, `
		UPDATE shop_article
		SET title = $2, body = $3, cents = $4, member_cents = $5, grams = $6, shown = $7, version = version + 1
		WHERE id = $1`, id, in.Title, in.Body, int64(in.Price), int64(in.MemberPrice), in.Grams, in.Shown)
	if err != nil {
		return fmt.Errorf("keep an article: %w", err)
	}
	return nil
}

// touchArticle gives an article another version: something that belongs to it changed.
func touchArticle(ctx context.Context, tx *store.Tx, id ArticleID) error {
	_, err := tx.Exec(ctx, `UPDATE shop_article SET version = version + 1 WHERE id = $1`, id)
	return err
}

// moveStock changes what is there by so many. Where that would be below zero the error is a Conflict, and nothing changes.
func moveStock(ctx context.Context, tx *store.Tx, id ArticleID, by int) error {
	n, err := tx.Exec(ctx, `UPDATE shop_article SET stock = stock + $2 WHERE id = $1 AND stock + $2 >= 0`, id, by)
	if err != nil {
		return fmt.Errorf("change what is there: %w", err)
	}
	if n == 0 {
		return apperr.New(apperr.Conflict, "There are not as many left. Check it and try again.")
	}
	return nil
}

func insertStock(ctx context.Context, tx *store.Tx, id ArticleID, c StockChange) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO shop_stock (article_id, why, change, stock, note, at, changed_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, id, string(c.Why), c.Change, c.Stock, c.Note, c.At, c.By); err != nil {
		return fmt.Errorf("keep a change of what is there: %w", err)
	}
	return nil
}

func stockChanges(ctx context.Context, q store.Queryer, id ArticleID, page, size int) ([]StockChange, int, error) {
	n, err := store.One(ctx, q, store.Value[int], `SELECT count(*) FROM shop_stock WHERE article_id = $1`, id)
	if err != nil {
		return nil, 0, err
	}
	list, err := store.All(ctx, q, func(s store.Scanner) (c StockChange, err error) {
		err = s.Scan(&c.Why, &c.Change, &c.Stock, &c.Note, &c.At, &c.By)
		return c, err
	}, `
		SELECT why, change, stock, note, at, changed_by
		FROM shop_stock
		WHERE article_id = $1
		ORDER BY id DESC
		LIMIT $2 OFFSET $3`, id, size, (store.PageIn(page, size, n)-1)*size)
	return list, n, err
}

func insertPicture(ctx context.Context, tx *store.Tx, id ArticleID, p picture.Picture, says string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO shop_picture (article_id, says, media_type, width, height, content)
		VALUES ($1, $2, $3, $4, $5, $6)`, id, says, p.MediaType, p.Width, p.Height, p.Content)
	return err
}

func deletePicture(ctx context.Context, tx *store.Tx, id ArticleID) error {
	_, err := tx.Exec(ctx, `DELETE FROM shop_picture WHERE article_id = $1`, id)
	return err
}

func pictureContent(ctx context.Context, q store.Queryer, id PictureID) (of ArticleID, mediaType string, content []byte, err error) {
	err = q.QueryRow(ctx, `SELECT p.article_id, p.media_type, p.content FROM shop_picture p WHERE p.id = $1`, id).
		Scan(&of, &mediaType, &content)
	if errors.Is(err, store.ErrNoRows) {
		err = errNoPicture
	}
	return of, mediaType, content, err
}

func postage(ctx context.Context, q store.Queryer) (Table, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (r Rate, err error) {
		err = s.Scan(&r.Place, &r.MostGrams, &r.Price)
		return r, err
	}, `
		SELECT place, most_grams, cents
		FROM shop_postage
		ORDER BY no`)
	if err != nil {
		return nil, fmt.Errorf("read what postage costs: %w", err)
	}
	return all, nil
}

func savePostage(ctx context.Context, tx *store.Tx, t Table) error {
	if _, err := tx.Exec(ctx, `DELETE FROM shop_postage`); err != nil {
		return err
	}
	for i, r := range t {
		if _, err := tx.Exec(ctx, `
			INSERT INTO shop_postage (place, most_grams, cents, no)
			VALUES ($1, $2, $3, $4)`, r.Place, r.MostGrams, int64(r.Price), i+1); err != nil {
			return fmt.Errorf("keep what postage costs: %w", err)
		}
	}
	return nil
}
