package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
)

func constitutionDecide() *cobra.Command {
	return constitutionQuestion{
		use:   "decide --by meeting|postal --kind ordinary|constitutional --yes N --no N --abstain N [--chair yes|no]",
		short: "Whether a motion is carried (rules 4.8, 5.12, 7.2)",
		long: "Whether a motion is carried: at a general meeting by rule 4.8, on the constitution by 7.2; by post by\n" +
			"rule 5.12. The numbers are the valid votes that were counted. The chair's vote is for a meeting that is\n" +
			"equally divided and is not one of them; otherwise it is not counted.",
		example: "  nzgs constitution decide --by postal --kind constitutional --yes 8 --no 4 --abstain 0\n" +
			"  nzgs constitution decide --by meeting --kind ordinary --yes 6 --no 6 --abstain 0 --chair yes",
		flags: func(cmd *cobra.Command) {
			cmd.Flags().String("by", "", "meeting or postal")
			cmd.Flags().String("kind", "", "ordinary or constitutional")
			cmd.Flags().String("yes", "", "votes for")
			cmd.Flags().String("no", "", "votes against")
			cmd.Flags().String("abstain", "0", "abstentions")
			cmd.Flags().String("chair", "", "the chair's vote, yes or no, if the votes are equal")
		},
		meeting: func(f *constitutionFlags) bool {
			by, _ := f.text("by")
			return by == string(constitution.AtMeeting)
		},
		ask: askDecision,
	}.command()
}

// decisionAnswer is the JSON form of what became of a motion.
type decisionAnswer struct {
	Carried  bool   `json:"carried"`
	Recorded int    `json:"recorded"` // votes that were counted: yes, no and abstain
	Rule     string `json:"rule"`
	Trace    string `json:"trace"`
}

func askDecision(c constitution.Constitution, f *constitutionFlags) (constitutionAnswer, error) {
	by, _ := f.text("by")
	kind, _ := f.text("kind")
	poll := constitution.Poll{
		By: constitution.Forum(by), Kind: constitution.Kind(kind),
		Votes: constitution.Votes{Yes: f.count("yes"), No: f.count("no"), Abstain: f.count("abstain")},
	}
	if chair, given := f.text("chair"); given {
		poll.Chair = constitution.ChairVote(chair)
		if chair == "" {
			f.bad("chair", "Choose yes or no.")
		}
	}
	out, err := decideWithChair(c, poll)
	if err != nil {
		return constitutionAnswer{}, err
	}
	headline := "Not carried"
	switch {
	case out.Referred:
		headline = "Carried, and referred to the AGM"
	case out.Carried:
		headline = "Carried"
	}
	return constitutionAnswer{
		json:  decisionAnswer{out.Carried, out.Recorded, out.Trace.Rule, out.Trace.String()},
		print: func(w io.Writer) { printTrace(w, headline, out.Trace) },
	}, nil
}

// decideWithChair decides a poll. At a meeting that is not equally divided the
// chair has no vote (4.8): it is not counted, and the trace says so.
func decideWithChair(c constitution.Constitution, poll constitution.Poll) (constitution.Outcome, error) {
	v := poll.Votes
	spoke := poll.Chair == constitution.ChairYes || poll.Chair == constitution.ChairNo
	if poll.By != constitution.AtMeeting || !spoke || v.Yes == v.No {
		return c.Decide(poll)
	}
	poll.Chair = constitution.ChairSilent
	out, err := c.Decide(poll)
	out.Trace.Steps = append(out.Trace.Steps, constitution.Step{
		Rule: "4.8",
		Text: fmt.Sprintf(
			"the chair votes only when the votes are equal; %d and %d are not, so it is not counted", v.Yes, v.No,
		),
	})
	return out, err
}

func constitutionElect() *cobra.Command {
	return constitutionQuestion{
		use:   "elect --seats N --ballots N --votes NAME=VOTES,… | elect --office OFFICE --ballots N --votes NAME=VOTES,…",
		short: "Who is elected to the committee (rules 4.15, 4.16)",
		long: "Who is elected: ordinary members of the committee by rule 4.16, whatever the number of seats, or with\n" +
			"--office one officer by rule 4.15, which asks for no least support and lets a single candidate in\n" +
			"unopposed. Ballots are the valid papers. A tie for the last seats is listed and elects no one: the\n" +
			"meeting breaks it.",
		example: "  nzgs constitution elect --seats 2 --ballots 12 --votes \"Ana=9,Ben=5,Cal=5\"\n" +
			"  nzgs constitution elect --office secretary --ballots 12 --votes Ana=7,Ben=5",
		flags: func(cmd *cobra.Command) {
			cmd.Flags().String("seats", "", "ordinary seats to be filled")
			cmd.Flags().String("ballots", "", "valid ballot papers")
			cmd.Flags().StringArray("votes", nil, "candidates with their votes, NAME=VOTES,…")
			cmd.Flags().String("office", "", "elect this officer: president, secretary or treasurer")
		},
		meeting: always,
		ask:     askElection,
	}.command()
}

// electionAnswer is the JSON form of an election's outcome.
type electionAnswer struct {
	Elected []string `json:"elected"`
	Tie     []string `json:"tie"`
	Rule    string   `json:"rule"`
	Trace   string   `json:"trace"`
}

func askElection(c constitution.Constitution, f *constitutionFlags) (constitutionAnswer, error) {
	var candidates []constitution.Candidate
	for _, t := range f.tallies("votes") {
		candidates = append(candidates, constitution.Candidate{Name: t.name, Votes: t.n})
	}
	var got constitution.ElectionResult
	var err error
	if office, given := f.text("office"); given {
		got, err = askOfficer(c, f, constitution.Office(office), candidates)
	} else {
		got, err = c.ElectOrdinary(constitution.OrdinaryElection{
			Seats: f.count("seats"), Ballots: f.count("ballots"), Candidates: candidates,
		})
	}
	if err != nil {
		return constitutionAnswer{}, err
	}
	headline := "No one is elected"
	if len(got.Elected) > 0 {
		headline = "Elected: " + strings.Join(got.Elected, ", ")
	}
	if len(got.Tie) > 0 {
		headline += "; tied, for the meeting to break: " + strings.Join(got.Tie, ", ")
	}
	return constitutionAnswer{
		json: electionAnswer{
			append([]string{}, got.Elected...), append([]string{}, got.Tie...), got.Trace.Rule, got.Trace.String(),
		},
		print: func(out io.Writer) { printTrace(out, headline, got.Trace) },
	}, nil
}

// askOfficer is an election to one office: a single candidate needs no ballot.
func askOfficer(
	c constitution.Constitution, f *constitutionFlags, office constitution.Office, candidates []constitution.Candidate,
) (constitution.ElectionResult, error) {
	e := constitution.OfficerElection{Office: office, Candidates: candidates}
	if _, given := f.text("ballots"); given || len(candidates) != 1 {
		e.Ballots = f.count("ballots")
	}
	problems := c.CheckOfficerElection(e)
	if seats, given := f.text("seats"); given && seats != "1" {
		problems = append(apperr.Fields{{Name: "seats", Message: "An office has one seat: leave this out."}}, problems...)
	}
	if err := problems.Err(); err != nil {
		return constitution.ElectionResult{}, err
	}
	return c.ElectOfficer(e)
}
