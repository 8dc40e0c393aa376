package main

import (
	"syscall"
	"testing"
)

// A teller's command leaves its memory to no one: neither to a core file nor to
// a program that takes core files, nor to another program of the same person.
func TestATellersMemoryIsHidden(t *testing.T) {
	dumpable := func(option, value uintptr) uintptr {
		t.Helper()
		got, _, errno := syscall.RawSyscall(syscall.SYS_PRCTL, option, value, 0)
		if errno != 0 {
			t.Fatal(errno)
		}
		return got
	}
	dumpable(syscall.PR_SET_DUMPABLE, 1)
	t.Cleanup(func() { dumpable(syscall.PR_SET_DUMPABLE, 1) })
	w := newTellersTable(t, 1, 2, "2026-04-25")
	w.must("", with("ana", "enter", "vote.json")...)
	if dumpable(syscall.PR_GET_DUMPABLE, 0) != 0 {
		t.Error("other programs can read the memory of the command")
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_CORE, &limit); err != nil || limit.Cur != 0 || limit.Max != 0 {
		t.Errorf("core files may have %d bytes, %v", limit.Cur, err)
	}
}
