package main

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

func TestUnwrittenPartsOfTheProgram(t *testing.T) {
	t.Parallel()
	const program = "/opt/a go/nzgs"
	for line, want := range map[string][2]uintptr{
		"00400000-02469000 r-xp 00000000 fe:00 246999                             " + program:    {0x400000, 0x2069000},
		"02469000-04e38000 r--p 02069000 fe:00 246999                             " + program:    {0x2469000, 0x29cf000},
		"04e38000-051e5000 rw-p 04a38000 fe:00 246999                             " + program:    {}, // its variables
		"7f0000000000-7f0000001000 r--s 00000000 fe:00 77                         /data/nzgs.db": {},
		"7f0000000000-7f0000001000 r-xp 00000000 fe:00 77                 /x" + program:          {},
		"7f0000000000-7f0000001000 rw-p 00000000 00:00 0":                                        {},
		"7ffd00000000-7ffd00001000 r-xp 00000000 00:00 0                          [vdso]":        {},
		"zz-04 r-xp 00000000 fe:00 246999 " + program:                                            {},
		"04-04 r-xp 00000000 fe:00 246999 " + program:                                            {},
		"": {},
	} {
		if start, size := unwrittenPart(line, program); start != want[0] || size != want[1] {
			t.Errorf("%q: %#x, %#x, want %#x", line, start, size, want)
		}
	}
}

// What was let go of comes back as it is needed; nothing that can be written to is lost.
func TestStartIsReleased(t *testing.T) {
	written := []int{1, 2, 3}
	before := residentFile(t)
	releaseStart()
	if after := residentFile(t); after >= before {
		t.Errorf("%d kB of the program's file before and %d kB after", before, after)
	}
	if written[2] != 3 || len(root().Commands()) == 0 {
		t.Error("the program has forgotten something")
	}
}

// residentFile is how much of files the process has in memory, in kB.
func residentFile(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`RssFile:\s+(\d+) kB`).FindSubmatch(status)
	if m == nil {
		t.Fatalf("no RssFile in %s", status)
	}
	kB, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	return kB
}
