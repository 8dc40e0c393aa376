package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEveryGoroutineIsRaced: each go statement of the program names a test that
// exists, and tests known to start goroutines are found.
func TestEveryGoroutineIsRaced(t *testing.T) {
	got, err := find(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []test{
		{"internal/store", "TestManyWritersWaitForEachOther"},
		{"internal/pairing/simulate", "TestTheReportDoesNotDependOnTheWorkers"},
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%v is not raced", want)
		}
	}
}

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		name, code, tests string
		want              []string
		fault             string
	}{
		{"a go statement", "", "func TestA(t *testing.T) { go f() }\nfunc TestB(t *testing.T) {}", []string{"TestA"}, ""},
		{"a group", "", "func TestA(t *testing.T) { wg.Go(f) }", []string{"TestA"}, ""},
		{
			"by a helper of a helper", "",
			"func TestA(t *testing.T) { helpA() }\nfunc helpA() { helpB() }\nfunc helpB() { go f() }", []string{"TestA"}, "",
		},
		{
			"by a helper that is passed on", "", "func TestA(t *testing.T) { each(help) }\nfunc help() { go f() }",
			[]string{"TestA"}, "",
		},
		{
			"by a method", "",
			"func TestA(t *testing.T) { w.help() }\nfunc TestB(t *testing.T) { help := 1; _ = help }\nfunc (w *world) help() " +
				"{ go f() }",
			[]string{"TestA"}, "",
		},
		{
			"named", "func f() {\n\tgo g() // raced by TestA, TestB\n}",
			"func TestA(t *testing.T) {}\nfunc TestB(t *testing.T) {}\nfunc TestC(t *testing.T) {}", []string{"TestA", "TestB"},
			"",
		},
		{"not named", "func f() {\n\tgo g()\n}", "", nil, "code.go:4 starts a goroutine"},
		{"a group that is not named", "func f() {\n\twg.Go(g)\n}", "", nil, "code.go:4 starts a goroutine"},
		{"named, but not there", "func f() {\n\tgo g() // raced by TestA\n}", "", nil, "TestA, which does not exist"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			dir := filepath.Join(root, "room")
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string]string{"code.go": tt.code, "code_test.go": tt.tests} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte("package room\n\n"+text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			found, err := find(root)
			if err == nil != (tt.fault == "") || err != nil && !strings.Contains(err.Error(), tt.fault) {
				t.Errorf("error %v, want %q", err, tt.fault)
			}
			var got []string
			for _, f := range found {
				got = append(got, f.name)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("found %v, want %v", got, tt.want)
			}
		})
	}
}
