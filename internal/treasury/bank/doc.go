// Package bank reads bank statements: the CSV files of ANZ, ASB, BNZ, Westpac and Kiwibank by their headings, a CSV file
// whose columns somebody names, OFX and QIF. It is pure: bytes in, a statement out.
//
// What always holds: nothing is guessed. A day that reads both ways, an amount that could mean two, a line that is missing
// between two balances is a [Problem] with its line and what to do; the other lines are still read. The same line has the
// same ID whenever it is read, by whatever order of lines, and equal lines of one day have different ones.
//
// OFX and QIF are read here and not by a library: of the few there are for Go, the one for OFX builds the whole of a
// response with everything but statements and stops at the first thing that is not to the letter, and banks' files are
// not; what a statement needs of either format is a dozen tags.
package bank
