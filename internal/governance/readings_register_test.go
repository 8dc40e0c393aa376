package governance_test

// registerPlays are those of the questions on rules 2.x.
var registerPlays = plays{}
