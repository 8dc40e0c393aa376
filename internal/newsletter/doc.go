// Package newsletter owns the newsletter: chosen news and an introduction, sent to who asked for it and confirmed the address.
//
// # What always holds
//
//   - Nothing but one question for confirmation goes to an address that has not confirmed, and no more than a few of these a day.
//     The answer to the form is the same whatever is known of the address.
//   - Each letter has an address by which it is stopped in one press, without signing in (RFC 8058). An address of the form is deleted
//     at once, a member's choice is then that it does not come; what still waits for them in the outbox does not go.
//   - A member who is signed in chooses by mail, on paper, or not. An officer may have typed the address of the account, so by mail it
//     comes once the link of a letter to it was opened. The choice keeps its row, and so the links of earlier letters stay the member's;
//     a link that is not known says that it is not known. It comes in one way: once to an address, and not on paper beside it.
//   - Officers put on paper who asked them, and no one who chose how it comes, or that it does not.
//   - A newsletter is sent once: its letters are written into the outbox in the transaction that says it is sent. What was sent is
//     kept as it was, and is public but for news that were withdrawn since.
package newsletter
