package account

import "encoding/json"

// What the tests of the desk's pages see of it.

var AfterSignIn = afterSignIn

const AuditPerPage = auditPerPage

var Device = device

var (
	LogWords  = logWords
	LogText   = logText
	ActionsOf = actionsOf
)

// Values are the values of an entry as someone reads them who may see contact data or not.
func Values(raw json.RawMessage, contact bool) map[string]string {
	return valuesOf{contact: contact}.fields(raw)
}
