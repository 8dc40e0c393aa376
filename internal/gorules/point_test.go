package gorules

import "testing"

func TestPointsAsPeopleWriteThem(t *testing.T) {
	for _, c := range []struct {
		text   string
		height int
		want   Point
		ok     bool
	}{
		{"A1", 19, At(0, 18), true}, {"d4", 19, At(3, 15), true}, {"T19", 19, At(18, 0), true},
		{"J5", 9, At(8, 4), true}, {" D4 ", 19, At(3, 15), true}, {"aa1", 52, At(25, 51), true},
		{"dp", 19, At(3, 15), true}, {"aa", 19, At(0, 0), true}, {"Za", 52, At(51, 0), true},
		{"I5", 19, 0, false}, {"A0", 19, 0, false}, {"A20", 19, 0, false}, {"", 19, 0, false}, {"4", 19, 0, false},
		{"D", 19, 0, false}, {"D-4", 19, 0, false}, {"D99999999999999999999", 19, 0, false},
	} {
		got, ok := ReadPoint(c.text, c.height)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%q on %d lines: %v, %t", c.text, c.height, got, ok)
		}
	}
}

// What is said of a point is read as that point, and so is what records write.
func TestEveryPointIsReadAsItIsSaid(t *testing.T) {
	for _, size := range []int{1, 9, 19, 25, 26, MaxSize} {
		b, err := NewBoard(size, size)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range b.Points() {
			for _, text := range []string{p.Label(size), p.String()} {
				if got, ok := ReadPoint(text, size); !ok || got != p {
					t.Errorf("%s of %d lines is read as %v, %t", text, size, got, ok)
				}
			}
		}
	}
}

func TestStarPoints(t *testing.T) {
	for _, c := range []struct{ w, h, want int }{
		{19, 19, 9}, {13, 13, 5}, {9, 9, 5}, {5, 5, 0}, {1, 1, 0}, {18, 18, 4}, {52, 52, 4}, {19, 9, 5},
	} {
		if got := len(StarPoints(c.w, c.h)); got != c.want {
			t.Errorf("%d × %d: %d star points, want %d", c.w, c.h, got, c.want)
		}
	}
	if got := StarPoints(9, 9); got[0] != At(2, 2) || got[2] != At(4, 4) || got[4] != At(6, 6) {
		t.Errorf("9 × 9: %v", got)
	}
}
