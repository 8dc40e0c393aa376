package sgf

// A Winner says how a game ended.
type Winner string

// The ways a game can end.
const (
	BlackWins Winner = "B"
	WhiteWins Winner = "W"
	Draw      Winner = "draw"
	Void      Winner = "void" // no result, or the game was stopped
	Unknown   Winner = "unknown"
	BothLose  Winner = "both_lose"
)

// What a Result can have in By instead of a number.
const (
	ByResignation = "resign"
	ByTime        = "time"
	ByForfeit     = "forfeit"
)

// A Result is a claimed result, as RE has it.
type Result struct {
	Winner Winner
	// By is the margin in points as an exact decimal without needless zeros
	// ("0.5", "12"), or [ByResignation], [ByTime] or [ByForfeit], or "" when
	// nothing is said.
	By string
}

// ParseResult reads the text of a result in any of the forms that records use.
// What it cannot read is [Unknown].
func ParseResult(text string) Result { return Result{Winner: Unknown} }
