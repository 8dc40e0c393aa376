package records

import (
	"fmt"
	"strconv"
	"strings"

	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
	"nzgs/web/kit"
)

// RecordView is what a referee is told of a record (partial "record-report").
type RecordView struct {
	Headline  kit.Badge
	Result    kit.Badge // whether the claimed result is the count
	ResultWhy string
	Counts    []record.LabelledCount
	Facts     []kit.Fact
	Board     RecordBoard
	Wrong     []RecordWrong
	MoreWrong string // "and 3 more"
	End       RecordEnd
	Answer    RecordAnswer
	Warnings  []string
}

// RecordWrong is a move against the rules.
type RecordWrong struct {
	Title    string // "Move 24: White D4"
	What     string // "repeats the position after White’s move 8"
	Rule     string // in our own words
	RuleURL  string // where the rule stands, of the society's own rules
	Ruling   string // what the referee does
	Source   string // its place in the rules
	Move     string // its number
	At       int    // step of the board where it is
	Stands   *RecordCount
	Claimed  RecordCount
	CanStand bool
}

// RecordCount is a count in words.
type RecordCount struct {
	Result string // "White wins by 3"
	Totals string // "Black 184, White 177 and komi 7"
}

// RecordEnd is a position that is counted, with what may be dead (partial "record-end").
type RecordEnd struct {
	Title     string // "The end, counted"
	At        int    // the step that is counted; -1: the end
	Instead   int    // what asks for the end
	Board     Board
	Count     RecordCount
	Said      string // what is taken as dead, and what follows
	Shared    string // "5 points are territory of both", or ""
	Proposals []RecordProposal
	Estimated bool // one of the proposals is an estimate
	Asked     bool // for it
	Resume    []RecordResume
	AllStay   string // the count if no one agrees: "Black wins by 3"
}

// RecordResume is a way to play on where the players do not agree which stones are dead.
type RecordResume struct{ Next, Label, Why string }

// RecordProposal is a proposal of dead stones.
type RecordProposal struct {
	Says   string // what it rests on
	Dead   string // for the form; "" when there are none
	Text   string // "Black at D4 (3 stones); White at Q16 (1 stone, 93 %)"
	Count  RecordCount
	Agrees bool // with the claimed result
}

// RecordAnswer says whether any choice of dead stones gives the claimed count.
type RecordAnswer struct {
	Kind, Title, Text string
	Dead              string // the smallest choice, for the form
}

// recordView puts an examined record into words, with the line that is asked for on the
// board.
func recordView(r *record.Report, line lineData, a boardAsk) (RecordView, error) {
	s := r.Study
	v := RecordView{Facts: recordFacts(r), Warnings: r.Warnings, Headline: recordHeadline(s), Counts: r.Counts()}
	var err error
	if v.Board, err = recordBoard(line, a); err != nil {
		return v, err
	}
	for _, replay := range s.Replays {
		v.Wrong = append(v.Wrong, recordWrong(r, replay, line.Frames))
	}
	if s.MoreReplays > 0 {
		v.MoreWrong = fmt.Sprintf("and %d more", s.MoreReplays)
	}
	v.Answer = recordAnswer(r)
	return v, nil
}

func recordHeadline(s *record.Study) kit.Badge {
	switch n := s.Standing.IllegalMoves(); n {
	case 0:
		return kit.Badge{Kind: kit.KindSuccess, Text: "Every move is legal"}
	case 1:
		return kit.Badge{Kind: kit.KindError, Text: "One move is against the rules"}
	default:
		return kit.Badge{Kind: kit.KindError, Text: strconv.Itoa(n) + " moves are against the rules"}
	}
}

// recordResult compares what is claimed with the count.
func recordResult(r *record.Report, dead []gorules.Point) (kit.Badge, string) {
	s := r.Study
	counted := s.Standing.Counted.Says()
	if s.Submitted != nil {
		if s.SubmittedAgree {
			return kit.Badge{Kind: kit.KindSuccess, Text: "The counts handed in are right"}, counted + "."
		}
		return kit.Badge{
				Kind: kit.KindWarning, Text: "The counts handed in differ",
			}, fmt.Sprintf("Handed in: Black %d, White %d. Counted: Black %d, White %d.",
				s.Submitted.Black, s.Submitted.White, s.Standing.Score.Black, s.Standing.Score.White)
	}
	claimed := r.Verdict.Claimed
	switch s.Standing.Agreement {
	case record.Agrees:
		return kit.Badge{
			Kind: kit.KindSuccess, Text: "The result agrees with the count",
		}, "The record says " + claimed + ". " + counted + "."
	case record.Differs:
		return kit.Badge{
				Kind: kit.KindWarning, Text: "The result differs from the count",
			}, fmt.Sprintf("The record says %s; the end position, %s, gives %s. They are %s apart.",
				claimed, withDead(dead), s.Standing.Counted, pointsText(s.Standing.Off.Points()))
	}
	if claimed == "" {
		return kit.Badge{
			Kind: kit.KindNeutral, Text: "No result is claimed",
		}, "The end position counts: " + kit.LowerFirst(counted) + "."
	}
	return kit.Badge{
			Kind: kit.KindNeutral, Text: "Nothing to compare",
		}, "The record says " + claimed + ", which no count can contradict. The end position counts: " +
			kit.LowerFirst(counted) + "."
}

func withDead(dead []gorules.Point) string {
	if len(dead) == 0 {
		return "with every stone standing"
	}
	return "with the stones below taken as dead"
}

func pointsText(n string) string {
	if n == "1" {
		return "1 point"
	}
	return n + " points"
}

// Labels of the players' names.
const (
	factBlack = "Black"
	factWhite = "White"
)

func recordFacts(r *record.Report) []kit.Fact {
	facts := []kit.Fact{
		{Label: factBlack, Value: orUnknown(r.Black)}, {Label: factWhite, Value: orUnknown(r.White)},
		{Label: "Board", Value: fmt.Sprintf("%d × %d", r.Width, r.Height)},
	}
	if r.Handicap > 0 {
		facts = append(facts, kit.Fact{Label: "Handicap", Value: strconv.Itoa(r.Handicap)})
	}
	return append(facts, kit.Fact{
		Label: "Komi", Value: r.Komi.String(),
	}, kit.Fact{Label: "Moves", Value: strconv.Itoa(r.Moves)})
}

func orUnknown(name string) string {
	if strings.TrimSpace(name) == "" {
		return "not named"
	}
	return name
}

// ruleOf is which of the New Zealand Rules of Go a kind of violation is against.
var ruleOf = map[gorules.Kind]string{
	gorules.Superko: "repetition", gorules.Occupied: "turns", gorules.OffBoard: "turns", gorules.OutOfTurn: "turns",
}

func recordWrong(r *record.Report, replay record.Replay, frames []frameData) RecordWrong {
	v := replay.Violation
	out := RecordWrong{
		Title: v.Title(r.Height),
		Move:  strconv.Itoa(v.Number),
		What:  v.What(r.Height), Rule: replay.Ruling.Wrong, Ruling: replay.Ruling.Text,
		Source:  replay.Ruling.Source,
		Claimed: scoreText(r, replay.Claimed.Score),
	}
	if r.Set == record.NZ {
		out.RuleURL = kit.RulesOfGoURL(ruleOf[v.Kind])
	}
	if replay.Stands != nil {
		stands := scoreText(r, replay.Stands.Score)
		out.Stands = &stands
	}
	for i, f := range frames {
		if f.Number == v.Number {
			out.At = i
		}
	}
	return out
}

// scoreText is a count with its arithmetic.
func scoreText(r *record.Report, s gorules.Score) RecordCount {
	return RecordCount{record.MarginOf(s, r.Komi).Says(), r.Totals(s)}
}

func recordProposal(r *record.Report, p record.Proposal) RecordProposal {
	out := RecordProposal{
		Says: kit.UpperFirst(p.Says()), Count: scoreText(r, p.Score), Agrees: p.Agreement == record.Agrees,
	}
	var texts []string
	for _, c := range p.Chains {
		text := c.Says(r.Height)
		if p.Basis == record.ByPlayouts {
			text += fmt.Sprintf(" (%d%%)", (c.PerMille+5)/10)
		}
		texts = append(texts, text)
	}
	out.Dead, out.Text = chainPoints(p.Chains, r.Height), strings.Join(texts, "; ")
	if out.Text == "" {
		out.Text = "No stones."
	}
	return out
}

// chainPoints names chains for the form.
func chainPoints(chains []record.DeadChain, height int) string {
	var out []string
	for _, c := range chains {
		out = append(out, c.Points[0].Label(height))
	}
	return strings.Join(out, " ")
}

// recordAnswer is the answer to "can the claim be right?", with the stones that the
// form can take as dead.
func recordAnswer(r *record.Report) RecordAnswer {
	a := r.Study.Answer
	out := RecordAnswer{Text: a.Says(r.Height)}
	switch a.How {
	case record.NoClaim:
		return RecordAnswer{}
	case record.FromNone:
		out.Kind, out.Title = kit.KindError, "The claimed count is wrong whatever was agreed"
	case record.FromCount:
		out.Kind, out.Title = kit.KindSuccess, "The claimed count is right as the board stands"
	case record.FromMarks:
		out.Kind, out.Title = kit.KindSuccess, "The claimed count is right by the record’s own marks"
	case record.FromProof:
		out.Kind, out.Title = kit.KindSuccess, "The claimed count is right without the stones that are proved dead"
	case record.FromEstimate:
		out.Kind, out.Title = kit.KindInfo, "The claimed count is right by an estimate of the dead stones"
	case record.FromSome:
		out.Kind, out.Title = kit.KindInfo, "The claimed count is possible by a sensible choice of dead stones"
		if a.Sensible.Finding == record.NotDecided {
			out.Kind, out.Title = kit.KindWarning, "The claimed count is possible; we do not know whether by a sensible choice"
		} else if a.Sensible.Finding != record.Smallest {
			out.Kind, out.Title = kit.KindWarning, "The claimed count is possible, but by no sensible choice of dead stones"
		}
	default:
		out.Kind, out.Title = kit.KindWarning, "We do not know whether any choice of dead stones gives this"
		if a.KomiDoesNotFit() {
			out.Title = "The komi does not fit the result"
		}
	}
	if a.How != record.NotKnown {
		out.Dead = chainPoints(a.Dead, r.Height)
	}
	return out
}
