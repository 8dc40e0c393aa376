package bookshop_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/web/kit/kittest"
)

const hostile = "Kia ora **koutou**\n\n<script>alert(1)</script> [here](javascript:alert(1))"

func officer(s *kittest.Site, name string, role auth.Role) *kittest.Browser {
	account, _ := s.Account(name, "Lin", auth.Office{Role: role})
	return s.Browser(s.Session(account))
}

func reads(t *testing.T, a kittest.Answer, status int, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if without, not := strings.CutPrefix(text, "not:"); not {
			if strings.Contains(a.Body, without) {
				t.Errorf("the page has %q", without)
			}
			continue
		}
		a.Wants(t, status, text)
	}
}

func addBook(t *testing.T, b *kittest.Browser, title string) {
	t.Helper()
	b.Post("/bookshop/desk/articles/new", "title", title, "body", hostile, "price", "30", "member_price", "25.00", "grams", "400", "shown", "on").
		LeadsTo(t, "/bookshop/desk/articles/1")
}

// What is typed wrong comes back with all that is wrong, and what is hostile stands as it was typed.
func TestArticlesAreKept(t *testing.T) {
	s := kittest.EmptySite(t)
	aroha := officer(s, "Aroha", auth.Treasurer)
	aroha.Post("/bookshop/desk/articles/new", "title", "", "body", "Kept text", "price", "abc", "member_price", "-1", "grams", "1e9").
		Wants(t, http.StatusUnprocessableEntity, "Give it a title", "Enter dollars and cents, for example 160.00.", "Enter a whole number, for example 3.", "Kept text")
	addBook(t, aroha, "Go <for> all")
	anyone := s.Browser("")
	reads(t, anyone.Get("/bookshop"), http.StatusOK, "Go &lt;for&gt; all", "$30.00, members $25.00", "Sold out", "not:Bookshop desk", "not:<script>alert")
	anyone.Get("/bookshop/1").LeadsTo(t, "/bookshop/1-go-for-all")
	reads(t, anyone.Get("/bookshop/1-go-for-all"), http.StatusOK,
		"<strong>koutou</strong>", `rel="canonical" href="http://go.example.nz/bookshop/1-go-for-all"`, "og:image", "not:javascript:alert", "not:<script>alert")
	anyone.Get("/bookshop/01").Wants(t, http.StatusNotFound)
	anyone.Get("/sitemap.xml").Wants(t, http.StatusOK, "/bookshop/1<")
	s.Now = s.Now.Add(60e9)
	anyone.Get("/search?q=go+for").Wants(t, http.StatusOK, "/bookshop/1")
	shown := kittest.VersionOn(t, aroha.Get("/bookshop/desk/articles/1/edit"))
	edit := []string{"version", shown, "title", "Go", "body", "x", "price", "30", "grams", "400"}
	aroha.Post("/bookshop/desk/articles/1/edit", edit...).LeadsTo(t, "/bookshop/desk/articles/1")
	aroha.Post("/bookshop/desk/articles/1/edit", append(edit, "shown", "on")...).Wants(t, http.StatusConflict)
	anyone.Get("/bookshop/1").Wants(t, http.StatusNotFound)
	reads(t, anyone.Get("/sitemap.xml"), http.StatusOK, "not:/bookshop/1<")
}

func TestStockIsChangedWithAReason(t *testing.T) {
	s := kittest.EmptySite(t)
	mei := officer(s, "Mei", auth.Secretary)
	officer(s, "Rangi", auth.President).Get("/bookshop/desk/articles").Wants(t, http.StatusForbidden)
	addBook(t, mei, "Go")
	change := func(why, number, seen string) kittest.Answer {
		return mei.Post("/bookshop/desk/articles/1/stock", "why", why, "number", number, "seen", seen, "note", "From the printer")
	}
	change("bought", "-1", "0").Wants(t, http.StatusUnprocessableEntity, "Enter a whole number from 1", "From the printer")
	change("", "1", "0").Wants(t, http.StatusUnprocessableEntity, "Choose why.")
	change("bought", "1000000000", "0").Wants(t, http.StatusUnprocessableEntity, "Enter a whole number from 1 to 100000.")
	change("bought", "3", "0").LeadsTo(t, "/bookshop/desk/articles/1")
	change("damaged", "4", "3").Wants(t, http.StatusUnprocessableEntity, "Only 3 are there.")
	change("counted", "2", "1").Wants(t, http.StatusConflict, "There were 1 when you opened this page")
	change("counted", "1", "3").LeadsTo(t, "/bookshop/desk/articles/1")
	mei.Get("/bookshop/desk/articles/1").Wants(t, http.StatusOK, "−2", "Counted", "From the printer", "Mei Lin")
	s.Browser("").Get("/bookshop").Wants(t, http.StatusOK, "The last one")
}

func TestThePictureOfAnArticle(t *testing.T) {
	s := kittest.EmptySite(t)
	mei := officer(s, "Mei", auth.Secretary)
	addBook(t, mei, "Go")
	add := func(content string, pairs ...string) kittest.Answer {
		shown := kittest.VersionOn(t, mei.Get("/bookshop/desk/articles/1/picture"))
		return mei.Upload("/bookshop/desk/articles/1/picture", "p.png", content, append(pairs, "version", shown)...)
	}
	var b bytes.Buffer
	s.Must(png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 30, 20))))
	add(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`).
		Wants(t, http.StatusUnprocessableEntity, "This is no JPEG or PNG picture", "Say in at most 200 letters what the picture shows")
	add(strings.Repeat("x", 50<<20), "says", "Much").Wants(t, http.StatusRequestEntityTooLarge, "The limit is 12 MB. Nothing was changed.")
	add(b.String(), "says", "The cover").LeadsTo(t, "/bookshop/desk/articles/1")
	s.Browser("").Get("/bookshop/1-go").Wants(t, http.StatusOK, `src="/bookshop/pictures/1"`, `alt="The cover"`)
	if got := s.Browser("").Get("/bookshop/pictures/1"); got.Status != http.StatusOK || got.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the picture is %d %v", got.Status, got.Header)
	}
}

func TestTheTableOfPostage(t *testing.T) {
	s := kittest.EmptySite(t)
	mei := officer(s, "Mei", auth.Secretary)
	shown := kittest.VersionOn(t, mei.Get("/bookshop/desk/postage"))
	// The second row is empty; the third stands in its place.
	mei.Post("/bookshop/desk/postage", "version", shown, "place_1", "New Zealand", "grams_1", "500", "price_1", "7", "place_3", "Australia", "grams_3", "x", "price_3", "y").
		Wants(t, http.StatusUnprocessableEntity, `name="grams_2" value="x"`, "Enter a whole number", "Enter dollars and cents")
	mei.Post("/bookshop/desk/postage", "version", shown, "place_1", "New Zealand", "grams_1", "500", "price_1", "7", "place_3", "Australia", "grams_3", "900", "price_3", "25").
		LeadsTo(t, "/bookshop/desk/postage")
	mei.Get("/bookshop/desk/postage").Wants(t, http.StatusOK, `value="Australia"`, `value="25.00"`)
	mei.Post("/bookshop/desk/postage", "version", shown, "place_1", "Mars", "grams_1", "1", "price_1", "1").Wants(t, http.StatusConflict)
}
