package main

import (
	"strings"
	"testing"
)

func TestWhatIsMissingOnASystemIsFound(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ target, pattern, want string }{
		{"linux/amd64", "./testdata/good", ""},
		{"windows/amd64", "./testdata/good", ""},
		{"darwin/arm64", "./testdata/good", ""},
		{"linux/arm64", "./testdata/broken", ""},
		{"windows/amd64", "./testdata/broken", "undefined: where"},
		{"darwin/arm64", "./testdata/broken", "undefined: where"},
		{"windows/amd64", "./testdata/nothing", "no such file"},
	} {
		got := strings.Join(check(tt.target, tt.pattern), "\n")
		if (got == "") != (tt.want == "") || !strings.Contains(strings.ReplaceAll(got, "directory not found", "no such file"), tt.want) {
			t.Errorf("%s on %s: %q, want %q", tt.pattern, tt.target, got, tt.want)
		}
	}
}
