package apperr

import "testing"

// A refusal cites its rule once, whoever wrote it into the message.
func TestARuleIsCitedOnce(t *testing.T) {
	for _, tt := range []struct{ message, rule, want string }{
		{"Only an AGM amends.", "7.1", "Only an AGM amends (rule 7.1)."},
		{"Only an AGM amends (7.1).", "7.1", "Only an AGM amends (7.1)."},
		{"By rule 7.1 only an AGM amends.", "7.1", "By rule 7.1 only an AGM amends."},
		{"Too few recorded (4.12).", "4.1", "Too few recorded (4.12) (rule 4.1)."},
		{"There is no such motion.", "", "There is no such motion."},
	} {
		if got := UnderRule(tt.rule, "%s", tt.message).Cited(); got != tt.want {
			t.Errorf("%q of rule %q: %q, want %q", tt.message, tt.rule, got, tt.want)
		}
	}
}
