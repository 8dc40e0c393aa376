package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// The program of the test is one that Go built, too: what it is made of is listed, the same each time.
func TestAProgramIsListed(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := list(b, program); err != nil {
			t.Fatal(err)
		}
	}
	if first.String() != second.String() {
		t.Error("two lists of one program differ")
	}
	var got bom
	if err := json.Unmarshal(first.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Format != "CycloneDX" || got.Metadata.Component.Type != "application" || len(got.Components) == 0 ||
		got.Components[0].Name != "std" || !strings.HasPrefix(got.Components[0].PURL, "pkg:golang/std@go1.") {
		t.Errorf("%+v", got)
	}
	seen := map[string]bool{}
	for _, c := range got.Components {
		if c.Version == "" || seen[c.Ref] {
			t.Errorf("%+v has no version, or is listed twice", c)
		}
		seen[c.Ref] = true
	}
	if err := list(&first, "main_test.go"); err == nil {
		t.Error("a text is listed as a program")
	}
}
