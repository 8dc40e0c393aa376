// Package results owns what came out of the games: entering and correcting
// results, the history of every change, what players report from the table,
// and the referee's inbox of reports that differ.
//
// Invariants:
//   - A result is saved only over the version that the person saw: of two
//     people saving different results for a game, the second is told of the
//     first. Saving the very same result again changes nothing and is no error,
//     so that a retried request makes one result.
//   - Every change of a result is one row of its history and one entry of the
//     audit log, in the transaction of the change. Undoing is a change too.
//   - Two players' reports that agree are the result. Reports that differ open
//     one dispute, which the players or a referee settle.
package results
