package account

// What the tests of the desk's pages see of it.

var AfterSignIn = afterSignIn
var AuditChanges = auditChanges

const AuditPerPage = auditPerPage

var Device = device
var PlainJSON = plainJSON
