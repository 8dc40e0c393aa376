package elections

import (
	"strings"
	"testing"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
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
	want := `# Minutes

### President

- Ana, the sitting officer, without nomination (rule 4.14)

Ana is elected unopposed.

### Secretary

- Ben, nominated by Eva [x](y) and Fay
- Cal, the sitting officer, without nomination (rule 4.14)
- Dee, the sitting officer, without nomination (rule 4.14); withdrew before the ballot

Ballot 1 for 1 seat: 12 valid papers, 0 not valid.

- Ben: 8
- Cal: 4

This was set aside: miscounted

Ballot 2 for 1 seat: 12 valid papers, 1 not valid.

- Ben: 6
- Cal: 6

The casting vote of the chair, Hemi Chair, for 1 seat:

- Ben

Elected Ben.

## Notes: the rules and the arithmetic

- President: Ana is the only candidate (4.15).
- Secretary, count 2: Ben 6 votes (4.15); Cal 6 votes (4.15); Ben and Cal tie with 6 votes for 1 seat (4.15): no one is elected; not filled: 1 seat.
- Secretary, count 3: Ben has the casting vote of the chair, Hemi Chair (4.15): elected Ben.
- Rule 4.15 leaves a point open; it was read this way: The meeting holds another ballot or the chair gives a casting vote, and it is recorded which.
`
	if got := markdown(blocks[0]); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, text := range []string{
		"### Ordinary committee members (3 seats)", "The meeting decided on 3 seats: That three be elected.",
		"3 seats > 2: the meeting’s decision to have more is recorded (3.2)", "Hana 1 of 20 < 10% (4.16)",
		"Elected Gus; not filled: 2 seats.",
	} {
		if got := markdown(blocks[1]); !strings.Contains(got, text) {
			t.Errorf("lacks %q:\n%s", text, got)
		}
	}
	if minutesBlocks(nil) != nil {
		t.Error("blocks of nothing")
	}
	if got := markdown(minutesBlocks([]Result{
		result(t, election(t, Ordinary, 2, "Ana")),
	})[0]); !strings.Contains(got, "The ballot is still to be held.\n") {
		t.Error(got)
	}
}

// markdown is a part of the minutes as they are kept.
func markdown(b meetings.Block) string {
	return meetings.Draft{Title: "Minutes", Sections: []meetings.Section{{Sentences: b.Sentences}}}.Markdown()
}
