// Package matching finds maximum-weight matchings in general graphs, exactly. It knows nothing of players or games.
//
// The method is Edmonds' primal-dual blossom algorithm in O(n³), with the least-slack edge lists of Z. Galil,
// "Efficient algorithms for finding maximum matching in graphs", ACM Computing Surveys 18 (1986).
//
// Two faces:
//   - [MaxWeight] takes plain integer weights.
//   - [Solve] takes [Weight]s: 256-bit integers, into which a [Packing] lays several levels side by side so that the
//     sum over a whole matching compares level by level. This is how a draw's criteria stay strictly lexicographic.
//
// Invariants
//   - No floating point, and no overflow: a Packing that would not fit is refused when it is made.
//   - The answer depends on the order of vertices and edges only among matchings of equal size and weight.
//   - Every [Matching] carries its own proof: vertex and blossom duals, and for [MaximumCardinality] a barrier in the
//     sense of Tutte and Berge. [Matching.Check] verifies it without trusting, or sharing code with, the search.
package matching
