// Package gorules plays Go by the New Zealand rules, to the letter, and by three other rule sets for comparison. It knows
// nothing of records, files or people.
//
// A [Game] is played by [Game.Play] and its kin, which take the turn, the capture, suicide and repetition from a [Rules]
// value. [Game.Score] counts the position.
package gorules
