package main

import "syscall"

// hideMemory keeps the process's memory from core files also where the system
// hands them to a program, which no limit stops, and from other programs of the
// same person.
func hideMemory() {
	// A kernel that refuses this leaves the limit.
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0)
}
