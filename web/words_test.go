package web_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"nzgs/internal/words"
	"nzgs/internal/words/wordstest"
	"nzgs/web"
	"nzgs/web/kit/kittest"
)

// Each desk has the list of everything it says that can be translated, and its catalogues have just that:
// go test ./web -run Words -update writes them again.
func TestWordsAreListed(t *testing.T) {
	for _, desk := range slices.Sorted(maps.Keys(web.Templates())) {
		every, err := wordstest.Every(desk)
		if err != nil {
			t.Fatal(err)
		}
		sameOrWritten(t, filepath.Join(desk, words.Folder, "en.pot"), every.PO())
		files, err := filepath.Glob(filepath.Join(desk, words.Folder, "*.po"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			have, err := words.ParsePO("web/"+filepath.ToSlash(file), text)
			if err != nil {
				t.Error(err)
				continue
			}
			sameOrWritten(t, file, wordstest.Merged(every, have).PO())
		}
		if _, err := web.Templates()[desk].Files().Open(words.Folder + "/en.pot"); err != nil {
			t.Errorf("web/%s does not embed its words: //go:embed templates words", desk)
		}
	}
}

func sameOrWritten(t *testing.T, file string, want []byte) {
	t.Helper()
	if *kittest.Update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v: go test ./web -run Words -update writes it", err)
	}
	if diff := kittest.LineDiff(string(have), string(want)); diff != "" {
		t.Errorf("web/%s has not what the pages say (-there +said). Run go test ./web -run Words -update and read the difference:\n%s", file, diff)
	}
}
