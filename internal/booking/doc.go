// Package booking brings the lines of banks' files into the books: each line once, with a proposal of what it is and why.
// Nothing is booked before the treasurer says so.
//
// What always holds: a line that stands in several files is kept once; it is booked once, whoever presses first; the parts
// of a booking come to the amount of the line. What was booked falls open again when its payment is reversed.
package booking
