// Package auth owns who may do what: accounts, sessions, one-time links,
// offices with their dates, and the one function Can.
//
// Invariants: a permission is decided by Can alone, from actor, action, object
// and day; services ask it, pages only hide what it refuses. Offices are read
// on every request, so that a revoked office bites on the next one. Tokens are
// stored hashed; a password is stored as argon2id.
package auth
