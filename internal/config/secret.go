package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/viper"

	"nzgs/internal/machine"
)

// secrets are the settings that are never printed. Each can also be read from a file, named by the setting with -file
// behind it, or be a credential that systemd hands over: a command line can be read by everyone on the machine.
var secrets = []string{"database-password", "smtp-password", "metrics-token"}

const fileOf = "-file"

func isSecret(name string) bool {
	for _, s := range secrets {
		if s == name {
			return true
		}
	}
	return false
}

// secret is a secret setting wherever it stands: as itself, in its file, or among systemd's credentials.
func secret(v *viper.Viper, name string, wrong func(format string, args ...any)) string {
	value, file := v.GetString(name), v.GetString(name+fileOf)
	switch {
	case value != "" && file != "":
		wrong("%s and %s%s are both set: keep one of them", name, name, fileOf)
		return ""
	case value != "":
		return value
	case file != "":
		value, err := readSecret(file)
		if err != nil {
			wrong("%s%s: %v", name, fileOf, err)
		}
		return value
	}
	folder := os.Getenv("CREDENTIALS_DIRECTORY") // systemd sets it, and keeps the folder from other users
	if folder == "" {
		return ""
	}
	value, err := readSecret(filepath.Join(folder, name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		wrong("%s, a credential of the service: %v", name, err)
	}
	return value
}

// mostSecret is how long a secret may be, in bytes.
const mostSecret = 4096

// containerSecrets is where Docker and Podman put the secrets of a container: whoever is in it may read them, and no one
// else is.
var containerSecrets = "/run/secrets"

// isContainers reports whether a file is a secret that was handed to this container: one that stands there itself, and that
// only the superuser can have put there.
func isContainers(file string, opened fs.FileInfo) bool {
	folder, err := os.Lstat(containerSecrets)
	if err != nil || filepath.Dir(filepath.Clean(file)) != containerSecrets || !folder.IsDir() {
		return false
	}
	itself, err := os.Lstat(file)
	if err != nil || !os.SameFile(itself, opened) {
		return false
	}
	for _, info := range []fs.FileInfo{folder, opened} {
		owner, _, known := machine.Owner(info)
		if !known || owner != 0 || info.Mode().Perm()&0o022 != 0 {
			return false
		}
	}
	return true
}

// readSecret reads the one line of a file that only its owner and its group can read.
func readSecret(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is not a file", file)
	case info.Mode().Perm()&0o007 != 0 && !isContainers(file, info):
		return "", fmt.Errorf("every user of this machine can read %s: close it first: chmod o= %s", file, file)
	}
	text, err := io.ReadAll(io.LimitReader(f, mostSecret+1))
	if err != nil {
		return "", err
	}
	value := strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r")
	switch {
	case len(text) > mostSecret:
		return "", fmt.Errorf("%s has more than %d bytes", file, mostSecret)
	case value == "":
		return "", fmt.Errorf("%s is empty", file)
	case strings.ContainsAny(value, "\r\n\x00"):
		return "", fmt.Errorf("%s has more than one line", file)
	}
	return value, nil
}
