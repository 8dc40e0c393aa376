package meetings

import (
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Block is a part of the minutes that another package tells: what an election
// came to. It stands under its agenda item, or under its title where the agenda
// has no such item.
type Block struct {
	Item      constitution.Item
	Title     string
	Sentences []Sentence
}

// Minutes are a meeting's minutes in Markdown.
type Minutes struct {
	Text       string
	SavedAt    civil.Instant
	SavedBy    string
	Approved   ID            // the later meeting that approved them; 0: not yet
	ApprovedOn civil.Date    // that meeting's day
	ApprovedAt civil.Instant // recorded
	ApprovedBy string        // who recorded it
	Version    int64         // 0: nothing is saved yet
}

// ActionInput is something that somebody is asked to do. Its fields are task,
// person and due.
type ActionInput struct {
	Task   string
	Person PersonID   // 0: nobody in particular
	Due    civil.Date // zero: no day
}

// Action is something that somebody was asked to do.
type Action struct {
	ID     ActionID
	Task   string
	Who    Someone
	Due    civil.Date
	DoneAt civil.Instant
}
