package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Who asks for JSON gets errors as JSON too, with the place of each problem; others a sentence.
func TestErrorsAsJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(path, []byte("{\"system\":\"swiss\",\n \"rounds\":3,\n \"players\":[}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	said := func(args ...string) string {
		cmd := root()
		cmd.SetArgs(args)
		cmd.SetOut(&bytes.Buffer{})
		cmd.SetErr(&bytes.Buffer{})
		ran, err := cmd.ExecuteC()
		if err == nil {
			t.Fatal("taken")
		}
		var b bytes.Buffer
		report(&b, ran, err)
		return b.String()
	}
	var out struct {
		Error    string
		Problems []struct {
			Line, Column int
			Message      string
		}
	}
	text := said("standings", "--json", path)
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if out.Error == "" || len(out.Problems) != 1 || out.Problems[0].Line != 3 || out.Problems[0].Message == "" {
		t.Errorf("%+v", out)
	}
	if text := said("standings", path); !strings.HasPrefix(text, "nzgs: ") {
		t.Errorf("without --json: %s", text)
	}
	if text := said("standings", "--json", path, "--round", "x"); !json.Valid([]byte(text)) {
		t.Errorf("a mistake in the call: %s", text)
	}
}
