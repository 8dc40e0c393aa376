package postal

import "nzgs/internal/auth"

// Voter is an entry of the frozen roll.
type Voter struct {
	Person auth.PersonID
	Name   string // as it was on the day
	Hash   string // hex SHA-256 of the entry
}
