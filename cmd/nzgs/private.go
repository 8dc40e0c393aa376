package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"nzgs/internal/config"
	"nzgs/internal/machine"
)

// The data folder and what is in it is for whoever runs the program alone: it
// has people's addresses.
const (
	privateFolder = 0o700
	privateFile   = 0o600
)

// keepPrivate has every file that this process makes from here on readable by
// whoever runs it alone. It makes the data folder if need be, and takes one that
// is empty for its own.
func keepPrivate(cfg *config.Config) error {
	machine.KeepPrivate()
	if err := os.MkdirAll(cfg.Data, privateFolder); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	if err := checkReachable(cfg); err != nil {
		return err
	}
	entries, err := os.ReadDir(cfg.Data)
	if err == nil && len(entries) == 0 {
		err = os.Chmod(cfg.Data, privateFolder)
	}
	if err != nil {
		return fmt.Errorf("open the data folder: %w", err)
	}
	return checkPrivate(cfg)
}

// checkPrivate refuses a society that other users of the machine can read, with
// the command that mends it.
func checkPrivate(cfg *config.Config) error {
	var mend []string
	if open, err := isOpen(cfg.Data); err != nil {
		return err
	} else if open {
		mend = append(mend, fmt.Sprintf("chmod %o %s", privateFolder, quoted(cfg.Data)))
	}
	files, err := filepath.Glob(filepath.Join(globbed(cfg.Data), filepath.Base(cfg.DSN())+"*"))
	if err != nil {
		return fmt.Errorf("list the data folder: %w", err)
	}
	var names []string
	for _, name := range files {
		if open, err := isOpen(name); err != nil {
			return err
		} else if open {
			names = append(names, quoted(name))
		}
	}
	if len(names) > 0 {
		mend = append(mend, fmt.Sprintf("chmod %o %s", privateFile, strings.Join(names, " ")))
	}
	if len(mend) == 0 {
		return nil
	}
	return fmt.Errorf(
		"other users of this machine can read the society in %s: close it first by this command\n\n\t%s", cfg.Data,
		strings.Join(mend, " && "),
	)
}

// isOpen says whether others may read or write; what is not there is not open.
func isOpen(name string) (bool, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("see who can read the data: %w", err)
	}
	return machine.OthersMay(info), nil
}

// quoted is a name as a shell takes it.
func quoted(name string) string {
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-") == "" {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// globbed is a folder as a pattern that means it alone.
func globbed(folder string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(folder)
}
