package main

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"nzgs/internal/config"
	"nzgs/web"
)

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

// lookAtLoad is how often the limit of memory is fitted to the load.
const lookAtLoad = 200 * time.Millisecond

// limitMemory sets the limit by which the collector works while nobody asks; the function that it gives fits
// it to the load of the server until ctx ends. GOMEMLIMIT overrides both.
func limitMemory(cfg *config.Config) (follow func(context.Context, func() web.Load)) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return func(context.Context, func() web.Load) {}
	}
	var database int64
	if info, err := os.Stat(cfg.DSN()); err == nil { // a PostgreSQL address is no file
		database = info.Size()
	}
	most := mostMemory(cfg.Memory, machineMemory(os.DirFS("/")))
	limit := softLimit(database, most, web.Load{})
	debug.SetMemoryLimit(limit)
	return func(ctx context.Context, load func() web.Load) {
		tick := time.NewTicker(lookAtLoad)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if next := nextLimit(limit, softLimit(database, most, load())); next != limit {
					limit = next
					debug.SetMemoryLimit(limit)
				}
			}
		}
	}
}
