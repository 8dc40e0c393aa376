package governance_test

// committeePlays are those of the questions on rules 3.x and 6.x.
var committeePlays = plays{}
