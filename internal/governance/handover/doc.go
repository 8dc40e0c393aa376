// Package handover is what passes from one holder of an office to the next: after an election, a resignation or a death.
//
// A handover is not recorded by anyone: it follows from an office that has a last day. Who holds the office from when is
// package auth's, and access goes by its days alone, with the next request of a session that is open: nothing here gives
// or takes any. What is kept is the list (what every such office hands over, and what was added), and that both confirmed.
// Where the one who leaves cannot, whoever appoints officers confirms instead, with a reason; never the one who takes over.
package handover
