// Package bookshop owns what the society sells: articles with their prices and stock, what postage costs, and orders.
//
// Invariants:
//   - What is there of an article never goes below zero, and each change of it is kept with its reason.
//   - A member's price is never above the other one.
//   - Postage follows from a table: to where, and up to which weight.
//   - An order keeps the titles, prices, weights and postage of when it was ordered. A member's price is for who is a member on
//     that day by the rules; the order keeps why.
//   - A visitor's order holds nothing, and asks for nothing, before the address is confirmed; its link shows that order alone,
//     and is made as the letter leaves.
//   - Placing an order holds its articles, makes its invoice (package treasury) and writes the letter in one transaction, or
//     does nothing. Whether it is paid, its invoice says; it is sent once it is paid. One whose invoice was written off
//     or credited is in no list of what to pack: an officer cancels it, or says that it is sent anyway, but not their own.
//   - Cancelled or sent back, it is credited against the accounts it was counted in. What was paid is free then, and is paid back
//     as any other credit: by two officers. No officer does this to a paid order of their own.
//   - Whom the books ask for a visitor's order is in the register with a name alone; address and e-mail are with the order, and
//     go a year after it was sent or cancelled.
//
// The treasurer and the secretary keep it (auth.KeepBookshop).
package bookshop
