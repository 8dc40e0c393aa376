package ballot

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestTheFormatsAreDocumented: docs/ballots.md names every field of every file,
// every label that is signed or hashed, every reason and size, and its example
// is one.
func TestTheFormatsAreDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "ballots.md"))
	if err != nil {
		t.Fatal(err)
	}
	doc := string(text)
	has := func(want string) {
		t.Helper()
		if !strings.Contains(doc, "`"+want+"`") {
			t.Errorf("docs/ballots.md does not say `%s`", want)
		}
	}
	for _, v := range []any{
		Package{}, Motion{}, Teller{}, Card{}, Entries{}, Record{}, Result{}, Tally{}, Counted{}, Approval{}, Test{},
		KeySet{}, SignedKeys{}, Notes{},
	} {
		for i := range reflect.TypeOf(v).NumField() {
			name, _, _ := strings.Cut(reflect.TypeOf(v).Field(i).Tag.Get("json"), ",")
			has(name)
		}
	}
	for _, label := range []string{
		packageLabel, serialLabel, rootLabel, entriesLabel, resultLabel, testStatement, approvalLabel, keysLabel,
	} {
		has(strings.TrimSuffix(label, "\n"))
	}
	for _, format := range []string{PackageFormat, EntriesFormat, ResultFormat, TestFormat, NotesFormat, unsignedFormat, alphabet} {
		has(format)
	}
	for i, r := range Rejections() {
		if !strings.Contains(doc, fmt.Sprintf("%d `%s`", i+1, r)) {
			t.Errorf("docs/ballots.md lacks reason %d, %s", i+1, r)
		}
	}
	v := newVote(t, 1, 1, 1)
	if size := v.RecordSize(); !strings.Contains(
		doc, fmt.Sprintf("has %d bytes and 98 more for each teller (%d for two)", size-2*98, size),
	) {
		t.Errorf("a record has %d bytes", size)
	}
	_, example, _ := strings.Cut(doc, "```json\n")
	example, _, _ = strings.Cut(example, "```")
	if r, err := ParseResult([]byte(example)); err != nil || string(r.Encode()) != example {
		t.Errorf("the example of a result: %v", err)
	}
}

// TestExamplesAreSerials: who tries an example finds that it works.
func TestExamplesAreSerials(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "ballots.md"))
	if err != nil {
		t.Fatal(err)
	}
	examples := regexp.MustCompile(`\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b`).FindAllString(string(text), -1)
	if len(examples) < 3 {
		t.Errorf("only %q", examples)
	}
	for _, s := range examples {
		if got, err := ParseSerial(s); err != nil || got.String() != s {
			t.Errorf("%s: %v", s, err)
		}
	}
}
