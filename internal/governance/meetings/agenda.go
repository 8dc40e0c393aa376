package meetings

import (
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// AgendaItem is an item of a meeting's agenda.
type AgendaItem struct {
	ID    ItemID
	Item  constitution.Item // of rule 4.4 or 5.5; "": an item of its own
	Title string
	Note  string // what is to be read or sent with it

	DoneAt civil.Instant // when the chair was done with it; zero: it is not done
}

// Own reports whether the item was added to what the rules ask for.
func (i AgendaItem) Own() bool { return i.Item == "" }

// ItemInput is an item that is added to an agenda. Its fields are title, note
// and after.
type ItemInput struct {
	Title string
	Note  string
	After ItemID // 0: before other business, or last
}
