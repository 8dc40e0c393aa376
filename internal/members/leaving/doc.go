// Package leaving records who left the society: who resigned and who died.
// Exclusions are the committee's (rule 2.5).
//
// A departure has a day and a reason. Terms that reach beyond the day are corrected to
// end on it, and later ones are cancelled, each by a row of its own: what was stays in
// the history, and undoing a mistake adds a row that gives it back.
//
// Who resigns may do so alone, from the own page, that day; the secretary and the
// treasurer record it for others, and that someone died. Whoever died gets no letter,
// signs in no longer, and joins no more; games, ratings and titles stay.
//
// Offices that only a member holds end with it at once, of who died all; someone who may
// not appoint officers records no departure that ends another's. What was paid alone for
// a year that had not begun is for the treasurer to credit or not (package treasury).
package leaving
