package events

// What the tests of the desk's pages see of it.

var CompareEffort = compareEffort

type CompareForm = compareForm
type CompareJob = compareJob

const ComparePath = comparePath
const CompareThorough = compareThorough
const CompareWaiting = compareWaiting

var ComparisonOf = comparison
var MustAsk = mustAsk
var QuestionText = questionText
var QuestionTitle = questionTitle
var QuickPlan = quickPlan
