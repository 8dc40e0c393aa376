// Package cards owns membership cards: the code of each, and the page that it opens.
//
// A code is 130 random bits. It says nothing of its member and cannot be counted through; it is found by its hash. The page
// says what is so today, by the terms in force that day: a card says "member until" a day and is good while that is so,
// whatever was printed. Who is no member today is not named. A new card ends those before.
//
// The name on a card is that of its page: the public one, of a junior the first name with an initial, or what the member
// chose. Everyone prints the own card; an officer each; a club's secretary those of the own club.
package cards
