package postal

import (
	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// PrintCode opens the block from which papers are printed. It is shown once, to
// who makes the papers, and never stored.
type PrintCode string

// Sheet is what is printed on a member's paper besides the motions.
type Sheet struct {
	Person auth.PersonID
	Name   string
	Serial string // grouped for reading, with its check character
	QR     string // what the QR code says
}

// Despatch is how the papers went out (rule 5.9).
type Despatch struct {
	On  civil.Date
	How string // "By post from Wellington"
	By  string // who took them there
}
