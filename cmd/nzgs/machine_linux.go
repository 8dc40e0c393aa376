package main

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// releaseStart lets go of the pages of the program's own file, of which many were
// needed for starting only: what a request needs of them the kernel maps again from
// its cache of the file. A kernel that refuses it leaves them.
func releaseStart() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return
	}
	defer maps.Close()
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		if start, size := unwrittenPart(lines.Text(), program); size > 0 {
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, start, size, syscall.MADV_DONTNEED)
		}
	}
}

// unwrittenPart reads a line of /proc/PID/maps (proc_pid_maps(5)), such as
// "00400000-02469000 r-xp 00000000 fe:00 246999   /opt/nzgs": the address and size in
// bytes of a part of the program's file that nothing can write to; size 0 for others,
// whose content would be lost.
func unwrittenPart(line, program string) (start, size uintptr) {
	fields := strings.Fields(line)
	if len(fields) < 6 || !strings.HasSuffix(line, " "+program) || strings.Contains(fields[1], "w") {
		return 0, 0
	}
	from, to, _ := strings.Cut(fields[0], "-")
	first, err := strconv.ParseUint(from, 16, 64)
	if err != nil {
		return 0, 0
	}
	end, err := strconv.ParseUint(to, 16, 64)
	if err != nil || end <= first {
		return 0, 0
	}
	return uintptr(first), uintptr(end - first)
}
