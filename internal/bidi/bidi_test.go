package bidi_test

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	unibidi "golang.org/x/text/unicode/bidi"

	"nzgs/internal/bidi"
)

// Each case is a text as a page has it; [ and ] stand for the element, ( and ) for the signs.
func TestNamesFromRightToLeftAreKeptToThemselves(t *testing.T) {
	marks := strings.NewReplacer("[", "<bdi>", "]", "</bdi>", "{", "\u2068", "}", "\u2069")
	for name, c := range map[string]struct{ page, want string }{
		"no such letters":       {"<p>Māori 東方明月 Łucja</p>", "<p>Māori 東方明月 Łucja</p>"},
		"beside a grade":        {"<p>שלום 3 dan</p>", "<p>[שלום] 3 dan</p>"},
		"beside a score":        {"<td>محمد الرشيد 3–1</td>", "<td>[محمد الرشيد] 3–1</td>"},
		"two names with a dash": {"<p>יעל כהן – אבי לוי</p>", "<p>[יעל כהן] – [אבי לוי]</p>"},
		"family name first":     {"<p>בן־דוד, שלום</p>", "<p>[בן־דוד], [שלום]</p>"},
		"a number between":      {"<p>יעל 4 אבי</p>", "<p>[יעל] 4 [אבי]</p>"},
		"in brackets":           {"<p>Yael (יעל) Cohen</p>", "<p>Yael ([יעל]) Cohen</p>"},
		"points upon letters":   {"<p>שָׁלוֹם 1</p>", "<p>[שָׁלוֹם] 1</p>"},
		"digits of Arabic":      {"<p>نادي٥ 7</p>", "<p>[نادي٥] 7</p>"},
		"an apostrophe":         {"<p>ד&#39;ור 5</p>", "<p>[ד&#39;ור] 5</p>"},
		"an initial's stop":     {"<p>א. כהן.</p>", "<p>[א. כהן].</p>"},
		"isolated already":      {"<p><bdi>יעל</bdi> 1 אבי</p>", "<p><bdi>יעל</bdi> 1 [אבי]</p>"},
		"a direction of its own": {
			`<div dir="auto">יעל <div>1</div> אבי</div>לוי`, `<div dir="auto">יעל <div>1</div> אבי</div>[לוי]`,
		},
		"the page's direction":    {`<html dir="ltr"><p>יעל</p></html>`, `<html dir="ltr"><p>[יעל]</p></html>`},
		"a field is left alone":   {`<textarea>יעל 1</textarea><input value="יעל 1">`, `<textarea>יעל 1</textarea><input value="יעל 1">`},
		"a script is left alone":  {"<script>const a = 'יעל<b>';</script>", "<script>const a = 'יעל<b>';</script>"},
		"the title has signs":     {"<title>יעל 3</title>", "<title>{יעל} 3</title>"},
		"a choice has signs":      {`<option value="1">יעל 3</option>`, `<option value="1">{יעל} 3</option>`},
		"a choice sends its text": {"<option>יעל 3</option>", "<option>יעל 3</option>"},
		"a drawing has signs":     {"<svg><title>יעל</title><text>יעל 3</text></svg>אבי", "<svg><title>{יעל}</title><text>{יעל} 3</text></svg>[אבי]"},
		"a page in a drawing": {
			"<svg><foreignObject><p>יעל 3</p></foreignObject><text>אבי</text></svg>",
			"<svg><foreignObject><p>[יעל] 3</p></foreignObject><text>{אבי}</text></svg>",
		},
		"a sign that turns the line": {"<p>\u202eevil 3 dan</p>", "<p>[\u202e]evil 3 dan</p>"},
		"a tag within a value":       {`<a title="a > יעל">אבי</a>`, `<a title="a > יעל">[אבי]</a>`},
		"an attribute like it":       {`<p data-dir="auto" class=" dir=x">אבי</p>`, `<p data-dir="auto" class=" dir=x">[אבי]</p>`},
		"cut off":                    {"<p>אבי<a href=\"", "<p>[אבי]<a href=\""},
	} {
		want := marks.Replace(c.want)
		if got := string(bidi.HTML([]byte(c.page))); got != want {
			t.Errorf("%s: got  %q\nwant %q", name, got, want)
		}
		if got := string(bidi.HTML([]byte(want))); !strings.ContainsAny(c.want, "{") && got != want {
			t.Errorf("%s: a second time it is %q", name, got)
		}
	}
}

// A paragraph in English with a name in it is isolated; one in Hebrew has its own direction.
func TestAParagraphInHebrewStaysWhole(t *testing.T) {
	for html, want := range map[string]string{
		"Kia ora יעל,":           "Kia ora <bdi>יעל</bdi>,",
		"שלום לכולם, NZGS 2026":  "שלום לכולם, NZGS 2026",
		`<a href="x">play</a> א`: `<a href="x">play</a> <bdi>א</bdi>`,
	} {
		if got := bidi.Inline(html); got != want {
			t.Errorf("%q is %q, want %q", html, got, want)
		}
	}
}

// Every letter that Unicode has from right to left, and every sign that turns a line, is seen by the quick look at bytes.
func TestTheQuickLookMissesNoLetter(t *testing.T) {
	letters := 0
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		p, _ := unibidi.LookupRune(r)
		switch p.Class() {
		case unibidi.R, unibidi.AL, unibidi.RLE, unibidi.RLO, unibidi.LRO, unibidi.LRE, unibidi.RLI, unibidi.LRI, unibidi.FSI:
		default:
			continue
		}
		if !utf8.ValidRune(r) || !unicode.IsPrint(r) && !unicode.Is(unicode.Cf, r) {
			continue // kept for letters that Unicode does not have yet
		}
		letters++
		if !bidi.May([]byte("a" + string(r) + "b")) {
			t.Errorf("U+%04X is overlooked", r)
		}
	}
	if letters < 1000 {
		t.Errorf("only %d letters were tried", letters)
	}
}

// What a page holds does not make the walk through it slow.
func TestHostilePagesTakeTimeInProportion(t *testing.T) {
	for name, part := range map[string]string{
		"open tags": "<a א", "quotes": "<a \"א", "comments": "<!-- א", "elements": "<bdi>א", "entities": "&א", "brackets": "<<<א",
		"no end": "<svg><title>א", "words": "א ",
	} {
		page := []byte("<p>" + strings.Repeat(part, 1<<20/len(part)))
		began := time.Now()
		bidi.HTML(page)
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("a page of %s takes %s", name, took)
		}
	}
}

func FuzzHTML(f *testing.F) {
	f.Add("<p>יעל 3</p>")
	f.Add("<svg><title>א</title></svg><option value=1>א")
	f.Fuzz(func(t *testing.T, page string) {
		got := bidi.HTML([]byte(page))
		plain := strings.NewReplacer("<bdi>", "", "</bdi>", "", "\u2068", "", "\u2069", "")
		if plain.Replace(string(got)) != plain.Replace(page) {
			t.Errorf("%q became %q", page, got)
		}
	})
}

func TestPlainTextIsIsolatedBySigns(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "Aroha Tūī": "Aroha Tūī", "דוד": "\u2068דוד\u2069", "\u2068דוד\u2069": "\u2068דוד\u2069",
	} {
		if got := bidi.Plain(text); got != want || bidi.Bare(got) != bidi.Bare(text) {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
