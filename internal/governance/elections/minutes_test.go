package elections

import (
	"strings"
	"testing"
	"unicode"

	"nzgs/internal/governance/constitution"
)

func result(t *testing.T, e Election) Result {
	t.Helper()
	o, err := Decide(shipped, e)
	if err != nil {
		t.Fatal(err)
	}
	return Result{e, o}
}

func TestMinutesOfAnElection(t *testing.T) {
	president := election(t, "president", 1, "Ana")
	secretary := election(
		t, "secretary", 1, "Ben Cal Dee/0", "x 12+0: Ben 8, Cal 4", "12+1: Ben 6, Cal 6", "chair 1: Ben yes, Cal no",
	)
	secretary.Candidates[0].Proposer, secretary.Candidates[0].Seconder = Person{7, "Eva [x](y)"}, Person{8, "Fay"}
	ordinary := election(t, Ordinary, 3, "Gus Hana", "20+0: Gus 15, Hana 1")
	ordinary.Decision = "That three be elected."
	blocks := minutesBlocks([]Result{result(t, president), result(t, secretary), result(t, ordinary)})
	if len(blocks) != 2 || blocks[0].Item != constitution.ElectOfficers || blocks[1].Item != constitution.ElectOrdinary {
		t.Fatalf("%+v", blocks)
	}
	want := `**President**

- Ana, the sitting officer, without nomination (rule 4.14)

Ana is elected unopposed (rule 4.15).

**Secretary**

- Ben, nominated by Eva \[x\](y) and Fay
- Cal, the sitting officer, without nomination (rule 4.14)
- Dee, the sitting officer, without nomination (rule 4.14); withdrew before the ballot

Ballot 1 for 1 seat: 12 valid papers, 0 not valid.

- Ben: 8
- Cal: 4

This was set aside: miscounted

Ballot 2 for 1 seat: 12 valid papers, 1 not valid.

- Ben: 6
- Cal: 6

Ben 6 votes (4.15); Cal 6 votes (4.15); Ben and Cal tie with 6 votes for 1 seat (4.15): no one is elected; not filled: 1 seat.

The casting vote of the chair, Hemi Chair, for 1 seat:

- Ben

Ben has the casting vote of the chair, Hemi Chair (4.15): elected Ben.

Elected Ben (rule 4.15).

Open question 4.15-tie is read this way: The meeting holds another ballot or the chair gives a casting vote, and it is recorded which. The program picks no one.
`
	if blocks[0].Markdown != want {
		t.Errorf("%s\nwant\n%s", blocks[0].Markdown, want)
	}
	for _, text := range []string{
		"**Ordinary committee members** (3 seats)", "The meeting decided on 3 seats: That three be elected.",
		"3 seats &gt; 2: the meeting’s decision to have more is recorded (3.2)", "Hana 1 of 20 &lt; 10% (4.16)",
		"Elected Gus; not filled: 2 seats (rule 4.16).",
	} {
		if !strings.Contains(blocks[1].Markdown, text) {
			t.Errorf("lacks %q:\n%s", text, blocks[1].Markdown)
		}
	}
	if minutesBlocks(nil) != nil {
		t.Error("blocks of nothing")
	}
	if got := minutesBlock([]Result{
		result(t, election(t, Ordinary, 2, "Ana")),
	}); !strings.HasSuffix(got, "The ballot is still to be held (rule 4.16).\n") {
		t.Error(got)
	}
}

// Names and reasons are text in the minutes, whatever stands in them.
func FuzzMinutesKeepTextApart(f *testing.F) {
	f.Add("<script>", "- a\n# b")
	f.Add("![x](y)", "`|~*_\\")
	f.Fuzz(func(t *testing.T, name, reason string) {
		if strings.ContainsFunc(name, unicode.IsControl) || nameKey(name) == "" {
			return
		}
		e := Election{Post: "president", Seats: 1, Candidates: []Candidate{{ID: 1, Person: Person{1, name}}},
			Counts: []Count{{No: 1, Way: Ballot, Seats: 1, SetAside: &SetAside{Reason: reason}}}}
		o, err := Decide(shipped, e)
		if err != nil {
			return
		}
		text := minutesBlock([]Result{{e, o}})
		if strings.Contains(text, "<") || strings.Contains(text, "](") && !strings.Contains(text, `\](`) ||
			strings.Count(text, "\n- ") != 1 {
			t.Errorf("%q, %q: %s", name, reason, text)
		}
	})
}

func TestTextIsNotMarkdown(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"words", "Elected Ana and Ben.", "Elected Ana and Ben."},
		{"a list", "- Ana", `\- Ana`},
		{"a numbered list", "12. Ana", `12\. Ana`},
		{"another numbered list", "3) Ana", `3\) Ana`},
		{"a figure", "12 of 20", "12 of 20"},
		{"a decimal", "2026-07-01", "2026-07-01"},
		{"a full stop", ". Ana", ". Ana"},
		{"an underline", "===", `\===`},
		{"code", "    Ana `x`", "Ana \\`x\\`"},
		{"a line of its own", "Ana\n# Ben", `Ana \# Ben`},
		{"a link", "[x](y)", `\[x\](y)`},
		{"a tag", "<b>&amp;", "&lt;b&gt;&amp;amp;"},
		{"nothing", "", ""},
	} {
		if got := escaped(tt.text); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
