package kit_test

import (
	"testing"

	"nzgs/web/kit"
)

func TestCodesThatLeadNowhere(t *testing.T) {
	for url, warned := range map[string]bool{
		"http://localhost:8080": true, "http://127.0.0.1:8080": true, "http://127.1.2.3": true, "http://[::1]:8080": true,
		"http://0.0.0.0:80": true, "http://nzgs.localhost": true, "http://LOCALHOST": true,
		"https://go.example.nz": false, "http://192.168.1.7:8080": false, "http://[2001:db8::1]": false,
		"https://localhost.example.nz": false, "": false,
	} {
		if got := (&kit.Site{BaseURL: url}).CodesWarning(); (got != "") != warned {
			t.Errorf("%s: %q", url, got)
		}
	}
}
