package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"

	"github.com/spf13/pflag"

	"nzgs/internal/backup"
	"nzgs/internal/config"
	"nzgs/internal/machine"
)

// load reads the settings. Where their file may not be read it says who owns what.
func load(flags *pflag.FlagSet) (*config.Config, error) {
	cfg, err := config.Load(flags)
	if !errors.Is(err, fs.ErrPermission) {
		return cfg, err
	}
	data, lookedUp := flags.GetString("data")
	if lookedUp != nil {
		return nil, err
	}
	for _, name := range []string{data, filepath.Join(data, "nzgs.toml")} {
		if refused := reach(name, os.Geteuid()); refused != nil {
			return nil, refused
		}
	}
	return nil, err
}

// checkReachable refuses a society that whoever runs the program may not open, and names who owns what, its permission,
// and the command that helps. What is not there yet is no obstacle.
func checkReachable(cfg *config.Config) error {
	if err := reach(cfg.Data, os.Geteuid()); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(globbed(cfg.Data), filepath.Base(cfg.DSN())+"*"))
	if err != nil {
		return fmt.Errorf("list the data folder: %w", err)
	}
	files = append(files, filepath.Join(cfg.Data, lockName))
	if err := checkLinks(cfg.Data, files); err != nil {
		return err
	}
	for _, name := range files {
		if err := reach(name, os.Geteuid()); err != nil {
			return err
		}
	}
	return nil
}

// checkLinks refuses, to the superuser alone, what the owner of a folder linked there: what it leads to, perhaps a file
// of the superuser, would be written to or become the owner's. A link that the superuser made stays good.
func checkLinks(folder string, names []string) error {
	owner, known := ownerOf(folder)
	if os.Geteuid() != 0 || !known || owner == 0 {
		return nil
	}
	for _, name := range names {
		info, err := os.Lstat(name)
		if err != nil {
			continue // it is not there, or is looked at next
		}
		its, _, known := machine.Owner(info)
		link := info.Mode().Type() == fs.ModeSymlink && known && its != 0
		second := info.Mode().IsRegular() && known && machine.HasOtherNames(info) && its != owner
		if link || second {
			return fmt.Errorf(
				"%s leads to a file elsewhere, and %s may have made it so: the superuser does not follow it. Look at it "+
					"with ls -l, and run nzgs as the owner of the folder\n\n\tsudo -u %s nzgs …", name, userName(owner),
				userName(owner),
			)
		}
	}
	return nil
}

// reach asks whether the program may use a file or a folder, and says what forbids it.
func reach(name string, as int) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("nzgs runs as %s: %w%s", userName(as), err, runAs(name, as))
	case err != nil:
		return fmt.Errorf("open the society: %w", err)
	}
	if err := machine.MayUse(name, info.IsDir()); err != nil {
		o := obstacle{name: name, folder: info.IsDir(), permission: info.Mode().Perm(), as: as}
		o.owner, _ = ownerOf(name)
		o.above, _ = ownerOf(filepath.Dir(name))
		return o.refusal(err)
	}
	return nil
}

// obstacle is a file or a folder that the program may not use.
type obstacle struct {
	name             string
	folder           bool
	permission       fs.FileMode
	owner, above, as int // users: its owner, that of the folder it is in, and who runs the program
}

// refusal says to whom it belongs, and what to do about it.
func (o obstacle) refusal(err error) error {
	do := fmt.Sprintf("run nzgs as its owner\n\n\tsudo -u %s nzgs …", userName(o.owner))
	switch {
	case machine.IsReadOnly(err):
		do = "this part of the disk may only be read"
	case o.owner == o.as && o.folder:
		do = fmt.Sprintf("run this command first\n\n\tchmod %o %s", privateFolder, quoted(o.name))
	case o.owner == o.as:
		do = fmt.Sprintf("run this command first\n\n\tchmod %o %s", privateFile, quoted(o.name))
	case !o.folder && o.above == o.as: // something that the superuser did left it
		do = fmt.Sprintf("run this command first\n\n\tsudo chown %s: %s", userName(o.as), quoted(o.name))
	}
	return fmt.Errorf(
		"nzgs runs as %s and cannot use %s: %w. It belongs to %s and has the permission %04o: %s", userName(o.as), o.name,
		err, userName(o.owner), o.permission, do,
	)
}

// runAs is the command with which the owner of the nearest folder that can be seen runs the program; "" for none.
func runAs(name string, as int) string {
	for dir := filepath.Dir(name); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if owner, known := ownerOf(dir); known && owner != as {
			return fmt.Sprintf(
				". %s belongs to %s: run nzgs as its owner\n\n\tsudo -u %s nzgs …", dir, userName(owner), userName(owner),
			)
		}
	}
	return ""
}

// ownerOf is the user that a file or folder belongs to, where it can be seen.
func ownerOf(name string) (user int, known bool) {
	user, _, err := backup.OwnerOf(name)
	return user, err == nil
}

// userName is a user by name, or by number where the machine knows no name.
func userName(id int) string {
	if u, err := user.LookupId(strconv.Itoa(id)); err == nil {
		return u.Username
	}
	return strconv.Itoa(id)
}
