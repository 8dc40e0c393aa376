// Package auth owns who may do what: accounts, sessions, one-time links,
// offices with their dates, and the one function Can.
//
// Invariants: a permission is decided by Can alone, from actor, action, object
// and day; services ask it, pages only hide what it refuses. Offices are read
// on every request, so that revoking an office takes effect on the next one. Tokens are
// stored hashed; a password is stored as argon2id. A link works once. There is
// no default password: an empty society is opened by a set-up link, and never
// again once it has an account. The society always keeps an administrator.
//
// Rules of the constitution applied here: 3.1 (one president, one secretary,
// one treasurer at a time), 2.4 (a club has a secretary).
//
// Some writes have no audit entry, because anyone can cause them by the thousand
// or because nothing has changed: a failed sign-in, a new password asked for, the
// token of a link whose letter leaves, "this session was used", a device that is
// known, the making ready of an offer (the secret of an authenticator app, the handle
// and the signing secret of passkeys), and the deletion of what has run out.
//
// The owner of an account is told by mail of what others could do with it. A link
// goes to no mailbox of an officer, an administrator or a teller who has used their
// account, unless two officers agreed to it (AskAccess, AgreeToRequest): resetByOfficer is
// what happens instead. Whoever gets an office and never signed in is invited by letter.
// What may have let somebody else into an account is an Opening.
//
// Second factors stand between the password, or a link, and Service.open: admit
// lets no one past who has one, and whole ends the half sign-in once it was given.
// A kind of factor is a file of its own: it adds its factors by addFactor, and has
// what was given counted by whole at signing in and by prove at signing in again.
// Before what is grave a session must have been proved in the last minutes:
// Proof.Require. Service.Confirm asks the password again for one action alone.
package auth
