package constitution

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestParseWording(t *testing.T) {
	const file = "\ufeffRules of an invented society\r\n\r\n" +
		"## 1 The name\r\n\r\n" +
		"  • 1.1 The name is one of our own.\r\n" +
		"  • 1.2 The purposes are:\r\nTo play.\r\nTo teach.\r\n\r\n" +
		"**4.4** The agenda:\r\na) Tellers.\r\nb) Minutes\r\n  of the last meeting.\r\n\r\nc) The rest.\r\n" +
		"4.5. Minutes are taken.\r\n- on paper\r\n- in ink\r\n" +
		"Rule 4.10: Ballots.\r\n\r\n  A second paragraph of it.\r\n"
	want := Wording{Title: "Rules of an invented society", Paragraphs: []Paragraph{
		{Number: "1.1", Heading: "1 The name", Text: "The name is one of our own.", Line: 5},
		{Number: "1.2", Text: "The purposes are:\nTo play.\nTo teach.", Line: 6},
		{
			Number: "4.4", Text: "The agenda:",
			Items: []Point{{"a", "Tellers."}, {"b", "Minutes\nof the last meeting."}, {"c", "The rest."}}, Line: 10,
		},
		{Number: "4.5", Text: "Minutes are taken.", Items: []Point{{"", "on paper"}, {"", "in ink"}}, Line: 16},
		{Number: "4.10", Text: "Ballots.\nA second paragraph of it.", Line: 19},
	}}
	got, err := ParseWording([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want\n%+v", got, want)
	}
	if missing := got.Missing(); len(missing) != 55-5 || missing[0] != "2.1" {
		t.Errorf("missing: %v", missing)
	}
	if unknown := got.Unknown(); len(unknown) != 0 {
		t.Errorf("unknown: %v", unknown)
	}
	if p, ok := got.Paragraph("4.5"); !ok || len(p.Items) != 2 {
		t.Errorf("4.5: %+v", p)
	}
}

// A whole invented constitution with every rule reads without a problem.
func TestParseAWholeWording(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("testdata", "invented.md"))
	if err != nil {
		t.Fatal(err)
	}
	w, err := ParseWording(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Missing()) != 0 || !reflect.DeepEqual(w.Unknown(), []string{"4.21"}) {
		t.Errorf("missing %v, unknown %v", w.Missing(), w.Unknown())
	}
	again, err := ParseWording([]byte(w.Markdown()))
	if err != nil || !reflect.DeepEqual(withoutLines(again), withoutLines(w)) {
		t.Errorf("written and read again: %v", err)
	}
}

func withoutLines(w Wording) Wording {
	out := Wording{Title: w.Title}
	for _, p := range w.Paragraphs {
		p.Line = 0
		out.Paragraphs = append(out.Paragraphs, p)
	}
	return out
}

func TestParseWordingSaysWhatIsWrongAndWhere(t *testing.T) {
	for _, tt := range []struct{ name, file, want string }{
		{"empty", "", "There is no numbered paragraph, such as “4.16 …”, in this file."},
		{"no numbers", "Rules\n", "There is no numbered paragraph, such as “4.16 …”, in this file."},
		{"twice", "1.1 A\n1.2 B\n1.1 C\n", "line 3: rule 1.1 is already on line 1"},
		{
			"out of order", "4.10 A\n4.9 B\n",
			"line 2: rule 4.9 follows rule 4.10: if this line continues rule 4.10, join it to the line before",
		},
		{
			"a wrapped line that begins with a number", "7.1 As in Rule\n4.17 and so on\n",
			"line 2: rule 4.17 follows rule 7.1: if this line continues rule 7.1, join it to the line before",
		},
		{"a letter is missing", "4.4 A\na) B\nc) C\n", "line 3: point c) of rule 4.4 comes where b) should be"},
		{
			"text after the end", "7.2 A\n\nGo is a game.\n",
			"line 3: this text does not belong to a rule: number it, take it out, or indent it to continue rule 7.2",
		},
		{
			"text before the beginning", "Rules\nof\n1.1 A\n",
			"line 2: this text comes before the first numbered rule: number it or take it out",
		},
		{
			"text under a heading", "1.1 A\n## 2\nB\n",
			"line 3: this text under a heading has no number: number it or take it out",
		},
		{"nothing after a number", "1.1\n1.2 B\n", "line 1: rule 1.1 has no text"},
		{"a nought", "4.01 A\n", "line 1: 4.01 is not a rule’s number: write it as 4.16"},
		{
			"a control character", "1.1 A\n1.2 B\x00\n",
			"line 2: there is a character that is not text. Save the file as plain text or Markdown.",
		},
		{"not UTF-8", "1.1 \xff\n", "The file is not UTF-8 text. Save it as plain text or Markdown."},
		{
			"all at once", "1.2 A\n1.1 B\n1.2 C\n",
			"line 2: rule 1.1 follows rule 1.2: if this line continues rule 1.2, join it to the line before\nline 3: rule " +
				"1.2 is already on line 1",
		},
	} {
		_, err := ParseWording([]byte(tt.file))
		var all WordingErrors
		if !errors.As(err, &all) || err.Error() != tt.want {
			t.Errorf("%s: %v, want\n%s", tt.name, err, tt.want)
		}
	}
	if _, err := ParseWording([]byte(strings.Repeat("x", maxWording+1))); err == nil {
		t.Error("a huge file is read")
	}
	if _, err := ParseWording([]byte(strings.Repeat("\n", maxWordingLines))); err == nil {
		t.Error("endless lines are read")
	}
	_, err := ParseWording([]byte(strings.Repeat("1.1 A\n", 1000)))
	var all WordingErrors
	if !errors.As(err, &all) || len(all) > maxErrors+1 {
		t.Errorf("%d problems are told", len(all))
	}
}

func FuzzParseWording(f *testing.F) {
	for _, s := range []string{
		"1.1 A\n1.2 B\n", "# T\n\n## H\n\n**4.4** A\na) B\n- c\n  d\n", "• 1.1 A\n\n  B\n", "- 1.1 - 1.2\n",
		"1.1 a) B\n(b) C\n", "x\n1.1\n- # 2\n", "1.1 A\n- - a) B\n1.9 __x__\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		w, err := ParseWording(file)
		if err != nil {
			var all WordingErrors
			if !errors.As(err, &all) || len(all) == 0 || len(all) > maxErrors+len(w.Paragraphs)+maxWordingLines {
				t.Fatalf("%#v", err)
			}
			for _, e := range all {
				if e.Line < 0 || e.Line > maxWordingLines {
					t.Fatalf("%+v", e)
				}
			}
			return
		}
		again, err := ParseWording([]byte(w.Markdown()))
		if err != nil || !reflect.DeepEqual(withoutLines(again), withoutLines(w)) {
			t.Fatalf("%q\nread as %+v\nwritten as %q\nread as %+v, %v", file, w, w.Markdown(), again, err)
		}
	})
}

// The wording of one rule as a motion would have it reads back the same.
func TestReadRule(t *testing.T) {
	for _, tt := range []struct{ number, text, want string }{
		{"4.2", "Twelve members are a quorum.", "Twelve members are a quorum."},
		{"4.2", "  Twelve members\r\n\r\nare a quorum. ", "Twelve members\nare a quorum."},
		{"4.4", "The agenda:\na) Tellers.\nb) Reports.", "The agenda:\na) Tellers.\nb) Reports."},
		{"4.4", "The agenda:\n- Tellers.", "The agenda:\n• Tellers."},
		{"8.1", "A new rule.", "A new rule."},
		{"quorum", "Twelve.", `! "quorum" is not a rule’s number: write it as 4.16.`},
		{"4.2", " \n", "! Enter the wording of rule 4.2 as it would be."},
		{
			"4.2", "Twelve.\n4.3 And another.",
			"! Enter the wording of rule 4.2 alone, without its number, its points on lines of their own: a) …, b) ….",
		},
		{
			"4.2", "Twelve.\n# A heading",
			"! Enter the wording of rule 4.2 alone, without its number, its points on lines of their own: a) …, b) ….",
		},
		{
			"4.4", "The agenda:\nb) Reports.",
			"! Enter the wording of rule 4.4 alone, without its number, its points on lines of their own: a) …, b) ….",
		},
	} {
		p, problem := ReadRule(tt.number, tt.text)
		got := p.Words()
		if problem != "" {
			got = "! " + problem
		}
		if got != tt.want {
			t.Errorf("%s %q: %q, want %q", tt.number, tt.text, got, tt.want)
			continue
		}
		if again, problem := ReadRule(tt.number, p.Words()); got[0] != '!' && (problem != "" || again.Words() != got) {
			t.Errorf("%s %q reads back as %q, %s", tt.number, tt.text, again.Words(), problem)
		}
	}
}
