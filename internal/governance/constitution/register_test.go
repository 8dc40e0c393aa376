package constitution

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/civil"
)

// ask is a result that rests on an open question: by question, how to get it.
var ask = map[QuestionID]func(Constitution) (any, Trace){
	NewMember: func(c Constitution) (any, Trace) {
		lastYear, _ := c.Standing(day("2026-08-01"), []Span{{day("2025-09-01"), day("2026-06-30")}})
		before, t := c.Standing(day("2026-08-01"), []Span{{day("2020-09-01"), day("2021-06-30")}})
		return lastYear + " " + before, t
	},
	EarlyRenewal: func(c Constitution) (any, Trace) { return two(c.RenewalBegins(day("2026-06-10"), 2026)) },
	TwoLists:     func(c Constitution) (any, Trace) { return two(c.Charged()) },
	JoiningByList: func(c Constitution) (any, Trace) {
		return two(c.JoinedByList(day("2026-01-20"), day("2026-02-04")))
	},
	LateList: func(c Constitution) (any, Trace) { return two(c.ListTerm(day("2026-03-02"), Newcomer)) },
	UnderMinimum: func(c Constitution) (any, Trace) {
		until, _, t := c.AffiliatedUntil(4, day("2026-11-03"), 2026)
		return until, t
	},
	SecretaryOfClub: func(c Constitution) (any, Trace) {
		return two(c.MayBeClubSecretary([]Span{{day("2025-07-10"), day("2026-06-30")}}, day("2026-07-20")))
	},
	ExcludedClub: func(c Constitution) (any, Trace) { return two(c.MembersGoWithClub()) },
	CommitteeSeats: func(c Constitution) (any, Trace) {
		recorded, _ := c.Committee(Composition{Officers: c.Figures.Officers, Ordinary: 5, Override: "So."})
		not, t := c.Committee(Composition{Officers: c.Figures.Officers, Ordinary: 5})
		return fmt.Sprint(recorded.Blocked(), not.Blocked()), t
	},
	WhichPayments: func(c Constitution) (any, Trace) { return blocked(c.ApprovePayment(PaymentOut{Method: Transfer})) },
	AGMInterval:   func(c Constitution) (any, Trace) { return two(c.AGMDue(day("2025-03-14"))) },
	TwoWeeks: func(c Constitution) (any, Trace) {
		return two(c.NoticeOfMeeting("4.1", day("2026-03-14"), day("2026-02-28")))
	},
	QuorumAgain:    func(c Constitution) (any, Trace) { return two(c.ResumedQuorum(Presence{Room: 9})) },
	OnlinePresence: func(c Constitution) (any, Trace) { return two(c.Quorum(Presence{Room: 9, Online: 1})) },
	ActingSeniority: func(c Constitution) (any, Trace) {
		o, _, t := c.Chair([]Officer{{President, person(1), Acting}, officer(Secretary, 2)})
		return o, t
	},
	ThoseVoting: func(c Constitution) (any, Trace) {
		return carried(c, Poll{By: AtMeeting, Kind: Ordinary, Votes: Votes{5, 0, 8}})
	},
	ReElection: func(c Constitution) (any, Trace) {
		return blocked(c.Nominate(Nomination{Candidate: member(1), For: President, Holds: []Office{Secretary}}))
	},
	ElectionTie: func(c Constitution) (any, Trace) { return ties(c) },
	TenPercent: func(c Constitution) (any, Trace) {
		r, err := c.ElectOrdinary(OrdinaryElection{Seats: 1, Ballots: 20, Invalid: 1, Candidates: []Candidate{{"Ana", 2}}})
		return fmt.Sprint(r.Elected, err), r.Trace
	},
	AGMYear: func(c Constitution) (any, Trace) {
		k, err := c.AGMCalendar(AGM{Date: day("2026-02-01"), Previous: day("2024-12-10")})
		return fmt.Sprint(k.Warnings, err), Trace{Readings: k.Readings}
	},
	ChairAndTen:  func(c Constitution) (any, Trace) { return two(c.Voters(10, Present, Constitutional)) },
	ChairsBallot: func(c Constitution) (any, Trace) { return two(c.BallotPapers("4.16", 12, Present)) },
	ChairInTie:   func(c Constitution) (any, Trace) { return two(c.ChairDecidesOwnTie()) },
	BlankPaper: func(c Constitution) (any, Trace) {
		out, err := c.DecideCount(Count{Method: Ballot, No: 1, Votes: Votes{9, 0, 0}, Blank: 1}, Constitutional, ChairSilent)
		return fmt.Sprint(out.Carried, err), out.Trace
	},
	CommitteesMotion: func(c Constitution) (any, Trace) {
		return two(c.MoverNeeded(FromCommittee, Constitutional))
	},
	HighestTotals: func(c Constitution) (any, Trace) {
		r, err := c.ElectOrdinary(OrdinaryElection{
			Seats: 2, Ballots: 12, Candidates: []Candidate{{"Ana", 9}, {"Ben", 5}, {"Cam", 5}},
		})
		return fmt.Sprint(r.Elected, err), r.Trace
	},
	ClubsThatShare: func(c Constitution) (any, Trace) {
		return two(c.SharedAsOf(Dissolution{From: day("2026-09-15"), Allowed: true}, day("2027-02-01")))
	},
	LateProposal: func(c Constitution) (any, Trace) { return latest(c) },
	MovedDate: func(c Constitution) (any, Trace) {
		return blocked(c.Propose(Proposal{
			AGM: day("2026-03-07"), Received: day("2026-01-14"), Proposer: member(1), Seconder: member(2),
			Earlier: Earlier{Stood: day("2026-03-14")},
		}))
	},
	CarriedOver: func(c Constitution) (any, Trace) { return two(c.CarryOver(day("2026-03-14"), day("2026-03-28"))) },
	PreviousInquorate: func(c Constitution) (any, Trace) {
		d := c.MayDissolve(
			[]PastAGM{{day("2025-03-14"), WithoutQuorum}, {day("2025-06-14"), WithoutQuorum}}, day("2026-01-01"),
		)
		return d.From, d.Trace
	},
	OddCents: func(c Constitution) (any, Trace) {
		s, t, err := c.Shares(1, []ClubSize{{"A", 1}, {"B", 1}})
		return fmt.Sprint(s, err), t
	},
	CalledOrHeld: func(c Constitution) (any, Trace) {
		k, err := c.EGMCalendar(EGM{Date: day("2026-04-14"), Requested: day("2026-01-20")})
		return fmt.Sprint(k.Warnings, err), Trace{Readings: k.Readings}
	},
	BallotAtEGM: func(c Constitution) (any, Trace) { return two(c.EGMDecides(Substance)) },
	SecondPaper: func(c Constitution) (any, Trace) { e, t := c.PapersOfMember(2); return fmt.Sprint(e), t },
	Electronic:  func(c Constitution) (any, Trace) { return two(c.ElectronicVoting()) },
	SixMonths: func(c Constitution) (any, Trace) {
		return two(c.DestroyNotBefore(day("2026-04-25"), day("2026-05-02")))
	},
	AbstainRecorded: func(c Constitution) (any, Trace) {
		return carried(c, Poll{By: ByPost, Kind: Ordinary, Votes: Votes{5, 4, 1}})
	},
	ConstitutionByPost: func(c Constitution) (any, Trace) {
		return carried(c, Poll{By: ByPost, Kind: Constitutional, Votes: Votes{8, 4, 0}})
	},
	CommitteeYear: func(c Constitution) (any, Trace) {
		return two(c.MeetingsMissing([]civil.Date{day("2025-11-06")}, day("2026-02-01")))
	},
	CommitteeTie: func(c Constitution) (any, Trace) {
		_, err := c.CommitteeDecides(Votes{2, 2, 0}, ChairYes)
		out, _ := c.CommitteeDecides(Votes{2, 2, 0}, ChairSilent)
		return fmt.Sprint(err), out.Trace
	},
	WhichMeeting: func(c Constitution) (any, Trace) {
		return blocked(c.PutAmendment(motionWith(func(m *ConstitutionalMotion) { m.Meeting = ExtraordinaryMeeting })))
	},
	Lapse: func(c Constitution) (any, Trace) {
		return blocked(c.PutAmendment(motionWith(func(m *ConstitutionalMotion) { m.Proposer = Absent })))
	},
	EndOfMeeting: func(c Constitution) (any, Trace) { return two(c.AmendmentEffect(day("2026-03-14"))) },
}

func two[T any](v T, t Trace) (any, Trace) { return v, t }

func blocked(f Findings, t Trace) (any, Trace) { return f.Blocked(), t }

func carried(c Constitution, p Poll) (any, Trace) {
	out, err := c.Decide(p)
	return fmt.Sprint(out.Carried, out.Referred, err), out.Trace
}

func ties(c Constitution) (any, Trace) {
	a, t := c.MayBreakTie(AnotherBallot)
	b, _ := c.MayBreakTie(CastingVote)
	d, _ := c.MayBreakTie(DrawingLots)
	return fmt.Sprint(a, b, d), t
}

func latest(c Constitution) (any, Trace) {
	early, t := c.Propose(Proposal{
		AGM: day("2026-04-30"), Received: day("2026-04-01"), Accepted: day("2026-04-01"), Proposer: member(1),
		Seconder: member(2),
	})
	late, _ := c.Propose(Proposal{
		AGM: day("2026-04-30"), Received: day("2026-04-20"), Accepted: day("2026-04-20"), Proposer: member(1),
		Seconder: member(2),
	})
	return fmt.Sprint(early.Blocked(), late.Blocked()), t
}

func motionWith(with func(*ConstitutionalMotion)) ConstitutionalMotion {
	m := ConstitutionalMotion{Meeting: AnnualMeeting, Agenda: []int{1}, Number: 1, Proposer: Present, Seconder: Present, Method: Hands,
		Proposal: Proposal{AGM: day("2026-03-14"), Received: day("2026-01-01"), Proposer: member(1), Seconder: member(2)}}
	with(&m)
	return m
}

// Every question has a result that rests on it and names it; every reading
// that the program can follow changes that result; a ruling is cited.
func TestEveryReadingHasItsEffect(t *testing.T) {
	for _, q := range Questions() {
		get, ok := ask[q.ID]
		if !ok {
			t.Errorf("nothing rests on question %s", q.ID)
			continue
		}
		results := make(map[string]ReadingID)
		for _, r := range q.Readings {
			value, trace := get(ruled(t, q.ID, r.ID))
			if !trace.Uses(q.ID) {
				t.Errorf("%s: the trace does not name the question: %s", q.ID, trace)
			}
			if line := trace.String(); !strings.Contains(
				line, "reading "+string(q.ID),
			) || !strings.Contains(line, "ruled on 5 March 2026") {
				t.Errorf("%s, reading %s: the ruling is not cited: %s", q.ID, r.ID, line)
			}
			key := fmt.Sprint(value)
			if other, same := results[key]; same {
				t.Errorf("%s: readings %s and %s give %s", q.ID, r.ID, other, key)
			}
			results[key] = r.ID
		}
		plain, trace := get(shipped)
		if first, _ := get(
			ruled(t, q.ID, q.Default().ID),
		); fmt.Sprint(plain) != fmt.Sprint(first) || strings.Contains(trace.String(), "ruled") {
			t.Errorf("%s: without a ruling %v, by the shipped reading %v; %s", q.ID, plain, first, trace)
		}
	}
	if len(ask) != len(register) {
		t.Errorf("%d questions are asked, %d are in the register", len(ask), len(register))
	}
}

func TestRegisterIsWhole(t *testing.T) {
	rules := make(map[string]int)
	for i, r := range rulebook {
		rules[r.Number] = i
	}
	seen, last := make(map[QuestionID]bool), -1
	for _, q := range Questions() {
		if q.Title == "" || q.Issue == "" || len(q.Readings) < 2 || seen[q.ID] {
			t.Errorf("question %+v", q)
		}
		seen[q.ID] = true
		rule, _, _ := strings.Cut(string(q.ID), "-")
		if !slices.Contains(q.Rules, rule) {
			t.Errorf("%s does not concern its own rule: %v", q.ID, q.Rules)
		}
		if rules[rule] < last {
			t.Errorf("%s stands after a later rule", q.ID)
		}
		last = rules[rule]
		for _, n := range q.Rules {
			if _, ok := rules[n]; !ok {
				t.Errorf("%s concerns rule %s, which is none", q.ID, n)
			}
		}
		ids := make(map[ReadingID]bool)
		for _, r := range q.Readings {
			if r.ID == "" || r.Text == "" || ids[r.ID] {
				t.Errorf("%s: reading %+v", q.ID, r)
			}
			ids[r.ID] = true
		}
	}
	for _, wanted := range []QuestionID{
		CommitteeSeats, AGMInterval, LateProposal, PreviousInquorate, CalledOrHeld, ThoseVoting, ElectionTie, BallotAtEGM,
		NewMember, ConstitutionByPost,
	} {
		if !seen[wanted] {
			t.Errorf("%s is not in the register", wanted)
		}
	}
	Questions()[0].Readings[0].Text = "changed"
	if Questions()[0].Readings[0].Text == "changed" {
		t.Error("a caller changed the register")
	}
}

// A reading is asked for by its id in the code: the id must be one of the
// question's.
func TestReadingsInTheCodeExist(t *testing.T) {
	known := make(map[string]bool)
	for _, q := range Questions() {
		for _, r := range q.Readings {
			known[string(r.ID)] = true
		}
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(string(text), "\n") {
			for _, part := range strings.Split(line, `reading == "`)[1:] {
				if id, _, _ := strings.Cut(part, `"`); !known[id] {
					t.Errorf("%s: reading %q is in no question", f.Name(), id)
				}
			}
		}
	}
}

func TestRulings(t *testing.T) {
	ruling := func(reading ReadingID, meeting string) Ruling {
		return Ruling{AbstainRecorded, reading, day(meeting), "So ruled."}
	}
	rulings := []Ruling{ruling("recorded", "2026-05-07"), ruling("not-recorded", "2026-03-05")}
	for on, want := range map[string]ReadingID{
		"2026-03-04": "", "2026-03-05": "not-recorded", "2026-05-06": "not-recorded", "2026-05-07": "recorded",
	} {
		c, err := shipped.WithRulings(rulings, day(on))
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Rulings()[AbstainRecorded].Reading; got != want {
			t.Errorf("on %s: %q holds, want %q", on, got, want)
		}
	}
	for _, tt := range []struct {
		name    string
		rulings []Ruling
		want    string
	}{
		{"two of one meeting", []Ruling{ruling("recorded", "2026-03-05"), ruling("not-recorded", "2026-03-05")}, "meeting"},
		{"no such question", []Ruling{{"9.9-what", "so", day("2026-03-05"), "So."}}, "question"},
		{"no such reading", []Ruling{ruling("perhaps", "2026-03-05")}, "reading"},
		{"nothing", []Ruling{{}}, "question meeting words"},
	} {
		_, err := shipped.WithRulings(tt.rulings, day("2026-06-01"))
		if got := fields(t, err); got != tt.want {
			t.Errorf("%s: refused %q, want %q", tt.name, got, tt.want)
		}
	}
}
