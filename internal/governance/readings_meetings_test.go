package governance_test

// meetingPlays are those of the questions on rules 4.x.
var meetingPlays = plays{}
