package asked

import (
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/upkeep"
)

// Standing is how far what was asked for last has come. The zero value: nothing was.
type Standing struct {
	Tries string        // the name of the backup that is tried; "": one is made
	Begun civil.Instant // zero: nothing was asked for
	Ended civil.Instant // zero: it has not
	Stage Stage

	Name      string // of the backup that was made; "" while there is none
	Size      int64  // of it, in bytes
	Encrypted bool   // it, once it was checked
	Problem   string // what did not work; with a Name the backup is kept anyway

	said civil.Instant
}

// Stage is how far a backup has come.
type Stage int

// The stages, in their order.
const (
	Waiting    Stage = iota // it has not begun
	Copying                 // the database into a file
	Checking                // the file is opened: its pages, its references, the log
	Encrypting              // where there is a key
	Finishing               // older ones are removed, and the new one is handed on
)

// silentFor is how long what is under way may say nothing; it says something every tenth of that.
const silentFor = 2 * time.Minute

// UnderWay reports whether it is being done now.
func (s Standing) UnderWay(now civil.Instant) bool {
	return !s.Begun.IsZero() && s.Ended.IsZero() && !s.silent(now)
}

// BrokenOff reports whether it began and will not end: the program was stopped, or the database is a copy of that instant.
func (s Standing) BrokenOff(now civil.Instant) bool {
	return !s.Begun.IsZero() && s.Ended.IsZero() && s.silent(now)
}

// silent also holds of what was said by a clock that was far ahead.
func (s Standing) silent(now civil.Instant) bool {
	age := now.Time().Sub(s.said.Time())
	return age > silentFor || age < -silentFor
}

// NotTried reports whether the try ended before it could show anything of the backup: the machine would not do it, or the
// program was stopped. A try that did is past Waiting.
func (s Standing) NotTried() bool { return s.Tries != "" && s.Problem != "" && s.Stage == Waiting }

// File is a backup that is kept.
type File struct {
	Name      string
	Made      civil.Instant
	Size      int64 // bytes
	Encrypted bool
	ByHand    bool // someone asked for it; otherwise it is one of every day
	Tried     Tried
}

// Tried is what became of the last try to restore a file. The zero value: it was not tried, or is another file since.
type Tried struct {
	At      civil.Instant
	Worked  bool
	Problem string

	size int64
}

// Kept is the backups that are kept, and how they are made.
type Kept struct {
	Folder string         // ""; none is set
	Daily  time.Duration  // of the day by the society's clocks, at which one is made
	Keep   int            // of those of every day; 0: all
	Sealed bool           // they are encrypted
	Handed string         // the program that each is handed to; "": none
	Unread string         // why the folder cannot be read now, so that Files are not known; "": it can
	Files  []File         // the newest first
	Older  int            // files that are kept beyond those
	Made   upkeep.Backups // the last ones that are known of this database
	Last   Standing
}
