package bookshop

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"nzgs/internal/bookshop"
	"nzgs/internal/markdown"
	"nzgs/internal/money"
	"nzgs/internal/news/picture"
	"nzgs/web/kit"
)

// ArticlesPage lists all articles with their stock.
type ArticlesPage struct {
	kit.Page
	Tabs kit.Tabs
	Rows []ArticleRow
}

// ArticleRow is an article in the list of officers.
type ArticleRow struct {
	Title, URL, Price, MemberPrice, Stock, Weight string
	StockURL                                      string
	State                                         kit.Badge
}

// ArticleDeskPage is an article with its stock.
type ArticleDeskPage struct {
	kit.Page
	Facts   []kit.Fact
	Actions []kit.Link
	Remove  *kit.PostButton // of the picture
	Text    markdown.Text
	Picture *PictureView
	Changes []ChangeRow
	Pager   kit.Pager
}

// ChangeRow is a change of what is there.
type ChangeRow struct{ When, Why, Change, Stock, Note, By string }

var (
	articlesView    = kit.NewView[ArticlesPage](templates, "articles.html")
	articleDeskView = kit.NewView[ArticleDeskPage](templates, "article_desk.html")
)

const changesPerPage = 30

func shownBadge(a bookshop.Article) kit.Badge {
	if a.Shown {
		return kit.Badge{Kind: kit.KindSuccess, Text: "Shown"}
	}
	return kit.Badge{Kind: kit.KindNeutral, Text: "Not shown"}
}

func (s *Desk) articles(c echo.Context) error {
	all, err := s.shop.Articles(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := ArticlesPage{Page: s.Page(c, "Articles and stock", shopCrumb), Tabs: tabs(articlesPath)}
	for _, a := range all {
		page.Rows = append(page.Rows, ArticleRow{
			Title: a.Title, URL: deskURL(a.ID), StockURL: deskURL(a.ID, "stock"), Price: a.Price.String(), MemberPrice: a.MemberPrice.String(),
			Stock: kit.IDText(a.Stock), Weight: bookshop.Weight(a.Grams), State: shownBadge(a),
		})
	}
	return articlesView.Render(c, http.StatusOK, page)
}

func (s *Desk) articleDesk(c echo.Context) error {
	id, err := kit.PathID[bookshop.ArticleID](c, "id")
	if err != nil {
		return err
	}
	ctx, actor, number := c.Request().Context(), s.Actor(c), kit.PageNumber(c)
	a, err := s.shop.Article(ctx, actor, id)
	if err != nil {
		return err
	}
	changes, n, err := s.shop.Stock(ctx, actor, id, number, changesPerPage)
	if err != nil {
		return err
	}
	page := ArticleDeskPage{
		Page: s.Page(c, a.Title, shopCrumb, articlesCrumb), Text: markdown.Of(a.Body), Picture: pictureOf(a),
		Pager: kit.PagerOf(number, changesPerPage, n, &url.URL{Path: deskURL(id)}),
	}
	shown := shownBadge(a)
	page.Facts = []kit.Fact{
		{Label: "State", Badge: &shown}, {Label: "Stock", Value: kit.IDText(a.Stock)}, {Label: "Price", Value: a.Price.String()},
		{Label: "For members", Value: a.MemberPrice.String()}, {Label: "Weight, packed", Value: bookshop.Weight(a.Grams)},
	}
	page.Actions = []kit.Link{
		{Label: "Change the stock", URL: deskURL(id, "stock")}, {Label: "Change the article", URL: deskURL(id, "edit"), Kind: "secondary"},
		{Label: "Choose a picture", URL: deskURL(id, "picture"), Kind: "secondary"},
	}
	if a.Shown {
		page.Actions = append(page.Actions, kit.Link{Label: "As the public sees it", URL: articleURL(a), Kind: "secondary"})
	}
	if a.Picture.ID != 0 {
		page.Remove = page.Button("remove-picture", deskURL(id, "picture", "remove"), "Remove the picture", kit.VersionField(a.Version))
		page.Remove.Kind = "secondary"
	}
	for _, ch := range changes {
		row := ChangeRow{When: ch.At.Long(), Why: ch.Why.Label(), Change: signed(ch.Change), Stock: kit.IDText(ch.Stock), Note: ch.Note, By: ch.By}
		page.Changes = append(page.Changes, row)
	}
	return articleDeskView.Render(c, http.StatusOK, page)
}

// signed writes a change: "+3", "−2", "0".
func signed(n int) string {
	switch {
	case n > 0:
		return "+" + kit.IDText(n)
	case n < 0:
		return "−" + kit.IDText(-n)
	}
	return "0"
}

// howToWrite says the few signs that most texts need.
const howToWrite = "An empty line begins a paragraph. # before a line makes a heading, - an item of a list; *slanted*, **bold**, " +
	"[words](https://address) for a link. HTML stands as it is typed."

func (s *Desk) showArticle(page *kit.FormPage) {
	member := kit.AmountField("member_price", "Price for members", "Leave empty where members pay the same.")
	member.Required = false
	page.Group("",
		kit.Field{Name: "title", Label: "Title", MaxLength: bookshop.MaxTitle, Required: true},
		kit.Field{
			Name: "body", Label: "Description", Type: "textarea", Rows: 10, MaxLength: markdown.MaxLength, Required: true, Hint: howToWrite,
		})
	page.Row(kit.AmountField("price", "Price", "For one, without postage."), member)
	page.Group("",
		kit.Field{
			Name: "grams", Label: "Weight of one, packed", InputMode: "numeric", Suffix: "g", Width: "short", Required: true,
			Hint: "What postage costs follows from it.",
		},
		kit.Field{
			Name: "shown", Label: "Shown to the public", Type: "checkbox",
			Hint: "What is not shown cannot be ordered. Orders that were placed stay as they are.",
		})
}

func articleInput(in *kit.Filling) bookshop.ArticleInput {
	out := bookshop.ArticleInput{
		Title: in.Text("title"), Body: in.Lines("body"), Price: in.Amount("price"), Grams: in.Number("grams"), Shown: in.Ticked("shown"),
	}
	if in.Text("member_price") != "" {
		if out.MemberPrice = in.Amount("member_price"); out.MemberPrice == 0 {
			in.Problem("member_price", "Enter %s above zero, or nothing where members pay the same.", money.InUse().Units)
		}
	}
	return out
}

func (s *Desk) add() kit.Form[kit.Nothing] {
	return kit.Form[kit.Nothing]{
		Site: s.Site,
		Show: func(c echo.Context, page *kit.FormPage, _ kit.Nothing) error {
			page.Page = s.Page(c, "Add an article", shopCrumb, articlesCrumb)
			page.Action, page.Submit, page.Back = articlesPath+"/new", "Add the article", articlesPath
			s.showArticle(page)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ kit.Nothing) (kit.Done, error) {
			id, err := s.shop.Add(c.Request().Context(), s.Actor(c), articleInput(in))
			return kit.Done{To: deskURL(id), Message: "The article is added. Say next how many there are."}, err
		},
	}
}

func (s *Desk) edit() kit.Form[bookshop.Article] {
	return kit.Form[bookshop.Article]{
		Site: s.Site, Load: kit.ByID(s.Site, s.shop.Article),
		Version: func(a bookshop.Article) int64 { return a.Version },
		Fill: func(_ echo.Context, in *kit.Filling, a bookshop.Article) {
			in.Set("title", a.Title)
			in.Set("body", a.Body)
			in.Set("price", a.Price.Plain())
			if a.MemberPrice != a.Price {
				in.Set("member_price", a.MemberPrice.Plain())
			}
			in.Set("grams", kit.IDText(a.Grams))
			in.Tick("shown", a.Shown)
		},
		Show: func(c echo.Context, page *kit.FormPage, a bookshop.Article) error {
			page.Page = s.Page(c, "Change the article", shopCrumb, articlesCrumb, kit.Crumb{Label: a.Title, URL: deskURL(a.ID)})
			page.Action, page.Submit, page.Back = deskURL(a.ID, "edit"), "Save", deskURL(a.ID)
			page.Say("Orders that were placed keep the title, the price and the weight of then.")
			s.showArticle(page)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, a bookshop.Article) (kit.Done, error) {
			err := s.shop.Change(c.Request().Context(), s.Actor(c), a.ID, in.Version(), articleInput(in))
			return kit.Done{To: deskURL(a.ID), Message: "Saved."}, err
		},
	}
}

func (s *Desk) picture() kit.Form[bookshop.Article] {
	return kit.Form[bookshop.Article]{
		Site: s.Site, Load: kit.ByID(s.Site, s.shop.Article),
		Version: func(a bookshop.Article) int64 { return a.Version },
		Show: func(c echo.Context, page *kit.FormPage, a bookshop.Article) error {
			page.Page = s.Page(c, "Choose a picture", shopCrumb, articlesCrumb, kit.Crumb{Label: a.Title, URL: deskURL(a.ID)})
			page.Action, page.Submit, page.Back = deskURL(a.ID, "picture"), "Use this picture", deskURL(a.ID)
			page.Say("It takes the place of the one before. Where it was taken and by which camera is removed.")
			page.Uploads = []kit.Upload{{
				ID: "file", Name: "file", Label: "Picture", Accept: "image/jpeg,image/png", Required: true,
				Hint: "JPEG or PNG, at most 10 MB.", Error: page.ErrorOn("file"),
			}}
			page.Group("", kit.Field{
				Name: "says", Label: "What it shows", MaxLength: bookshop.MaxNote, Required: true,
				Hint: "In a sentence, for people who cannot see it: “The cover, with a board of nine by nine lines.”",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, a bookshop.Article) (kit.Done, error) {
			_, content, given, err := kit.ChosenContent(c, "file", picture.MaxBytes+1)
			if err != nil {
				return kit.Done{}, err
			}
			if !given {
				in.Problem("file", "Choose a picture first.")
			}
			err = s.shop.SetPicture(c.Request().Context(), s.Actor(c), a.ID, in.Version(), content, in.Text("says"))
			return kit.Done{To: deskURL(a.ID), Message: "The article has this picture now."}, err
		},
	}
}

// stock changes what is there of an article.
func (s *Desk) stock() kit.Form[bookshop.Article] {
	return kit.Form[bookshop.Article]{
		Site: s.Site, Load: kit.ByID(s.Site, s.shop.Article),
		Fill: func(_ echo.Context, in *kit.Filling, a bookshop.Article) {
			in.Set("why", string(bookshop.Bought))
			in.Set("seen", kit.IDText(a.Stock))
		},
		Show: func(c echo.Context, page *kit.FormPage, a bookshop.Article) error {
			page.Page = s.Page(c, "Change the stock", shopCrumb, articlesCrumb, kit.Crumb{Label: a.Title, URL: deskURL(a.ID)})
			page.Action, page.Submit, page.Back = deskURL(a.ID, "stock"), "Change the stock", deskURL(a.ID)
			page.Facts = []kit.Fact{{Label: "There are now", Value: kit.IDText(a.Stock)}}
			page.Hide("seen", kit.IDText(a.Stock))
			why := kit.Field{Name: "why", Label: "Why", Type: "radios", Required: true}
			hints := map[bookshop.Why]string{
				bookshop.Bought: "So many more are there.", bookshop.Counted: "So many are there in all, without those that are ordered.",
				bookshop.Damaged: "So many fewer are there.",
			}
			for _, w := range bookshop.ByHand {
				why.Options = append(why.Options, kit.Option{Value: string(w), Label: w.Label(), Hint: hints[w]})
			}
			page.Group("", why,
				kit.Field{Name: "number", Label: "How many", InputMode: "numeric", Width: "short", Required: true},
				kit.Field{Name: "note", Label: "Note", MaxLength: bookshop.MaxNote, Hint: "From whom, or what happened. Officers read it."})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, a bookshop.Article) (kit.Done, error) {
			err := s.shop.ChangeStock(c.Request().Context(), s.Actor(c), a.ID, bookshop.StockInput{
				Why: bookshop.Why(in.Text("why")), Number: in.Number("number"), Seen: in.NumberOr("seen", -1), Note: in.Text("note"),
			})
			return kit.Done{To: deskURL(a.ID), Message: "The stock is changed."}, err
		},
	}
}

// spareRows are the empty rows of the table of postage.
const spareRows = 3

// postage is the table of what sending costs.
func (s *Desk) postage() kit.Form[bookshop.Table] {
	row := func(name string, i int) string { return name + "_" + kit.IDText(i) }
	return kit.Form[bookshop.Table]{
		Site:    s.Site,
		Load:    func(c echo.Context) (bookshop.Table, error) { return s.shop.Postage(c.Request().Context()) },
		Version: bookshop.Table.Version,
		Fill: func(_ echo.Context, in *kit.Filling, t bookshop.Table) {
			for i, r := range t {
				in.Set(row("place", i+1), r.Place)
				in.Set(row("grams", i+1), kit.IDText(r.MostGrams))
				in.Set(row("price", i+1), r.Price.Plain())
			}
		},
		Show: func(c echo.Context, page *kit.FormPage, t bookshop.Table) error {
			page.Page = s.Page(c, "Postage", shopCrumb, articlesCrumb)
			page.Action, page.Submit, page.Back = postagePath, "Save the table", articlesPath
			page.Say("What sending an order costs: to where, up to which weight. An order pays the lightest row of its place that "+
				"holds it; what is heavier than all of them cannot be ordered. Collecting it can be a place as well, for 0.00.",
				"Empty a row to remove it. Orders that were placed keep their postage.")
			for i := 1; i <= max(len(t), filledRows(page.In()))+spareRows; i++ {
				n := " " + kit.IDText(i)
				price := kit.AmountField(row("price", i), "Price"+n, "")
				price.Required = false
				page.Row(
					kit.Field{Name: row("place", i), Label: "To where" + n, MaxLength: 60},
					kit.Field{Name: row("grams", i), Label: "Up to" + n, InputMode: "numeric", Suffix: "g", Width: "short"}, price,
				)
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ bookshop.Table) (kit.Done, error) {
			closeUp(in)
			var t bookshop.Table
			for i := 1; i <= filledRows(in); i++ {
				t = append(t, bookshop.Rate{
					Place: in.Text(row("place", i)), MostGrams: in.Number(row("grams", i)), Price: in.Amount(row("price", i)),
				})
			}
			return kit.Done{To: postagePath, Message: "The table is saved."},
				s.shop.SetPostage(c.Request().Context(), s.Actor(c), in.Version(), t)
		},
	}
}

// maxRows is how many rows of a form are read.
const maxRows = 60

// filledRows is the last row of the table in which something stands.
func filledRows(in *kit.Filling) (last int) {
	for i := 1; i <= maxRows; i++ {
		for _, name := range []string{"place_", "grams_", "price_"} {
			if in.Text(name+kit.IDText(i)) != "" {
				last = i
			}
		}
	}
	return last
}

// closeUp moves the rows of the table up over empty ones, so that each problem stands at its row.
func closeUp(in *kit.Filling) {
	to, last := 0, filledRows(in)
	for i := 1; i <= last; i++ {
		empty := true
		for _, name := range []string{"place_", "grams_", "price_"} {
			empty = empty && in.Text(name+kit.IDText(i)) == ""
		}
		if empty {
			continue
		}
		if to++; to == i {
			continue
		}
		for _, name := range []string{"place_", "grams_", "price_"} {
			in.Set(name+kit.IDText(to), in.Text(name+kit.IDText(i)))
			in.Set(name+kit.IDText(i), "")
		}
	}
}
