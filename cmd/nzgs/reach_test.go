//go:build !windows

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/config"
)

// superuserOnly skips a test that gives files away.
func superuserOnly(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only the superuser can give files away")
	}
}

const someone = 4711 // an invented user

// folderOf is a data folder of someone else, below folders that they may pass.
func folderOf(t *testing.T, user int) string {
	t.Helper()
	above, err := os.MkdirTemp("", "nzgs-owner-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(above) })
	data := filepath.Join(above, "data")
	if err := errorsOf(os.Chmod(above, 0o755), os.Mkdir(data, 0o700), os.Chown(data, user, user)); err != nil {
		t.Fatal(err)
	}
	return data
}

func errorsOf(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// asUser runs nzgs as a user, from a copy of the program that they may run.
func asUser(t *testing.T, user int, data string, args ...string) (string, error) {
	t.Helper()
	program := filepath.Join(filepath.Dir(data), "nzgs.test")
	if _, err := os.Stat(program); err != nil {
		text, err := os.ReadFile(os.Args[0])
		if err == nil {
			err = errorsOf(os.WriteFile(program, text, 0o700), os.Chmod(program, 0o755)) // whatever the umask is
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	c := commandInProcess(t, program, append(args, "--data", data)...)
	c.Dir = "/"
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(user), Gid: uint32(user)}}
	out, err := c.CombinedOutput()
	return string(out), err
}

// asSuperuser runs nzgs in a process of its own, which may go on as another user.
func asSuperuser(t *testing.T, args ...string) (string, error) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := commandInProcess(t, program, args...)
	time.AfterFunc(20*time.Second, func() { _ = c.Cancel() }) // one that serves what it should refuse
	out, err := c.CombinedOutput()
	return string(out), err
}

// The owner of the data folder puts a link where nzgs is about to write, after nzgs has looked: it is stopped by the
// system, because what is restored is restored as the owner. The file of the superuser stays what it was.
func TestTheSuperuserRestoresAsTheOwnerOfTheFolder(t *testing.T) {
	superuserOnly(t)
	data := folderOf(t, someone)
	defer keepUmask()()
	soc, err := openAlone(t.Context(), &config.Config{Data: data, Society: "Test"}, civil.SystemClock)
	if err == nil {
		err = soc.Close()
	}
	backed := filepath.Join(t.TempDir(), "backup.db") // which the owner cannot read
	if _, failed := asSuperuser(t, "backup", backed, "--data", data); err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	secret, part := filepath.Join(t.TempDir(), "secret"), filepath.Join(data, "nzgs.db.restoring")
	for _, link := range []string{part + "-wal", part + "-journal", filepath.Join(data, "nzgs.db-wal")} {
		stop, done := make(chan struct{}), make(chan struct{})
		if err := os.WriteFile(secret, []byte("of the superuser"), 0o600); err != nil {
			t.Fatal(err)
		}
		go func() {
			defer close(done)
			for {
				select {
				case <-stop:
					return
				default:
					if os.Symlink(secret, link) == nil {
						_ = os.Lchown(link, someone, someone)
					}
				}
			}
		}()
		out, _ := asSuperuser(t, "restore", backed, "--data", data) // whatever comes of it
		close(stop)
		<-done
		text, err := os.ReadFile(secret)
		if owner, _ := ownerOf(secret); err != nil || string(text) != "of the superuser" || owner != 0 {
			t.Errorf("the link %s: %q of %d, %v\n%s", link, text, owner, err, out)
		}
		if err := os.RemoveAll(link); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := asSuperuser(t, "restore", backed, "--data", data); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if owner, _ := ownerOf(filepath.Join(data, "nzgs.db")); owner != someone {
		t.Errorf("it belongs to %d", owner)
	}
}

// The superuser restores, asks and backs up; the service, which runs as the folder's owner, opens it all afterwards.
func TestTheServiceOpensWhatTheSuperuserTouched(t *testing.T) {
	superuserOnly(t)
	data := folderOf(t, someone)
	backed := filepath.Join(t.TempDir(), "backup.db")
	defer keepUmask()()
	soc, err := openAlone(t.Context(), &config.Config{Data: data, Society: "Test"}, civil.SystemClock)
	if err != nil {
		t.Fatal(err)
	}
	if err := soc.Close(); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"backup", backed}, {"restore", backed}, {"restore", backed}, {"audit", "verify"}} {
		if out, err := asSuperuser(t, append(args, "--data", data)...); err != nil {
			t.Fatalf("nzgs %v: %v: %s", args, err, out)
		}
	}
	entries, err := os.ReadDir(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if owner, _ := ownerOf(filepath.Join(data, e.Name())); owner != someone {
			t.Errorf("%s belongs to %d", e.Name(), owner)
		}
	}
	if out, err := asUser(t, someone, data, "audit", "verify"); err != nil {
		t.Errorf("the owner cannot open it: %v: %s", err, out)
	}
}

// Whoever may not open the society is told who owns what, with which permission, and what to run.
func TestWhoMayNotOpenTheSocietyIsToldWhy(t *testing.T) {
	superuserOnly(t)
	defer keepUmask()()
	data := folderOf(t, someone)
	soc, err := openAlone(t.Context(), &config.Config{Data: data, Society: "Test"}, civil.SystemClock)
	if err == nil {
		err = soc.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(data, "nzgs.db")
	for _, c := range []struct {
		name  string
		user  int
		spoil func() error
		want  []string
	}{
		{"a file of the superuser", someone, func() error { return os.Chown(file, 0, 0) }, []string{
			file, "belongs to root", "0600", "sudo chown 4711: " + file,
		}},
		{"a file that may only be read", someone, func() error {
			return errorsOf(os.Chown(file, someone, someone), os.Chmod(file, 0o400))
		}, []string{"belongs to 4711", "0400", "chmod 600 " + file}},
		{"another user", someone + 1, func() error { return os.Chmod(file, 0o600) }, []string{
			data, "nzgs runs as 4712", "belongs to 4711", "0700", "sudo -u 4711 nzgs",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.spoil(); err != nil {
				t.Fatal(err)
			}
			out, err := asUser(t, c.user, data, "audit", "verify")
			if err == nil {
				t.Fatal("it was opened")
			}
			for _, want := range c.want {
				if !strings.Contains(out, want) {
					t.Errorf("%s\ndoes not say %q", out, want)
				}
			}
		})
	}
}

// Whoever owns the data folder, as a service that was broken into, makes links there. What they lead to is neither
// written nor given to them when the superuser comes.
func TestTheSuperuserFollowsNoLinkOfAnotherUser(t *testing.T) {
	superuserOnly(t)
	defer keepUmask()()
	first := folderOf(t, someone)
	soc, err := openAlone(t.Context(), &config.Config{Data: first, Society: "Test"}, civil.SystemClock)
	if err == nil {
		err = soc.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	society := filepath.Join(first, "nzgs.db")
	restore, serve := []string{"restore", society}, []string{"serve", "--addr", "127.0.0.1:0"}
	for _, c := range []struct {
		name string
		link func(from, to string) error
		args []string
	}{
		{"nzgs.db", os.Symlink, restore}, {"nzgs.db-wal", os.Symlink, restore}, {"nzgs.db-shm", os.Symlink, restore},
		{"nzgs.db-journal", os.Symlink, restore}, {lockName, os.Symlink, restore}, {"nzgs.db-wal", os.Link, restore},
		{"nzgs.db-wal", os.Symlink, serve}, {"nzgs.db-wal", os.Symlink, []string{"audit", "verify"}},
		{"nzgs.db-wal", os.Symlink, []string{"doctor"}},
	} {
		data := folderOf(t, someone)
		secret, link := filepath.Join(filepath.Dir(data), "secret"), filepath.Join(data, c.name)
		db := filepath.Join(data, "nzgs.db")
		text, err := os.ReadFile(society)
		if err := errorsOf(
			err, os.WriteFile(db, text, 0o600), os.Chown(db, someone, someone), os.RemoveAll(link),
			os.WriteFile(secret, []byte("of the superuser"), 0o600), c.link(secret, link),
			os.Lchown(link, someone, someone), os.Chown(secret, 0, 0),
		); err != nil {
			t.Fatal(err)
		}
		out, err := asSuperuser(t, append(c.args, "--data", data)...)
		if said := fmt.Sprint(err, out); err == nil || !strings.Contains(said, link) ||
			!strings.Contains(said, "sudo -u 4711 nzgs") {
			t.Errorf("%v with the link %s: %s", c.args, c.name, said)
		}
		if owner, _ := ownerOf(secret); owner != 0 {
			t.Errorf("%v with the link %s gave away what it leads to", c.args, c.name)
		}
		if now, err := os.ReadFile(secret); err != nil || string(now) != "of the superuser" {
			t.Errorf("%v with the link %s wrote to what it leads to: %v", c.args, c.name, err)
		}
	}
}
