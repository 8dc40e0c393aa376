package results

import (
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
)

// Basis says how a game came to its result, or to none.
type Basis struct {
	Source    Source // of the change that stands; "" while nothing was entered
	By        string
	At        civil.Instant
	OneDevice bool       // of FromPlayers: both reports came from one device
	Reason    string     // why a settled result was changed; "" when it was not
	Was       string     // what had been settled then: "Black won, reported by both players"
	Decisions []Decision // of referees about the game, the latest first
}

// Decision is what a referee decided about a game, as its players and everyone may read it.
type Decision struct {
	Text string // with the reason
	Rule string // "" where the text cites it
	At   civil.Instant
}

// settled is a result that was settled at the table, by both players or by a referee: it is changed
// only with a reason.
type settled struct {
	result pairing.Result
	margin string
	by     Source
	at     civil.Instant
}

// settledIn is the last result that was settled; ok is false when none was. The changes are in order.
func settledIn(changes []Change) (s settled, ok bool) {
	for _, c := range changes {
		if !c.Undone && (c.Source == FromPlayers || c.Source == FromRuling) {
			s, ok = settled{c.After, c.Margin, c.Source, c.At}, true
		}
	}
	return s, ok
}

// text is what was settled, by whom.
func (s settled) text(oneDevice bool) string {
	by := "reported by both players"
	switch {
	case s.by == FromRuling:
		by = "decided by the referee"
	case oneDevice:
		by = "reported for both players from one device"
	}
	return Text(tournaments.Game{Result: s.result, Margin: s.margin}) + ", " + by
}

// fromOneDevice reports whether both players' reports came from one device, as far as is known.
func fromOneDevice(reports []Report) bool {
	return len(reports) == 2 && reports[0].OneDevice && reports[1].OneDevice
}

// basisOf says how a game came to its result. The changes are in order.
func basisOf(changes []Change, reports []Report, rulings []Ruling) Basis {
	var b Basis
	last, ok := lastToUndo(changes)
	if ok {
		b.Source, b.By, b.At = last.Source, last.By, last.At
		b.OneDevice = last.Source == FromPlayers && fromOneDevice(reports)
	}
	if was, found := settledIn(changes); found && last.Source == FromBoard && last.Reason != "" && last.After != was.result {
		b.Reason, b.Was = last.Reason, was.text(fromOneDevice(reports))
	}
	written := make(map[string]bool)
	for _, r := range rulings { // the latest first
		b.Decisions = append(b.Decisions, Decision{Text: r.Text(), Rule: r.Rule, At: r.RuledAt})
		written[r.Text()] = true
	}
	for i := len(changes) - 1; i >= 0; i-- {
		if c := changes[i]; c.Source == FromRuling && !c.Undone && c.Reason != "" && !written[c.Reason] {
			b.Decisions = append([]Decision{{Text: c.Reason, At: c.At}}, b.Decisions...)
		}
	}
	return b
}

// ByReferee reports whether the result that stands is a referee's.
func (b Basis) ByReferee() bool { return b.Source == FromRuling }

// needsReason says why a change of a game to a result wants a reason: what was settled; "" when it
// wants none. The changes are in order.
func needsReason(changes []Change, reports []Report, to pairing.Result) string {
	was, ok := settledIn(changes)
	if !ok || to == was.result {
		return ""
	}
	return was.text(fromOneDevice(reports))
}

// maxReason bounds the reason of a change, in characters.
const maxReason = 500

// errReason asks for the reason of a change of what was settled.
func errReason(table int, was string) error {
	var f apperr.Fields
	f.Add("reason", "Table %d: %s. Say why it is changed; both players can read it.", table, was)
	return f.Err()
}

// Overwrite says that a slip at the board would overwrite a result: the board asks once. It comes
// joined with an apperr.Conflict: use errors.As.
type Overwrite struct {
	Game   GameID
	Table  int
	Now    string // "Black won, reported by both players"
	Yours  pairing.Result
	Reason bool   // a reason is wanted with it
	Over   string // goes back with the same slip to save it
}

func (o *Overwrite) Error() string { return "a result would be overwritten" }

// OverToken is what a slip carries that was asked about: good for this result over this version of the game.
func OverToken(g GameID, version int64, result pairing.Result) string {
	return fmt.Sprintf("%d.%d.%s", g, version, result)
}

// Said is how the result came about, in words: "reported by both players".
func (b Basis) Said() string {
	switch {
	case b.Source == FromPlayers && b.OneDevice:
		return "reported for both players from one device"
	case b.Source == FromPlayers:
		return "reported by both players"
	case b.Source == FromRuling:
		return "decided by the referee"
	case b.Reason != "":
		return "changed at the desk"
	case b.Source == FromBoard:
		return "entered at the desk"
	}
	return ""
}
