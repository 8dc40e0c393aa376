package society

// What the tests of the desk's pages see of it.

type ClubNames = clubNames

var MemberReceipt = memberReceipt
var PersonPaymentURL = personPaymentURL
var PreviewNext = previewNext

const RowsPerPage = rowsPerPage

var StartURL = startURL
var SpanLines = spanLines
