// Package erasing owns erasing a person who asks for it: what goes, what stays and why, and that two people decide it.
//
// Invariants: the person or an officer asks, and another officer confirms, so that no one is erased by one person alone;
// nothing is erased of whoever is a member or takes part in something that is under way; games, results, ratings, terms and
// sums stay, under the alias that the person chose or as of a former member; the name and the days of membership stay in the
// register for seven years after it ended (Incorporated Societies Act 2022, s 79), and go then; every column of the database
// that holds text is either cleared or listed with the reason why it is not, which a test compares with the schema; entries of
// the log lose what they say of the person, and the log still verifies; it is never undone.
package erasing
