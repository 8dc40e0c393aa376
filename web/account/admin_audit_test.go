package account_test

import (
	"encoding/json"
	"testing"

	webaccount "nzgs/web/account"
)

// The log shows values as people read them.
func TestValuesOfTheAuditLog(t *testing.T) {
	for raw, want := range map[string]string{
		`"2026-11-21"`: "21 November 2026", `"Kāpiti"`: "Kāpiti", `true`: "true", `40`: "40", `[1,2]`: "[1,2]",
		`"-7.3"`: "−7.3", `[{"cents":-2500,"ids":[-1,"-x"]}]`: `[{"cents":−2500,"ids":[−1,"-x"]}]`, `-5`: "−5", `-0.5`: "−0.5", `"-"`: "-", `"-x"`: "-x", `"-5 or so"`: "-5 or so",
	} {
		if got := webaccount.PlainJSON(json.RawMessage(raw)); got != want {
			t.Errorf("%s is shown as %q, want %q", raw, got, want)
		}
	}
}
