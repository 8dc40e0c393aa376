// Package entering owns online entry: the terms on which people enter an event themselves, and their applications.
//
// An Application is someone's wish to play in a section. A visitor's is unconfirmed until the link in a letter to the
// address is pressed, and lapses after two days; that of someone who is signed in is not. Then it is preliminary and
// holds a place, or waits in line for one. The director confirms it: then there is an entry of package tournaments.
//
// Invariants:
//   - An unconfirmed application holds no place and stands in no line.
//   - Places are given out in one transaction at a time: each touches the event first, which holds its row.
//   - A place that becomes free before the section's first round goes to whoever waits longest, who is written to; the
//     director sees whom no letter reaches.
//   - Every way to a place, and off the list, also by the director's hand among the entries, is logged, written to the
//     player, and told to the books.
//   - Where fees go to the society, the books make an invoice of the fee of each confirmed entry; that it is paid is what
//     they say. One that is paid at the door is credited: the treasurer books the cash of the door as a sum.
//   - Notes, addresses and links have an end date (Forget).
//   - The form answers the same whether or not an address, or a name, is known.
//   - No letter to an address that is not confirmed holds anything that was typed into the form.
//   - From the closing instant on no one enters, confirms, changes or withdraws but through the director.
package entering
