package config

import (
	"math"
	"strconv"
	"strings"
)

// units of a size, as people write them.
var units = []struct {
	name  string
	bytes int64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30},
}

// bytesOf reads a size as 600MB, 1.5 GB or 512MiB; a number alone has no meaning that everybody shares.
func bytesOf(s string) (n int64, ok bool) {
	for _, u := range units {
		number, found := strings.CutSuffix(strings.ToUpper(s), strings.ToUpper(u.name))
		if !found {
			continue
		}
		f, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		f *= float64(u.bytes)
		return int64(f), err == nil && f >= 1 && f < math.MaxInt64
	}
	return 0, false
}

// leastMemory is what the program cannot do with less of.
const leastMemory = 64_000_000

func checkMemory(s string, wrong func(format string, args ...any)) int64 {
	if s == "" {
		return 0
	}
	n, ok := bytesOf(s)
	switch {
	case !ok:
		wrong("memory %q: write a size with its unit, as 600MB or 2GB, or leave it empty", s)
	case n < leastMemory:
		wrong("memory %q: the program needs 64MB or more", s)
	}
	return n
}
