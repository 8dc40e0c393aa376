package postal

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Flow is how many papers of a vote went out, came back and are void, for
// everybody.
//
// While papers can come in, only what was sent is told. Rule 5.11 knows no total
// before the closing, and how many have voted is one: whoever wants a vote to fail
// for want of ten recorded votes (5.12), or knows who has not voted yet, could use
// it. The reasons for which papers are void are told with the declaration.
type Flow struct {
	SentOn  civil.Date
	Sent    int   // papers of the roll
	Further int   // made since, for members whose own was lost
	Back    *Back `json:",omitempty"` // nil until the vote is closed
}

// Back is how many papers came back.
type Back struct {
	Papers, Valid, Waiting, Void int
	Why                          *Void `json:",omitempty"` // nil until the declaration
}

// Void is how many papers are void and why, as far as it names nobody: the
// tellers' own words can.
type Void struct {
	Late     int // came after the last day for papers
	Several  int // of members from whom more than one paper came
	Other    int // for another reason of the tellers'
	Nameless int // without a name, or of nobody on the roll: without a line in the register

	// Of lines that have the reason.
	Unsigned   int `json:",omitempty"`
	NoName     int `json:",omitempty"`
	NotOnRoll  int `json:",omitempty"`
	Unreadable int `json:",omitempty"`
	Electronic int `json:",omitempty"`
}

// voidOf sorts the void papers of a register; all is how many there are, with
// those that have no line in it.
func voidOf(register []Envelope, closing civil.Date, all int) Void {
	papers := map[auth.PersonID]int{}
	for _, e := range register {
		papers[e.Person]++
	}
	var v Void
	for _, e := range register {
		count, has := v.counted()[e.Why]
		switch {
		case e.Standing != Rejected:
			continue
		case has:
			*count++
		case e.Received.After(closing):
			v.Late++
		case e.Why == WhySecond, e.Why == "" && papers[e.Person] > 1:
			v.Several++
		default:
			v.Other++
		}
		all--
	}
	v.Nameless = max(0, all)
	return v
}

// counted are the counts of the reasons that stand in a line of the register.
func (v *Void) counted() map[Why]*int {
	return map[Why]*int{
		WhyUnsigned: &v.Unsigned, WhyNoName: &v.NoName, WhyNotOnRoll: &v.NotOnRoll, WhyUnreadable: &v.Unreadable,
		WhyElectronic: &v.Electronic,
	}
}

// UnderWay is a vote whose papers are out and whose result is not declared, as
// everybody may know of it: neither what it is about nor who counts.
type UnderWay struct {
	EGM, Closing civil.Date
	Flow         Flow
	Next         string // who acts and by when; it names no teller
	Withheld     string // why nothing is shown: the vote was changed in the database; ""
}

// UnderWay lists the votes that are under way, for everybody.
func (s *Service) UnderWay(ctx context.Context) ([]UnderWay, error) {
	all, err := allVotes(ctx, s.db)
	if err != nil {
		return nil, err
	}
	var out []UnderWay
	for _, v := range all {
		if v.State.before(StateDespatched) || !v.State.before(StateDeclared) {
			continue
		}
		f, err := s.facts(ctx, s.db, v.ID)
		if err != nil {
			return nil, err
		}
		one := UnderWay{EGM: f.EGM, Closing: f.Closing}
		calendar, err := postalDates(f.dates, f.Vote)
		if err != nil {
			return nil, err
		}
		one.Next = view{File: File{Vote: f.Vote, Calendar: calendar, Today: f.today}}.looksOn().Text
		if err := s.soundRegister(ctx, s.db, f); err != nil {
			if one.Withheld, err = withheld(err); err != nil {
				return nil, err
			}
		} else if one.Flow, err = flowOf(ctx, s.db, f); err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// Flow is how many papers went out and came back, for whoever may see the vote.
// NotFound before they are out, and of a declared vote, whose declaration says it.
func (s *Service) Flow(ctx context.Context, actor auth.Actor, id VoteID) (Flow, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return Flow{}, err
	}
	if err := s.maySee(actor, f); err != nil {
		return Flow{}, err
	}
	if f.State.before(StateDespatched) || !f.State.before(StateDeclared) {
		return Flow{}, errNotFound
	}
	if err := s.soundRegister(ctx, s.db, f); err != nil {
		return Flow{}, err
	}
	return flowOf(ctx, s.db, f)
}

// flowOf is how many papers went out and, once the vote is closed, came back.
func flowOf(ctx context.Context, q store.Queryer, f facts) (Flow, error) {
	made, err := furtherPapers(ctx, q, f.ID)
	if err != nil {
		return Flow{}, err
	}
	flow := Flow{SentOn: f.Despatched, Sent: f.RollCount, Further: len(made)}
	if !f.State.before(StateClosed) {
		flow.Back = &Back{
			Papers: f.counts.Papers(), Valid: f.counts.Valid, Waiting: f.counts.Waiting, Void: f.counts.Rejected,
		}
	}
	return flow, nil
}

// declaredFlow is the flow as it is declared, with why papers are void. It is kept
// with the declaration, because the register is deleted.
func declaredFlow(ctx context.Context, q store.Queryer, f facts, rejected int) (*Flow, error) {
	flow, err := flowOf(ctx, q, f)
	if err != nil {
		return nil, err
	}
	register, err := envelopes(ctx, q, f.ID)
	if err != nil {
		return nil, err
	}
	why := voidOf(register, f.Closing, rejected)
	flow.Back.Papers += rejected - flow.Back.Void
	flow.Back.Void, flow.Back.Why = rejected, &why
	return &flow, nil
}

// Lines are the flow in words.
func (w Flow) Lines() []string {
	sent := papersWere(w.Sent) + " sent on " + w.SentOn.Long() + ", one to each member on the roll."
	if w.Further > 0 {
		sent += " " + papersWere(w.Further) + " made since for members who asked for another one; when they were sent is not " +
			"recorded."
	}
	if w.Back == nil {
		return []string{sent, "How many came back is shown once the vote is closed."}
	}
	b := w.Back
	back := papersCame(b.Papers) + ": " + strconv.Itoa(b.Valid) + " valid, " + strconv.Itoa(b.Void) + " void"
	if b.Waiting > 0 {
		back += ", " + strconv.Itoa(b.Waiting) + " waiting for the tellers’ ruling"
	}
	out := []string{sent, back + "."}
	switch {
	case b.Why == nil:
		return append(out, "This can change until the tellers agree. Why papers are void is shown with the result.")
	case b.Void == 0:
		return out
	}
	for _, why := range b.Why.Reasons() {
		out = append(out, "Void: "+strconv.Itoa(why.Papers)+" "+why.Reason+".")
	}
	return out
}

// Rejections are how many papers are void for which reason, for the tellers and, once
// they have reported, for the officers who run the vote. The tellers' own words are not
// among them.
func (s *Service) Rejections(ctx context.Context, actor auth.Actor, id VoteID) ([]RejectedFor, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	if tells := f.isTeller(actor); !tells && (!s.manages(actor) || f.State.before(StateReported)) {
		return nil, s.hidden(actor, f)
	}
	switch {
	case f.State.before(StateAgreed):
		return nil, apperr.UnderRule("5.11", "The tellers have not agreed yet.")
	case !f.State.before(StateDeclared): // the register is deleted with the papers
		d, err := s.Declaration(ctx, id)
		switch {
		case err != nil:
			return nil, err
		case d.Flow != nil && d.Flow.Back != nil && d.Flow.Back.Why != nil:
			return d.Flow.Back.Why.Reasons(), nil
		case d.Rejected == 0:
			return nil, nil
		}
		return []RejectedFor{{d.Rejected, "for which reasons was not kept when this result was declared (Rule 5.11)"}}, nil
	}
	totals, err := s.proven(ctx, s.db, f)
	if err != nil {
		return nil, err
	}
	register, err := envelopes(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	return voidOf(register, f.Closing, f.counts.with(totals).Rejected).Reasons(), nil
}

func papersWere(n int) string {
	if n == 1 {
		return "1 paper was"
	}
	return strconv.Itoa(n) + " papers were"
}

func papersCame(n int) string {
	if n == 1 {
		return "1 paper came back"
	}
	return strconv.Itoa(n) + " papers came back"
}

// furtherPaper is that another paper was made for somebody.
type furtherPaper struct {
	Person auth.PersonID
	On     civil.Date
}

// furtherPapers are the papers that were made for others that were lost, in order.
// The log alone has them.
func furtherPapers(ctx context.Context, q store.Queryer, id VoteID) ([]furtherPaper, error) {
	all, err := audit.Of(ctx, q, "postal_vote", int64(id), math.MaxInt32)
	if err != nil {
		return nil, fmt.Errorf("read the log of a vote: %w", err)
	}
	var out []furtherPaper
	for _, record := range slices.Backward(all) {
		if record.Action != string(ActReplace)+".postal_vote" {
			continue
		}
		var detail struct {
			After struct {
				Member auth.PersonID `json:"member"`
			} `json:"after"`
		}
		if err := json.Unmarshal([]byte(record.Detail), &detail); err != nil {
			return nil, fmt.Errorf("read entry %d of the log: %w", record.Seq, err)
		}
		out = append(out, furtherPaper{detail.After.Member, record.At.Date()})
	}
	return out, nil
}
