package news

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/news/picture"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

var errNoItem = apperr.New(apperr.NotFound, "There is no news here. The address may be mistyped.")

func insertItem(ctx context.Context, tx *store.Tx, permit usecase.Permit, in Input) (ID, error) {
	id, err := store.One(ctx, tx, store.Value[ID], `
		INSERT INTO news_item (title, body, two_eyes, changed_at, changed_by, by_id)
		VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`,
		in.Title, in.Body, in.TwoEyes, permit.Now(), permit.Name(), store.NullZero(permit.Person()))
	if err != nil {
		return 0, fmt.Errorf("keep news: %w", err)
	}
	return id, nil
}

// lockItem makes whoever changes an item wait for whoever is doing so.
func lockItem(ctx context.Context, tx *store.Tx, id ID) error {
	n, err := tx.Exec(ctx, `UPDATE news_item SET version = version WHERE id = $1`, id)
	if err != nil {
		return fmt.Errorf("lock news: %w", err)
	}
	if n == 0 {
		return errNoItem
	}
	return nil
}

// updateDraft keeps the draft, which is then not approved any more.
func updateDraft(ctx context.Context, tx *store.Tx, permit usecase.Permit, i Item) error {
	_, err := tx.Exec(ctx, `
		UPDATE news_item
		SET title = $2, body = $3, two_eyes = $4, changed_at = $5, changed_by = $6, by_id = $7, approved_version = NULL,
			approved_by = '', version = version + 1
		WHERE id = $1`,
		i.ID, i.Title, i.Body, i.TwoEyes, permit.Now(), permit.Name(), store.NullZero(permit.Person()))
	return err
}

func setApproved(ctx context.Context, tx *store.Tx, permit usecase.Permit, i Item) error {
	_, err := tx.Exec(ctx, `UPDATE news_item SET approved_version = version, approved_by = $2 WHERE id = $1`, i.ID, permit.Name())
	return err
}

// setDay sets from when on the public reads an item. The draft stays as it is, and stays approved.
func setDay(ctx context.Context, tx *store.Tx, i Item, on civil.Date) error {
	_, err := tx.Exec(ctx, `
		UPDATE news_item
		SET publish_on = $2, version = version + 1,
			approved_version = CASE WHEN approved_version = version THEN version + 1 END
		WHERE id = $1`, i.ID, on)
	return err
}

func setWithdrawn(ctx context.Context, tx *store.Tx, permit usecase.Permit, i Item, reason string) error {
	_, err := tx.Exec(ctx, `
		UPDATE news_item
		SET withdrawn_at = $2, withdrawn_by = $3, withdrawn_reason = $4, version = version + 1
		WHERE id = $1`, i.ID, permit.Now(), permit.Name(), reason)
	return err
}

func deleteItem(ctx context.Context, tx *store.Tx, id ID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM news_picture WHERE item_id = $1`, id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM news_item WHERE id = $1`, id)
	return err
}

func insertWording(ctx context.Context, tx *store.Tx, permit usecase.Permit, id ID, w Wording) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO news_wording (item_id, title, body, pictures, reason, published_at, published_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		id, w.Title, w.Body, kept(w.Pictures), w.Reason, permit.Now(), permit.Name())
	return err
}

// kept writes the numbers of pictures, listed reads them.
func kept(pictures []PictureID) string {
	out := make([]string, len(pictures))
	for i, p := range pictures {
		out[i] = strconv.FormatInt(int64(p), 10)
	}
	return strings.Join(out, ",")
}

func listed(text string) (out []PictureID) {
	for one := range strings.SplitSeq(text, ",") {
		if n, err := strconv.ParseInt(one, 10, 64); err == nil {
			out = append(out, PictureID(n))
		}
	}
	return out
}

const itemColumns = `i.id, i.title, i.body, i.two_eyes, i.publish_on, i.changed_at, i.changed_by, i.by_id, i.approved_version,
	i.approved_by, i.withdrawn_at, i.withdrawn_by, i.withdrawn_reason, i.version`

func scanItem(s store.Scanner) (i Item, err error) {
	err = s.Scan(&i.ID, &i.Title, &i.Body, &i.TwoEyes, &i.On, &i.ChangedAt, &i.ChangedBy, store.ZeroNull(&i.changed),
		store.ZeroNull(&i.approved), &i.Approver, &i.At, &i.By, &i.Reason, &i.Version)
	return i, err
}

func itemByID(ctx context.Context, q store.Queryer, id ID) (Item, error) {
	i, err := store.One(ctx, q, scanItem, `SELECT `+itemColumns+` FROM news_item i WHERE i.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return i, errNoItem
	}
	if err != nil {
		return i, fmt.Errorf("read news: %w", err)
	}
	all, err := wordings(ctx, q, id)
	if err != nil {
		return i, err
	}
	if len(all) > 0 {
		i.Published = &all[0]
	}
	i.Pictures, err = store.All(ctx, q, scanPicture, `
		SELECT p.id, p.says, p.width, p.height, p.media_type
		FROM news_picture p
		WHERE p.item_id = $1 AND p.removed = FALSE
		ORDER BY p.id`, id)
	return i, err
}

func items(ctx context.Context, q store.Queryer, page, size int) ([]Item, int, error) {
	n, err := store.One(ctx, q, store.Value[int], `SELECT count(*) FROM news_item`)
	if err != nil {
		return nil, 0, err
	}
	list, err := store.All(ctx, q, scanItem, `
		SELECT `+itemColumns+`
		FROM news_item i
		ORDER BY i.changed_at DESC, i.id DESC
		LIMIT $1 OFFSET $2`, size, (store.PageIn(page, size, n)-1)*size)
	return list, n, err
}

func wordings(ctx context.Context, q store.Queryer, id ID) ([]Wording, error) {
	return store.All(ctx, q, func(s store.Scanner) (w Wording, err error) {
		var pictures string
		err = s.Scan(&w.Title, &w.Body, &pictures, &w.Reason, &w.At, &w.By)
		w.Pictures = listed(pictures)
		return w, err
	}, `
		SELECT w.title, w.body, w.pictures, w.reason, w.published_at, w.published_by
		FROM news_wording w
		WHERE w.item_id = $1
		ORDER BY w.id DESC`, id)
}

// pieces are the items that the public reads on a day, with their newest wordings.
func pieces(ctx context.Context, q store.Queryer, today civil.Date, page, size int) ([]Piece, int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT count(*) FROM news_item i WHERE i.publish_on <= $1 AND i.withdrawn_at IS NULL`, today)
	if err != nil {
		return nil, 0, err
	}
	list, err := store.All(ctx, q, func(s store.Scanner) (p Piece, err error) {
		var pictures string
		err = s.Scan(&p.ID, &p.On, &p.Title, &p.Body, &pictures, &p.Updated)
		for _, id := range listed(pictures) {
			p.Pictures = append(p.Pictures, Picture{ID: id})
		}
		return p, err
	}, `
		SELECT i.id, i.publish_on, w.title, w.body, w.pictures, w.published_at
		FROM news_item i
		JOIN news_wording w ON w.id = (SELECT MAX(o.id) FROM news_wording o WHERE o.item_id = i.id)
		WHERE i.publish_on <= $1 AND i.withdrawn_at IS NULL
		ORDER BY i.publish_on DESC, i.id DESC
		LIMIT $2 OFFSET $3`, today, size, (store.PageIn(page, size, n)-1)*size)
	return list, n, err
}

func scanPicture(s store.Scanner) (p Picture, err error) {
	err = s.Scan(&p.ID, &p.Says, &p.Width, &p.Height, &p.MediaType)
	return p, err
}

func picturesByID(ctx context.Context, q store.Queryer, ids []PictureID) ([]Picture, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	in, args := store.In(nil, ids)
	return store.All(ctx, q, scanPicture, `
		SELECT p.id, p.says, p.width, p.height, p.media_type
		FROM news_picture p
		WHERE p.id IN `+in+`
		ORDER BY p.id`, args...)
}

func insertPicture(ctx context.Context, tx *store.Tx, id ID, p picture.Picture, says string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO news_picture (item_id, says, media_type, width, height, content)
		VALUES ($1, $2, $3, $4, $5, $6)`, id, says, p.MediaType, p.Width, p.Height, p.Content)
	return err
}

func removePicture(ctx context.Context, tx *store.Tx, id PictureID) error {
	_, err := tx.Exec(ctx, `UPDATE news_picture SET removed = TRUE WHERE id = $1`, id)
	return err
}

func deletePicture(ctx context.Context, tx *store.Tx, id PictureID) error {
	_, err := tx.Exec(ctx, `DELETE FROM news_picture WHERE id = $1`, id)
	return err
}

func pictureContent(ctx context.Context, q store.Queryer, id PictureID) (item ID, mediaType string, content []byte, err error) {
	err = q.QueryRow(ctx, `SELECT p.item_id, p.media_type, p.content FROM news_picture p WHERE p.id = $1`, id).
		Scan(&item, &mediaType, &content)
	if errors.Is(err, store.ErrNoRows) {
		err = apperr.New(apperr.NotFound, "This picture does not exist.")
	}
	return item, mediaType, content, err
}
