package ballot

import "nzgs/internal/apperr"

// What an input can be refused for. Errors of this package wrap one of these,
// or are refusals of their own with fields; none tells a vote, a passphrase or
// a key.
var (
	ErrPassphrase = apperr.New(apperr.Invalid, "The passphrase does not open this key file.")
	ErrDamaged    = apperr.New(apperr.Invalid, "This is damaged, incomplete or not the right kind of file.")
	ErrForeign    = apperr.New(apperr.Invalid, "This belongs to another vote, another teller or another key.")
	ErrSecond     = apperr.New(apperr.Invalid, "There is already a record with this id.")
	ErrDiffers    = apperr.New(
		apperr.Invalid, "The two tellers' entries still differ: nothing is counted until they agree.",
	)
	ErrUnapproved = apperr.New(apperr.Invalid, "An approval is missing: both tellers approve the same totals.")
)
