// Package elsewhere owns the rating lists of other associations: it reads them, keeps the latest of each, and finds
// players in them when an entry is typed.
//
// The lists are the European Go Database's (the text of allworld_lp.html), the American Go Association's (TDListN.txt)
// and OpenGotha's files of players. What is taken from them is a proposal for a form: nothing here changes an entry or
// a rating.
//
// How ratings become ours, in Rating: a European GoR is 2000 + 100 × our rating, so 2134 is 1.3. An American rating of
// 1 and above is our number, one of −1 and below is 2 less than ours, so that both have 1 dan after 1 kyu without a
// gap; that their grades are as strong as ours is an assumption.
//
// Invariants:
//   - A file is read within bounds: maxBytes, maxLines and maxLine. A line that cannot be read is left out and named by its
//     number; a file with no line that can be, or with more bad lines than good, is refused whole.
//   - A list is replaced as a whole, in one transaction.
package elsewhere
