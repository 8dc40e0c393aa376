package web_test

import (
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/jba/templatecheck"

	"nzgs/web/constitution"
	"nzgs/web/events"
	"nzgs/web/kit"
)

// Every shared template takes the type that its comment names.
func TestSharedTemplatesTakeTheirTypes(t *testing.T) {
	base, err := baseTemplate()
	if err != nil {
		t.Fatal(err)
	}
	dots := map[string]any{
		"agenda":        kit.Agenda{},
		"badge":         kit.Badge{},
		"button-link":   kit.Link{},
		"chart":         kit.Chart{},
		"conflict":      kit.Conflict{},
		"crosstable":    events.Crosstable{},
		"crumbs":        kit.Page{},
		"draft-note":    kit.Draft{},
		"said":          kit.Said{},
		"once-key":      kit.Page{},
		"dropzone":      kit.Upload{},
		"empty-state":   kit.Empty{},
		"error-summary": []kit.FieldError{},
		"facts":         []kit.Fact{},
		"field":         kit.Field{},
		"filters":       kit.Filters{},
		"flash":         []kit.Flash{},
		"game-board":    kit.GameBoard{},
		"game-area":     kit.BoardPart{},
		"game-rows":     kit.GameBoard{},
		"game-step":     kit.GameStep{},
		"inbox":         []kit.InboxCard{},
		"list-head":     kit.ListHead{},
		"page-head":     kit.Page{},
		"on-day":        constitution.OnDay{},
		"pager":         kit.Pager{},
		"pairings":      events.Pairings{},
		"print-header":  kit.Page{},
		"progress":      kit.Progress{},
		"result":        events.Pairing{},
		"question":      constitution.QuestionCard{},
		"results-board": events.ResultsBoard{},
		"row-state":     kit.Badge{},
		"seat":          events.Seat{},
		"site-foot":     kit.Page{},
		"site-head":     kit.Page{},
		"rule-ref":      kit.RuleText{},
		"sort-header":   kit.SortHeader{},
		"standings":     events.Standings{},
		"steps":         []kit.Step{},
		"table-result":  events.TableResult{},
		"tabs":          kit.Tabs{},
		"tasks":         []kit.Task{},
		"trace":         kit.Trace{},
		"unfold":        events.Unfold{},
	}
	for name, dot := range dots {
		tmpl := base.Lookup(name)
		if tmpl == nil {
			t.Errorf("there is no template %q", name)
			continue
		}
		if err := templatecheck.CheckHTML(tmpl, dot); err != nil {
			t.Errorf("%s with %T: %v", name, dot, err)
		}
	}
}

// A field's error stands beside it, is read out with it, and what was typed
// stays.
func TestFieldWithErrorKeepsItsValue(t *testing.T) {
	got := renderPartial(t, "field", kit.Field{ID: "email", Name: "email", Label: "E-mail", Type: "email",
		Value: `a"b`, Hint: "Where receipts go.", Error: "Enter an address with an @."})
	for _, want := range []string{
		`<label for="email">E-mail</label>`, `value="a&#34;b"`, `aria-invalid="true"`,
		`aria-describedby="email-hint email-error"`, `id="email-hint"`, `id="email-error"`, "Enter an address with an @.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// A figure with a rule opens to it; one without is only the figure.
func TestTraceWithoutRuleIsOnlyItsValue(t *testing.T) {
	if got := renderPartial(t, "trace", kit.Trace{Value: "30 June 2027"}); got != "30 June 2027" {
		t.Errorf("got %q", got)
	}
	got := renderPartial(t, "trace", kit.Trace{
		Value: "30 June 2027", Rule: "Rule 2.2", Lines: []string{"joined after 31 January"},
	})
	for _, want := range []string{"<details", "Rule 2.2", "joined after 31 January"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// The content security policy refuses these; a browser would only say so in
// its console.
func TestTemplatesHaveNothingInline(t *testing.T) {
	refused := regexp.MustCompile(`(?i)\sstyle=|\son[a-z]+="|<style|<script>|javascript:|hx-on|https?://`)
	err := fs.WalkDir(templateFiles, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(templateFiles, path)
		for i, line := range strings.Split(string(text), "\n") {
			if found := refused.FindString(line); found != "" {
				t.Errorf("%s:%d: %q", path, i+1, found)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A table that may scroll inside itself can be reached and scrolled by
// keyboard, and has a name.
func TestScrollingRegionsTakeTheFocus(t *testing.T) {
	region := regexp.MustCompile(`<div class="scroll[^>]*>`)
	err := fs.WalkDir(templateFiles, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(templateFiles, path)
		for _, tag := range region.FindAllString(string(text), -1) {
			for _, want := range []string{`role="region"`, `aria-label`, `tabindex="0"`} {
				if !strings.Contains(tag, want) {
					t.Errorf("%s: no %s in %s", path, want, tag)
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A form that is refused shows every problem at once (docs/style.md); a browser
// that checks first would stop at one.
func TestFormsAreCheckedByTheServer(t *testing.T) {
	forms := regexp.MustCompile(`<form[^>]*class="form[ "][^>]*>`)
	err := fs.WalkDir(templateFiles, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(templateFiles, path)
		for _, form := range forms.FindAllString(string(text), -1) {
			if strings.Contains(form, `method="post"`) && !strings.Contains(form, " novalidate") {
				t.Errorf("%s: %s lacks novalidate", path, form)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What the layout and the style sheets ask for is there.
func TestStaticFilesThatAreNamedExist(t *testing.T) {
	named := regexp.MustCompile(`/static/([\w./-]+)`)
	layout, err := fs.ReadFile(templateFiles, "templates/layout.html")
	if err != nil {
		t.Fatal(err)
	}
	matches := named.FindAllStringSubmatch(string(layout), -1)
	if len(matches) < 8 {
		t.Fatalf("only %d static files in the layout", len(matches))
	}
	for _, m := range matches {
		if _, err := fs.Stat(staticFiles, "static/"+m[1]); err != nil {
			t.Error(err)
		}
	}
	scripts := regexp.MustCompile(`"(?:vendor/)?([\w.-]+\.(?:js|css))"|url\("([^"]+)"\)`)
	for _, file := range []string{"app.css", "app.js", "chart.js"} {
		text, err := fs.ReadFile(staticFiles, "static/"+file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range scripts.FindAllStringSubmatch(string(text), -1) {
			name := m[1] + m[2]
			_, plain := fs.Stat(staticFiles, "static/"+name)
			_, vendored := fs.Stat(staticFiles, "static/vendor/"+name)
			if plain != nil && vendored != nil {
				t.Errorf("%s names %s, which is not there", file, name)
			}
		}
	}
}

// WCAG 2.2 AA: text 4.5 : 1 (1.4.3), edges and focus 3 : 1 (1.4.11), by day
// and by night.
func TestTokensHaveContrast(t *testing.T) {
	css, err := fs.ReadFile(staticFiles, "static/app.css")
	if err != nil {
		t.Fatal(err)
	}
	light, dark, ok := strings.Cut(string(css), "@media screen and (prefers-color-scheme: dark)")
	if !ok {
		t.Fatal("no dark tokens")
	}
	dark, _, _ = strings.Cut(dark, "/* ---- Bridge")
	day := tokens(light)
	night := tokens(light)
	for name, value := range tokens(dark) {
		night[name] = value
	}
	const text, edge = 4.5, 3
	pairs := []struct {
		on   []string
		over []string
		want float64
	}{
		{
			[]string{"ink", "muted", "accent", "accent-hover", "danger", "warn", "ok", "info"},
			[]string{"bg", "surface", "sunken"}, text,
		},
		{[]string{"ink", "muted"}, []string{"accent-soft", "danger-soft", "warn-soft", "ok-soft", "info-soft"}, text},
		{[]string{"accent"}, []string{"accent-soft"}, text},
		{[]string{"danger"}, []string{"danger-soft"}, text},
		{[]string{"warn"}, []string{"warn-soft"}, text},
		{[]string{"ok"}, []string{"ok-soft"}, text},
		{[]string{"info"}, []string{"info-soft"}, text},
		{[]string{"on-fill"}, []string{"fill", "fill-hover", "danger-fill"}, text},
		{[]string{"edge", "focus", "fill", "danger-fill"}, []string{"bg", "surface"}, edge},
		{[]string{"stone-white-rim", "stone-black-rim"}, []string{"surface"}, edge},
		{[]string{"kaya-line"}, []string{"kaya", "kaya-deep"}, edge},
		{[]string{"kaya-text"}, []string{"surface"}, text},
	}
	for mode, set := range map[string]map[string]string{"light": day, "dark": night} {
		for _, p := range pairs {
			for _, on := range p.on {
				for _, over := range p.over {
					got, err := contrast(set[on], set[over])
					if err != nil {
						t.Errorf("%s: --%s over --%s: %v", mode, on, over, err)
					} else if got < p.want {
						t.Errorf("%s: --%s over --%s has %.2f : 1, want %.1f", mode, on, over, got, p.want)
					}
				}
			}
		}
	}
}

var tokenLine = regexp.MustCompile(`--([a-z-]+):\s*(#[0-9a-f]{3,6});`)

func tokens(css string) map[string]string {
	set := map[string]string{}
	for _, m := range tokenLine.FindAllStringSubmatch(css, -1) {
		set[m[1]] = m[2]
	}
	return set
}

// contrast is the ratio of WCAG 2.2 between two colours, 1 to 21.
func contrast(a, b string) (float64, error) {
	la, errA := luminance(a)
	lb, errB := luminance(b)
	if errA != nil || errB != nil {
		return 0, fmt.Errorf("colours %q and %q", a, b)
	}
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05), nil
}

func luminance(hex string) (float64, error) {
	hex = strings.TrimPrefix(hex, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 {
		return 0, fmt.Errorf("colour %q", hex)
	}
	linear := func(v uint64) float64 {
		c := float64(v&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(n>>16) + 0.7152*linear(n>>8) + 0.0722*linear(n), nil
}
