package gorules

// Incident is something that a referee is asked to rule on.
type Incident uint8

// The incidents that the explanation of the New Zealand rules speaks of.
const (
	// RepetitionClaimed: a play repeats a position, and the opponent spots it
	// before the next move.
	RepetitionClaimed Incident = iota
	// RepetitionUnclaimed: a play repeats a position, and the opponent moves on.
	RepetitionUnclaimed
	// OtherIllegalAct: any other act against the rules, such as two moves in a
	// row, a play on an occupied point or a moved stone.
	OtherIllegalAct
	// PositionLost: such an act, and the position cannot be restored.
	PositionLost
	// DeadDisputed: the players do not agree which stones are dead.
	DeadDisputed
	// DeadAndTurnDisputed: nor who moves next.
	DeadAndTurnDisputed
	// ResultConfirmed: anything at all, after both players confirmed the result.
	ResultConfirmed
)

// Remedy is what is done about an incident.
type Remedy uint8

// The remedies.
const (
	// StoneOffMoveIsPass: the stone comes off, and the move is treated as a pass.
	// See BecomePass and Game.Claim.
	StoneOffMoveIsPass Remedy = iota
	// MoveStands: "they cannot complain later". See Stand.
	MoveStands
	// RestoreLastMoveIsPass: the position is restored to where the act occurred,
	// and the offender's last move is treated as a pass. See BecomePass.
	RestoreLastMoveIsPass
	// OffenderForfeits: the offender loses the game.
	OffenderForfeits
	// PlayOn: the game is resumed, usually by the player whose stones are
	// disputed. See Game.Resume.
	PlayOn
	// AllStonesStay: they are alive, and are counted. See Game.Score without dead
	// points.
	AllStonesStay
	// NothingChanges: the result is final. See Game.Confirm.
	NothingChanges
)

// Remedy gives what the rules and their explanation say is to be done.
func (i Incident) Remedy() Remedy {
	switch i {
	case RepetitionClaimed:
		return StoneOffMoveIsPass
	case RepetitionUnclaimed:
		return MoveStands
	case OtherIllegalAct:
		return RestoreLastMoveIsPass
	case PositionLost:
		return OffenderForfeits
	case DeadDisputed:
		return PlayOn
	case DeadAndTurnDisputed:
		return AllStonesStay
	default:
		return NothingChanges
	}
}

// Incident gives the incident that an illegal move is under the New Zealand
// rules, if the opponent claims it before moving, or not.
func (k Kind) Incident(claimed Claimed) Incident {
	switch {
	case k != Superko:
		return OtherIllegalAct
	case claimed == ClaimedInTime:
		return RepetitionClaimed
	}
	return RepetitionUnclaimed
}

// Claimed says whether the opponent spotted a breach of the rules before making
// the next move.
type Claimed uint8

// The kinds of Claimed.
const (
	ClaimedInTime Claimed = iota
	NotClaimed
)
