package asked_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/upkeep/asked"
)

var ctx = context.Background()

func holding(role auth.Role) auth.Actor {
	return auth.Actor{Person: 7, Name: "Aroha Tūī", Offices: []auth.Office{{Role: role, From: civil.MustParseDate("2020-01-01")}}}
}

var admin = holding(auth.Administrator)

// world is a folder that is only said to be one.
type world struct {
	*asked.Service
	t     *testing.T
	means asked.Means
	now   atomic.Int64
	made  atomic.Int32
	files []asked.File
	// unread is why the folder cannot be read, why what is asked for fails
	unread, why error
	hold        chan struct{} // closed: what is asked for is done at once
}

func (w *world) clock() civil.Instant { return civil.At(time.UnixMilli(w.now.Load())) }

func newWorld(t *testing.T, db *store.DB) *world {
	w := &world{t: t, hold: make(chan struct{})}
	close(w.hold)
	w.now.Store(civil.MustParseInstant("2026-07-01T00:00:00.000Z").Time().UnixMilli())
	w.means = asked.Means{
		Folder: "/backups", Free: func() (int64, error) { return 1 << 40, nil },
		Aside: "/temporary", FreeAside: func() (int64, error) { return 1 << 40, nil },
		List: func() ([]asked.File, error) { return w.files, w.unread },
		Root: func() context.Context { return ctx },
		Make: func(_ context.Context, by auth.Actor, say func(asked.Stage)) (asked.File, error) {
			for stage := asked.Copying; stage <= asked.Finishing; stage++ {
				say(stage)
			}
			<-w.hold
			w.made.Add(1)
			return asked.File{Name: "new", Size: 9, Encrypted: true}, w.why
		},
		Try: func(context.Context, string) error { <-w.hold; return w.why },
	}
	w.Service = asked.New(db, w.clock, &w.means)
	return w
}

func (w *world) kept() asked.Kept {
	w.t.Helper()
	k, err := w.Kept(ctx, admin)
	if err != nil {
		w.t.Fatal(err)
	}
	return k
}

// ended is how it stands once it is no longer under way.
func (w *world) ended() asked.Standing {
	w.t.Helper()
	for range 400 {
		if k := w.kept(); !k.Last.Ended.IsZero() {
			return k.Last
		}
		time.Sleep(10 * time.Millisecond)
	}
	w.t.Fatal("it does not end")
	return asked.Standing{}
}

func refused(t *testing.T, err error, kind apperr.Kind, say string) {
	t.Helper()
	if apperr.KindOf(err) != kind || !strings.Contains(err.Error(), say) {
		t.Errorf("got %v, want %q", err, say)
	}
}

func TestABackupIsAskedFor(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		if k := w.kept(); !k.Last.Begun.IsZero() || k.Last.UnderWay(w.clock()) || k.Last.BrokenOff(w.clock()) {
			t.Errorf("before anything: %+v", k.Last)
		}
		if err := w.Make(ctx, admin); err != nil {
			t.Fatal(err)
		}
		if got := w.ended(); got.Name != "new" || got.Size != 9 || !got.Encrypted || got.Problem != "" || got.UnderWay(w.clock()) {
			t.Errorf("made: %+v", got)
		}
		w.why = errors.New("no space left\n\x00 on device \xff" + strings.Repeat("x", 9000))
		w.now.Add(1000)
		if err := w.Make(ctx, admin); err != nil {
			t.Fatal(err)
		}
		if got := w.ended(); !strings.HasPrefix(got.Problem, "no space left ") || len(got.Problem) > 700 || got.Name != "new" {
			t.Errorf("failed: %+v", got)
		}
	})
}

func TestWhoMayAskForABackup(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		for _, role := range []auth.Role{auth.President, auth.Secretary, auth.Treasurer, auth.Committee, auth.Director} {
			refused(t, w.Make(ctx, holding(role)), apperr.Forbidden, "")
			refused(t, w.Try(ctx, holding(role), "a"), apperr.Forbidden, "")
			_, err := w.Kept(ctx, holding(role))
			refused(t, err, apperr.Forbidden, "")
		}
		refused(t, w.Make(ctx, auth.Actor{}), apperr.SignIn, "")
		refused(t, w.Try(ctx, auth.Actor{}, "a"), apperr.SignIn, "")
		if w.made.Load() != 0 {
			t.Error("one was made")
		}
	})
}

func TestABackupThatCannotBeMadeIsRefusedWithAWord(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.means.Free = func() (int64, error) { return 1 << 20, nil }
		refused(t, w.Make(ctx, admin), apperr.Conflict, "not enough room for a backup: 1.0 MB are free")
		w.means.Free = func() (int64, error) { return 0, errors.New("gone") }
		refused(t, w.Make(ctx, admin), apperr.Conflict, "/backups, cannot be used now")
		w.means.Folder = ""
		refused(t, w.Make(ctx, admin), apperr.Conflict, "no folder for backups is set")
		refused(t, w.Try(ctx, admin, "a"), apperr.Conflict, "no folder for backups is set")
		if k := w.kept(); !k.Last.Begun.IsZero() || w.made.Load() != 0 {
			t.Errorf("something was begun: %+v", k.Last)
		}
	})
}

func TestTwoPressesMakeOne(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.hold = make(chan struct{})
		other := asked.New(db, w.clock, &w.means) // another copy of the program
		var begun, refusals atomic.Int32
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() {
				service := w.Service
				if i%2 == 1 {
					service = other
				}
				switch err := service.Make(ctx, admin); {
				case err == nil:
					begun.Add(1)
				case apperr.KindOf(err) == apperr.Conflict && strings.Contains(err.Error(), "already"):
					refusals.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if k := w.kept(); !k.Last.UnderWay(w.clock()) {
			t.Errorf("%+v is not under way", k.Last)
		}
		close(w.hold)
		if w.ended(); begun.Load() != 1 || refusals.Load() != 5 || w.made.Load() != 1 {
			t.Errorf("%d begun, %d refused, %d made", begun.Load(), refusals.Load(), w.made.Load())
		}
	})
}

// What says nothing any longer was broken off, and another may begin; what it says late is not taken for the other's.
func TestABackupThatWasBrokenOffGivesWay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		first, second := make(chan struct{}), make(chan struct{})
		w.hold = first
		if err := w.Make(ctx, admin); err != nil {
			t.Fatal(err)
		}
		for w.kept().Last.Stage != asked.Finishing {
			time.Sleep(10 * time.Millisecond) // until it has said all it says
		}
		w.now.Add(10 * 60 * 1000)
		if k := w.kept(); !k.Last.BrokenOff(w.clock()) || k.Last.UnderWay(w.clock()) {
			t.Errorf("%+v goes on", k.Last)
		}
		again := newWorld(t, db)
		again.now.Store(w.now.Load())
		again.hold = second
		if err := again.Make(ctx, admin); err != nil {
			t.Fatal(err)
		}
		close(first) // the first ends late
		for w.made.Load() == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		if k := again.kept(); !k.Last.UnderWay(again.clock()) {
			t.Errorf("the second was taken for ended: %+v", k.Last)
		}
		close(second)
		again.ended()
	})
}

// What was given up and goes on all the same says nothing of the one that was begun since.
func TestWhatWasGivenUpSaysNothingOfTheNext(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		goOn, said, end := make(chan struct{}), make(chan struct{}), make(chan struct{})
		w.means.Make = func(_ context.Context, _ auth.Actor, say func(asked.Stage)) (asked.File, error) {
			say(asked.Copying)
			<-goOn
			for range 20 { // more than are held ahead: the first of them are written when this ends
				say(asked.Finishing)
			}
			close(said)
			<-end
			return asked.File{Name: "late"}, nil
		}
		defer close(end)
		if err := w.Make(ctx, admin); err != nil {
			t.Fatal(err)
		}
		for w.kept().Last.Stage != asked.Copying {
			time.Sleep(10 * time.Millisecond)
		}
		w.now.Add(10 * 60 * 1000)
		next := newWorld(t, db)
		next.now.Store(w.now.Load())
		next.hold = make(chan struct{})
		next.means.Make = func(context.Context, auth.Actor, func(asked.Stage)) (asked.File, error) {
			<-next.hold
			return asked.File{Name: "new"}, nil
		}
		if err := next.Make(ctx, admin); err != nil {
			t.Fatal(err)
		}
		close(goOn)
		<-said
		if got := next.kept().Last; got.Stage != asked.Waiting {
			t.Errorf("the next is said to be at stage %d", got.Stage)
		}
		close(next.hold)
		if got := next.ended(); got.Name != "new" {
			t.Errorf("%+v", got)
		}
	})
}

func TestABackupIsTried(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.files = []asked.File{{Name: "c", Size: 3, Encrypted: true}, {Name: "b", Size: 2}, {Name: "a", Size: 1}}
		refused(t, w.Try(ctx, admin, "../a"), apperr.NotFound, "no longer kept")
		refused(t, w.Try(ctx, admin, ""), apperr.NotFound, "no longer kept")
		refused(t, w.Try(ctx, admin, "c"), apperr.Conflict, "encrypted")
		for _, name := range []string{"a", "b"} {
			if err := w.Try(ctx, admin, name); err != nil {
				t.Fatal(err)
			}
			if got := w.ended(); got.Tries != name || got.Name != "" {
				t.Errorf("%+v", got)
			}
			w.why = errors.New("damaged")
			w.now.Add(1000)
		}
		k := w.kept()
		if a, b := k.Files[2].Tried, k.Files[1].Tried; !a.Worked || b.Worked || b.Problem != "damaged" || !k.Files[0].Tried.At.IsZero() {
			t.Errorf("a %+v, b %+v", a, b)
		}
		w.files[2].Size = 8 // another file of this name
		if got := w.kept().Files[2].Tried; !got.At.IsZero() {
			t.Errorf("another file is called tried: %+v", got)
		}
		w.files = w.files[:2] // a is removed, and forgotten with the next try
		if err := w.Try(ctx, admin, "b"); err != nil {
			t.Fatal(err)
		}
		w.ended()
		w.files = append(w.files, asked.File{Name: "a", Size: 1})
		if got := w.kept().Files[2].Tried; !got.At.IsZero() {
			t.Errorf("what was removed is remembered: %+v", got)
		}
	})
}

// A full disk or a missing folder under a try is no fault of the backup: what was known of it stays.
func TestABackupIsNotBlamedForTheMachine(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.files = []asked.File{{Name: "a", Size: 9}, {Name: "b", Size: 9}}
		try := func(name string, why error) asked.Standing {
			t.Helper()
			w.why = why
			w.now.Add(1000)
			if err := w.Try(ctx, admin, name); err != nil {
				t.Fatal(err)
			}
			return w.ended()
		}
		if got := try("b", nil); got.NotTried() {
			t.Errorf("tried: %+v", got)
		}
		for _, why := range []error{
			fmt.Errorf("copy: %w", syscall.ENOSPC), &os.PathError{Op: "mkdir", Path: "/temporary/x", Err: syscall.ENOENT},
			fmt.Errorf("open: %w", os.NewSyscallError("open", syscall.EACCES)), errors.Join(syscall.EMFILE),
		} {
			for _, name := range []string{"a", "b"} {
				if got := try(name, why); !got.NotTried() || got.Tries != name || got.Problem == "" {
					t.Errorf("%v: %+v", why, got)
				}
			}
			if k := w.kept(); !k.Files[0].Tried.At.IsZero() || !k.Files[1].Tried.Worked {
				t.Errorf("%v: the page says that a good backup could not be restored: %+v", why, k.Files)
			}
		}
		for _, why := range []error{errors.New("page 3 is damaged"), fmt.Errorf("copy: %w", syscall.EIO)} {
			if got := try("a", why); got.NotTried() || w.kept().Files[0].Tried.Problem == "" {
				t.Errorf("%v: %+v", why, got)
			}
		}
	})
}

// The room is measured where the backup is restored to try it, for its size.
func TestATryNeedsRoomWhereItWrites(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.files = []asked.File{{Name: "a", Size: 900 << 20}}
	w.means.FreeAside = func() (int64, error) { return 900 << 20, nil }
	refused(t, w.Try(ctx, admin, "a"), apperr.Conflict, "not enough room to restore this backup in /temporary and try it: 900.0 MB are free")
	w.means.FreeAside = func() (int64, error) { return 0, errors.New("gone") }
	refused(t, w.Try(ctx, admin, "a"), apperr.Conflict, "/temporary, cannot be used now")
	if k := w.kept(); !k.Last.Begun.IsZero() {
		t.Errorf("something was begun: %+v", k.Last)
	}
	w.means.Free = w.means.FreeAside
	w.means.FreeAside = func() (int64, error) { return 1 << 40, nil }
	if err := w.Try(ctx, admin, "a"); err != nil { // no room for another is no reason not to try one
		t.Error(err)
	}
	w.ended()
}

func TestAFolderThatIsGoneIsSaid(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.unread = errors.New("open /backups: no such file or directory")
	if k := w.kept(); k.Unread != "open /backups: no such file or directory" || k.Folder != "/backups" || len(k.Files) > 0 {
		t.Errorf("%+v", k)
	}
	refused(t, w.Try(ctx, admin, "a"), apperr.Conflict, "/backups, cannot be used now")
}

func TestAPageListsAHundredBackups(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.files = make([]asked.File, 36500)
	if k := w.kept(); len(k.Files) != 100 || k.Older != 36400 {
		t.Errorf("%d listed, %d older", len(k.Files), k.Older)
	}
}
