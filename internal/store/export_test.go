package store

import (
	"testing"
	"time"
)

// SetPatience has transactions stand in the queue for no longer.
func (db *DB) SetPatience(d time.Duration) { db.patience = d }

// SetBusyTimeout has connections opened from here on wait for each other for no longer, in milliseconds.
func SetBusyTimeout(t *testing.T, ms int) {
	before := busyTimeout
	busyTimeout = ms
	t.Cleanup(func() { busyTimeout = before })
}
