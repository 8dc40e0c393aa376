package sgf

// MaxSize is the largest width and height of a board that points can name.
const MaxSize = 52

// A Colour is what a point holds or who plays.
type Colour uint8

// The colours. Empty is a point without a stone, and nobody where a player is
// meant.
const (
	Empty Colour = iota
	Black
	White
)

// A StepKind says what a [Step] is.
type StepKind uint8

// The kinds of steps.
const (
	Play       StepKind = iota // a stone at X, Y; the point may be off the board
	Pass                       // a pass
	Unreadable                 // a move whose value names no point; X and Y mean nothing
	SetUp                      // stones placed or taken away: see [Record.SetUp]
	ToPlay                     // PL: whose turn it is, in Colour
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
	// unless MN says otherwise.
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

// A Komi is in hundredths of a point for White: 750 is 7.5.
type Komi int

// A Record is a game's main line: the first variation everywhere. One Record
// can be used for one game after the other and keeps its memory.
type Record struct {
	// GameType is the value of GM: 1 is Go. For other games everything else is
	// read as if it were Go, and means nothing.
	GameType int
	// Width and Height of the board, 1 to [MaxSize].
	Width, Height int
	// Komi is what KM says, mended where it is plainly written in another
	// unit; see [Record.Info] for the text. It is 0 when KomiKnown is false.
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
	// Territory are the points that the end of the main line marks as Black's
	// and White's (TB, TW).
	Territory []Stone
	// Marks are the other marks on points in the last node of the main line.
	Marks []Mark
	// End is the last node of the main line.
	End Node
	// Variations is how many other lines the game has.
	Variations int
	// Warnings say what was mended in properties and moves, in the order of
	// the text, at most [MaxWarnings], and MoreWarnings how many more there
	// were.
	Warnings     []Warning
	MoreWarnings int
}

// A Mark is a mark on a point: Name is its property, "MA", "TR", "CR", "SQ",
// "DD" or "SL".
type Mark struct {
	Name string
	X, Y uint8
}

// SetUp are the stones of a step of kind [SetUp], each point once. Points off
// the board are left out, with a warning.
func (r *Record) SetUp(s Step) []Stone { return r.Stones[s.From:s.To] }

// A Field names a text about the game.
type Field uint8

// The fields, with the properties they are read from.
const (
	BlackName    Field = iota // PB
	WhiteName                 // PW
	BlackRank                 // BR
	WhiteRank                 // WR
	BlackTeam                 // BT
	WhiteTeam                 // WT
	ResultText                // RE
	RulesText                 // RU
	KomiText                  // KM, as written
	HandicapText              // HA, as written
	Date                      // DT
	Event                     // EV
	Round                     // RO
	Place                     // PC
	GameName                  // GN
	GameComment               // GC
	TimeLimit                 // TM
	Overtime                  // OT
	Source                    // SO
	User                      // US
	Annotator                 // AN
	Opening                   // ON
	Copyright                 // CP
	Application               // AP
)

// Info is the text of a field, on one line and without white space around it
// (GameComment keeps its lines); "" if the record has none. The string is the
// caller's.
func (r *Record) Info(f Field) string { return "" }

// Result is the result that the record claims in RE.
func (r *Record) Result() Result { return ParseResult(r.Info(ResultText)) }

// MainLine reads the game's main line into rec, whose earlier content is lost.
// An error, always an *[Error], means that the game cannot be replayed: its
// board has no size that can be read, or it sets up more points than any game
// needs. Its fields can be asked for all the same. What is in rec is valid as
// long as g's [File].
func (g *Game) MainLine(rec *Record) error { return nil }
