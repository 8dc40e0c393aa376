package settings_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/upkeep/asked"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

func TestAnAdministratorMakesABackup(t *testing.T) {
	s := kittest.EmptySite(t)
	account, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Administrator})
	b := s.Browser(s.Session(account))
	b.Get(kit.SettingsPath).Wants(t, http.StatusOK, "No folder for backups is set", kit.BackupsPath)
	b.Get(kit.AdminPath).Wants(t, http.StatusOK, kit.BackupsPath, "None has been made of this database")
	none := b.Get(kit.BackupsPath)
	none.Wants(t, http.StatusOK, "No folder for backups is set", "backup-into")
	if strings.Contains(none.Body, "Make a backup now") {
		t.Error("a button that changes nothing")
	}
	b.Post(kit.BackupsPath).LeadsTo(t, kit.BackupsPath)
	b.Get(kit.BackupsPath).Wants(t, http.StatusOK, "No backup can be made here")

	hold := make(chan error)
	var files []asked.File
	made := civil.MustParseInstant("2026-06-30T15:10:00.000Z")
	s.BackupMeans = asked.Means{
		Folder: "/mnt/backups", Keep: 30, Daily: 3*time.Hour + 10*time.Minute, Handed: "/usr/bin/rclone",
		Free: func() (int64, error) { return 1 << 40, nil }, Root: context.Background,
		List:      func() ([]asked.File, error) { return files, nil },
		FreeAside: func() (int64, error) { return 1 << 40, nil },
		Try:       func(context.Context, string) error { return <-hold },
		Make: func(_ context.Context, _ auth.Actor, say func(asked.Stage)) (asked.File, error) {
			say(asked.Checking)
			err := <-hold
			f := asked.File{Name: "nzgs-by-hand.db", Made: made, Size: 3 << 20, ByHand: true}
			files = append(files, f)
			return f, err
		},
	}
	wait := func(say ...string) {
		t.Helper()
		for range 400 {
			if !strings.Contains(b.Get(kit.BackupsPath).Body, "data-live-every") {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		b.Get(kit.BackupsPath).Wants(t, http.StatusOK, say...)
	}
	b.Get(kit.BackupsPath).Wants(t, http.StatusOK, "Make a backup now", "3:10 am", "the newest 30 are kept", "/mnt/backups", "/usr/bin/rclone",
		"None is in the folder yet")
	b.Post(kit.BackupsPath).LeadsTo(t, kit.BackupsPath)
	b.Get(kit.BackupsPath).Wants(t, http.StatusOK, "data-live-every", "Check whether it is done")
	b.Post(kit.BackupsPath).LeadsTo(t, kit.BackupsPath) // a second press
	b.Get(kit.BackupsPath).Wants(t, http.StatusOK, "being made or tried already")
	hold <- nil
	wait("nzgs-by-hand.db was made", "3.0 MB. It was opened and checked.", "Asked for", "When it was made. Not restored to try it since.")
	b.Post(kit.BackupsPath+"/try", "name", "../../etc/passwd").LeadsTo(t, kit.BackupsPath)
	b.Get(kit.BackupsPath).Wants(t, http.StatusOK, "no longer kept")
	b.Post(kit.BackupsPath+"/try", "name", "nzgs-by-hand.db").LeadsTo(t, kit.BackupsPath)
	b.Get(kit.BackupsPath).Wants(t, http.StatusOK, "Restoring a backup to a place aside")
	hold <- nil
	wait("It can be restored.", "Restored to try it", "the one of")
	b.Post(kit.BackupsPath+"/try", "name", "nzgs-by-hand.db").LeadsTo(t, kit.BackupsPath)
	hold <- errors.New("page 3 is <damaged>")
	wait("was not restored when it was tried", "page 3 is &lt;damaged&gt;.", "Could not be restored")

	b.Post(kit.BackupsPath+"/try", "name", "nzgs-by-hand.db").LeadsTo(t, kit.BackupsPath)
	hold <- &os.PathError{Op: "write", Path: "/tmp/society.db", Err: syscall.ENOSPC}
	wait("nzgs-by-hand.db was not tried on", "That says nothing about the backup.", "page 3 is &lt;damaged&gt;.") // what was known stays

	secretary, _ := s.Account("Mei", "Lin", auth.Office{Role: auth.Secretary})
	other := s.Browser(s.Session(secretary))
	other.Get(kit.BackupsPath).Wants(t, http.StatusForbidden)
	other.Post(kit.BackupsPath).Wants(t, http.StatusForbidden)
	other.Post(kit.BackupsPath+"/try", "name", "nzgs-by-hand.db").Wants(t, http.StatusForbidden)
	s.Browser("").Post(kit.BackupsPath).Wants(t, http.StatusUnauthorized, "Please sign in")
}

// Without its folder the pages are there, and say which folder it is and what to do.
func TestTheFolderForBackupsIsGone(t *testing.T) {
	s := kittest.EmptySite(t)
	account, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Administrator})
	b := s.Browser(s.Session(account))
	s.BackupMeans = asked.Means{
		Folder: "/mnt/backups", Keep: 30,
		Free: func() (int64, error) { return 0, errors.New("gone") }, Root: context.Background,
		List: func() ([]asked.File, error) { return nil, errors.New("open /mnt/backups: no such file or directory") },
	}
	says := []string{"The folder for backups, /mnt/backups, cannot be read now.", "Ask whoever runs the program", "no such file or directory."}
	b.Get(kit.SettingsPath).Wants(t, http.StatusOK, says...)
	page := b.Get(kit.BackupsPath)
	page.Wants(t, http.StatusOK, says...)
	for _, no := range []string{"Make a backup now", "None is in the folder yet", "None of these"} {
		if strings.Contains(page.Body, no) {
			t.Errorf("the page says %q", no)
		}
	}
	b.Get(kit.AdminPath).Wants(t, http.StatusOK)
	for _, press := range []string{kit.BackupsPath, kit.BackupsPath + "/try"} {
		b.Post(press, "name", "a").LeadsTo(t, kit.BackupsPath)
		b.Get(kit.BackupsPath).Wants(t, http.StatusOK, "No backup can be made or tried: the folder for backups, /mnt/backups")
	}
}
