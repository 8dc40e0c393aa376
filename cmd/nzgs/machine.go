package main

import (
	"os"
	"runtime"
	"runtime/debug"

	"nzgs/internal/config"
)

// The collector works harder near a soft limit: what the smallest server has to
// spare, and more for a bigger society, whose pages would otherwise wait for the
// collector. GOMEMLIMIT overrides it.
const (
	leastMemory = 20 << 20
	mostMemory  = 160 << 20
	byDatabase  = 2 // bytes of memory for a byte of the database
)

func limitMemory(cfg *config.Config) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	var size int64
	if info, err := os.Stat(cfg.DSN()); err == nil { // a PostgreSQL address is no file
		size = info.Size()
	}
	debug.SetMemoryLimit(softMemoryLimit(size))
}

// softMemoryLimit is the limit in bytes for a database of a size in bytes, 0
// when it is on another machine.
func softMemoryLimit(database int64) int64 {
	return min(leastMemory+byDatabase*database, mostMemory)
}

// attendDoor gives Go one thread more than pages are made at a time. While every
// thread makes a page, Go's scheduler takes up the pages next in line before it
// looks whether someone new has asked: they could wait for fifty others. The
// thread without a page lets them in at once, in the order in which they came.
// GOMAXPROCS overrides it.
func attendDoor() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	}
}
