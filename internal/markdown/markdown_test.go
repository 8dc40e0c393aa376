package markdown

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"html/template"

	"nzgs/internal/apperr"
)

// page is the text as the site's pages write it, by the template that they use.
var page = template.Must(template.ParseFiles(filepath.Join("..", "..", "web", "kit", "templates", "prose.html")))

func written(t testing.TB, text Text) string {
	t.Helper()
	var b strings.Builder
	if err := page.ExecuteTemplate(&b, "prose", text); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func TestWhatIsWritten(t *testing.T) {
	for name, tt := range map[string]struct{ source, page, letter string }{
		"paragraphs": {"Kia *ora*,\n\n**all** `nzgs`", `<p dir="auto">Kia <em>ora</em>,</p>|<strong>all</strong> <code>nzgs</code>`,
			"Kia ora,\n\nall nzgs"},
		"headings begin below the page’s": {"# A\n\n### B\n\n# C", `<h2 dir="auto">A</h2>|<h3 dir="auto">B</h3>|<h2 dir="auto">C</h2>`, "A\n\nB\n\nC"},
		"a line that ends is a line":      {"one\ntwo", `one<br>two`, "one\ntwo"},
		"lists":                           {"- a\n- b\n\n3. c\n4. d", `<ul><li> <p dir="auto">a</p>|<ol start="3">`, "- a\n- b\n\n3. c\n4. d"},
		"a quotation":                     {"> said\n> so", `<blockquote>`, "> said\n> so"},
		"a table": {"| Place | Name |\n|---|---|\n| 1 | Mei |\n| 2 |", `<th scope="col" dir="auto">Place</th>|<td dir="auto">Mei</td>|<td dir="auto"></td>`,
			"- Place: 1, Name: Mei\n- Place: 2"},
		"links": {"[rules](https://example.org/a?b=c) and [events](/events), <mei@example.org>",
			`<a href="https://example.org/a?b=c" rel="nofollow noopener external">rules</a>|<a href="/events">events</a>|<a href="mailto:mei@example.org">`,
			"rules (https://example.org/a?b=c) and events (https://go.example/events), mei@example.org"},
		"a picture is its words": {"![A *board*](https://example.org/x.png)", `<p dir="auto">A <em>board</em></p>`, "A board"},
		"HTML stands as typed":   {"<script>alert(1)</script>\n\n<b>x</b>", `&lt;script&gt;alert(1)&lt;/script&gt;|&lt;b&gt;`, "<script>alert(1)</script>\n\n<b>x</b>"},
		"characters by name":     {"Te Whanganui&#45;a&#45;Tara &lt;b&gt; &amp;", `Tara &lt;b&gt; &amp;`, "Te Whanganui-a-Tara <b> &"},
		"what an escape made":    {`\&lt; &lt\; &regfoo; Q&region &#59;`, `&amp;lt; &amp;lt; &amp;regfoo; Q&amp;region ;`, "&lt; &lt; &regfoo; Q&region ;"},
		"an address with a name": {"[x](/a?b=1&region=2&copy=3)", `<a href="/a?b=1&amp;region=2&amp;copy=3">x</a>`,
			"x (https://go.example/a?b=1&region=2&copy=3)"},
		"a link in a link": {"[a <https://b.example> **c**](/f)", `<a href="/f">a https://b.example <strong>c</strong></a>`,
			"a https://b.example c (https://go.example/f)"},
		"characters that steer":   {"    a\x1b[2Jb\n\nand `c\x07d`", `<pre>a[2Jb|<code>cd</code>`, "    a[2Jb\n\nand cd"},
		"macrons and other hands": {"Tāmaki 囲碁 שלום", `<p dir="auto">Tāmaki 囲碁 שלום</p>`, "Tāmaki 囲碁 שלום"},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := Read(tt.source)
			if err != nil {
				t.Fatal(err)
			}
			for part := range strings.SplitSeq(tt.page, "|") {
				if got := written(t, text); !strings.Contains(got, part) {
					t.Errorf("the page is %s, want %s", got, part)
				}
			}
			if got := text.Letter("https://go.example"); got != tt.letter {
				t.Errorf("the letter is %q, want %q", got, tt.letter)
			}
		})
	}
}

// No text leads to what a page may not lead to, whatever it is spelt like.
func TestHostileAddressesLeadNowhere(t *testing.T) {
	for _, address := range []string{
		"javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "&#106;avascript:alert(1)", "javascript&colon;alert(1)",
		"data:text/html,<script>alert(1)</script>", "vbscript:x", "file:///etc/passwd", "//evil.example", "/\\evil.example", "\\\\evil.example",
		"http://user:word@evil.example", "https:evil", "mailto:", "blob:x", "http://", "evil", "#x", "/\u202egnp.exe", "//evil.example/x",
	} {
		for _, source := range []string{"[x](" + address + ")", "[x](<" + address + ">)", "[x][1]\n\n[1]: " + address, "<" + address + ">"} {
			text, err := Read(source)
			if err != nil {
				t.Fatal(err)
			}
			if got := written(t, text); strings.Contains(got, "<a") || strings.Contains(got, "<script") {
				t.Errorf("%q is written %s", source, got)
			}
		}
	}
	if _, away, ok := addressOf("/events?year=2026#x"); away || !ok {
		t.Error("an address of this site is refused")
	}
}

// hostile are texts that made readers of Markdown work for minutes, at several lengths.
func hostile(n int) map[string]string {
	table := strings.Repeat("|a", n) + "|\n" + strings.Repeat("|-", n) + "|\n" + strings.Repeat("|a|\n", n)
	return map[string]string{
		"a wide and long table": table,
		"tables in quotations":  strings.Repeat("> ", n) + "a|b\n" + strings.Repeat("> ", n) + "-|-\n",
		"escaped pipes":         "a|b\n-|-\n" + strings.Repeat("`\\|`\\|", n) + "|x\n",
		"quotations":            strings.Repeat(">", n) + "a",
		"quotations, lines":     strings.Repeat(">>>>>>>>a\n", n),
		"lists":                 strings.Repeat("- ", n) + "a",
		"lists by numbers":      strings.Repeat("1. ", n) + "a",
		"lists, set in":         nestedList(min(n, 190)),
		"brackets":              strings.Repeat("[", n) + strings.Repeat("]", n),
		"brackets and ends":     strings.Repeat("[a](", n),
		"links of links":        strings.Repeat("[a](<b", n),
		"definitions":           strings.Repeat("[a]: b\n", n) + strings.Repeat("[a]", n),
		"stars":                 strings.Repeat("*a **a ", n),
		"stars that nest":       strings.Repeat("**a *a ", n) + strings.Repeat("*a** ", n),
		"underscores":           strings.Repeat("_a__a", n),
		"code signs":            codeSigns(n),
		"entities":              strings.Repeat("&amp;", n) + strings.Repeat("&", n),
		"pictures":              strings.Repeat("![", n) + "a",
		"ends of lines":         strings.Repeat("\n", n) + strings.Repeat("\r", n),
		"blanks":                strings.Repeat(" ", n) + "a" + strings.Repeat(" \t", n),
		"escapes":               strings.Repeat("\\", n) + strings.Repeat("\\*", n),
		"fences":                strings.Repeat("```\n~~~\n", n),
		"headings":              strings.Repeat("#", n) + "\n" + strings.Repeat("a\n===\n", n),
		"nothing at all":        strings.Repeat("\x00", n),
		"no text":               strings.Repeat("\xff", n),
		"angles":                strings.Repeat("<a@b", n) + strings.Repeat("<!--", n),
		"one word":              strings.Repeat("a", n*8),
	}
}

func nestedList(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", 2*i) + "- a\n")
	}
	return b.String()
}

func codeSigns(n int) string {
	var b strings.Builder
	for i := 1; i < n && b.Len() < MaxLength/2; i++ {
		b.WriteString("e" + strings.Repeat("`", i%40+1))
	}
	return b.String()
}

// The work has a bound that goes with the length of the text: what is not refused makes at most so many things of each byte.
func TestHostileTextsAreBounded(t *testing.T) {
	refused := 0
	for _, n := range []int{7, 8, 60, 240, 490, 990, 4_000, 30_000, 2_000_000} {
		for name, source := range hostile(n) {
			var err error
			var text Text
			made := testing.AllocsPerRun(1, func() { text, err = Read(source) })
			if limit := float64(2_000 + 60*min(len(source), MaxLength)); made > limit {
				t.Errorf("%s, %d times: %.0f things were made of %d bytes, at most %.0f are to be", name, n, made, len(source), limit)
			}
			if err != nil {
				refused++
				if apperr.KindOf(err) != apperr.Invalid || !strings.HasSuffix(message(err), ".") {
					t.Errorf("%s: refused with %v", name, err)
				}
				continue
			}
			if out := written(t, text); len(out) > 40*len(source)+1000 {
				t.Errorf("%s, %d times: %d bytes became %d", name, n, len(source), len(out))
			}
		}
	}
	if refused < 50 {
		t.Errorf("only %d were refused", refused)
	}
	big, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Read(strings.Repeat(string(big), MaxLength/len(big))); err != nil {
		t.Errorf("a long text of nothing but words: %v", err)
	}
}

func TestARefusalSaysWhatToDo(t *testing.T) {
	for source, want := range map[string]string{
		"":                               "Write the text.",
		strings.Repeat("a", 40_001):      "Shorten the text: it has 40001 characters, and may have 40000.",
		"x\n" + strings.Repeat("|", 30):  "Line 2 has 30 signs |.",
		strings.Repeat(">", 30) + "a":    "Line 1 opens more than 8 quotations",
		strings.Repeat("*a", 1001):       "the sign * 1001 times",
		strings.Repeat("- * ", 30):       "Line 1 opens more than 8 quotations",
		strings.Repeat("*\t-\t", 30):     "Line 1 opens more than 8 quotations",
		"- - - - - - - - - - -":          "",
		"x\n\n\n* * * * * * * * * * *\r": "",
	} {
		var f apperr.Fields
		Check(&f, "text", source)
		if got := fmt.Sprint(f); want == "" && len(f) > 0 || !strings.Contains(got, want) {
			t.Errorf("%.20q: %s, want %s", source, got, want)
		}
	}
	if got := Of(strings.Repeat(">", 30)); len(got) != 1 || got[0].Kind != Code {
		t.Errorf("what cannot be read any more is %+v", got)
	}
}

func TestASummary(t *testing.T) {
	text := Of("# Congress\n\nThe [Congress](https://example.org) is in Ōtautahi, in January.")
	if got := text.Summary(40); got != "The Congress is in Ōtautahi, in …" {
		t.Error(got)
	}
	text = Of("> “So *it* was”\n\n# When\n\n1. on Monday\n2. or `Tuesday`\n\n---\n\n- [x](/y)")
	if got := text.Summary(80); got != "“So it was” on Monday or Tuesday x" {
		t.Error(got)
	}
	if got := Of("# Only").Summary(40); got != "ONLY" {
		t.Error(got)
	}
	if got := Of("Short.").Summary(40); got != "Short." {
		t.Error(got)
	}
}

// tags are what of a page is no text; known are those that the template has, with addresses that a page may lead to.
var (
	tags  = regexp.MustCompile(`<[^>]*>`)
	known = regexp.MustCompile(`^</?(p|h[2-6]|blockquote|ul|ol|li|div|pre|hr|table|thead|tbody|tr|th|td|em|strong|code|br)` +
		`( (dir|start|class|role|aria-label|tabindex|scope)="[a-zA-Z0-9 ]*")*>$|` +
		`^<a href="(https?://|mailto:|/)[^"]*"( rel="nofollow noopener external")?>$|^</a>$`)
)

func FuzzRead(f *testing.F) {
	for _, n := range []int{3, 7, 40} {
		for _, source := range hostile(n) {
			f.Add(source)
		}
	}
	f.Add("[a](javascript:x) <b onclick=x> ![x](/y) | a | b |\n|-|-|\n| 1 |")
	f.Fuzz(func(t *testing.T, source string) {
		text, err := Read(source)
		if err != nil {
			return
		}
		out := written(t, text)
		for _, tag := range tags.FindAllString(out, -1) {
			if !known.MatchString(tag) {
				t.Errorf("%q is written with %s", source, tag)
			}
		}
		text.Letter("https://go.example")
		text.Summary(100)
		text.Below(1)
	})
}
