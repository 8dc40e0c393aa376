package postal

import (
	"fmt"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Next is what comes next in a vote, as one person sees it: the one thing to do, or
// who acts and by when. There is always exactly one.
type Next struct {
	Action Action // "": there is nothing for this person to do
	Title  string
	Text   string
	Over   bool          // nothing comes any more
	Invite auth.PersonID // who is invited to an account, in place of an action; 0
	First  bool          // something stands in the way, and this removes it
}

// Next is what comes next for a person who may see the vote.
func (f File) Next(who auth.PersonID) Next {
	v := view{File: f}
	for _, t := range f.Tellers {
		if t.Person == who {
			v.own = t
		} else {
			v.others = append(v.others, t)
		}
	}
	if next, due := v.proposal(); due {
		return next
	}
	return v.next()
}

// view is a vote as one person sees it.
type view struct {
	File
	own    Appointed // of a teller
	others []Appointed
}

func (v view) next() Next {
	switch {
	case v.State == StateDestroyed:
		return Next{
			Title: "The vote is over", Over: true,
			Text: "Its papers, keys and entries have been destroyed. The totals and the outcome stay.",
		}
	case v.State == StateDeclared:
		return v.declared()
	case v.Tells:
		return v.asTeller()
	case v.Manages:
		return v.asManager()
	}
	return v.looksOn()
}

// proposal is what there is to do about the open proposal, for whoever it is to do.
func (v view) proposal() (Next, bool) {
	r := v.Proposed
	switch {
	case r == nil:
	case v.Joins && !r.Ready():
		text := "You are proposed as a teller of this vote, in place of " + r.Out.Name + "."
		if r.OwnKey() {
			text = "Another key is proposed for you."
		}
		if !v.OwnFrom.IsZero() {
			return v.comesLater("Wait before you register the key that is proposed", text), true
		}
		return do(ActOffer, "Register the key that is proposed", text+" Others confirm it with your key."), true
	case !r.Ready() && slices.Contains(v.NoAccount, r.In):
		return v.invited(r.In.Name, r.In.Person, r.In.Name+" is proposed as a teller and has no account here. A key is registered "+
			"seven days after an account was opened at the earliest, and the proposal lapses on "+r.Lapses.Long()+"."), true
	case r.Office != "" && !v.OwnFrom.IsZero():
		return v.comesLater(
			"Wait before you confirm another teller or key", "A proposal waits for you as "+string(r.Office)+".",
		), true
	case r.Office != "":
		next := do(ActConfirm, "Confirm another teller or key", "A proposal waits for you as "+string(r.Office)+".")
		next.First = true
		return next, true
	}
	return Next{}, false
}

// comesLater is for whoever can do something about keys only from a day: someone else
// may have come into the account.
func (v view) comesLater(title, text string) Next {
	return wait(title, text+" You can do it from "+v.OwnFrom.Long()+": seven days after someone else had to do with the "+
		"password of your account.")
}

// asManager is for the president and the secretary.
func (v view) asManager() Next {
	switch v.State {
	case StateDraft:
		return v.draft()
	case StateFrozen:
		return do(ActAppoint, "Appoint the tellers", "Those whom the meeting elected are proposed (Rule 5.5).")
	case StateTellers, StatePapers:
		return v.beforeDespatch()
	case StateDespatched:
		switch {
		case v.closingPassed():
			return v.closes()
		case v.Remind:
			return do(ActRemind, "Remind the members", "The last day for papers is "+v.Closing.Long()+" (Rule 5.9).")
		}
		return wait("Wait for the papers to come back", "The tellers record them as they come. "+v.canBeClosed())
	case StateReported:
		return do(ActDeclare, "Declare the result", "The tellers reported on "+v.Reported.Long()+
			". What is carried takes effect when you declare it (Rule 5.13).")
	}
	return v.looksOn()
}

func (v view) draft() Next {
	freeze := v.step(ActFreeze)
	if len(freeze.Obstacles) == 0 {
		return do(ActFreeze, "Freeze roll and motions", v.by(constitution.DutyDespatch, "The papers go out"))
	}
	o := freeze.Obstacles[0]
	if o.Guard == egmHeld.name {
		return wait("Wait for the meeting", "You can freeze the roll and the motions from "+v.EGM.Long()+". "+cited(o))
	}
	return first(ActEdit, "Complete the draft", cited(o))
}

// beforeDespatch is for a manager while keys are made and papers printed.
func (v view) beforeDespatch() Next {
	if len(v.NoAccount) > 0 {
		return v.invites()
	}
	for _, t := range v.Tellers {
		if !t.Ready() {
			return wait("Wait for the tellers’ keys", "Still to register and prove a key: "+v.lacking(Appointed.Ready)+
				". They have a letter that says how. "+v.laterKeys()+v.by(constitution.DutyDespatch, "The papers go out"))
		}
	}
	for _, t := range v.Tellers {
		if !t.Signed {
			return wait("Wait for the tellers’ keys", "Still to sign the keys of all: "+v.lacking(signed)+". "+
				v.by(constitution.DutyDespatch, "The papers go out"))
		}
	}
	if v.State == StatePapers {
		return do(ActDespatch, "Post the papers and record it", "Print the papers, letters and labels first, and post them. "+
			v.by(constitution.DutyDespatch, "They go out"))
	}
	for _, o := range v.step(ActPapers).Obstacles {
		return first(ActReopen, "Go back to the draft", cited(o)+" Choose a later last day for papers in the draft.")
	}
	return do(ActPapers, "Make the voting papers", v.by(constitution.DutyDespatch, "They go out"))
}

// invites is for a manager while a teller cannot sign in.
func (v view) invites() Next {
	who := v.NoAccount[0]
	text := who.Name + " is a teller and has no account here. A key is registered seven days after an account was opened at the " +
		"earliest. " + v.by(constitution.DutyDespatch, "The papers go out")
	return v.invited(who.Name, who.Person, text)
}

// invited is that someone gets an account, from whoever gives them.
func (v view) invited(name string, person auth.PersonID, text string) Next {
	if !v.Invites {
		return wait("Wait for "+name+"’s account", "The secretary or an administrator makes one. "+text)
	}
	next := first("", "Invite "+name, text)
	next.Invite = person
	return next
}

// laterKeys says from when tellers without a key can register one, who cannot yet.
func (v view) laterKeys() string {
	var out string
	for _, t := range v.Tellers {
		at := slices.IndexFunc(v.Opened, func(o auth.Opening) bool { return o.Person == t.Person })
		if at >= 0 && !t.Ready() { // the newest is first
			out += t.Name + " can from " + v.Opened[at].Until().Long() + ", seven days after the account was opened to them. "
		}
	}
	return out
}

func signed(t Appointed) bool { return t.Signed }

// lacking are the tellers of whom something is not so yet.
func (v view) lacking(has func(Appointed) bool) string {
	var names []string
	for _, t := range v.Tellers {
		if !has(t) {
			names = append(names, t.Name)
		}
	}
	return listed(names)
}

// asTeller is for a teller of the vote, whatever office they hold.
func (v view) asTeller() Next {
	switch v.State {
	case StateTellers, StatePapers:
		if next, due := v.ownKey(); due {
			return next
		}
		return wait("Wait for the papers to go out", "The other tellers prove and sign their keys, and the secretary or the "+
			"president sends the papers out. "+v.by(constitution.DutyDespatch, "They go out"))
	case StateDespatched:
		if next, due := v.ownKey(); due { // of a teller or key that changed since: nothing is entered before
			return next
		}
		switch {
		case v.Counts.Waiting > 0:
			return v.rules()
		case v.closingPassed():
			return v.closes()
		}
		return do(ActEnvelope, "Record the envelopes that came", "One line for each envelope, also for one without a name. "+
			v.canBeClosed())
	case StateClosed, StateRecheck:
		return v.counts()
	case StateAgreed:
		return do(ActReport, "Report to the secretary", v.by(constitution.DutyReport, "The report is due"))
	}
	return v.looksOn()
}

// ownKey is what the teller does about keys before papers are sealed to them.
func (v view) ownKey() (Next, bool) {
	switch {
	case v.Keys.Before:
		return Next{}, false
	case !v.own.Ready() && !v.OwnFrom.IsZero():
		return v.comesLater("Wait before you register your key", v.keysDue()+
			" If the vote cannot wait for you, ask the secretary or the president for another teller in your place."), true
	case !v.own.Ready():
		return do(ActKey, "Register and prove your key", v.keysDue()), true
	case v.everyOther(Appointed.Ready) && !v.own.Signed && !v.OwnFrom.IsZero():
		return v.comesLater("Wait before you sign the keys of all tellers", v.keysDue()), true
	case v.everyOther(Appointed.Ready) && !v.own.Signed:
		return do(ActKey, "Sign the keys of all tellers", "Every teller has a key now. Your signature under all of them is missing. "+
			v.keysDue()), true
	}
	return Next{}, false
}

// keysDue is by when keys are to be made and signed: before the papers go out, or, of a
// teller or key that changed since, before they are counted.
func (v view) keysDue() string {
	if v.State.before(StateDespatched) {
		return v.by(constitution.DutyDespatch, "The papers go out")
	}
	return v.reportDue()
}

func (v view) everyOther(has func(Appointed) bool) bool {
	for _, t := range v.others {
		if !has(t) {
			return false
		}
	}
	return true
}

func (v view) rules() Next {
	return first(ActRule, "Rule on the papers that wait", cited(Obstacle{Rule: "5.11", Text: waitingText(v.Counts.Waiting)}))
}

// counts is for a teller once the vote is closed and until both agree.
func (v view) counts() Next {
	if next, due := v.ownKey(); due {
		return next
	}
	if !v.Keys.Before && !v.everyOther(signed) {
		return wait("Wait for the other teller", v.lacking(signed)+" has to sign the keys of all tellers before papers are "+
			"entered. "+v.reportDue())
	}
	if v.Counts.Waiting > 0 {
		return v.rules()
	}
	if v.Way == Offline {
		return do(ActResult, "Count the papers on your own machine", "Download the vote’s file, enter the papers with it, and "+
			"hand in the result (Rule 5.11). "+v.reportDue())
	}
	pair, other := v.pair()
	switch {
	case !pair:
		return wait("Two other tellers enter the papers", "That is enough (Rule 5.11). "+v.reportDue())
	case v.State == StateClosed && v.own.Finished.IsZero():
		return v.enters()
	case v.own.Finished.IsZero():
		return do(ActCompare, "Check the papers that differ", "Look at each of them again, correct what you misread, and then say "+
			"that you have checked them. "+v.reportDue())
	case other.Finished.IsZero() && v.State == StateRecheck:
		return wait("Wait for the other teller", v.named(other)+" still has to check the papers that differ, and say so. "+
			v.reportDue())
	case other.Finished.IsZero():
		return wait("Wait for the other teller", v.named(other)+" still has to enter the papers, and say so. "+v.reportDue())
	case !v.own.Approved.IsZero():
		return wait("Wait for the other teller", "You have approved the totals. They count once "+v.named(other)+
			" has approved the same totals. "+v.reportDue())
	case v.State == StateRecheck || !other.Approved.IsZero():
		return do(ActApprove, "See the totals and approve them", "Both tellers have entered and checked the papers. "+v.reportDue())
	}
	return do(ActCompare, "Compare the entries", "Both tellers have entered all papers. "+v.reportDue())
}

// enters is for a teller who has not said that all papers are entered.
func (v view) enters() Next {
	switch missing := v.Counts.Valid - v.own.Entered; {
	case missing > 0:
		return do(ActEnter, "Enter papers", fmt.Sprintf("You have entered %s; %d still to enter. %s",
			papersInWords(v.own.Entered), missing, v.reportDue()))
	case missing < 0:
		return first(ActCorrect, "Remove an entry", fmt.Sprintf("You have entered %s, and the envelope register has %d valid. "+
			"Remove the entry of a paper that does not count, or record the envelope that is missing.",
			papersInWords(v.own.Entered), v.Counts.Valid))
	}
	return do(ActFinish, "Say that all papers are entered", "You have entered as many papers as the register has valid ones. "+
		v.reportDue())
}

// pair reports whether the person is one of the two who enter, and who the other is:
// zero while no one else has begun.
func (v view) pair() (is bool, other Appointed) {
	var working []Appointed
	for _, t := range v.others {
		if t.Entered > 0 || !t.Finished.IsZero() {
			working = append(working, t)
		}
	}
	switch {
	case len(working) > 1:
		return false, Appointed{}
	case len(working) == 1:
		return true, working[0]
	case len(v.others) == 1:
		return true, v.others[0]
	}
	return true, Appointed{}
}

func (v view) named(t Appointed) string {
	if t.Name == "" {
		return "Another teller"
	}
	return t.Name
}

// declared is of a vote whose result is declared and whose papers are kept.
func (v view) declared() Next {
	destroy := v.step(ActDestroy)
	kept, _ := v.deadline(constitution.DutyDestroy)
	switch {
	case v.Manages && !v.Tells && v.Untold:
		return do(ActAnnounce, "Tell the members the result", "Carried motions take effect from the declaration (Rule 5.13).")
	case destroy.Yours && len(destroy.Obstacles) == 0:
		return do(ActDestroy, "Destroy the papers and record it", "Possible since "+kept.By.Long()+" (Rule 5.11).")
	case v.Tells:
		return wait("Keep the papers safe", "You keep the papers and your key until "+kept.By.Long()+
			" (Rule 5.11). Then they are destroyed.")
	case v.Manages:
		return wait("Keep the papers safe", "The tellers keep the papers until "+kept.By.Long()+" (Rule 5.11). Then they are "+
			"destroyed.")
	}
	return Next{Title: "The result is declared", Over: true, Text: "It was declared on " + v.Declared.Long() +
		". Carried motions take effect from that day (Rule 5.13)."}
}

// looksOn is for whoever has nothing to do: who acts, and by when.
func (v view) looksOn() Next {
	switch v.State {
	case StateDraft, StateFrozen, StateTellers, StatePapers:
		return wait("Wait for the papers", "The secretary or the president prepares the vote. "+
			v.by(constitution.DutyDespatch, "The papers go out"))
	case StateDespatched:
		if v.closingPassed() {
			return wait("The vote is about to be closed", "The last day for papers was "+v.Closing.Long()+". The secretary, the "+
				"president or a teller closes the vote, and then the tellers count. "+v.reportDue())
		}
		return wait("Papers come in until "+v.Closing.Long(), "Members send their papers to the tellers, so that they arrive by "+
			v.Closing.Long()+" (Rule 5.9).")
	case StateClosed, StateRecheck:
		return wait("The tellers count", "Two tellers enter every paper, each alone, and agree on the totals. "+v.reportDue())
	case StateAgreed:
		return wait("The tellers report", "The tellers agree on the totals. "+v.reportDue())
	case StateReported:
		return wait("The result is about to be declared", "The tellers reported on "+v.Reported.Long()+". The secretary or the "+
			"president declares the result; carried motions take effect from then (Rule 5.13).")
	}
	return v.declared()
}

func (v view) closes() Next {
	return do(ActClose, "Close the vote", "The last day for papers was "+v.Closing.Long()+" (Rule 5.9). Then the tellers count. "+
		v.reportDue())
}

func (v view) closingPassed() bool { return v.Today.After(v.Closing) }

func (v view) canBeClosed() string {
	return "The last day for papers is " + v.Closing.Long() + " (Rule 5.9); the vote is closed from " +
		v.Closing.AddDays(1).Long() + "."
}

func (v view) reportDue() string {
	return v.by(constitution.DutyReport, "The tellers’ report is due")
}

// by is a sentence with the day by which something happens; "" without one.
func (v view) by(what constitution.Duty, does string) string {
	d, ok := v.deadline(what)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s by %s (Rule %s).", does, d.By.Long(), d.Rule)
}

func (v view) deadline(what constitution.Duty) (constitution.Deadline, bool) {
	for _, d := range v.Calendar.Deadlines {
		if d.What == what {
			return d, true
		}
	}
	return constitution.Deadline{By: civil.Date{}}, false
}

func (v view) step(a Action) Step {
	for _, s := range v.Steps {
		if s.Action == a {
			return s
		}
	}
	return Step{}
}

func do(a Action, title, text string) Next { return Next{Action: a, Title: title, Text: text} }

func first(a Action, title, text string) Next {
	return Next{Action: a, Title: title, Text: text, First: true}
}

func wait(title, text string) Next { return Next{Title: title, Text: text} }

// cited is an obstacle with its rule.
func cited(o Obstacle) string {
	if o.Rule == "" {
		return o.Text
	}
	return o.Text + " (Rule " + o.Rule + ")"
}
