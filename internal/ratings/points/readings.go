package points

// Reading is how a sentence of the motion of 1987 is read where it leaves something open.
type Reading struct {
	Says string // what the motion says, in short
	Read string // what we take it to mean
}

// Readings are ours: the society has not ruled on them. They are no questions of the register of package
// governance/constitution: that is about the text of the constitution, whose rules its readings cite, and this about a
// motion that stands beside it. None is offered as a choice, so that each is listed beside what it reads.
func Readings() []Reading {
	return []Reading{
		{"Places follow from the final score alone, never from SOS.",
			"Players of one score share the mean of the points of their places, rounded half up to a hundredth. A place that has " +
				"no points counts 0 in it."},
		{"Only members are given points.",
			"A player who is not a member on the event’s last day takes the place that the score gave, and no points. No one moves " +
				"up, and in a shared place the visitor’s share goes to no one."},
		{"Any affiliated club may hold a points event.",
			"The club is affiliated on the event’s last day."},
		{"The points year ends with the New Zealand Championship.",
			"The points of the Championship itself count before anyone loses some."},
		{"Then everyone loses 25%, and the representative a fixed number besides.",
			"The 25% are taken first, rounded half away from zero to a hundredth, and then the fixed number: 20 + 10 = 30, less 7.5 " +
				"is 22.5, less 30 is −7.5. A balance may be negative; its 25% bring it nearer to zero."},
		{"The representative is the player with most points who wishes to go.",
			"Of equal points the one who represented New Zealand longer ago, or never, is first; then the one with the better place " +
				"in the latest national event that each played. Beyond that they are level, and the committee decides."},
	}
}
