// Package hosting owns the evenings on which clubs meet, the newcomers who come along to one, and letters to a club.
//
// Invariants:
//   - Whoever comes along has confirmed the address first: until then no one is told, and no letter says what was typed.
//   - The club says of each evening that it meets, or that it does not. Of one that it has said nothing of, pages say
//     that it is not confirmed; its secretary is reminded once.
//   - Who is coming is told once when the evening does not take place. After the visit goes one letter, four weeks after
//     it one offer to join; neither to who stopped them by one press, did not come because there was no evening, or has
//     joined.
//   - A visitor's name, address and note are the club's secretary's and the society's secretary's to read. They go
//     sixty days after the evening; what is left is a number.
//   - The link to a visit is made as its letter leaves: who reads the outbox cannot answer for a visitor.
//   - A letter to a club goes to its own address, or to its secretary's, and pages show neither.
package hosting
