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

// States are all states in their order.
func States() []State {
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
	for i, one := range States() {
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
	ActKey      Action = "key"      // a teller registers and proves a key
	ActPapers   Action = "papers"   // make them
	ActPrint    Action = "print"    // print them
	ActDespatch Action = "despatch" // record it
	ActReplace  Action = "replace"  // a lost paper
	ActEnvelope Action = "envelope" // record a returned paper
	ActRule     Action = "rule"     // on a waiting or doubtful paper
	ActClose    Action = "close"    // after the closing day
	ActPackage  Action = "package"  // offline: take the vote's file
	ActResult   Action = "result"   // offline: hand the result in
	ActEnter    Action = "enter"    // web: enter papers
	ActFinish   Action = "finish"   // web: all are entered
	ActCompare  Action = "compare"  // web: differences
	ActCorrect  Action = "correct"  // web: an own entry, after looking at the paper again
	ActApprove  Action = "approve"  // web: agreed totals
	ActRestart  Action = "restart"  // web: throw all entries away and begin again
	ActReport   Action = "report"   // to the secretary
	ActDeclare  Action = "declare"  // the result
	ActDestroy  Action = "destroy"  // record the destruction
)

// Role is who takes an action.
type Role string

const (
	Manager Role = "manager" // president or secretary
	Teller  Role = "teller"  // of this vote
	Either  Role = "either"
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
	Confirm   bool // asks for the password again
	Obstacles []Obstacle
}

// Ready reports whether the actor can take the step now.
func (s Step) Ready() bool { return s.Yours && len(s.Obstacles) == 0 }
