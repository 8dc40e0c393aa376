package bookshop

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/markdown"
	"nzgs/internal/money"
	"nzgs/internal/news"
)

// ArticleID names an article.
type ArticleID int64

// PictureID names the picture of an article.
type PictureID int64

// Article is a thing that is sold.
type Article struct {
	ID          ArticleID
	Title, Body string // Body is Markdown
	Price       money.Cents
	MemberPrice money.Cents // at most Price
	Grams       int         // of one, packed
	Stock       int
	Shown       bool
	Picture     Picture // its ID is 0 where there is none
	Version     int64
}

// Picture is what an article looks like, without its content.
type Picture struct {
	ID            PictureID
	Says          string // for who cannot see it
	Width, Height int
}

// Slug is the end of the article's address.
func (a Article) Slug() string { return news.Slug(a.Title) }

// ArticleInput is an article as it is to be. Its fields are title, body, price, member_price, grams and shown.
type ArticleInput struct {
	Title, Body string
	Price       money.Cents
	MemberPrice money.Cents // 0: the same
	Grams       int
	Shown       bool
}

// Bounds of an article.
const (
	MaxTitle    = 120
	MaxNote     = 200
	maxPrice    = money.Cents(1_000_000) // $10,000.00
	maxGrams    = 50_000
	maxStock    = 100_000
	maxArticles = 200
)

func (in ArticleInput) tidied() ArticleInput {
	in.Title = oneLine(in.Title)
	in.Body = strings.TrimSpace(strings.ReplaceAll(in.Body, "\r\n", "\n"))
	if in.MemberPrice == 0 {
		in.MemberPrice = in.Price
	}
	return in
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func (in ArticleInput) check() (f apperr.Fields) {
	if !isLine(in.Title, MaxTitle) {
		f.Add("title", "Give it a title of at most %d letters.", MaxTitle)
	}
	markdown.Check(&f, "body", in.Body)
	switch {
	case in.Price <= 0:
		f.Add("price", "Enter %s above zero, for example 25.00.", money.InUse().Units)
	case in.Price > maxPrice:
		f.Add("price", "It costs at most %s.", maxPrice)
	}
	switch {
	case in.MemberPrice <= 0:
		if in.Price > 0 || in.MemberPrice != in.Price { // else it is the price that is missing
			f.Add("member_price", "Enter %s above zero, or nothing where members pay the same.", money.InUse().Units)
		}
	case in.MemberPrice > in.Price && !f.Has("price"):
		f.Add("member_price", "A member pays at most what others pay.")
	}
	if in.Grams <= 0 || in.Grams > maxGrams {
		f.Add("grams", "Enter the weight of one, packed, in grams from 1 to %d.", maxGrams)
	}
	return f
}

// isLine reports whether a text is a line of one to so many letters.
func isLine(text string, most int) bool {
	n := utf8.RuneCountInString(text)
	return n > 0 && n <= most && utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}
