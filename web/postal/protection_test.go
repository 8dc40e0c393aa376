package postal

import (
	"os"
	"strings"
	"testing"
)

// The page and docs/ballots.md say the same, word for word.
func TestProtectionSaysWhatTheDocumentSays(t *testing.T) {
	raw, err := os.ReadFile("../../docs/ballots.md")
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer("**", "", "`", "", "'", "’").Replace(string(raw))
	doc := strings.Join(strings.Fields(plain), " ")
	texts := append([]string{}, protectionShort...)
	described := append([]ProtectionWay{protectionKey}, protectionWays...)
	for _, way := range described {
		texts = append(texts, way.Title, way.Text)
		texts = append(append(texts, way.Protects...), way.Leaves...)
	}
	if len(texts) < 20 {
		t.Errorf("only %d texts", len(texts))
	}
	for _, text := range texts {
		if !strings.Contains(doc, text) {
			t.Errorf("docs/ballots.md does not say %q", text)
		}
	}
	listed := strings.Count(doc, "Not protected:")
	if listed != len(described) {
		t.Errorf("docs/ballots.md describes %d ways, the page %d", listed, len(described))
	}
}
