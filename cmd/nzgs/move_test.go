package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/config"
	"nzgs/internal/moving"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// An address that is mistyped is not taken for a folder, which would get the society and a password in its name.
func TestAMistypedAddressIsNoFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, address := range []string{
		"postgres://u:hush@it@db/n", "postgres://u:hu/hush@db/n", "postgresql//u:hush@db/n", "postgres:/u:hush@db/n",
		"mysql://u:hush@db/n", "host=db password='hush",
	} {
		for _, end := range []standing{mustStand, mayBeMade} {
			_, _, err := openEnd(t.Context(), address, end)
			if err == nil || !strings.Contains(err.Error(), "postgres://USER@HOST/NAME") || strings.Contains(err.Error(), "hush") {
				t.Errorf("%s: %v", address, err)
			}
		}
	}
	if made, err := os.ReadDir("."); err != nil || len(made) > 0 {
		t.Errorf("made %v, %v", made, err)
	}
	db, closeEnd, err := openEnd(t.Context(), filepath.Join(t.TempDir(), "society"), mayBeMade)
	if err != nil || db == nil {
		t.Fatal(err)
	}
	if err := closeEnd(); err != nil {
		t.Error(err)
	}
}

// A copy that a move does not see, because it has another name in PostgreSQL, stops by itself.
func TestACopyThatTheMoveDidNotSeeStops(t *testing.T) {
	address := storetest.EmptyPostgres(t)
	named := address + "?application_name=other"
	if strings.Contains(address, "?") {
		named = address + "&application_name=other"
	}
	cfg := &config.Config{Society: "Test", Addr: "127.0.0.1:0", Database: named, LogFormat: "text"}
	soc, err := openAlone(t.Context(), cfg, civil.SystemClock)
	if err != nil {
		t.Fatal(err)
	}
	defer soc.Close()
	ctx, stop := context.WithCancelCause(t.Context())
	defer stop(nil)
	left := make(chan bool)
	go func() { soc.leaveMoved(ctx, stop); close(left) }()
	from, err := store.OpenAs(t.Context(), address, "nzgs move")
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	if ctx.Err() != nil {
		t.Fatalf("before the move: %v", context.Cause(ctx))
	}
	if _, err := moving.Move(t.Context(), from, storetest.SQLite(t), civil.SystemClock, func(string) {}); err != nil {
		t.Fatal(err)
	}
	<-left
	if err := context.Cause(ctx); !errors.Is(err, moving.ErrHeld) {
		t.Errorf("it stopped: %v", err)
	}
}
