// Package scale is the society's one rating scale and the handicap that follows from it: values in, values out.
//
// The scale is linear in stones. Dan grade d is the number d, kyu grade k is the number 1 − k, so that 1 dan is 1.0,
// 1 kyu is 0.0 and 15 kyu is −14.0: one whole number is one stone, and there is no step between 1 kyu and 1 dan.
//
// Invariants
//   - A published [Rating] is a whole number of tenths. Handicaps are worked out from published ratings only, so that
//     anyone can check one by hand; there is no floating point anywhere in this package (in floats ⌈4.4 − 1.4⌉ is 4).
//   - A [Milli] is the same number to the thousandth, as the rating system keeps it. It becomes a published rating in
//     one place, [Milli.Published].
//   - A [Grade] is the whole stones of a rating, rounded towards the weaker: 0.9 is still 1 kyu, −0.2 is 2 kyu.
//
// Source: the explanation of the New Zealand rules of Go, "Handicaps": the rating difference, rounded up; fewer than
// half a stone apart, the players may choose an even game; no komi with a handicap.
package scale
