package points

import (
	"os"
	"strings"
	"testing"
)

// docs/points-file.md lists each reading beside what it reads.
func TestReadingsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/points-file.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range Readings() {
		if row := "| " + r.Says + " | " + r.Read + " |"; !strings.Contains(string(page), row) {
			t.Errorf("the page lacks the row\n%s", row)
		}
	}
}
