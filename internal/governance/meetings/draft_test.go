package meetings

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/mail"
)

var update = flag.Bool("update", false, "write the golden files anew")

const goldenMinutes = "testdata/minutes.md"

// someMeeting is an AGM with one of everything.
func someMeeting() Record {
	at := func(s string) civil.Instant { return civil.MustParseInstant("2026-03-14T" + s + ":00.000Z") }
	r := Record{
		Meeting: Meeting{
			ID: 7, Kind: AGM, Date: day("2026-03-14"), Time: "14:00", Place: "Rooms *one* & two", State: Closed,
			Chair: 1, ChairHow: SeniorChair, OpenedAt: at("01:02"), ClosedAt: at("03:30"),
		},
		Constitution: constitution.Shipped(),
		Notices: []Notice{
			{
				Number: 1, Way: Letters, Sent: day("2026-02-27"), ForDate: day("2026-03-14"), Motions: []int{1, 2}, Mail: 20,
				Post: 3, Leaving: constitution.Leaving{Last: day("2026-02-27")}, Gone: Gone{Mail: 20, Post: 3},
			},
		},
		Tellers: []Someone{{Person: 8}, {Person: 9}},
		Actions: []Action{{Task: "Buy the boards", Who: Someone{Person: 5}, Due: day("2026-06-30")}, {Task: "Sweep"}},
	}
	for i, item := range agendaFor(AGM) {
		item.ID = ItemID(i + 1)
		r.Agenda = append(r.Agenda, item)
	}
	r.facts = facts{
		society: "Go Society of Nowhere", today: day("2026-03-14"), names: map[PersonID]string{20: "Guest [of] honour"},
		offices: map[PersonID]string{1: "President"}, member: map[PersonID]bool{}, signed: map[signing]bool{},
	}
	r.facts.officers = []constitution.Officer{
		{
			Office: constitution.President, Person: constitution.Person{ID: 1, Name: "Aroha Tūī"}, Tenure: constitution.InOffice,
		},
	}
	for i, name := range []string{
		"Aroha Tūī", "Hemi Rātā", "田中太郎", "Kiri One", "Kiri Two", "Kiri Three", "Kiri Four", "Kiri Five", "Kiri Six",
		"Kiri Seven", "Kiri Eight", "Kiri Nine",
	} {
		id := PersonID(i + 1)
		r.facts.names[id], r.facts.member[id] = name, true
		r.facts.signed[signing{id, day("2026-01-05")}] = true
		p := Presence{Someone: Someone{Person: id}, Came: AtBeginning, Where: InRoom, CameAt: at("01:00")}
		if i == 11 {
			p.Came, p.CameAt = CameLater, at("01:30")
		}
		if i == 10 {
			p.LeftAt = at("02:30")
		}
		r.Attendance = append(r.Attendance, p)
	}
	r.Attendance = append(r.Attendance, Presence{
		Someone: Someone{Person: 20}, Came: AtBeginning, Where: InRoom, CameAt: at("01:00"),
	})
	count := func(no int, method constitution.Method, v constitution.Votes, call constitution.Call) Count {
		return Count{Count: constitution.Count{Method: method, No: no, Votes: v, Call: call}}
	}
	r.Motions = []Motion{
		{
			ID: 1, Number: 1, Origin: constitution.FromMember, Kind: constitution.Ordinary, Item: constitution.Proposals,
			Title: "Boards", Moved: "That ten boards be bought.\n# Not a heading",
			Mover: Someone{Person: 4}, Seconder: Someone{Person: 5}, Received: day("2026-01-05"), State: Carried,
			Amendments: []Amendment{
				{ID: 1, Motion: 1, Number: 1, Text: "That twelve boards be bought.", Mover: Someone{Person: 6}, Seconder: Someone{Person: 7}, Fate: constitution.Adopted,
					Ballot: Ballot{Counts: []Count{count(1, constitution.Hands, votes(7, 3, 1), "")}}},
				{
					ID: 2, Motion: 1, Number: 2, Text: "That hats be worn.", Mover: Someone{Person: 6}, Seconder: Someone{Person: 7},
					Fate: constitution.Ruled, Reason: "Not relevant.",
				},
			},
			Ballot: Ballot{
				ChairVote: constitution.ChairYes,
				Counts: []Count{
					count(1, constitution.Voice, constitution.Votes{}, constitution.Noes),
					count(2, constitution.Hands, votes(5, 5, 1), ""),
				},
			},
		},
		{
			ID: 2, Number: 2, Origin: constitution.FromMember, Kind: constitution.Constitutional, Item: constitution.Proposals,
			Title: "Quorum", Moved: "That twelve be a quorum.",
			MovedChange: []FigureChange{{"quorum", "12"}}, Mover: Someone{Person: 4}, Seconder: Someone{Person: 5},
			Received: day("2026-01-05"), State: NotCarried,
			Ballot: Ballot{Counts: []Count{count(1, constitution.Ballot, votes(6, 4, 0), "")}},
		},
		{ID: 3, Number: 3, Origin: constitution.Formal, Kind: constitution.Ordinary, Item: constitution.PastMinutes, Title: "Minutes", Moved: "That the minutes be accepted.", State: Carried,
			Ballot: Ballot{Counts: []Count{count(1, constitution.Voice, constitution.Votes{}, constitution.Ayes)}}},
		{
			ID: 4, Number: 4, Origin: constitution.FromMember, Kind: constitution.Ordinary, Item: constitution.OtherBusiness,
			Title: "Hats", Moved: "That hats be worn.", Mover: Someone{Person: 4}, Seconder: Someone{Person: 5},
			State: Withdrawn,
		},
	}
	r.derive()
	for i := range r.Motions { // as Declare keeps it
		m := &r.Motions[i]
		if m.Decisive != 0 {
			m.Trace = m.Outcome.Trace
		}
		for j := range m.Amendments {
			if a := &m.Amendments[j]; a.Decisive != 0 {
				a.Trace = a.Outcome.Trace
			}
		}
	}
	return r
}

func TestDraftOfMinutes(t *testing.T) {
	got := draftOf(someMeeting(), []Block{
		{Item: constitution.ElectOfficers, Sentences: []Sentence{
			{Form: AsHeading, Text: "President"}, {Text: "Aroha Tūī, unopposed."},
		}},
		{Item: constitution.Framing, Title: "Else", Sentences: []Sentence{{Text: "What belongs to no item."}}},
	}).Markdown()
	if *update {
		if err := os.WriteFile(goldenMinutes, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(goldenMinutes)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("the minutes changed (-recorded +now); if it is meant so, run with -update and read them:\n%s", diff)
	}
}

// What someone typed is said as it was typed: minutes are read and edited as
// text, and nothing in it is taken for a heading, a list or a quotation.
func TestMinutesQuoteWhatWasTyped(t *testing.T) {
	r := someMeeting()
	r.Motions[0].Moved, r.Motions[0].Title, r.Motions[0].Amendments = "<script>x</script>\n# Heading\n> [link](javascript:x)", "<b> & Co_", nil
	r.Motions[0].State, r.Motions[0].Reason = RuledOut, "# No.\n- Not this\n2. Nor that"
	r.derive()
	got := draftOf(r, nil).Markdown()
	for _, want := range []string{
		"> <script>x</script>  \n> # Heading  \n> \\> [link](javascript:x)\n", "### Motion 1: <b> & Co_\n",
		"was ruled out: # No.  \n\\- Not this  \n2\\. Nor that\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the minutes lack %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "&lt;") || strings.Contains(got, "&amp;") {
		t.Errorf("the minutes hold escapes:\n%s", got)
	}
}

// How many letters have left is told by the way they went, and those that wait
// are not among them.
func TestGoneByWay(t *testing.T) {
	for _, c := range []struct {
		name string
		roll []RollEntry
		want string
	}{
		{"none", []RollEntry{{Reached: ByMail, Letter: mail.Waiting}, {Reached: ByPost}}, ""},
		{"by mail", []RollEntry{{Reached: ByMail, Letter: mail.Sent}, {Reached: ByPost}}, "by e-mail to 1"},
		{"by post", []RollEntry{{Reached: ByMail, Letter: mail.Failed}, {Reached: ByPost, Posted: day("2026-02-20")}}, "by letter to 1"},
		{
			"both", []RollEntry{
				{Reached: ByMail, Letter: mail.Sent, Posted: day("2026-02-20")}, {Reached: ByMail, Letter: mail.Sent},
				{Reached: ByMail, Letter: mail.Failed, Posted: day("2026-02-20")},
			}, "by e-mail to 2, by letter to 1",
		},
	} {
		if got := goneOf(c.roll).String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
