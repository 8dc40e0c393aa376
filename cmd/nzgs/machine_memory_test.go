package main

import (
	"testing"
	"testing/fstest"

	"nzgs/web"
)

const mib = 1 << 20

func TestMemoryGrowsWithTheLoadUpToWhatTheOperatorAllows(t *testing.T) {
	for _, c := range []struct {
		name           string
		database, most int64
		load           web.Load
		want           int64
	}{
		{"database elsewhere", 0, 512 * mib, web.Load{}, 20 * mib},
		{"demonstration", 2 * mib, 512 * mib, web.Load{}, 24 * mib},
		{"twenty years", 64 * mib, 512 * mib, web.Load{}, 148 * mib},
		{"a century", 5000 * mib, 512 * mib, web.Load{}, 160 * mib},
		{"sixteen readers", 2 * mib, 512 * mib, web.Load{Connections: 16, Requests: 16}, 24*mib + 16*48<<10 + 32*mib},
		{"a thousand viewers", 2 * mib, 512 * mib, web.Load{Connections: 1024}, 72 * mib},
		{"five thousand, and many who ask", 2 * mib, 512 * mib, web.Load{Connections: 5120, Requests: 600}, (24 + 240 + 64) * mib},
		{"pages are kept", 2 * mib, 512 * mib, web.Load{Kept: 3 * mib}, 24 * mib},
		{"many pages are kept", 2 * mib, 512 * mib, web.Load{Kept: 32 * mib}, 52 * mib},
		{"more than is allowed", 2 * mib, 100 * mib, web.Load{Connections: 9000, Requests: 900}, 100 * mib},
		{"a society too big for what is allowed", 5000 * mib, 64 * mib, web.Load{}, 64 * mib},
		{"next to nothing is allowed", 0, mib, web.Load{}, 20 * mib},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := softLimit(c.database, c.most, c.load); got != c.want {
				t.Errorf("softLimit(%d, %d, %+v) = %d, want %d", c.database, c.most, c.load, got, c.want)
			}
		})
	}
}

func TestTheLimitRisesAtOnceAndFallsSlowly(t *testing.T) {
	for _, c := range []struct{ now, wanted, want int64 }{
		{24 * mib, 72 * mib, 72 * mib},
		{72 * mib, 24 * mib, 48 * mib},
		{30 * mib, 24 * mib, 27 * mib},
		{27 * mib, 24 * mib, 27 * mib}, // an eighth
		{29 * mib, 24 * mib, 29*mib - 5*mib/2},
		{8 * mib, 5 * mib, 5 * mib},
		{24 * mib, 24 * mib, 24 * mib},
	} {
		if got := nextLimit(c.now, c.wanted); got != c.want {
			t.Errorf("nextLimit(%d, %d) = %d, want %d", c.now, c.wanted, got, c.want)
		}
	}
}

func TestWhatTheMachineHas(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	total := file("MemTotal:        2048000 kB\nMemFree:          100 kB\n")
	unit := file("0::/system.slice/nzgs.service\n")
	for _, c := range []struct {
		name string
		root fstest.MapFS
		want int64
	}{
		{"nothing is said", fstest.MapFS{}, unknownMemory},
		{"a machine", fstest.MapFS{"proc/meminfo": total}, 2048000 << 10},
		{"a file that is damaged", fstest.MapFS{"proc/meminfo": file("MemTotal: much\n")}, unknownMemory},
		{"a unit of systemd without a limit", fstest.MapFS{
			"proc/meminfo": total, "proc/self/cgroup": unit,
			"sys/fs/cgroup/system.slice/nzgs.service/memory.max": file("max\n"),
		}, 2048000 << 10},
		{"MemoryMax of a unit", fstest.MapFS{
			"proc/meminfo": total, "proc/self/cgroup": unit,
			"sys/fs/cgroup/system.slice/nzgs.service/memory.max": file("314572800\n"),
		}, 300 * mib},
		{"MemoryMax of the slice above", fstest.MapFS{
			"proc/meminfo": total, "proc/self/cgroup": unit,
			"sys/fs/cgroup/system.slice/memory.max":              file("209715200\n"),
			"sys/fs/cgroup/system.slice/nzgs.service/memory.max": file("max\n"),
		}, 200 * mib},
		{"a container with version 2", fstest.MapFS{
			"proc/meminfo": total, "proc/self/cgroup": file("0::/\n"), "sys/fs/cgroup/memory.max": file("268435456\n"),
		}, 256 * mib},
		{"a container with version 1", fstest.MapFS{
			"proc/meminfo": total, "proc/self/cgroup": file("11:cpu,cpuacct:/docker/1\n9:memory:/docker/1\n"),
			"sys/fs/cgroup/memory/memory.limit_in_bytes": file("134217728\n"),
		}, 128 * mib},
		{"a group of version 1", fstest.MapFS{
			"proc/meminfo": total, "proc/self/cgroup": file("9:hugetlb,memory:/a/b\n"),
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes":   file("134217728\n"),
			"sys/fs/cgroup/memory/a/b/memory.limit_in_bytes": file("9223372036854771712\n"),
		}, 128 * mib},
		{"paths that lead out", fstest.MapFS{
			"proc/meminfo": total, "proc/self/cgroup": file("0::/../../etc\nrubbish\n"),
		}, 2048000 << 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := machineMemory(c.root); got != c.want {
				t.Errorf("machineMemory = %d, want %d", got, c.want)
			}
		})
	}
	if got := mostMemory(0, 2048*mib); got != 512*mib {
		t.Errorf("of a machine with 2 GB the program may take %d", got)
	}
	if got := mostMemory(100*mib, 2048*mib); got != 100*mib {
		t.Errorf("an operator who says 100 MB gets %d", got)
	}
}
