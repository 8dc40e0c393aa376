package postal

// State is where a vote stands.
type State string

const (
	StateDraft      State = "draft"      // motions and dates can change
	StateFrozen     State = "frozen"     // roll and motions are fixed and hashed
	StateTellers    State = "tellers"    // tellers are appointed and prove their keys
	StatePapers     State = "papers"     // the papers are made and can be printed
	StateDespatched State = "despatched" // the papers are out; envelopes come in
	StateClosed     State = "closed"     // the closing day has passed; papers are entered
	StateRecheck    State = "recheck"    // web entry: both finished and differ
	StateAgreed     State = "agreed"     // both tellers approved the totals
	StateReported   State = "reported"   // the tellers' report is with the secretary
	StateDeclared   State = "declared"   // the result has effect; papers are kept
	StateDestroyed  State = "destroyed"  // only totals and outcome are left
)

// states are all states in their order.
func states() []State {
	return []State{StateDraft, StateFrozen, StateTellers, StatePapers, StateDespatched, StateClosed, StateRecheck,
		StateAgreed, StateReported, StateDeclared, StateDestroyed}
}

// Label is the state as people read it.
func (s State) Label() string { return stateLabels[s] }

var stateLabels = map[State]string{
	StateDraft: "Draft", StateFrozen: "Roll frozen", StateTellers: "Tellers appointed", StatePapers: "Papers made",
	StateDespatched: "Papers are out", StateClosed: "Closed: papers are entered", StateRecheck: "Papers are rechecked",
	StateAgreed: "Tellers agree", StateReported: "Reported", StateDeclared: "Declared", StateDestroyed: "Papers destroyed",
}

// before reports whether s comes before other.
func (s State) before(other State) bool { return s.index() < other.index() }

func (s State) index() int {
	for i, one := range states() {
		if one == s {
			return i
		}
	}
	return -1
}

// Action is a step of a vote.
type Action string

const (
	ActEdit     Action = "edit"     // change the draft
	ActFreeze   Action = "freeze"   // the roll, the motions
	ActReopen   Action = "reopen"   // back to the draft, before papers are out
	ActAppoint  Action = "appoint"  // tellers
	ActKey      Action = "key"      // a teller registers one
	ActProve    Action = "prove"    // and proves it
	ActPapers   Action = "papers"   // make them
	ActPrint    Action = "print"    // print them
	ActDespatch Action = "despatch" // record it
	ActReplace  Action = "replace"  // a lost paper
	ActEnvelope Action = "envelope" // record a returned paper
	ActRule     Action = "rule"     // on a waiting or doubtful paper
	ActRemind   Action = "remind"   // the members, before the closing day
	ActClose    Action = "close"    // after the closing day
	ActPackage  Action = "package"  // offline: take the vote's file
	ActResult   Action = "result"   // offline: hand the result in
	ActEnter    Action = "enter"    // web: enter papers
	ActFinish   Action = "finish"   // web: all are entered
	ActCompare  Action = "compare"  // web: differences
	ActCorrect  Action = "correct"  // web: an own entry, after looking at the paper again
	ActApprove  Action = "approve"  // web: agreed totals
	ActRestart  Action = "restart"  // web: throw the own entries away and begin again
	ActReport   Action = "report"   // to the secretary
	ActDeclare  Action = "declare"  // the result
	ActAnnounce Action = "announce" // the declared result, to the members
	ActDestroy  Action = "destroy"  // record the destruction

	// Once the papers are out:
	ActPropose  Action = "propose"  // another teller, or another key of one
	ActOffer    Action = "offer"    // whom the proposal names registers a key for it
	ActAnswer   Action = "answer"   // and proves it
	ActConfirm  Action = "confirm"  // the proposal; the last confirmation makes it so
	ActWithdraw Action = "withdraw" // it
)

// Role is who takes an action.
type Role string

const (
	Manager Role = "manager" // president or secretary
	Teller  Role = "teller"  // of this vote
	Either  Role = "either"
	Joiner  Role = "joiner" // whom an open proposal names as teller
)

// Obstacle is why an action cannot be taken now.
type Obstacle struct {
	Guard string // its name: "closing_passed"
	Rule  string // "5.9"; "" where it is not a rule's but the procedure's
	Text  string // a sentence that says what to do
}

// Step is an action that the state of the vote allows, with what stands in its
// way on a day and whether the actor is one of those who take it.
type Step struct {
	Action    Action
	Label     string // "Freeze the roll"
	Role      Role
	Rule      string
	Yours     bool
	Obstacles []Obstacle
}

// Ready reports whether the actor can take the step now.
func (s Step) Ready() bool { return s.Yours && len(s.Obstacles) == 0 }

// rule is how an action may be taken: from which states, by whom, after a recent
// sign-in or not, in which way of entering ("": both), and past which guards.
type rule struct {
	action Action
	label  string
	number string // of the constitution
	role   Role
	asks   asking
	way    Way
	from   []State
	guards []guard
}

type asking string

// What decides who votes, who counts and what is declared, and what opens or deletes
// entries, is for whoever has signed in within the last ten minutes.
const (
	proved asking = "proof"
	plain  asking = ""
)

var (
	beforeOut   = []State{StateFrozen, StateTellers, StatePapers}
	withTellers = []State{StateTellers, StatePapers, StateDespatched, StateClosed}
	entering    = []State{StateClosed, StateRecheck}
	counting    = []State{StateDespatched, StateClosed, StateRecheck}
)

// rules is the state machine, in the order of a vote.
var rules = []rule{
	{ActEdit, "Change the draft", "5.9", Manager, plain, "", []State{StateDraft}, nil},
	{ActFreeze, "Freeze roll and motions", "5.9", Manager, proved, "", []State{StateDraft},
		[]guard{egmHeld, namesMeeting, hasMotions, hasAddress, hasClosing, closingInTime, noticePossible}},
	{ActReopen, "Back to the draft", "5.9", Manager, plain, "", beforeOut, nil},
	{ActAppoint, "Appoint the tellers", "5.5", Manager, proved, "",
		beforeOut, nil},
	{ActKey, "Register a key", "5.11", Teller, proved, "", withTellers, []guard{keyStays, nothingEntered}},
	{ActProve, "Prove the key", "5.11", Teller, proved, "", withTellers, []guard{nothingEntered}},
	{
		ActPapers, "Make the voting papers", "5.9", Manager, plain, "", []State{StateTellers, StatePapers},
		[]guard{keysProven, keysSigned, noticePossible},
	},
	{ActPrint, "Print the voting papers", "5.9", Manager, plain, "", []State{StatePapers}, nil},
	{ActDespatch, "Record the despatch", "5.9", Manager, plain, "", []State{StatePapers}, []guard{keysProven, keysSigned}},
	{
		ActReplace, "Make a paper for one that was lost", "5.9", Manager, plain, "", []State{StateDespatched},
		[]guard{closingAhead},
	},
	{
		ActEnvelope, "Record a paper that came back", "5.10", Teller, plain, "",
		[]State{StateDespatched, StateClosed, StateRecheck}, nil,
	},
	{ActRule, "Rule on a paper", "5.11", Teller, plain, "", []State{StateDespatched, StateClosed, StateRecheck}, nil},
	{ActRemind, "Remind the members", "5.9", Manager, plain, "", []State{StateDespatched}, []guard{closingAhead}},
	{ActClose, "Close the vote", "5.9", Either, plain, "", []State{StateDespatched}, []guard{closingPassed}},
	{
		ActPackage, "Take the file for the tellers’ machines", "5.11", Teller, plain, Offline, []State{StateClosed},
		[]guard{keysProven, keysSigned},
	},
	{
		ActResult, "Hand in the result", "5.11", Teller, plain, Offline, []State{StateClosed},
		[]guard{keysProven, keysSigned, nonePending},
	},
	{ActEnter, "Enter papers", "5.11", Teller, plain, Web, entering, []guard{keysProven, keysSigned}},
	{ActFinish, "All papers are entered", "5.11", Teller, plain, Web, entering, []guard{nonePending, allEntered}},
	{ActCompare, "Compare the entries", "5.11", Teller, proved, Web, entering, []guard{keysSigned, bothEntered}},
	{ActCorrect, "Correct own entries", "5.11", Teller, proved, Web, entering, []guard{keysSigned}},
	{ActApprove, "Approve the totals", "5.11", Teller, proved, Web, entering, []guard{keysSigned, bothFinished, nonePending}},
	{ActRestart, "Begin one’s own entry again", "5.11", Teller, proved, Web, entering, nil},
	{ActPropose, "Propose another teller or key", "5.5", Either, proved, "", counting, nil},
	{ActOffer, "Register the key that is proposed", "5.5", Joiner, proved, "", counting, []guard{isProposed}},
	{ActAnswer, "Prove the key that is proposed", "5.5", Joiner, proved, "", counting, []guard{isProposed}},
	{ActConfirm, "Confirm another teller or key", "5.5", Either, proved, "", counting, []guard{isProposed, mayConfirm}},
	{ActWithdraw, "Withdraw the proposal", "5.5", Either, plain, "", counting, []guard{isProposed}},
	{ActReport, "Report to the secretary", "5.11", Teller, plain, "", []State{StateAgreed}, nil},
	{ActDeclare, "Declare the result", "5.12", Manager, proved, "", []State{StateReported}, nil},
	{ActAnnounce, "Tell the members the result", "5.13", Manager, plain, "", []State{StateDeclared}, nil},
	{ActDestroy, "Record the destruction", "5.11", Either, proved, "", []State{StateDeclared}, []guard{keptLongEnough}},
}

func ruleOf(a Action) rule {
	for _, r := range rules {
		if r.action == a {
			return r
		}
	}
	return rule{}
}
