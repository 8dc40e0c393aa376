package postal

// What the tests of the desk's pages see of it.

const LettersHint = lettersHint

var LettersOf = lettersOf
var MarkOf = markOf

const Protection = protection

var KeyScripts = keyScripts
