package lessons

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var sentence = regexp.MustCompile("(?m)^\\| [^|]+ \\| [^|]+ \\| `(Test\\w+)`(?:: ([^|]+))? \\|$")

// TestEverySentenceHasItsTest: docs/rule-texts.md names no test, and no case of one, that does not exist.
func TestEverySentenceHasItsTest(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "rule-texts.md"))
	if err != nil {
		t.Fatal(err)
	}
	in := map[string]string{} // the test files that have a test of that name
	for _, root := range []string{"games", "gorules", "playing"} {
		err := filepath.WalkDir(filepath.Join("..", "..", root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := os.ReadFile(path)
			for _, found := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(file), -1) {
				in[found[1]] += string(file)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	cases := regexp.MustCompile(`(?m)^\t\t\{"((?:It's Your Turn|igGameCenter|short rules \d|New Zealand): [^"]+)"`)
	for _, c := range cases.FindAllStringSubmatch(in["TestWhatTheTextsSayOfGo"], -1) {
		if !strings.Contains(string(text), "`TestWhatTheTextsSayOfGo`: "+c[1]+" |") {
			t.Errorf("the table lacks %q", c[1])
		}
	}
	rows := sentence.FindAllStringSubmatch(string(text), -1)
	if lines := strings.Count(string(text), "\n| ") - 1; len(rows) != lines {
		t.Errorf("%d of %d rows name a test", len(rows), lines)
	}
	for _, row := range rows {
		file, known := in[row[1]]
		if !known || !strings.Contains(file, `"`+row[2]) {
			t.Errorf("no %s: %q", row[1], row[2])
		}
	}
}
