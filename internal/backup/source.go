package backup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"filippo.io/age"

	"nzgs/internal/machine"
)

// Source is a backup that is read: opened by whoever named it, and read as whoever restores it.
type Source struct {
	name       string
	file       *os.File
	identities []age.Identity
}

// OpenSource opens a backup. identity is the file with the key of an encrypted one; "" for one that is not encrypted.
func OpenSource(file, identity string) (Source, error) {
	s := Source{name: file}
	if identity != "" {
		var err error
		if s.identities, err = readIdentities(identity); err != nil {
			return Source{}, err
		}
	}
	var err error
	if s.file, err = os.Open(file); err != nil {
		return Source{}, fmt.Errorf("open the backup: %w", err)
	}
	return s, nil
}

// Name is the file.
func (s Source) Name() string { return s.name }

// Close closes its file.
func (s Source) Close() error { return s.file.Close() }

// mostIdentity is how long a file with a key may be, in bytes.
const mostIdentity = 64 << 10

func readIdentities(file string) ([]age.Identity, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("open the key: %w", err)
	}
	if len(text) > mostIdentity {
		return nil, fmt.Errorf("%s is no key of age", file)
	}
	identities, err := age.ParseIdentities(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s is no key of age: it has a line that begins with AGE-SECRET-KEY-1", file)
	}
	return identities, nil
}

// How files of age begin.
const (
	ageBinary = "age-encryption.org/v1\n"
	ageArmour = "-----BEGIN AGE ENCRYPTED FILE-----"
)

// isEncrypted looks at how the backup begins.
func (s Source) isEncrypted() (bool, error) {
	begins := make([]byte, len(ageArmour))
	n, err := s.file.ReadAt(begins, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, fmt.Errorf("read the backup: %w", err)
	}
	if bytes.HasPrefix(begins[:n], []byte(ageArmour)) {
		return true, fmt.Errorf("%s is encrypted as text: make a file of it first by age --decrypt", s.name)
	}
	return bytes.HasPrefix(begins[:n], []byte(ageBinary)), nil
}

// copyTo writes what the backup holds, decrypted, to a new file.
func (s Source) copyTo(file string) error {
	encrypted, err := s.isEncrypted()
	var from io.Reader = s.file
	switch {
	case err != nil:
		return err
	case encrypted && s.identities == nil:
		return fmt.Errorf("%s is encrypted: nzgs restore opens it with the file of its key, --identity FILE", s.name)
	case encrypted:
		if from, err = age.Decrypt(s.file, s.identities...); err != nil {
			return fmt.Errorf("%s cannot be decrypted by this key: %w", s.name, err)
		}
	case s.identities != nil:
		return fmt.Errorf("%s is not encrypted: restore it without --identity", s.name)
	}
	out, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("copy the backup: %w", err)
	}
	if _, err := io.Copy(out, from); err != nil {
		return errors.Join(fmt.Errorf("copy the backup: %w", err), out.Close())
	}
	return errors.Join(out.Sync(), out.Close())
}

// AsOwnerOf has the rest of the process be done as the owner of a folder, where the superuser runs it: whoever owns a
// folder can put a link where a file was a moment ago, and the superuser would follow it. A machine that does not let it,
// as a container whose superuser is none, goes on as before.
func AsOwnerOf(folder string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	user, group, err := OwnerOf(folder)
	if err != nil || user == 0 {
		return err
	}
	if err := machine.Become(user, group); err != nil && !machine.KeepsOwner(err) {
		return fmt.Errorf("go on as the owner of %s: %w", folder, err)
	}
	return nil
}
