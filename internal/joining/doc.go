// Package joining takes in who wants to become a member, and who renews.
//
//   - Whoever is no one yet sends a form. A letter goes to its address, and nothing counts before its link is pressed; the
//     answer is the same whatever is known of the address and the name.
//   - An officer accepts: as someone new, or as someone whom the register has already; or refuses with a reason.
//   - Accepted, an invoice goes out with its reference. Nothing becomes a term before its money is there (package treasury).
//   - A member renews by one press, is not asked twice, and gets the same invoice.
//   - What was not confirmed is forgotten after two days, what was refused thirty days after that, and of who was accepted
//     the address and the note, which the register has by then.
package joining
