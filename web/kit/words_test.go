package kit

import "testing"

func TestCapital(t *testing.T) {
	for text, want := range map[string]string{"": "", "ō": "Ō", "absent in round 2": "Absent in round 2", "É": "É"} {
		if got := Capital(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
