package mail

import "testing"

// A server may be named by an address of IPv6, in which there are colons.
func TestServersAreDialledByTheirAddress(t *testing.T) {
	for host, want := range map[string]string{
		"smtp.example.nz": "smtp.example.nz:587", "127.0.0.1": "127.0.0.1:587", "::1": "[::1]:587", "2001:db8::5": "[2001:db8::5]:587",
	} {
		if got := (SMTP{Host: host, Port: 587}).address(); got != want {
			t.Errorf("%s is dialled as %s, want %s", host, got, want)
		}
	}
}
