// Package governance keeps what the constitution's rules are applied with: its
// versions with their official wording, the committee's rulings on open
// questions, and the duties that follow from meetings and votes.
//
// The rules themselves are in package constitution below it; meetings and
// postal votes stand above it.
//
// Invariants
//   - A version is made only by a motion that was carried under rules 7.1 and
//     7.2, in the transaction that records its outcome; none is changed or
//     taken away.
//   - A decision on a day is worked out with the version in force on it and the
//     rulings made by then, so that later changes leave it as it was.
//   - Our own summary of each rule is shipped; the official wording is the
//     society's and is entered by its secretary.
//   - A duty is known by its source and what it is: working dates out again
//     changes it and never doubles it, so that calendars follow.
package governance
