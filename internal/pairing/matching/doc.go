// Package matching finds maximum-weight matchings in general graphs, exactly. It knows nothing of players or games.
//
// A [Solver] asks a [Graph] for its edges, which need not be stored, and can be asked again with a pair forced on it.
// They have [Weight]s: 256-bit integers, into which a [Packing] lays several levels side by side so that the sum over a
// whole matching compares level by level. This is how a draw's criteria stay strictly lexicographic.
//
// # Method
//
// A complete graph of 3,000 vertices has 4.5 million edges, of which a matching takes 1,500. So the search works on few
// of them, the candidates: at first the heaviest of each vertex. When it has the heaviest matching of the candidates,
// all edges of the graph are priced against its duals. An edge that the duals do not cover becomes a candidate, and the
// search goes on from where it is. When there is no such edge the duals prove that no matching of the whole graph is
// heavier. (W. Cook and A. Rohe, "Computing minimum-weight perfect matchings", INFORMS Journal on Computing 11, 1999.)
//
// The search is Edmonds' primal-dual blossom algorithm, growing one tree at a time with a queue of what can happen to
// it next. (V. Kolmogorov, "Blossom V", Mathematical Programming Computation 1, 2009, compares the variants.)
//
// # Invariants
//   - No floating point, and no overflow: a Packing that would not fit is refused when it is made.
//   - The same graph gives the same answer. It depends on the order of vertices and edges only among matchings of equal
//     size and weight.
//   - Every [Matching] carries its own proof: vertex and blossom duals, and for [MaximumCardinality] a barrier in the
//     sense of Tutte and Berge. [Matching.Check] and [Matching.CheckGraph] verify it on all edges of the graph, without
//     trusting, or sharing code with, the search.
package matching
