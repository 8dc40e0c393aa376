package sgf

// A Code says what kind of thing was repaired or could not be read.
type Code string

// What can keep a file or a game from being read.
const (
	TooLarge       Code = "too_large"       // the input is over the limit
	NoGame         Code = "no_game"         // nothing in the input is a game record
	UnreadableGame Code = "unreadable_game" // something that begins like a game is none
	BadSize        Code = "bad_size"        // the board has no size that can be read
	TooManyPoints  Code = "too_many_points" // set-up names more points than any game needs
)

// What is repaired in the characters of a file.
const (
	EncodingGuessed Code = "encoding_guessed" // no encoding is named
	EncodingWrong   Code = "encoding_wrong"   // the encoding named is not the one used
	BadCharacters   Code = "bad_characters"   // bytes that are no characters
	TrailingBytes   Code = "trailing_bytes"   // NUL or Ctrl-Z at the end
	MixedEncodings  Code = "mixed_encodings"  // texts in several encodings
	OtherFormat     Code = "other_format"     // written in another program's format
)

// What is repaired in the grammar of a file.
const (
	OtherText         Code = "other_text"         // text before, between or after games
	StrayText         Code = "stray_text"         // text within a game that is no property
	MissingParen      Code = "missing_paren"      // a parenthesis that was not opened or closed
	ExtraParen        Code = "extra_paren"        // a parenthesis too many
	EmptyVariation    Code = "empty_variation"    // a pair of parentheses without a node
	MissingSemicolon  Code = "missing_semicolon"  // properties where a node should begin
	UnclosedValue     Code = "unclosed_value"     // the text, or the next node, begins within a value
	MissingValue      Code = "missing_value"      // a property without a value
	LongName          Code = "long_name"          // names with small letters
	DuplicateProperty Code = "duplicate_property" // the same property twice in a node
)

// What is repaired in the properties and moves of a game.
const (
	MissingGameType Code = "missing_game_type" // no GM
	MissingSize     Code = "missing_size"      // no SZ
	RepairedSize    Code = "repaired_size"     // SZ in an unusual form
	RepairedKomi    Code = "repaired_komi"     // KM in another unit or form
	BadKomi         Code = "bad_komi"          // KM that is no number
	BadHandicap     Code = "bad_handicap"      // HA that is no number
	BadPoint        Code = "bad_point"         // a value that names no point
	RepairedPass    Code = "repaired_pass"     // a pass written in words
	OffBoardPoint   Code = "off_board_point"   // set-up or a mark off the board
	BothColours     Code = "both_colours"      // moves of both players in a node
	SeveralMoves    Code = "several_moves"     // several moves of a player in a node
	SetUpAndMove    Code = "set_up_and_move"   // set-up and a move in a node
	BadNumber       Code = "bad_number"        // MN that is no number
	BadPlayer       Code = "bad_player"        // PL that is neither player
	MisplacedInfo   Code = "misplaced_info"    // what belongs in the first node stands elsewhere
	OtherVariations Code = "other_variations"  // lines besides the main line
)
