package main

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

const sample = `package sample

func enter(actor string, n int) (int, error) {
	if err := require(actor); err != nil {
		return 0, err
	}
	stored, err := read(n)
	if err != nil {
		return 0, err
	}
	if stored == n && (n > 3 || actor == "") {
		return 0, nil
	}
	switch {
	case n < 0:
		return 0, nil
	}
	return n, nil
}
`

func TestMutants(t *testing.T) {
	out, pkg, found, err := mutate("sample.go", []byte(sample), 10)
	if err != nil || pkg != "sample" {
		t.Fatalf("package %q, %v", pkg, err)
	}
	var got []string
	for _, m := range found {
		got = append(got, m.String())
	}
	want := []string{
		`sample.go:4: without: err := require(actor)`,
		`sample.go:11: without: if stored == n && (n > 3 || actor == "")`,
		`sample.go:11: without stored == n in: stored == n && (n > 3 || actor == "")`,
		`sample.go:11: without (n > 3 || actor == "") in: stored == n && (n > 3 || actor == "")`,
		`sample.go:11: without n > 3 in: n > 3 || actor == ""`,
		`sample.go:11: without actor == "" in: n > 3 || actor == ""`,
		`sample.go:15: without: case n < 0`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, want := range []string{
		`((err != nil) && !mutantAt(11))`,
		`((((stored == n) || mutantAt(13)) && (((((n > 3) && !mutantAt(15)) || ((actor == "") && !mutantAt(16)))) || mutantAt(14))) && !mutantAt(12))`,
		"case ((n < 0) && !mutantAt(17)):",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the source lacks\n%s\n%s", want, out)
		}
	}
	for _, src := range []string{string(out), "package sample\n" + mutantAt} {
		if _, err := parser.ParseFile(token.NewFileSet(), "sample.go", src, 0); err != nil {
			t.Errorf("the source cannot be read: %v", err)
		}
	}
}

func TestFilesThatAreNoGo(t *testing.T) {
	if _, _, _, err := mutate("sample.go", []byte("no package"), 0); err == nil {
		t.Error("taken for Go")
	}
}
