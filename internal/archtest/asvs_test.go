package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// asvs says how many requirements of levels 1 and 2 each section of ASVS 5.0.0 has,
// as runs of levels: "1.2: 1-5 are of level 1, 6-9 of level 2". Numbers that are left
// out are of level 3.
const asvs = `
1.1: 22        1.2: 111112222 1.3: 11222222222 1.4: 222       1.5: 12
2.1: 122       2.2: 112       2.3: 1222        2.4: 2
3.2: 11        3.3: 1222      3.4: 112222      3.5: 11122     3.7: 22
4.1: 122       4.2: 2         4.3: 22          4.4: 1222
5.1: 2         5.2: 112       5.3: 11          5.4: 222
6.1: 122       6.2: 111111112222 6.3: 1122     6.4: 1122      6.5: 22222  6.6: 222  6.8: 2222
7.1: 222       7.2: 1111      7.3: 22          7.4: 11222     7.5: 22     7.6: 22
8.1: 12        8.2: 112       8.3: 1           8.4: 2
9.1: 111       9.2: 1222
10.1: 22       10.2: 22       10.3: 2222       10.4: 11111222222 10.5: 22222 10.6: 22 10.7: 222
11.1: 22       11.2: 222      11.3: 112        11.4: 1222     11.5: 2     11.6: 2
12.1: 122      12.2: 11       12.3: 2222
13.1: 2        13.2: 22222    13.3: 22         13.4: 12222
14.1: 22       14.2: 1222     14.3: 122
15.1: 122      15.2: 122      15.3: 1222222
16.1: 2        16.2: 22222    16.3: 2222       16.4: 222      16.5: 222
17.1: 2        17.2: 2222     17.3: 22`

func requirements(t *testing.T) map[string]string {
	t.Helper()
	out, words := map[string]string{}, strings.Fields(asvs)
	for i := 0; i < len(words); i += 2 {
		for n, level := range words[i+1] {
			out[strings.TrimSuffix(words[i], ":")+"."+strconv.Itoa(n+1)] = string(level)
		}
	}
	if len(out) != 70+183 {
		t.Fatalf("%d requirements: the standard has 70 of level 1 and 183 of level 2", len(out))
	}
	return out
}

var (
	testName = regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w+`)
	testFunc = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	verdict  = regexp.MustCompile(`^(?:met\b|(?:partly|not met|no): \S)`)
	lacks    = regexp.MustCompile(`^(?:partly|not met)`)
	shown    = regexp.MustCompile("^(?:no test: \\S.*|`\\w+`(?:, `\\w+`)*)$")
	toPart   = regexp.MustCompile(`\]\(([a-z]*\.?m?d?)#([a-z0-9-]+)\)`)
	notPart  = regexp.MustCompile(`[^a-z0-9 -]`)
)

// TestTheASVSTable: docs/asvs.md has each requirement of levels 1 and 2 once, says
// of each what is so, because of what it lacks what it lacks, and by which tests it is
// shown or why by none.
func TestTheASVSTable(t *testing.T) {
	open, text := requirements(t), document(t, "asvs.md")
	for i, line := range strings.Split(text, "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if !strings.HasPrefix(line, "| ") || cells[0] == "id" {
			continue
		}
		if len(cells) != 5 {
			t.Errorf("line %d has %d cells", i+1, len(cells))
			continue
		}
		id, level, here, by := cells[0], cells[1], cells[3], cells[4]
		if open[id] == "" || open[id] != level {
			t.Errorf("line %d: requirement %s of level %s is none of the standard, or stands twice", i+1, id, level)
		}
		delete(open, id)
		if !verdict.MatchString(here) {
			t.Errorf("line %d: %s says %q, want met, or partly, not met or no with a reason", i+1, id, here)
		}
		if lacks.MatchString(here) && !strings.Contains(here, " because ") {
			t.Errorf("line %d: %s lacks something and does not say because of what: %q", i+1, id, here)
		}
		if !shown.MatchString(by) {
			t.Errorf("line %d: %s has neither a test nor a reason: %q", i+1, id, by)
		}
	}
	for id := range open {
		t.Errorf("requirement %s has no row", id)
	}
}

func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestDocumentsNameTestsThatExist: a test that a document calls on is there, and so is
// the part of a document that it leads to.
func TestDocumentsNameTestsThatExist(t *testing.T) {
	known := map[string]bool{}
	for _, s := range sources(t) {
		for _, m := range testFunc.FindAllStringSubmatch(s.text, -1) {
			known[m[1]] = known[m[1]] || strings.HasSuffix(s.file, "_test.go")
		}
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil || len(files) < 8 {
		t.Fatalf("%d documents, %v", len(files), err)
	}
	for _, path := range files {
		name := filepath.Base(path)
		text := document(t, name)
		for _, test := range testName.FindAllString(text, -1) {
			if !known[test] && test != "TestName" { // it stands for any
				t.Errorf("docs/%s names %s, which is no test", name, test)
			}
		}
		for _, m := range toPart.FindAllStringSubmatch(text, -1) {
			to := m[1]
			if to == "" {
				to = name
			}
			if !slices.Contains(parts(document(t, to)), m[2]) {
				t.Errorf("docs/%s leads to #%s of %s, which is not there", name, m[2], to)
			}
		}
	}
}

// parts are the names by which a link reaches the headings of a document.
func parts(text string) (out []string) {
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "#") {
			heading := strings.ToLower(strings.TrimSpace(strings.TrimLeft(line, "#")))
			out = append(out, strings.ReplaceAll(notPart.ReplaceAllString(heading, ""), " ", "-"))
		}
	}
	return out
}

var writesMarkup = regexp.MustCompile(
	`\b(?:inner|outer)HTML\s*\+?=[^=]|insertAdjacentHTML|document\.write|\beval\(|new Function|createContextualFragment|` +
		`postMessage|["']message["']|__proto__|\bset(?:Timeout|Interval)\(\s*["'` + "`]",
)

// TestScriptsWriteNoMarkup: our scripts set text, never HTML, run nothing that is
// made of text, and take no messages of other windows.
func TestScriptsWriteNoMarkup(t *testing.T) {
	var files []string
	for _, pattern := range []string{"web/*/static/*.js", "web/static/*.js"} {
		found, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 3 {
		t.Fatalf("only %d scripts", len(files))
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if found := writesMarkup.FindString(line); found != "" {
				t.Errorf("%s:%d: %s", filepath.Base(path), i+1, found)
			}
		}
	}
}
