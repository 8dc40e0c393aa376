package postal

import (
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/usecase"
)

// facts is what the guards look at: a vote with what hangs on it, on a day.
type facts struct {
	Vote
	actor        auth.Actor     // who is to take the action
	permit       usecase.Permit // to take it
	today        civil.Date
	tellers      []teller
	counts       Counts
	proposal     *replacement // that is open
	officers     []officer    // who holds an office that confirms it
	minutes      bool         // the EGM's minutes are among the documents
	pack         string
	unsignedKeys bool // the papers went out before tellers signed the keys
	result       string
	dates        constitution.Constitution // as applied on the day of the EGM: dates, tellers
	decision     constitution.Constitution // as applied on the closing day: outcomes, retention
}

// guard is a condition of an action: a rule's date, or what the procedure
// needs. holds returns "" or what to do.
type guard struct {
	name, rule string
	holds      func(facts) string
}

func (g guard) check(f facts) (Obstacle, bool) {
	text := g.holds(f)
	return Obstacle{g.name, g.rule, text}, text == ""
}

// refuse is the refusal that names the obstacle's rule.
func (o Obstacle) refuse() error {
	if o.Rule == "" {
		return apperr.New(apperr.Invalid, "%s", o.Text)
	}
	return apperr.UnderRule(o.Rule, "%s", o.Text)
}

var (
	// allEntered is what one of the two tellers still has to enter before saying
	// that all is.
	allEntered = guard{"all_entered", "5.11", func(f facts) string {
		entered, valid := f.teller(f.actor).Entered, f.counts.Valid
		if !f.isTeller(f.actor) || f.isOfTwo(f.actor) != nil || entered == valid {
			return ""
		}
		text := fmt.Sprintf(
			"You have entered %s, and the envelope register has %d valid ones. ", papersInWords(entered), valid,
		)
		if missing := valid - entered; missing > 0 {
			return text + fmt.Sprintf("Enter the other %d, or look for an envelope that should not be in the register.", missing)
		}
		return text + "Look for a paper that is entered twice, or for an envelope that is missing in the register."
	}}
	egmHeld = guard{"egm_held", "5.8", func(f facts) string {
		if f.today.Before(f.EGM) {
			return fmt.Sprintf("The EGM of %s frames the motions: freeze them afterwards.", f.EGM.Long())
		}
		return ""
	}}
	namesMeeting = guard{"meeting", "5.8", func(f facts) string {
		if f.Meeting == 0 && (f.Held == "" || f.Typed == "") {
			return "The motions are typed by hand: name the meeting that framed them, and say why."
		}
		return ""
	}}
	hasMotions = guard{"motions", "5.9", func(f facts) string {
		if len(f.Motions) == 0 {
			return "There is no motion to vote on: enter the motions that the EGM framed."
		}
		return ""
	}}
	hasAddress = guard{"address", "5.9", func(f facts) string {
		if f.Address == "" {
			return "Enter the address to which papers are sent."
		}
		return ""
	}}
	hasClosing = guard{"closing", "5.9", func(f facts) string {
		if f.Closing.IsZero() {
			return "Choose the last day for voting papers."
		}
		return ""
	}}
	closingInTime = guard{"closing_in_time", "5.9", func(f facts) string {
		latest, err := latestClosing(f.dates, f.EGM)
		if err == nil && f.Closing.After(latest) {
			return fmt.Sprintf("%s is later than %s, %d days after the EGM of %s: choose an earlier last day for papers.",
				f.Closing.Long(), latest.Long(), f.dates.Figures.ClosingDays, f.EGM.Long())
		}
		return ""
	}}
	noticePossible = guard{"notice_possible", "5.9", func(f facts) string {
		if f.Closing.IsZero() {
			return ""
		}
		if timely, trace := f.dates.NoticeOfClosing(f.Closing, f.today); timely == constitution.TooLate {
			return fmt.Sprintf("Papers that go out today are too late for a closing on %s: %s.", f.Closing.Long(), trace)
		}
		return ""
	}}
	keysProven = guard{"keys_proven", "", func(f facts) string {
		for _, t := range f.tellers {
			if t.Proven.IsZero() {
				return fmt.Sprintf("%s has not proved a key yet. Every teller registers a key and opens a test message.", t.Name)
			}
		}
		return ""
	}}
	keyStays = guard{"key_stays", "5.5", func(f facts) string {
		if f.State.before(StateDespatched) || !f.teller(f.actor).Ready() {
			return ""
		}
		return "The papers are out, so your key stays, unless the other tellers, the president and the secretary confirm " +
			"another one: propose it."
	}}
	isProposed = guard{"proposed", "", func(f facts) string {
		if f.proposal == nil {
			return "No other teller or key is proposed."
		}
		return ""
	}}
	mayConfirm = guard{"may_confirm", "", func(f facts) string {
		if f.proposal == nil {
			return ""
		}
		_, obstacle := f.confirmsAs(f.actor)
		return obstacle
	}}
	keysSigned = guard{"keys_signed", "5.11", func(f facts) string {
		if f.unsignedKeys {
			return ""
		}
		return f.unsigned()
	}}
	nothingEntered = guard{"nothing_entered", "", func(f facts) string {
		for _, t := range f.tellers {
			if t.Entered > 0 {
				return "Papers are entered already, sealed to the tellers’ keys: start the entry again first."
			}
		}
		return ""
	}}
	closingAhead = guard{"closing_ahead", "5.9", func(f facts) string {
		if f.today.After(f.Closing) {
			return fmt.Sprintf("The last day for papers was %s.", f.Closing.Long())
		}
		return ""
	}}
	closingPassed = guard{"closing_passed", "5.9", func(f facts) string {
		if !f.today.After(f.Closing) {
			return fmt.Sprintf(
				"Papers may come in until the end of %s: the vote can be closed from %s.", f.Closing.Long(),
				f.Closing.AddDays(1).Long(),
			)
		}
		return ""
	}}
	nonePending = guard{"none_pending", "5.11", func(f facts) string {
		return waitingText(f.counts.Waiting)
	}}
	bothEntered = guard{"both_entered", "5.11", func(f facts) string {
		if f.State != StateRecheck && f.finished() < 2 {
			return "Nothing is compared before two tellers have entered every paper, each alone."
		}
		return ""
	}}
	bothFinished = guard{"both_finished", "5.11", func(f facts) string {
		if f.finished() < 2 {
			return "Totals are approved once both tellers have said that all is entered, and, where entries differed, have " +
				"checked those papers and said so again."
		}
		return ""
	}}
	keptLongEnough = guard{"kept_long_enough", "5.11", func(f facts) string {
		day, trace := f.decision.DestroyNotBefore(f.Closing, f.Declared)
		if f.today.Before(day) {
			return fmt.Sprintf("The papers are kept until %s: %s.", day.Long(), trace)
		}
		return ""
	}}
)

// waitingText says that papers wait for a ruling; "" where none do.
func waitingText(waiting int) string {
	switch waiting {
	case 0:
		return ""
	case 1:
		return "A paper waits for the tellers’ ruling: rule on it first."
	}
	return fmt.Sprintf("%d papers wait for the tellers’ ruling: rule on them first.", waiting)
}

// latestClosing is the latest closing day that rule 5.9 allows.
func latestClosing(c constitution.Constitution, egm civil.Date) (civil.Date, error) {
	calendar, err := c.EGMCalendar(constitution.EGM{Date: egm})
	if err != nil {
		return civil.Date{}, err
	}
	for _, d := range calendar.Deadlines {
		if d.What == constitution.DutyClosing {
			return d.By, nil
		}
	}
	return civil.Date{}, fmt.Errorf("the constitution has no closing day")
}

// finished is how many tellers have said that they entered every paper.
func (f facts) finished() (n int) {
	for _, t := range f.tellers {
		if !t.Finished.IsZero() {
			n++
		}
	}
	return n
}
