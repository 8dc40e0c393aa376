package sheet

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestTake: a file is taken whole, also after something has read in it; of one that is too
// large nothing is read.
func TestTake(t *testing.T) {
	whole := strings.NewReader("Name\nAroha\n")
	if _, err := whole.ReadByte(); err != nil {
		t.Fatal(err)
	}
	for _, r := range []io.Reader{whole, io.LimitReader(strings.NewReader("Name\nAroha\n"), 100)} {
		if data, err := Take(r); err != nil || string(data) != "Name\nAroha\n" {
			t.Errorf("%q, %v", data, err)
		}
	}
	large := bytes.NewReader(make([]byte, MaxFileBytes+1))
	var e *Error
	if _, err := Take(large); !errors.As(err, &e) || !strings.Contains(e.Problem, "larger than 10 MB") || large.Len() != MaxFileBytes+1 {
		t.Errorf("%v, %d bytes left", e, large.Len())
	}
}
