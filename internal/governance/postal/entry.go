package postal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/store"
)

// Mark is what stands beside a motion.
type Mark string

const (
	MarkYes     Mark = "yes"
	MarkNo      Mark = "no"
	MarkAbstain Mark = "abstain"
	MarkBlank   Mark = "blank"   // nothing
	MarkSpoiled Mark = "spoiled" // none of the three words, or several
)

var choices = map[Mark]ballot.Choice{
	MarkYes: ballot.Yes, MarkNo: ballot.No, MarkAbstain: ballot.Abstain, MarkBlank: ballot.Blank,
	MarkSpoiled: ballot.Spoiled,
}

// Entry is a paper as a teller reads it: serial as typed, and a mark for each
// motion in order.
type Entry struct {
	Serial string
	Marks  []Mark
}

// Format keeps what is on a paper out of everything that is printed.
func (Entry) Format(w fmt.State, _ rune) { fmt.Fprint(w, "a voting paper") }

// MarshalJSON refuses: what is on a paper is written nowhere unsealed.
func (Entry) MarshalJSON() ([]byte, error) {
	return nil, errors.New("a voting paper is written nowhere unsealed")
}

// maxEntries is how many papers are entered in one go.
const maxEntries = 500

// desk is a teller at work on the entries of a vote that is entered here.
type desk struct {
	*facts
	pack   *ballot.Package
	teller *teller
	number ballot.TellerNumber
}

// desk finds the actor's place: the vote's package, and the actor's number in it.
func (f *facts) desk(actor auth.Actor) (desk, error) {
	p, err := f.soundPackage()
	if err != nil {
		return desk{}, err
	}
	if err := p.CheckOpen(f.today); err != nil {
		return desk{}, err
	}
	d := desk{facts: f, pack: p, teller: f.teller(actor)}
	card, err := ballot.ParseCard(d.teller.Recipient)
	if err != nil {
		return desk{}, fmt.Errorf("read a teller's card: %w", err)
	}
	if d.number = p.TellerOf(card); d.number == 0 || int(d.number) != d.teller.position {
		return desk{}, apperr.New(apperr.Conflict, "The tellers have changed. Check the vote as it is now.")
	}
	return d, nil
}

// pair are the two tellers who entered papers.
func (d desk) pair() ([2]*teller, error) {
	var out []*teller
	for i := range d.tellers {
		if d.tellers[i].works() {
			out = append(out, &d.tellers[i])
		}
	}
	if len(out) != 2 {
		return [2]*teller{}, apperr.UnderRule("5.11", "Two tellers enter every paper, each alone: %d did so far.", len(out))
	}
	return [2]*teller{out[0], out[1]}, nil
}

// papers reads what was typed. The fields are serial_N and mark_N_M.
func (d desk) papers(typed []Entry) ([]ballot.Paper, error) {
	var f apperr.Fields
	if len(typed) == 0 || len(typed) > maxEntries {
		f.Add("papers", "Enter 1 to %d papers at a time.", maxEntries)
		return nil, f.Err()
	}
	out := make([]ballot.Paper, len(typed))
	at := map[ballot.Serial]int{}
	for i, e := range typed {
		field := fmt.Sprintf("serial_%d", i+1)
		serial, err := ballot.ParseSerial(e.Serial)
		switch before, twice := at[serial]; {
		case err != nil:
			f.Add(field, "This is not the serial of a paper. Check the paper and type it again.")
		case twice:
			f.Add(field, "This serial is typed above already, on line %d.", before)
		case !d.pack.Knows(serial):
			f.Add(field, "No paper of this vote has this serial. Check the paper and type it again.")
		default:
			at[serial] = i + 1
		}
		out[i] = ballot.Paper{Serial: serial, Choices: d.marks(&f, i, e.Marks)}
	}
	return out, f.Err()
}

// marks reads the marks of one paper; none stand for a paper that is taken out.
func (d desk) marks(f *apperr.Fields, paper int, marks []Mark) []ballot.Choice {
	if len(marks) > len(d.Motions) {
		f.Add(fmt.Sprintf("mark_%d_%d", paper+1, len(d.Motions)+1), "There are only %d motions.", len(d.Motions))
		return nil
	}
	var out []ballot.Choice
	for m := range d.Motions {
		var mark Mark
		if m < len(marks) {
			mark = marks[m]
		}
		choice, known := choices[mark]
		if !known && len(marks) > 0 {
			f.Add(fmt.Sprintf("mark_%d_%d", paper+1, m+1), "Enter the vote on motion %d.", d.Motions[m].Number)
		}
		out = append(out, choice)
	}
	if len(marks) == 0 {
		return nil
	}
	return out
}

func (d desk) seal(random io.Reader, papers []ballot.Paper) ([]ballot.Record, error) {
	out := make([]ballot.Record, len(papers))
	for i, p := range papers {
		var err error
		if out[i], err = d.pack.Seal(d.number, p, random); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Enter saves papers as the actor reads them: all or none. They are sealed
// before anything is written, to the keys whose number the teller noted when
// signing them. The fields are keys, papers, serial_N and mark_N_M for the paper N
// and motion M, from 1.
func (s *Service) Enter(ctx context.Context, actor auth.Actor, id VoteID, number string, papers []Entry) error {
	return s.take(ctx, request{actor: actor, id: id, action: ActEnter}, func(tx *store.Tx, f *facts) (any, error) {
		d, err := f.desk(actor)
		if err != nil {
			return nil, err
		}
		if err := d.noted(number); err != nil {
			return nil, err
		}
		if err := d.mayEnter(actor); err != nil {
			return nil, err
		}
		read, err := d.papers(papers)
		if err != nil {
			return nil, err
		}
		for i, p := range read {
			if p.Choices == nil {
				return nil, apperr.Fields{{Name: fmt.Sprintf("mark_%d_1", i+1), Message: "Enter the vote on each motion."}}.Err()
			}
		}
		sealed, err := d.seal(s.random, read)
		if err != nil {
			return nil, err
		}
		there, err := records(ctx, tx, id, d.number)
		if err != nil {
			return nil, err
		}
		return map[string]any{"papers": len(papers)}, rewriteRecords(
			ctx, tx, id, d.number, append(there, sealed...),
		)
	})
}

// works reports whether the teller is one of the two who enter.
func (t teller) works() bool { return t.Entered > 0 || !t.Finished.IsZero() }

// isOfTwo refuses a third teller.
func (f facts) isOfTwo(actor auth.Actor) error {
	others := 0
	for _, t := range f.tellers {
		if t.works() && t.Person != actor.Person {
			others++
		}
	}
	if others >= 2 {
		return apperr.UnderRule("5.11", "Two other tellers are entering the papers: that is enough.")
	}
	return nil
}

// mayEnter refuses a third teller, and one who has said that all is entered.
func (d desk) mayEnter(actor auth.Actor) error {
	if err := d.isOfTwo(actor); err != nil {
		return err
	}
	if !d.teller.Finished.IsZero() {
		return apperr.UnderRule(
			"5.11", "You have said that all papers are entered. Compare the entries; what differs can be corrected then.",
		)
	}
	return nil
}

// Finish says that the actor has entered every valid paper of the register, or
// has looked again at every paper that differed. Where no paper came there is
// nothing to enter, and both say so.
func (s *Service) Finish(ctx context.Context, actor auth.Actor, id VoteID) error {
	return s.take(ctx, request{actor: actor, id: id, action: ActFinish}, func(tx *store.Tx, f *facts) (any, error) {
		if err := f.isOfTwo(actor); err != nil {
			return nil, err
		}
		own := f.teller(actor)
		own.Finished = s.cases.Now()
		return map[string]any{"papers": own.Entered}, updateProgress(ctx, tx, id, *own)
	})
}

func papersInWords(n int) string {
	if n == 1 {
		return "one paper"
	}
	return fmt.Sprintf("%d papers", n)
}

// Correct replaces the actor's own entries of the papers' serials, or adds
// them; a paper without marks is taken out. The actor then says Finish again.
// Fields as Enter, key, passphrase.
func (s *Service) Correct(
	ctx context.Context, actor auth.Actor, id VoteID, number string, key Key, papers []Entry,
) error {
	return s.withKey(ctx, request{
		actor: actor, id: id, action: ActCorrect,
	}, key, func(tx *store.Tx, d desk, identity *ballot.Identity) (any, error) {
		if err := d.noted(number); err != nil {
			return nil, err
		}
		if d.State == StateClosed {
			if err := d.mayEnter(actor); err != nil {
				return nil, err
			}
		}
		read, err := d.papers(papers)
		if err != nil {
			return nil, err
		}
		there, err := records(ctx, tx, id, d.number)
		if err != nil {
			return nil, err
		}
		kept, err := d.without(identity, there, read)
		if err != nil {
			return nil, err
		}
		read = slices.DeleteFunc(read, func(p ballot.Paper) bool { return p.Choices == nil })
		sealed, err := d.seal(s.random, read)
		if err != nil {
			return nil, err
		}
		if err := s.takeBack(ctx, tx, d.facts, func(t teller) bool { return t.Person == actor.Person }); err != nil {
			return nil, err
		}
		return map[string]any{"papers": len(papers)}, rewriteRecords(ctx, tx, id, d.number, append(kept, sealed...))
	})
}

// without are the teller's own records but those of the papers' serials.
func (d desk) without(
	identity *ballot.Identity, there []ballot.Record, papers []ballot.Paper,
) ([]ballot.Record, error) {
	batch, err := d.pack.Open(identity, d.number, there)
	if err != nil {
		return nil, err
	}
	gone := map[ballot.RecordID]bool{}
	for _, opened := range batch.Papers {
		if slices.ContainsFunc(papers, func(p ballot.Paper) bool { return p.Serial == opened.Paper.Serial }) {
			gone[opened.Record] = true
		}
	}
	return slices.DeleteFunc(there, func(r ballot.Record) bool { return gone[r.ID] }), nil
}

// Restart throws the actor's own entries away, and no one else's: whoever lost the
// thread begins again, and the other teller's work stays. Field: reason.
func (s *Service) Restart(
	ctx context.Context, actor auth.Actor, id VoteID, version int64, reason string,
) error {
	reason = oneLine(reason)
	return s.take(ctx, request{
		actor: actor, id: id, action: ActRestart, version: version,
	}, func(tx *store.Tx, f *facts) (any, error) {
		var fields apperr.Fields
		checkText(&fields, "reason", reason, maxRemark, "Say why you enter all papers again.")
		if err := fields.Err(); err != nil {
			return nil, err
		}
		own := f.teller(actor)
		if err := deleteEntries(ctx, tx, f.ID, own.position); err != nil {
			return nil, err
		}
		if err := s.takeBack(ctx, tx, f, func(t teller) bool { return t.Person == actor.Person }); err != nil {
			return nil, err
		}
		if err := setState(ctx, tx, f.ID, StateClosed); err != nil {
			return nil, err
		}
		return map[string]any{"reason": reason, "own": true, "name": own.Name}, s.tellTellers(ctx, tx, f, told{
			What: "entry started again",
			Text: actor.Name + " started their own entry again: the papers that " + actor.Name + " had entered are void and are " +
				"entered again. What another teller entered stays.",
		})
	})
}

// beginAgain throws the entries of all tellers away. A vote that is not closed yet stays open.
func (s *Service) beginAgain(ctx context.Context, tx *store.Tx, f *facts) error {
	for _, t := range f.tellers {
		if err := deleteEntries(ctx, tx, f.ID, t.position); err != nil {
			return err
		}
	}
	if err := s.resetProgress(ctx, tx, f); err != nil {
		return err
	}
	if f.State == StateDespatched {
		return bumpVersion(ctx, tx, f.ID)
	}
	return setState(ctx, tx, f.ID, StateClosed)
}
