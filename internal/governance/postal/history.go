package postal

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/ballot"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// TellerEvent is something that was done about a vote's tellers or their keys.
type TellerEvent struct {
	Seq    int64 // of its entry in the log
	On     civil.Date
	Text   string // for everybody: who did what, with names and numbers of keys
	Reason string `json:",omitempty"` // for those who run the vote; "" where none was asked for
}

// TellerHistory is all that was done about a vote's tellers, in order.
type TellerHistory struct {
	Events []TellerEvent
	// Since is the day of the first of them where the log does not begin with an
	// appointment: what was before is not recorded. Zero where it does.
	Since civil.Date
}

// Lines are the history as it is shown and printed, with the reasons or without.
func (h TellerHistory) Lines(reasons bool) []string {
	var out []string
	switch {
	case len(h.Events) == 0:
		return []string{"The society’s log has no record of this vote’s tellers."}
	case !h.Since.IsZero():
		out = append(out, "Not recorded before "+h.Since.Long()+".")
	}
	for _, e := range h.Events {
		line := e.On.Long() + ": " + e.Text + "."
		if reasons && e.Reason != "" {
			line += " Reason: " + strings.TrimSuffix(e.Reason, ".") + "."
		}
		out = append(out, line)
	}
	return out
}

// forEverybody is the history without the reasons that were given.
func (h TellerHistory) forEverybody() TellerHistory {
	h.Events = slices.Clone(h.Events)
	for i := range h.Events {
		h.Events[i].Reason = ""
	}
	return h
}

// sameAs reports whether both are of the same entries of the log.
func (h TellerHistory) sameAs(other TellerHistory) bool {
	return slices.EqualFunc(h.Events, other.Events, func(a, b TellerEvent) bool { return a.Seq == b.Seq && a.On == b.On })
}

// TellerHistory is what was done about the tellers of a vote, with the reasons, for
// those who run it and count it.
func (s *Service) TellerHistory(ctx context.Context, actor auth.Actor, id VoteID) (TellerHistory, error) {
	f, err := s.facts(ctx, s.db, id)
	if err != nil {
		return TellerHistory{}, err
	}
	if !s.manages(actor) && !f.isTeller(actor) {
		return TellerHistory{}, s.hidden(actor, f)
	}
	return tellerHistory(ctx, s.db, id)
}

// entry is what the log says of a step about tellers.
type entry struct {
	Tellers    []auth.PersonID `json:"tellers"`
	Names      []string        `json:"names"`
	InsteadOf  []string        `json:"instead_of"`
	Teller     auth.PersonID   `json:"teller"`
	Name       string          `json:"name"`
	Card       string          `json:"card"`
	Reason     string          `json:"reason"`
	Resolution string          `json:"resolution"`
	OutName    string          `json:"out_name"`
	InName     string          `json:"in_name"`
	Out        auth.PersonID   `json:"out"`
	In         auth.PersonID   `json:"in"`
	Office     Office          `json:"office"`
	Made       bool            `json:"made"`
	Proven     bool            `json:"proven"`
	Signed     string          `json:"signed"`
	Proposed   *entry          `json:"replacement"`
	Own        bool            `json:"own"`
}

// tellerHistory reads the history from the log: it is written there with each step,
// in the step's own transaction, and kept nowhere else.
func tellerHistory(ctx context.Context, q store.Queryer, id VoteID) (h TellerHistory, err error) {
	all, err := audit.Of(ctx, q, "postal_vote", int64(id), math.MaxInt32)
	if err != nil {
		return h, fmt.Errorf("read the log of a vote: %w", err)
	}
	slices.Reverse(all)
	appointed := false
	for _, record := range all {
		name, _ := strings.CutSuffix(record.Action, ".postal_vote")
		action := Action(name)
		tell, ofTellers := tellings[action]
		if !ofTellers || action == ActReopen && !appointed {
			continue
		}
		appointed = action == ActAppoint || appointed && action != ActReopen
		var detail struct{ After entry }
		if err := json.Unmarshal([]byte(record.Detail), &detail); err != nil {
			return h, fmt.Errorf("read entry %d of the log: %w", record.Seq, err)
		}
		e := detail.After
		if err := e.nameThose(ctx, q); err != nil {
			return h, err
		}
		if len(h.Events) == 0 && action != ActAppoint {
			h.Since = record.At.Date()
		}
		h.Events = append(h.Events, TellerEvent{
			Seq: record.Seq, On: record.At.Date(), Text: tell(record.By.Name, e), Reason: e.Reason,
		})
	}
	return h, nil
}

// nameThose names tellers of entries that were written before the log had their
// names, as the register has them.
func (e *entry) nameThose(ctx context.Context, q store.Queryer) error {
	if len(e.Names) == len(e.Tellers) {
		return nil
	}
	people, err := members.People(ctx, q, e.Tellers)
	e.Names = nil
	for _, p := range e.Tellers {
		e.Names = append(e.Names, people[p].Name.String())
	}
	return err
}

// tellings say what was done in each step about tellers.
var tellings = map[Action]func(by string, e entry) string{
	ActAppoint: func(by string, e entry) string {
		resolution := e.Resolution
		if resolution == "" {
			resolution = "by which minute or resolution is not recorded"
		}
		return strings.TrimSuffix(appointedText(e.Names, e.InsteadOf, by, resolution), ".")
	},
	ActReopen: func(by string, _ entry) string {
		return by + " took the vote back to the draft: tellers and keys ended"
	},
	ActKey: func(by string, e entry) string { return by + " registered a key, number " + e.number() },
	ActProve: func(by string, e entry) string {
		switch {
		case e.Signed == "":
			return by + " proved the key"
		case e.Proven:
			return by + " proved the key and signed the keys of all tellers, number " + e.Signed
		}
		return by + " signed the keys of all tellers, number " + e.Signed
	},
	ActRestart: func(by string, e entry) string {
		if e.Own {
			return by + " started their own entry again: what " + by + " had entered was void"
		}
		return by + " started the entry again: all entries were void" // as it was once
	},
	ActPropose: func(by string, e entry) string { return by + " proposed: " + e.says() },
	ActOffer: func(by string, e entry) string {
		return by + " registered a key for what is proposed, number " + e.number()
	},
	ActAnswer:   func(by string, _ entry) string { return by + " proved the key for what is proposed" },
	ActWithdraw: func(by string, e entry) string { return by + " withdrew the proposal: " + e.says() },
	ActConfirm: func(by string, e entry) string {
		if e.Proposed == nil {
			return by + " confirmed the proposal"
		}
		text := by + " confirmed as " + string(e.Office) + ": " + e.Proposed.says() + ", key number " + e.Proposed.number()
		if e.Made {
			text += ". With this it was so, and all entries were void"
		}
		return text
	},
}

// number is that of the key in an entry.
func (e entry) number() string {
	card, err := ballot.ParseCard(e.Card)
	if err != nil {
		return "not recorded"
	}
	return card.Fingerprint()
}

// says is what an entry says of a proposal.
func (e entry) says() string {
	r := replacement{Replacement: Replacement{
		Out: Person{e.Out, e.OutName}, In: Person{e.In, e.InName}, Resolution: e.Resolution,
	}}
	return r.says()
}

// declaredHistory is the history as it was declared, if the log still has it so.
func declaredHistory(ctx context.Context, q store.Queryer, d Declaration) (TellerHistory, error) {
	now, err := tellerHistory(ctx, q, d.Vote)
	switch {
	case err != nil:
		return now, err
	case d.History == nil: // declared before the declaration had it
		return now.forEverybody(), nil
	case !now.sameAs(*d.History):
		return now, apperr.New(apperr.Conflict, "The society’s log does not say of this vote’s tellers what it said when the "+
			"result was declared: someone changed it in the database, outside the program. No result is shown. "+
			"Look at the log with nzgs audit verify.")
	}
	return *d.History, nil
}
