package formats

import (
	"strings"
	"testing"
)

// The size of the board comes back from the files that hold it, and the others say that they
// do not.
func TestTheBoardOfAnEvent(t *testing.T) {
	for _, format := range []Format{JSON, OpenGotha, H9, TOU, CSV, AGA} {
		for _, size := range []int{0, 13} {
			f := mustRead(t, CSV, "Player;Grade;R1\nAroha Ngata;4d;2+\nHana Kim;3d;1-\n")
			f.Board = size
			data, notes, err := Write(format, f)
			if err != nil {
				t.Fatal(format, err)
			}
			said := strings.Contains(strings.Join(notes, "\n"), "the board of 13 × 13 is not in this file")
			keeps := format == JSON || format == OpenGotha
			if said != (size == 13 && !keeps) {
				t.Errorf("%s, board %d: %q", format, size, notes)
			}
			if !keeps {
				continue
			}
			if back := mustRead(t, format, string(data)); back.Board != size {
				t.Errorf("%s: the board %d came back as %d", format, size, back.Board)
			}
		}
	}
	for size, want := range map[string]int{"9": 9, "19": 0, "4": 0, "26": 0, "x": 0, "99999999999999": 0} {
		f := mustRead(t, CSV, "Player;Grade;R1\nAroha Ngata;4d;2+\nHana Kim;3d;1-\n")
		data, _, err := Write(OpenGotha, f)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(data), `size="19"`, `size="`+size+`"`, 1)
		if back := mustRead(t, OpenGotha, text); back.Board != want {
			t.Errorf("size %s was read as %d", size, back.Board)
		}
	}
}
