package governance_test

// postalPlays are those of the questions on rules 5.x.
var postalPlays = plays{}
