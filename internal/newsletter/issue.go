package newsletter

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/markdown"
	"nzgs/internal/news"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// ID names a newsletter.
type ID int64

// Issue is a newsletter, as it is written or was sent.
type Issue struct {
	ID
	Input
	Sent    civil.Instant // zero: a draft
	By      string
	Body    string // all of it as it was sent; Text reads it
	Problem string // why a draft cannot be sent as it is
	Readers int    // to how many it was sent
	Version int64
}

// Input is what an officer writes and chooses.
type Input struct {
	Title string
	Intro string // Markdown; may be empty where news are chosen
	News  []news.ID
}

const (
	maxTitle = 150
	maxNews  = 30
)

func (in Input) tidied() Input {
	in.Title = strings.Join(strings.Fields(in.Title), " ")
	in.Intro = strings.TrimSpace(strings.ReplaceAll(whole(in.Intro), "\r\n", "\n"))
	return in
}

// What stands in a body before the title of each piece of news, before its text, and before the numbers of its pictures.
const (
	beforeTitle    = "\x1d"
	beforeText     = "\x1e"
	beforePictures = "\x1f"
)

// whole is a text without what divides a body.
func whole(text string) string {
	return strings.NewReplacer(beforeTitle, "", beforeText, "", beforePictures, "").Replace(text)
}

// Part is the introduction of a newsletter, or a piece of news in it.
type Part struct {
	Title    string // "" of the introduction
	Text     markdown.Text
	Pictures []news.PictureID
}

// Parts are the introduction, and each piece of news. Each is read by itself, so that what one leaves open, and where its
// links lead, is of it alone.
func (i Issue) Parts() []Part {
	parts := strings.Split(i.Body, beforeTitle)
	out := []Part{{Text: markdown.Of(parts[0])}}
	for _, part := range parts[1:] {
		title, rest, _ := strings.Cut(part, beforeText)
		text, pictures, _ := strings.Cut(rest, beforePictures)
		out = append(out, Part{title, markdown.Of(text), listed[news.PictureID](pictures)})
	}
	return out
}

// Text is all of a newsletter: the introduction, and each piece of news below its title.
func (i Issue) Text() markdown.Text {
	var out markdown.Text
	for _, part := range i.Parts() {
		if part.Title == "" {
			out = append(out, part.Text...)
			continue
		}
		out = append(out, markdown.Block{Kind: markdown.Heading, Level: 2, Pieces: []markdown.Piece{{Words: part.Title}}})
		out = append(out, part.Text.Below(1)...)
	}
	return out
}

const tooLong = "All together is too long for a letter. Choose fewer news."

func (in Input) check() error {
	var f apperr.Fields
	if n := utf8.RuneCountInString(in.Title); n == 0 || n > maxTitle || strings.ContainsFunc(in.Title, unicode.IsControl) {
		f.Add("title", "Give it a title of at most %d letters.", maxTitle)
	}
	if in.Intro != "" || len(in.News) == 0 {
		markdown.Check(&f, "intro", in.Intro)
	}
	if len(in.News) > maxNews {
		f.Add("news", "Choose at most %d news.", maxNews)
	}
	return f.Err()
}

// compose is all of a newsletter as it would be sent now: the introduction and each of the chosen news that the public reads.
func (s *Service) compose(ctx context.Context, q store.Queryer, in Input) (body string, has []news.ID, err error) {
	body = in.Intro
	for _, id := range in.News {
		p, err := news.PieceOn(ctx, q, id, s.cases.Today())
		if err != nil {
			return "", nil, err
		}
		if p.Body != "" { // not withdrawn
			has = append(has, id)
			body += beforeTitle + whole(p.Title) + beforeText + whole(p.Body)
			if len(p.Pictures) > 0 {
				body += beforePictures + kept(picturesOf(p))
			}
		}
	}
	var f apperr.Fields
	switch {
	case body == "":
		f.Add("intro", "Write the text.") // all that was chosen was withdrawn
	case len(body) > markdown.MaxLength || len(Issue{Body: body}.Text().Letter(s.site)) > mail.MaxBody-5_000:
		f.Add("intro", tooLong)
	}
	return body, has, f.Err()
}

func picturesOf(p news.Piece) (out []news.PictureID) {
	for _, one := range p.Pictures {
		out = append(out, one.ID)
	}
	return out
}

// Write begins a newsletter.
func (s *Service) Write(ctx context.Context, actor auth.Actor, in Input) (id ID, err error) {
	permit, err := s.cases.May(actor, auth.KeepNews, auth.Object{})
	if err != nil {
		return 0, err
	}
	in = in.tidied()
	if err := in.check(); err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if _, _, err := s.compose(ctx, tx, in); err != nil {
			return nil, err
		}
		id, err = insertIssue(ctx, tx, in)
		return permit.Did("write.newsletter", object, int64(id), nil, in), err
	})
	return id, err
}

const object = "newsletter"

// Change changes a draft.
func (s *Service) Change(ctx context.Context, actor auth.Actor, id ID, version int64, in Input) error {
	in = in.tidied()
	return s.change(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, i Issue) (*usecase.Entry, error) {
		if err := in.check(); err != nil {
			return nil, err
		}
		if _, _, err := s.compose(ctx, tx, in); err != nil {
			return nil, err
		}
		before := i.Input
		i.Input = in
		return permit.Did("change.newsletter", object, int64(id), before, in), updateIssue(ctx, tx, i)
	})
}

func (s *Service) change(
	ctx context.Context, actor auth.Actor, id ID, version int64,
	do func(tx *store.Tx, permit usecase.Permit, i Issue) (*usecase.Entry, error),
) error {
	permit, err := s.cases.May(actor, auth.KeepNews, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lockIssue(ctx, tx, id); err != nil {
			return nil, err
		}
		i, err := issueByID(ctx, tx, id)
		switch {
		case err != nil:
			return nil, err
		case !i.Sent.IsZero():
			return nil, apperr.New(apperr.Conflict, "This newsletter was sent on %s. It was not sent again, and stays as it is.", i.Sent.Date().Long())
		case i.Version != version:
			return nil, usecase.Stale("this newsletter", object, int64(id))
		}
		return do(tx, permit, i)
	})
}

// Discard deletes a draft.
func (s *Service) Discard(ctx context.Context, actor auth.Actor, id ID, version int64) error {
	return s.change(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, i Issue) (*usecase.Entry, error) {
		return permit.Did("discard.newsletter", object, int64(id), i.Input, nil), deleteIssue(ctx, tx, id)
	})
}

// Send writes a newsletter to every reader who confirmed, into the outbox, and shows it to the public. All of it or nothing.
func (s *Service) Send(ctx context.Context, actor auth.Actor, id ID, version int64) error {
	if !s.outbox.Sends() {
		return apperr.New(apperr.Conflict, "This site sends no letters. Ask the administrator.")
	}
	return s.change(ctx, actor, id, version, func(tx *store.Tx, permit usecase.Permit, i Issue) (*usecase.Entry, error) {
		body, has, err := s.compose(ctx, tx, i.Input)
		if err != nil {
			return nil, err
		}
		readers, err := confirmed(ctx, tx)
		if err != nil {
			return nil, err
		}
		text := Issue{Body: body}.Text().Letter(s.site)
		for _, r := range readers {
			if _, err := s.outbox.Queue(ctx, tx, s.letter(i, r, text)); err != nil {
				return nil, err
			}
		}
		i.Body, i.News, i.Sent, i.By, i.Readers = body, has, permit.Now(), permit.Name(), len(readers)
		after := map[string]any{"title": i.Title, "readers": len(readers)}
		return permit.Did("send.newsletter", object, int64(id), nil, after), setSent(ctx, tx, i)
	})
}

// Draft reads a newsletter and what it would say, or said. Its news are those in it: not what was withdrawn since it was written.
func (s *Service) Draft(ctx context.Context, actor auth.Actor, id ID) (Issue, error) {
	if err := s.cases.Require(actor, auth.KeepNews, auth.Object{}); err != nil {
		return Issue{}, err
	}
	i, err := issueByID(ctx, s.db, id)
	if err == nil && i.Sent.IsZero() {
		var has []news.ID
		if i.Body, has, err = s.compose(ctx, s.db, i.Input); err == nil {
			i.News = has // as its parts are
		}
		if apperr.KindOf(err) == apperr.Invalid { // news were corrected or withdrawn meanwhile
			i.Problem, err = "It cannot be sent as it is: the news in it were changed. Change the text, or choose others.", nil
		}
	}
	return i, err
}

// Drafts lists all newsletters, the newest first, and says how many readers there are.
func (s *Service) Drafts(ctx context.Context, actor auth.Actor, page, size int) (list []Issue, all, readers int, err error) {
	if err := s.cases.Require(actor, auth.KeepNews, auth.Object{}); err != nil {
		return nil, 0, 0, err
	}
	if readers, err = countReaders(ctx, s.db, byMail); err != nil {
		return nil, 0, 0, err
	}
	list, all, err = issues(ctx, s.db, "TRUE", page, size)
	return list, all, readers, err
}

// Archive lists what was sent, the newest first.
func (s *Service) Archive(ctx context.Context, page, size int) ([]Issue, int, error) {
	return issues(ctx, s.db, "i.sent_at IS NOT NULL", page, size)
}

// Sent reads one that was sent, without the text of news that were withdrawn since.
func (s *Service) Sent(ctx context.Context, id ID) (Issue, error) {
	i, err := issueByID(ctx, s.db, id)
	if err == nil && i.Sent.IsZero() {
		err = errNoIssue
	}
	if err != nil {
		return Issue{}, err
	}
	parts := strings.Split(i.Body, beforeTitle)
	for n, id := range i.News {
		p, err := news.PieceOn(ctx, s.db, id, s.cases.Today())
		if err != nil {
			return Issue{}, err
		}
		if !p.At.IsZero() && n+1 < len(parts) {
			parts[n+1] = fmt.Sprintf("Withdrawn news%sThis was withdrawn. [Its page](/news/%d) says why.", beforeText, id)
		}
	}
	i.Body = strings.Join(parts, beforeTitle)
	return i, nil
}
