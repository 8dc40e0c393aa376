package tournaments

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/civil"
)

// Here is that a player has come: when it was noted, and by whom. The zero value is that it was not.
type Here struct {
	At civil.Instant
	By string
}

// Came reports whether the player has come.
func (h Here) Came() bool { return !h.At.IsZero() }

// NotHere are the players who would be drawn in a round and have not come, by name. It is empty
// while no one of the section is checked in: then nobody asks who has come.
func (w *Wallchart) NotHere(round int) []Entry {
	return notHere(w.Entries, func(e Entry) bool { return w.Plays(e, round) })
}

func notHere(entries []Entry, plays func(Entry) bool) []Entry {
	var out []Entry
	begun := false
	for _, e := range entries {
		begun = begun || e.Here.Came()
		if plays(e) && !e.Here.Came() {
			out = append(out, e)
		}
	}
	if !begun {
		return nil
	}
	slices.SortStableFunc(out, func(a, b Entry) int { return cmp.Compare(a.SortKey, b.SortKey) })
	return out
}

// NextUndrawn is the first round that is not drawn, not even as a preview; 0 when all are.
func (w *Wallchart) NextUndrawn() int {
	if next := len(w.field.rounds) + 1; next <= w.Section.Rounds && w.field.undecided() == "" {
		return next
	}
	return 0
}

// DoorCode is the code on the section's poster at the door: who has it may say which player has
// come. It cannot be guessed, and goes with the codes of the table cards: new ones end it too.
func (s Section) DoorCode() string {
	mac := hmac.New(sha256.New, []byte(s.cardSecret))
	fmt.Fprintf(mac, "door %d", s.ID)
	code := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil)[:cardBytes])
	return fmt.Sprintf("%d-%s", s.ID, strings.ToLower(code))
}

// sectionOfDoor reads the section from a code; whether the code is right is for the section to say.
func sectionOfDoor(code string) (SectionID, bool) {
	id, _, found := strings.Cut(strings.TrimSpace(code), "-")
	n, err := strconv.ParseInt(id, 10, 64)
	return SectionID(n), found && err == nil && n > 0
}

// opensDoor reports whether the code is that of the section's poster.
func (s Section) opensDoor(code string) bool {
	return hmac.Equal([]byte(s.DoorCode()), []byte(strings.ToLower(strings.TrimSpace(code))))
}

// Late says what can be done for a player who has come and is marked absent: the next round, not
// drawn yet, in which the player can still play (plays), and the latest drawn round, into which the
// director can put the player by hand (drawn); 0 is none.
func (w *Wallchart) Late(e Entry) (plays, drawn int) {
	if !e.Here.Came() {
		return 0, 0
	}
	if next := w.NextUndrawn(); next > 0 && e.In(next) && slices.Contains(e.Absent, next) {
		plays = next
	}
	if n := len(w.Rounds); n > 0 && w.Rounds[n-1].Progress().In < w.Rounds[n-1].Progress().Total &&
		slices.Contains(e.Absent, w.Rounds[n-1].Number) {
		drawn = w.Rounds[n-1].Number
	}
	return plays, drawn
}
