// Package prizes is the prizes of a section: rules that a director sets, the list
// that follows from them and the results, and what of it everyone may read.
//
// What always holds: no list is public before a director publishes it, and none is
// published while a result is missing. A list that is published stays as it was
// announced; when the results no longer lead to it, it says so. Whoever plays for
// the prizes of juniors or women is known to directors alone: what others read
// names such a player only as the winner of that prize.
package prizes
