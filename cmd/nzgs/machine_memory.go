package main

import (
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"

	"nzgs/web"
)

// The collector works harder near its limit. A quiet program is held to what the smallest server has to spare, and
// more for a bigger society. Whoever comes brings memory along, up to what the operator allows: else the program
// would collect without a pause while a hall of people waits.
const (
	quietLeast    = 20 << 20
	quietMost     = 160 << 20
	byDatabase    = 2         // bytes of memory for a byte of the database
	byConnection  = 48 << 10  // a connection: 28 kB that it holds, and what is to be collected
	byRequest     = 2 << 20   // a page that is made or is next in line
	mostRequests  = 32        // so many: those behind them have not begun
	keptInQuiet   = 4 << 20   // of the pages that are kept there is room for so many bytes in any case
	quarter       = 4         // of the machine's memory, where the operator says nothing
	unknownMemory = 512 << 20 // where the machine does not say what it has
)

// softLimit is the collector's limit in bytes: for a database of so many bytes, 0 when it is on another machine,
// at most so many, under a load.
func softLimit(database, most int64, l web.Load) int64 {
	quiet := min(quietLeast+byDatabase*database, quietMost)
	quiet += max(0, int64(l.Kept)-keptInQuiet)
	return min(quiet+byConnection*int64(l.Connections)+byRequest*int64(min(l.Requests, mostRequests)), max(most, quietLeast))
}

// nextLimit is the limit after one that is in force: more at once, less only when it is much less and by halves of
// the way, so that the collector is not told of every person who comes and goes.
func nextLimit(now, wanted int64) int64 {
	switch {
	case wanted > now:
		return wanted
	case now-wanted < now/8 && now-wanted < 4<<20:
		return now
	case now-wanted < 4<<20:
		return wanted
	}
	return now - (now-wanted)/2
}

// mostMemory is how much the program may take: what the operator says, or a quarter of the machine's.
func mostMemory(told, machine int64) int64 {
	if told > 0 {
		return told
	}
	return machine / quarter
}

// machineMemory is the memory that there is for the program: the machine's, or less where a control group (systemd's
// MemoryMax, a container) allows it less. root is the machine's file system.
func machineMemory(root fs.FS) int64 {
	most := int64(math.MaxInt64)
	if text, err := fs.ReadFile(root, "proc/meminfo"); err == nil {
		most = totalOf(string(text))
	}
	if text, err := fs.ReadFile(root, "proc/self/cgroup"); err == nil {
		for _, file := range groupFiles(string(text)) {
			if text, err := fs.ReadFile(root, file); err == nil {
				most = min(most, limitOf(string(text)))
			}
		}
	}
	if most == math.MaxInt64 {
		return unknownMemory
	}
	return most
}

// totalOf reads MemTotal of /proc/meminfo.
func totalOf(meminfo string) int64 {
	for line := range strings.Lines(meminfo) {
		if rest, ok := strings.CutPrefix(line, "MemTotal:"); ok {
			kb, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			if err == nil && kb > 0 && kb < math.MaxInt64>>10 {
				return kb << 10
			}
		}
	}
	return math.MaxInt64
}

// limitOf reads the limit of a control group: "max" and what is no number of bytes are none.
func limitOf(text string) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n <= 0 {
		return math.MaxInt64
	}
	return n
}

// groupFiles are the files in which the limits of the program's control groups stand, those above them included: of
// version 2 ("0::/system.slice/nzgs.service") and of version 1 ("9:memory:/docker/…"). A container sees its own
// group at the top, whatever the path says.
func groupFiles(cgroup string) []string {
	files := []string{"sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes"}
	for line := range strings.Lines(cgroup) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		top, name := "", ""
		switch {
		case parts[0] == "0" && parts[1] == "":
			top, name = "sys/fs/cgroup", "memory.max"
		case strings.Contains(","+parts[1]+",", ",memory,"):
			top, name = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		default:
			continue
		}
		for at := path.Clean("/" + parts[2]); at != "/"; at = path.Dir(at) {
			files = append(files, top+at+"/"+name)
		}
	}
	return files
}
