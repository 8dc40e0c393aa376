// Package contact is how anyone reaches the society: who holds its offices on a day, and the form that writes to them.
//
// A message goes to the officers' own addresses through the outbox, and their addresses are shown to no one. Nothing is
// sent to the address that the visitor gives: it only stands in the message as the one to answer to. A network sends only
// so many messages in a day, and all together only as many as officers can read; what is more is refused and says so.
package contact
