// Package firststeps is the way of an empty society to its first event: a short list of what to set up, in the order in which
// it is done.
//
// Invariants
//   - A step is done by what stands in the society's data, and by nothing else: no one ticks it off.
//   - A step that the society does without is put aside with a reason, and taken up again; both are in the log. One that is done
//     is done, aside or not.
//   - Who sees a step may do it; who may not do any of it neither sees it nor puts it aside.
package firststeps
