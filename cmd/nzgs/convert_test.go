package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const formatsTestdata = "../../internal/formats/testdata"

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Between all formats, by the golden files of package formats.
func TestConvert(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ in, out, golden, note string }{
		{"winter.json", "a.h9", "winter.h9", "note: 2 of 3 rounds drawn so far\n"},
		{"winter.json", "a.tou", "winter.tou", "note: games won or lost by default"},
		{"winter.json", "a.CSV", "winter.csv", "note: a CSV file has only the players and their games"},
		{"winter.json", "a.json", "winter.json", ""},
		{"winter.h9", "h9.json", "winter-h9.json", "note: ratings were taken from the grades"},
		{"winter.tou", "tou.json", "winter-tou.json", "note: a result list does not name the system"},
		{"congress.xml", "congress.json", "congress.json", "note: not kept: where ratings are from; the state of French licences; the director; how its lists are shown; groups of clubs\n"},
	} {
		t.Run(c.in+" to "+c.out, func(t *testing.T) {
			out := filepath.Join(dir, c.out)
			o := nzgs(t, "", "convert", filepath.Join(formatsTestdata, c.in), out)
			if o.status != 0 || !strings.Contains(o.stderr, c.note) || !strings.HasPrefix(o.stdout, out+": ") {
				t.Errorf("%+v", o)
			}
			if diff := cmp.Diff(read(t, filepath.Join(formatsTestdata, c.golden)), read(t, out)); diff != "" {
				t.Error(diff)
			}
		})
	}
	o := nzgs(t, "", "convert", filepath.Join(dir, "congress.json"), filepath.Join(dir, "b.xml"))
	if o.status != 0 || o.stdout != filepath.Join(dir, "b.xml")+": 9 players, 2 of 5 rounds\n" {
		t.Errorf("%+v", o)
	}
	again := nzgs(t, "", "convert", filepath.Join(dir, "b.xml"), filepath.Join(dir, "b.json"))
	if diff := cmp.Diff(
		read(t, filepath.Join(dir, "congress.json")), read(t, filepath.Join(dir, "b.json")),
	); diff != "" || again.status != 0 {
		t.Errorf("%s%+v", diff, again)
	}
}

// Nothing is overwritten unasked, nothing is left half done.
func TestConvertIsCareful(t *testing.T) {
	dir := t.TempDir()
	good, out := filepath.Join(formatsTestdata, "winter.json"), filepath.Join(dir, "out.h9")
	bad := filepath.Join(dir, "bad.json")
	if err := os.WriteFile(
		bad, []byte(`{"system":"swiss","rounds":3,"players":[{"id":"p1","rating":"x"}]}`), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	long := filepath.Join(dir, "long.json")
	if err := os.WriteFile(
		long, []byte(`{"system":"swiss","rounds":30,"players":[{"id":"p1","rating":"1d"}]}`), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name, in, out string
		force         bool
		status        int
		want          string
	}{
		{"written", good, out, false, 0, ""},
		{"not again", good, out, false, 2, "already exists; --force replaces it"},
		{"replaced", good, out, true, 0, ""},
		{"bad input", bad, filepath.Join(dir, "new.xml"), false, 2, `players[0].rating: "x" is not a rating`},
		{"bad input over a file", bad, out, true, 2, `players[0].rating: "x" is not a rating`},
		{"no room for it", long, filepath.Join(dir, "long.xml"), false, 2, "rounds: OpenGotha has at most 20 rounds"},
		{
			"unknown ending", good, filepath.Join(dir, "new.pdf"), false, 2,
			`"new.pdf" must end in .json, .xml, .h9, .tou, .aga or .csv, which says its format`,
		},
		{"no ending", filepath.Join(dir, "in"), out, true, 2, `"in" must end in .json, .xml, .h9, .tou, .aga or .csv`},
		{
			"no file", filepath.Join(dir, "none.json"), filepath.Join(dir, "new.xml"), false, 2,
			"none.json: no such file or directory",
		},
		{"no folder", good, filepath.Join(dir, "none", "new.xml"), false, 1, "none"},
		{"wrong ending", filepath.Join(formatsTestdata, "congress.xml"), filepath.Join(dir, "new.json"), false, 0, ""},
		{"one name", good, "", false, 2, "usage: name the file to read and the file to write"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			before, _ := os.ReadFile(out)
			args := []string{"convert", c.in}
			if c.out != "" {
				args = append(args, c.out)
			}
			if c.force {
				args = append(args, "--force")
			}
			o := nzgs(t, "", args...)
			if o.status != c.status || !strings.Contains(o.stderr, c.want) {
				t.Errorf("%+v; want status %d and %q", o, c.status, c.want)
			}
			if after, _ := os.ReadFile(out); c.status != 0 && string(after) != string(before) {
				t.Error("the file that was there has changed")
			}
			if _, err := os.Stat(c.out); c.status != 0 && c.out != out && err == nil {
				t.Errorf("%s was written", c.out)
			}
		})
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			t.Errorf("%s is left over", e.Name())
		}
	}
	link := filepath.Join(dir, "link.h9")
	if err := os.Symlink(bad, link); err != nil {
		t.Fatal(err)
	}
	if o := nzgs(t, "", "convert", good, link); o.status != 2 {
		t.Errorf("over a link: %+v", o)
	}
	if o := nzgs(t, "", "convert", "--force", good, link); o.status != 0 || !strings.HasPrefix(read(t, bad), "{") {
		t.Errorf("a link is replaced, not followed: %+v", o)
	}
}
