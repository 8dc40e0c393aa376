package sgf

// A Code says what kind of thing was mended or could not be read.
type Code string

// What can be wrong with a file. The same code can come as a warning or as an
// error.
const (
	TooLarge Code = "too_large" // the input is over the limit
	NoGame   Code = "no_game"   // nothing in the input is a game record
)
