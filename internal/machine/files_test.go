package machine_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"nzgs/internal/machine"
)

// touch makes a file and opens it.
func touch(t *testing.T, name string) *os.File {
	t.Helper()
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// A file is locked once, until it is closed; what is in it can be read all the same.
func TestLock(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "nzgs.lock")
	first, second := touch(t, name), touch(t, name)
	if _, err := first.WriteString("who has it"); err != nil {
		t.Fatal(err)
	}
	if err := machine.Lock(first); err != nil {
		t.Fatal(err)
	}
	if machine.Lock(second) == nil {
		t.Error("it was locked twice")
	}
	if data, err := os.ReadFile(name); err != nil || string(data) != "who has it" {
		t.Errorf("%q %v", data, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := machine.Lock(second); err != nil {
		t.Errorf("it stays locked: %v", err)
	}
}

func TestLockFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first, err := machine.LockFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := machine.LockFolder(folder); err == nil {
		again.Close()
		t.Error("it was locked twice")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := machine.LockFolder(folder)
	if err != nil {
		t.Fatalf("it stays locked: %v", err)
	}
	again.Close()
	if _, err := machine.LockFolder(filepath.Join(folder, "none")); err == nil {
		t.Error("a folder that is not there was locked")
	}
}

func TestOpenItself(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	real, link := filepath.Join(folder, "real"), filepath.Join(folder, "link")
	touch(t, real)
	f, err := machine.OpenItself(real, os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := os.Symlink(real, link); err != nil {
		t.Skip("no links here:", err)
	}
	if f, err := machine.OpenItself(link, os.O_RDONLY, 0); err == nil {
		f.Close()
		t.Error("a link was followed")
	}
}

// What is not known on Windows is known elsewhere.
func TestOwners(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	name := filepath.Join(folder, "one")
	touch(t, name)
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		if _, _, known := machine.Owner(info); known || machine.OthersMay(info) || !machine.HasOtherNames(info) {
			t.Error("more is said than is known")
		}
		return
	}
	if user, _, known := machine.Owner(info); !known || user != os.Geteuid() {
		t.Errorf("it belongs to %d, %t", user, known)
	}
	if machine.OthersMay(info) || machine.HasOtherNames(info) {
		t.Error("a private file of one name is open or has others")
	}
	if err := os.Link(name, filepath.Join(folder, "two")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if info, err = os.Stat(name); err != nil || !machine.OthersMay(info) || !machine.HasOtherNames(info) {
		t.Errorf("what others may read or has a second name is not seen: %v", err)
	}
}

func TestMayUse(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := machine.MayUse(folder, true); err != nil {
		t.Error(err)
	}
	if err := machine.MayUse(filepath.Join(folder, "none"), false); err == nil && runtime.GOOS != "windows" {
		t.Error("a file that is not there may be used")
	}
	if free, err := machine.FreeOn(folder); err != nil || free <= 0 {
		t.Errorf("%d bytes are free: %v", free, err)
	}
	if _, err := machine.FreeOn(filepath.Join(folder, "none")); err == nil {
		t.Error("a folder that is not there has room")
	}
}

func TestReadOnce(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "game.sgf")
	if err := os.WriteFile(name, []byte("(;GM[1])"), 0o600); err != nil {
		t.Fatal(err)
	}
	room := append(make([]byte, 0, 64), "before "...)
	data, ok := machine.ReadOnce(name, room)
	if runtime.GOOS == "windows" {
		if ok || !bytes.Equal(data, room) {
			t.Errorf("%q %t", data, ok)
		}
		return
	}
	if !ok || string(data) != "before (;GM[1])" {
		t.Errorf("%q %t", data, ok)
	}
	if data, ok := machine.ReadOnce(name, make([]byte, 0, 3)); !ok || string(data) != "(;G" {
		t.Errorf("no more than there is room for: %q %t", data, ok)
	}
	if data, ok := machine.ReadOnce(name+"none", room); ok || !bytes.Equal(data, room) {
		t.Errorf("a file that is not there: %q %t", data, ok)
	}
}
