package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	gamesrecord "nzgs/internal/games/record"
	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
)

// appendSgfLine appends the one line that people get for each game.
func appendSgfLine(to []byte, name string, f gamesrecord.Found) []byte {
	state := "ok"
	switch {
	case f.Err != nil:
		state = "error"
	case !f.OK():
		state = "wrong"
	case f.Other != nil:
	case f.Report.Answer.How == record.FromSome, f.Report.Answer.How == record.NotKnown:
		state = "open"
	}
	to = append(append(to, state...), "      "[len(state):]...)
	to = append(to, oneLine(name)...)
	if f.Number > 1 {
		to = fmt.Appendf(to, " (game %d)", f.Number)
	}
	if f.Err != nil {
		return fmt.Appendf(to, ": %s\n", oneLine(f.Err.Error()))
	}
	if f.Other != nil {
		return appendOtherLine(to, f.Other)
	}
	r := f.Report
	to = append(to, ": "...)
	if r.Black != "" || r.White != "" {
		to = append(append(to, oneLine(orUnnamed(r.Black))...), " – "...)
		to = append(append(to, oneLine(orUnnamed(r.White))...), ", "...)
	}
	to = append(strconv.AppendInt(to, int64(r.Width), 10), "×"...)
	to = append(strconv.AppendInt(to, int64(r.Height), 10), ", "...)
	if r.Handicap > 0 {
		to = fmt.Appendf(to, "handicap %d, ", r.Handicap)
	}
	to = append(strconv.AppendInt(to, int64(r.Moves), 10), plural(r.Moves, " move", " moves")...)
	switch {
	case len(r.Violations) > 0 && !r.Illegal():
		to = fmt.Appendf(to, "; the game had ended before move %d", r.Violations[0].Number)
	case len(r.Violations) > 0:
		to = fmt.Appendf(to, "; move %d is illegal (%s)", r.Violations[0].Number, r.Violations[0].Kind)
		if n := r.IllegalMoves(); n > 1 {
			to = fmt.Appendf(to, " and %d more", n-1)
		}
		if r.Played < r.Moves {
			to = fmt.Appendf(to, ", %d %s played", r.Played, plural(r.Played, "was", "were"))
		}
	}
	return append(append(append(to, "; "...), oneLine(r.Says())...), '\n')
}

// mostRepairsTold is how many repairs of a game's text are told of below its line.
const mostRepairsTold = 5

// appendSgfRepairs tells, below the line of a game that was checked and is not wrong, what was repaired in its text: what
// could not be read is not in the count. Of a wrong game the details tell it.
func appendSgfRepairs(to []byte, f gamesrecord.Found) []byte {
	if f.Err != nil || !f.OK() {
		return to
	}
	for i, text := range f.Repairs {
		if i == mostRepairsTold {
			return fmt.Appendf(to, "      note: %d more repairs; --json names them\n", len(f.Repairs)-i)
		}
		to = fmt.Appendf(to, "      note: %s\n", oneLine(text))
	}
	return to
}

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// longestName is how much of a player's name is shown, in characters.
const longestName = 60

func orUnnamed(name string) string {
	if name == "" {
		return "?"
	}
	return record.Shortened(name, longestName)
}

// oneLine keeps what a record or a file's name holds from moving the cursor or
// turning the line around.
func oneLine(s string) string {
	plain := 0
	for plain < len(s) && s[plain] >= ' ' && s[plain] <= '~' {
		plain++
	}
	if plain == len(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return '�'
		}
		return r
	}, s)
}

// sgfMostDetails is of how many wrong games people are told all. Finding it out
// takes much longer than finding out that something is wrong.
const sgfMostDetails = 20

// sgfDetails tells people what is wrong with a game, below its line.
type sgfDetails struct {
	check *sgfCheck
	left  int // games that are still told of
	more  int // wrong games that are not
}

// write tells of the games of one input.
func (d *sgfDetails) write(ctx context.Context, w *bufio.Writer, in sgfInput, o sgfOutcome) error {
	if d.check.json || o.wrong == 0 {
		return nil
	}
	d.more += o.wrong - min(len(o.unsettled), d.left)
	if d.left == 0 {
		return nil
	}
	data := o.data
	if !in.once {
		var err error
		if data, err = readSgf(in, nil, nil); err != nil {
			return nil // it was there a moment ago, and its line is written
		}
	}
	var c gamesrecord.Checker
	c.Options = d.check.options
	wanted := o.unsettled
	looking, enough := context.WithCancel(ctx)
	defer enough()
	c.CheckFile(looking, data, func(f gamesrecord.Found) {
		if d.left == 0 || len(wanted) == 0 {
			enough()
			return
		}
		if f.Number != wanted[0] || f.Err != nil {
			return
		}
		wanted = wanted[1:]
		d.left--
		if f.Other != nil {
			if o.games > 1 {
				_, _ = fmt.Fprintf(w, "      %s (game %d)\n", oneLine(in.name), f.Number)
			}
			writeOther(w, f.Other)
			return
		}
		if r, err := record.Examine(ctx, f.Game, d.check.options, nil); err == nil {
			r.Warnings = append([]string(nil), f.Report.Warnings...)
			if o.games > 1 {
				_, _ = fmt.Fprintf(w, "      %s (game %d)\n", oneLine(in.name), f.Number)
			}
			writeStudy(w, r)
		}
	})
	return nil
}

// close says what was left out.
func (d *sgfDetails) close(w io.Writer) error {
	if d.more == 0 {
		return nil
	}
	_, err := fmt.Fprintf(
		w, "\nDetails are given of the first %d wrong games: check one of the other %d by itself for more.\n", sgfMostDetails,
		d.more,
	)
	return err
}

// sgfHows are the ways in which a claimed result can be right, in the order of the summary.
var sgfHows = [...]record.Consistency{
	record.FromCount, record.FromMarks, record.FromProof, record.FromEstimate, record.FromSome, record.FromNone,
	record.NotKnown, record.NoClaim,
}

// sgfTally counts games by how their claimed results can be right, as sgfHows has it.
type sgfTally [len(sgfHows)]int

func (t *sgfTally) count(how record.Consistency) { t[slices.Index(sgfHows[:], how)]++ }

// summary says of several games how many results can be right, and how.
func (s *sgfCheck) summary(w io.Writer, total sgfOutcome) error {
	if s.json || total.games < 2 {
		return nil
	}
	text := fmt.Sprintf("\n%d games. Claimed results that agree:\n", total.games)
	for i, how := range sgfHows {
		label := how.Says()
		switch how {
		case record.FromNone:
			text += "Others:\n"
			label = "proved wrong: no choice of dead stones gives it"
		case record.NotKnown:
			label = "not known whether it can be right"
		case record.NoClaim:
			label = "no count is claimed"
		}
		text += fmt.Sprintf("%7d  %s\n", total.how[i], label)
	}
	if total.unchecked > 0 {
		text += fmt.Sprintf("%7d  could not be checked\n", total.unchecked)
	}
	if n := total.illegal; n > 0 {
		text += fmt.Sprintf("Of all these, %d %s an illegal move.\n", n, plural(n, "has", "have"))
	}
	if n := total.failures - total.unchecked; n > 0 {
		text += fmt.Sprintf("Beside these, %d %s no game that can be read.\n", n, plural(n, "file has", "files have"))
	}
	_, err := io.WriteString(w, text)
	return err
}

// writeStudy tells all about one wrong game. A failing writer fails again at
// the end, where it is noticed.
func writeStudy(w *bufio.Writer, r *record.Report) {
	s := r.Study
	p := func(format string, a ...any) { _, _ = fmt.Fprintf(w, "      "+format+"\n", a...) }
	p("by the rules of: %s", r.Rules.Name)
	for i := range s.Replays {
		writeReplay(p, r, &s.Replays[i])
	}
	if s.MoreReplays > 0 {
		p("%d more illegal moves are not replayed here", s.MoreReplays)
	}
	if n := len(s.Replays) + s.MoreReplays; n > 1 {
		p("all %d standing:         %s", n, s.Standing.Says(r.Moves))
		p("all claimed as passes:  %s", s.AllClaimed.Says(r.Moves))
	}
	p("")
	p("At the end of the record: %s", s.Standing.Says(r.Moves))
	writeBoard(p, s.Standing.Board, gorules.NoPoint)
	if own := r.ByOwn; own != nil && own.Set != r.Set {
		p("By %s rules, which the record names: %s: %s", own.Name(), own.Totals(own.Score), own.Counted)
	}
	if text := s.Answer.Says(r.Height); text != "" && s.Answer.How != record.FromCount {
		p("%s", oneLine(text))
	}
	p("Stones that may be dead (both players must agree):")
	for i := range s.Proposals {
		writeProposal(p, r, &s.Proposals[i])
	}
	for _, text := range r.Warnings {
		p("note: %s", oneLine(text))
	}
	p("")
}

func writeReplay(p func(string, ...any), r *record.Report, replay *record.Replay) {
	v := replay.Violation
	p("")
	p("%s.", oneLine(v.Says(r.Height)))
	p("  %s", replay.Ruling.Wrong)
	p("  %s", replay.Ruling.Text)
	p("  (%s)", replay.Ruling.Source)
	mark := gorules.NoPoint
	if at, err := gorules.ParsePoint(v.Point); err == nil && replay.Before.Has(at) {
		mark = at
	}
	writeBoard(p, replay.Before, mark)
	if replay.Stands != nil {
		p("if it stands:         %s", replay.Stands.Says(v.Number))
	} else {
		p("if it stands:         it cannot: no board can show it")
	}
	p("if claimed, a pass:   %s", replay.Claimed.Says(v.Number))
}

func writeBoard(p func(string, ...any), b *gorules.Board, mark gorules.Point) {
	for line := range strings.Lines(b.Diagram(mark)) {
		p("%s", strings.TrimRight(line, " \n"))
	}
}

// sgfMostChains is how many chains of a proposal are named.
const sgfMostChains = 12

func writeProposal(p func(string, ...any), r *record.Report, proposal *record.Proposal) {
	var parts []string
	for i, c := range proposal.Chains {
		if i == sgfMostChains {
			parts = append(parts, fmt.Sprintf("and %d more", len(proposal.Chains)-i))
			break
		}
		text := c.Says(r.Height)
		if proposal.Basis == record.ByPlayouts {
			text += fmt.Sprintf(" (%d%%)", (c.PerMille+5)/10)
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		parts = []string{"none"}
	}
	p("  %s: %s; that gives %s", proposal.Says(), strings.Join(parts, "; "), proposal.Counted)
}
