// Package tanbo plays Tanbo as It's Your Turn describes it.
//
// A stone goes on an empty point beside exactly one stone of its own colour, and beside any number of the other's. So
// stones of one colour grow as roots: trees that never close and never meet. A root beside which no point is left where
// a stone could go is bounded. When the root that a move has grown is bounded, that root is taken off, and no other;
// else every bounded root of either colour is. Whoever has no stones has lost, also by the own move. There are no
// passes.
//
// Where a position is set up whose roots are bounded already, they are taken off with the next move that does not
// bound its own root. Stones of one colour that are set up beside each other are one root, also where they close.
package tanbo
