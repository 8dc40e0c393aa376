package results

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/gorules/record"
)

// The longest record that is checked does not hold anyone up.
func TestReadingTheLongestRecordIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("(;GM[1]SZ[19]KM[7]RE[B+100.5]")
	for i := range 2000 {
		at := i % 361
		fmt.Fprintf(&b, ";%s[%c%c]", []string{"B", "W"}[i%2], 'a'+at%19, 'a'+at/19)
	}
	b.WriteString(")")
	start := time.Now()
	f := ReadRecord(t.Context(), []byte(b.String()), WithEngine, record.Terms{Komi: 700})
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %s", took)
	} else {
		t.Log(took, len(f.Engine))
	}
	tooLong := strings.Replace(b.String(), ";B[aa]", strings.Repeat(";B[];W[]", 10)+";B[aa]", 1)
	if f := ReadRecord(t.Context(), []byte(tooLong), WithEngine, record.Terms{Komi: 700}); len(f.Engine) != 1 || !strings.Contains(f.Engine[0], "at most 2000") {
		t.Errorf("a longer one: %+v", f.Engine)
	}
}
