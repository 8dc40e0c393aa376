package main

import "testing"

func TestABiggerSocietyMayUseMoreMemory(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		name     string
		database int64
		want     int64
	}{
		{"database elsewhere", 0, 20 * mb},
		{"demonstration", 2 * mb, 24 * mb},
		{"twenty years", 64 * mb, 148 * mb},
		{"a century", 5000 * mb, 160 * mb},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := softMemoryLimit(c.database); got != c.want {
				t.Errorf("softMemoryLimit(%d) = %d, want %d", c.database, got, c.want)
			}
		})
	}
}
