// Package retention owns how long personal data is kept: the one list of the kinds of data, for what each is held, by
// which rule and for how long; what is due; removing it, with a report of each run.
//
// Some periods the program has by itself, and the rooms that own the data remove it: this package asks them, and says how
// much it was. Others the society decides, within bounds, and this package removes what is older: by a press, or once a
// day where the society has switched that on. What has to stay is in the list with the reason, and nothing removes it.
//
// Invariants: a preview is the run itself, of which nothing is kept, so that it shows exactly what would be removed; whoever
// is in something that is under way (an office, an open invoice, a credit, a dispute, a vote, an event) is held; a report
// says what kind, how many, by which rule, when and who, and never whose.
package retention
