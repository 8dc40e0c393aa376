// Package kinds keeps of what kind a member is: a student, a junior, one of a family with one payer, a life member. Whoever
// is none of these pays what each member pays.
//
// A kind holds from a subscription year on, with the reason and who said so; it is never changed, a later one takes its
// place. What a kind pays is a rate (package treasury), by a resolution of its own; a kind without one pays what each
// member pays. Nothing that was invoiced before changes by a kind.
//
// Of a family one person pays, once, and is registered with all who are paid for. Life membership rests on a resolution,
// which its reason names.
package kinds
