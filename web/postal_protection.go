package web

// protectionWays are the two ways to enter papers, as docs/ballots.md describes
// them.
var protectionWays = []ProtectionWay{}
