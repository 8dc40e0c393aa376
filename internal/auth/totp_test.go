package auth

import (
	"testing"
	"time"

	"nzgs/internal/civil"
)

// RFC 4226, appendix D, and RFC 6238, appendix B: the secret is the same.
func TestCodesAreThoseOfTheRFCs(t *testing.T) {
	secret := []byte("12345678901234567890")
	for counter, want := range []string{
		"755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
	} {
		if got := hotp(secret, int64(counter), 6); got != want {
			t.Errorf("RFC 4226, counter %d: %s, want %s", counter, got, want)
		}
	}
	for _, tt := range []struct {
		seconds int64
		want    string
	}{
		{59, "94287082"}, {1111111109, "07081804"}, {1111111111, "14050471"}, {1234567890, "89005924"},
		{2000000000, "69279037"}, {20000000000, "65353130"},
	} {
		step := stepOf(civil.At(time.Unix(tt.seconds, 0)))
		if got := hotp(secret, step, 8); got != tt.want {
			t.Errorf("RFC 6238, second %d: %s, want %s", tt.seconds, got, tt.want)
		}
	}
}

// A clock may be a step slow or fast, and no code counts twice, nor one before it.
func TestWhichCodesAreAccepted(t *testing.T) {
	secret := []byte("12345678901234567890")
	now := civil.MustParseInstant("2026-07-01T00:00:00.000Z")
	at := stepOf(now)
	for _, tt := range []struct {
		name string
		step int64 // of the code that is typed
		last int64 // that was accepted before
		want bool
	}{
		{"now", at, 0, true},
		{"a step slow", at - 1, 0, true},
		{"a step fast", at + 1, 0, true},
		{"two steps slow", at - 2, 0, false},
		{"two steps fast", at + 2, 0, false},
		{"again", at, at, false},
		{"an earlier one", at - 1, at, false},
		{"the next one", at + 1, at, true},
		{"now, after a fast clock", at, at + 1, false},
	} {
		step, ok := acceptedStep(secret, hotp(secret, tt.step, totpDigits), now, tt.last)
		if ok != tt.want || ok && step != tt.step {
			t.Errorf("%s: step %d, %v, want %v", tt.name, step-at, ok, tt.want)
		}
	}
	if _, ok := acceptedStep(secret, "", now, 0); ok {
		t.Error("no code at all is accepted")
	}
}

func TestWhatPeopleTypeForACode(t *testing.T) {
	for typed, want := range map[string]string{
		" 123 456 ": "123456", "123-456": "123456", "123\u00a0456": "123456", "7k3m-q2xr-t9fa": "7k3mq2xrt9fa",
	} {
		if got := digitsOf(typed); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
	if got := lettersOf("il3m-o2xr-t9fa"); got != "113M02XRT9FA" {
		t.Errorf("letters that look like digits: %s", got)
	}
}
