package sgf

// MaxSize is the largest width and height of a board that points can name.
const MaxSize = 52

// A Colour is what a point holds or who plays.
type Colour uint8

// The colours. Empty is a point without a stone, and no one where a player is
// meant.
const (
	Empty Colour = iota
	Black
	White
)

// String is "B", "W" or "".
func (c Colour) String() string {
	switch c {
	case Black:
		return "B"
	case White:
		return "W"
	}
	return ""
}

// A StepKind says what a [Step] is.
type StepKind uint8

// The kinds of steps.
const (
	Play       StepKind = iota // a stone at X, Y; the point may be off the board
	Pass                       // a pass
	Unreadable                 // a move whose value names no point; X and Y mean nothing
	SetUp                      // stones placed or taken away: see [Record.SetUp]
	ToPlay                     // PL: whose turn it is, in Colour
	Button                     // the button is taken, where the rules have one: B[button]
)

// A Step is one thing that happens along a game's main line.
type Step struct {
	Kind   StepKind
	Colour Colour // who plays; Empty for SetUp
	// X and Y count from 0 at the top left. They are below [MaxSize], and are
	// not on the board when the record's point is not.
	X, Y uint8
	// Number is the move's number as written: plays, passes and unreadable
	// moves of the main line count from 1. 0 for SetUp and ToPlay.
	Number int32
	// Shown is the number the record itself prints for the move: Number,
	// unless MN says otherwise. 0 for SetUp and ToPlay.
	Shown int32
	Node  Node
	// From and To are a SetUp's part of [Record.Stones].
	From, To int32
}

// A Stone is a point with what is placed there.
type Stone struct {
	Colour Colour // Empty takes a stone away
	X, Y   uint8  // on the board, from 0 at the top left
}

// A Mark is a mark on a point of the board: Name is its property, "MA", "TR",
// "CR", "SQ", "SL" or "DD".
type Mark struct {
	Name string
	X, Y uint8
}

// Go is the value of GM for the game of Go.
const Go = 1

// A Record is one line of a game: its main line, which is the first variation
// everywhere, or another. Its zero
// value is ready; one Record can be used for one game after the other, and
// keeps its memory.
type Record struct {
	// GameType is the value of GM: [Go], or another game. Everything else is
	// read as if it were Go, and means nothing for other games.
	GameType int
	// Width and Height of the board, 1 to [MaxSize].
	Width, Height int
	// Komi is what KM says, repaired where it is plainly written in another
	// unit; [Record.Info] has the text. It is 0 when KomiKnown is false.
	Komi      Komi
	KomiKnown bool
	// Handicap is what HA says, 0 if nothing.
	Handicap int
	// Moves is the number of plays, passes and unreadable moves in Steps.
	Moves int
	// Steps are what happens, in order.
	Steps []Step
	// Stones are the points of all set-up steps; see [Record.SetUp].
	Stones []Stone
	// Territory are the points that TB and TW mark as Black's and White's in
	// the last node that has them, each point once. It is empty if a move or
	// set-up comes after.
	Territory []Stone
	// Marks are the other marks on points in the last node of the main line.
	Marks []Mark
	// End is the last node of the main line.
	End Node
	// Variations is how many other lines the game has.
	Variations int
	// Warnings say what was repaired in properties and moves, in the order of
	// the text, at most [MaxWarnings], and MoreWarnings how many more there
	// were. Their Game is 0: a record does not know its number.
	Warnings     []Warning
	MoreWarnings int

	// Main says that the line is the main line.
	Main bool

	game    *Game
	runs    []run            // the line's nodes
	fields  [fieldCount]span // raw texts; {0, 0} if absent
	repairs repairs
	node    nodeSetUp
}

// SetUp are the stones of a step of kind [SetUp], each point once: first the
// black ones, then the white ones, then the points made empty. Points off the
// board are left out, with a warning.
func (r *Record) SetUp(s Step) []Stone { return r.Stones[s.From:s.To] }

// reset forgets everything but the memory.
func (r *Record) reset(g *Game) {
	r.GameType, r.Width, r.Height = Go, 0, 0
	r.Komi, r.KomiKnown, r.Handicap, r.Moves = 0, false, 0, 0
	r.Steps, r.Stones = r.Steps[:0], r.Stones[:0]
	r.Territory, r.Marks, r.Warnings = r.Territory[:0], r.Marks[:0], r.Warnings[:0]
	r.End, r.Variations, r.MoreWarnings = g.root, g.variations, 0
	r.game = g
	r.fields = [fieldCount]span{}
	r.repairs.reset()
}

func (r *Record) warn(at int, code Code, text string) {
	r.repairs.add(0, at, code, text)
}
