package meetings

// What the tests of the desk's pages see of it.

var AgendaLetter = agendaLetter
var ElectionsURL = electionsURL
var OrdinarySlip = ordinarySlip
