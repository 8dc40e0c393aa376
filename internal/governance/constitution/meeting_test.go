package constitution

import (
	"testing"

	"pgregory.net/rapid"
)

// Rule 4.2.
func TestQuorum(t *testing.T) {
	for _, tt := range []struct {
		p       Presence
		reading ReadingID
		want    bool
	}{
		{Presence{Room: 10}, "room", true},
		{Presence{Room: 9}, "room", false},
		{Presence{Room: 0}, "room", false},
		{Presence{Room: 9, Online: 5}, "room", false},
		{Presence{Room: 9, Online: 1}, "online", true},
		{Presence{Room: 4, Online: 5}, "online", false},
		{Presence{Room: 10, Online: 3}, "room", true},
	} {
		got, trace := ruled(t, OnlinePresence, tt.reading).Quorum(tt.p)
		if got != tt.want || trace.Uses(OnlinePresence) != (tt.p.Online > 0) || trace.Rule != "4.2" {
			t.Errorf("%+v, reading %s: %t, want %t; %s", tt.p, tt.reading, got, tt.want, trace)
		}
	}
	_, trace := shipped.Quorum(Presence{Room: 12})
	wantTrace(t, trace, "12 present at the beginning ≥ 10 (4.2): quorate")
}

// Rule 4.4.
func TestAGMAgenda(t *testing.T) {
	swapped := AGMItems()
	swapped[4], swapped[5] = swapped[5], swapped[4]
	late := append(AGMItems()[1:], ElectTellers)
	for _, tt := range []struct {
		name  string
		items []Item
		want  string
	}{
		{"a to h", AGMItems(), ""},
		{"a chair first", append([]Item{ElectChair}, AGMItems()...), ""},
		{"something between", append(AGMItems()[:3:3], append([]Item{"visitors"}, AGMItems()[3:]...)...), ""},
		{"ordinary members before officers", swapped, "obstacle 4.4"},
		{"tellers last", late, "obstacle 4.4"},
		{"something before the tellers", append([]Item{"visitors"}, AGMItems()...), "obstacle 4.4"},
		{"without other business", AGMItems()[:7], "obstacle 4.4"},
		{"reports twice", append(AGMItems(), Reports), "obstacle 4.4"},
	} {
		if got, trace := shipped.AGMAgenda(tt.items); texts(got) != tt.want || trace.Rule != "4.4" {
			t.Errorf("%s: %v, want %q", tt.name, got, tt.want)
		}
	}
	for _, it := range append(AGMItems(), append(EGMItems(), ElectChair)...) {
		if it.Label() == "" {
			t.Errorf("%s has no label", it)
		}
	}
}

func TestTellersAreNoCandidates(t *testing.T) {
	for _, tt := range []struct {
		name                string
		tellers, candidates []Person
		want                string
	}{
		{"two", []Person{person(1), person(2)}, []Person{person(3)}, ""},
		{"one", []Person{person(1)}, nil, "obstacle 4.4"},
		{"one twice", []Person{person(1), person(1)}, nil, "obstacle 4.4"},
		{"a candidate", []Person{person(1), person(2)}, []Person{person(2)}, "obstacle 4.4"},
		{
			"three, two of them candidates", []Person{person(1), person(2), person(3)}, []Person{person(2), person(3)},
			"obstacle 4.4, obstacle 4.4",
		},
	} {
		if got, _ := shipped.CheckTellers(tt.tellers, tt.candidates); texts(got) != tt.want {
			t.Errorf("%s: %v, want %q", tt.name, got, tt.want)
		}
	}
}

// Rule 4.12.
func TestMoverNeeded(t *testing.T) {
	for _, tt := range []struct {
		from    Origin
		kind    Kind
		reading ReadingID
		want    bool
	}{
		{FromMember, Ordinary, "signed", true}, {FromCommittee, Ordinary, "signed", false},
		{Formal, Ordinary, "signed", false},
		{FromMember, Constitutional, "chair", true}, {Formal, Constitutional, "chair", true},
		{FromCommittee, Constitutional, "signed", true}, {FromCommittee, Constitutional, "chair", false},
	} {
		if got, trace := ruled(
			t, CommitteesMotion, tt.reading,
		).MoverNeeded(tt.from, tt.kind); got != tt.want || trace.Rule == "" {
			t.Errorf("%s, %s, reading %s: %t", tt.from, tt.kind, tt.reading, got)
		}
	}
}

// Rules 4.9 to 4.11.
func TestTheMostFormalCountDecides(t *testing.T) {
	voice, hands, ballot := Count{
		Method: Voice, No: 1, Call: Ayes,
	}, Count{Method: Hands, No: 2, Votes: Votes{5, 6, 0}}, Count{Method: Ballot, No: 3, Votes: Votes{7, 5, 0}}
	again := Count{Method: Hands, No: 4, Votes: Votes{8, 4, 0}}
	for _, tt := range []struct {
		name   string
		counts []Count
		want   Count
		rule   string
	}{
		{"voice alone", []Count{voice}, voice, "4.9"},
		{"hands after voice", []Count{voice, hands}, hands, "4.11"},
		{"a ballot after both", []Count{voice, hands, ballot}, ballot, "4.11"},
		{"hands counted again", []Count{voice, hands, again}, again, "4.11"},
		{"hands after a ballot change nothing", []Count{hands, ballot, again}, ballot, "4.11"},
	} {
		got, trace, err := shipped.DecisiveCount(tt.counts)
		if err != nil || got != tt.want || trace.Rule != tt.rule || len(trace.Steps) != len(tt.counts) {
			t.Errorf("%s: %+v under %s, %v; want %+v", tt.name, got, trace.Rule, err, tt.want)
		}
	}
	for _, bad := range [][]Count{nil, {{Method: "shouting", No: 1}}, {{Method: Voice}}, {voice, voice}} {
		if _, _, err := shipped.DecisiveCount(bad); fields(t, err) != "counts" {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

func TestDecideCount(t *testing.T) {
	for _, tt := range []struct {
		n     Count
		kind  Kind
		chair ChairVote
		want  string
	}{
		{Count{Method: Voice, No: 1, Call: Ayes}, Ordinary, "", "The chair declares the voices for yes (4.9): carried"},
		{Count{Method: Voice, No: 1, Call: Noes}, Ordinary, "", "The chair declares the voices for no (4.9): not carried"},
		{Count{Method: Hands, No: 1, Votes: Votes{7, 5, 0}}, Ordinary, "", "7 yes > 5 no (4.8): carried"},
		{
			Count{Method: Ballot, No: 1, Votes: Votes{6, 6, 0}}, Ordinary, ChairNo,
			"6 yes = 6 no: the chair votes no (4.8); 6 yes < 7 no (4.8): not carried",
		},
		{
			Count{Method: Ballot, No: 1, Votes: Votes{8, 4, 0}}, Constitutional, "",
			"12 recorded ≥ 10 (7.2); 8 of 12 voting ≥ 2/3 (7.2): carried",
		},
	} {
		out, err := shipped.DecideCount(tt.n, tt.kind, tt.chair)
		if err != nil {
			t.Fatal(err)
		}
		wantTrace(t, out.Trace, tt.want)
		if out.Carried != (out.Trace.Outcome == "carried") {
			t.Errorf("%+v", out)
		}
	}
	_, err := shipped.DecideCount(Count{Method: Voice, No: 1}, Constitutional, ChairYes)
	if got := fields(t, err); got != "method call chair" {
		t.Errorf("refused %q", got)
	}
}

func TestCountsKnowNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var counts []Count
		for i := range rapid.IntRange(1, 6).Draw(t, "counts") {
			counts = append(counts, Count{
				Method: rapid.SampledFrom([]Method{Voice, Hands, Ballot}).Draw(t, "method"), No: i + 1, Votes: Votes{Yes: i},
			})
		}
		a, traceA, err := shipped.DecisiveCount(counts)
		if err != nil {
			t.Fatal(err)
		}
		b, traceB, err := shipped.DecisiveCount(rapid.Permutation(counts).Draw(t, "shuffled"))
		if err != nil || a != b || traceA.String() != traceB.String() {
			t.Fatalf("%+v, and in another order %+v, %v", a, b, err)
		}
	})
}
