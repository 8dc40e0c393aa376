package kit_test

import (
	"strings"
	"testing"

	"nzgs/web/kit"
)

func TestCodesThatLeadNowhere(t *testing.T) {
	const here, near = "only this machine", "same network"
	for url, want := range map[string]string{
		"http://localhost:8080": here, "http://127.0.0.1:8080": here, "http://127.1.2.3": here, "http://[::1]:8080": here,
		"http://0.0.0.0:80": here, "http://nzgs.localhost": here, "http://LOCALHOST": here, "http://localhost.": here,
		"http://[::ffff:127.0.0.1]": here,
		"http://192.168.1.7:8080":   near, "http://10.0.0.5": near, "http://172.16.4.1": near, "http://172.31.255.9": near,
		"http://169.254.3.4": near, "http://[fe80::1%25eth0]:8080": near, "http://[fd12:3456::1]": near, "http://100.64.0.9": near,
		"http://congress.local:8080": near, "http://Laptop.LOCAL": near, "http://nzgs.lan": near, "http://laptop": near,
		"http://nzgs.home.arpa": near, "http://[::ffff:192.168.1.7]": near,
		"https://go.example.nz": "", "http://172.32.0.1": "", "http://203.0.113.9": "", "http://[2001:db8::1]": "",
		"https://localhost.example.nz": "", "https://local.example.nz": "", "": "",
	} {
		got := (&kit.Site{BaseURL: url}).CodesWarning()
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q", url, got)
		}
	}
}
