// Package newsletter owns the newsletter: chosen news and an introduction, sent to who asked for it and confirmed the address.
//
// # What always holds
//
//   - Nothing but one question for confirmation goes to an address that has not confirmed, and no more than a few of these a day.
//     The answer to the form is the same whatever is known of the address.
//   - Each letter has an address by which it is stopped in one press, without signing in (RFC 8058). Who stops is deleted at once, and
//     what still waits for them in the outbox does not go.
//   - A member who is signed in chooses by mail, on paper, or not: that is their confirmation, for the account's address is the one
//     by which they came in. An address gets one letter, and stopping it ends the choice and the subscription alike.
//   - A newsletter is sent once: its letters are written into the outbox in the transaction that says it is sent. What was sent is
//     kept as it was, and is public but for news that were withdrawn since.
package newsletter
