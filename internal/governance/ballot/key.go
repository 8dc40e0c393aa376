package ballot

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"filippo.io/age"
	"filippo.io/age/armor"

	"nzgs/internal/apperr"
)

// Identity is a teller's secret: an age X25519 key, and an Ed25519 key for
// approvals that is derived from it. It cannot be printed; [Identity.Protect]
// is its only form outside memory.
type Identity struct {
	secret   *age.X25519Identity
	approval ed25519.PrivateKey
}

const (
	maxKeyFile = 4 << 10
	// scryptWork is log2 of scrypt's cost for key files, and the most that is
	// accepted: 64 MiB and a fraction of a second for one passphrase.
	scryptWork    = 16
	minPassphrase = 12   // characters
	maxPassphrase = 1024 // bytes
	approvalLabel = "nzgs teller approval key v1"
)

// NewIdentity makes a teller's secret from crypto/rand.
func NewIdentity() (*Identity, error) {
	secret, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, fmt.Errorf("make a teller's key: %w", err)
	}
	return identityOf(secret)
}

func identityOf(secret *age.X25519Identity) (*Identity, error) {
	seed, err := hkdf.Key(sha256.New, []byte(secret.String()), nil, approvalLabel, ed25519.SeedSize)
	if err != nil {
		return nil, fmt.Errorf("derive an approval key: %w", err)
	}
	return &Identity{secret: secret, approval: ed25519.NewKeyFromSeed(seed)}, nil
}

// Format keeps the secret out of everything that is printed.
func (i Identity) Format(w fmt.State, _ rune) { io.WriteString(w, "a teller's identity") }

// Card is the public half of a teller's identity.
type Card struct {
	Recipient string `json:"recipient"` // age X25519, "age1…"
	Approval  string `json:"approval"`  // Ed25519 public key, 64 hexadecimal digits
}

// Fingerprint is a card in 16 hexadecimal digits, in groups of four, for people to
// compare: the beginning of the SHA-256 of its text.
func (c Card) Fingerprint() string { return Hash(sha256.Sum256([]byte(c.String()))).Short() }

// ParseCard reads a card as [Card.String] writes it, as a teller pastes it to
// register.
func ParseCard(s string) (Card, error) {
	recipient, approval, _ := strings.Cut(strings.TrimSpace(s), ".")
	c := Card{recipient, approval}
	if !c.ok() {
		return Card{}, apperr.New(
			apperr.Invalid, "Paste the whole line that nzgs teller key printed: it begins with age1 and has a full stop in it.",
		)
	}
	return c, nil
}

func (c Card) ok() bool {
	if len(c.Recipient) > 128 || len(c.Approval) != 2*ed25519.PublicKeySize || !isLowerHex([]byte(c.Approval)) {
		return false
	}
	if key, err := hex.DecodeString(c.Approval); err != nil || isWeak(key) {
		return false
	}
	r, err := age.ParseX25519Recipient(c.Recipient)
	return err == nil && r.String() == c.Recipient
}

// weakKeys are the Ed25519 points of small order, the x's sign left out, and the
// other ways to write them. Under such a key anybody makes a genuine signature:
// it would prove itself, and be approved with, without any secret.
var weakKeys = []string{
	"0000000000000000000000000000000000000000000000000000000000000000",
	"0100000000000000000000000000000000000000000000000000000000000000",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
}

func isWeak(key []byte) bool {
	unsigned := bytes.Clone(key)
	unsigned[len(unsigned)-1] &= 0x7f
	return slices.Contains(weakKeys, hex.EncodeToString(unsigned))
}

// String is the card in one line: "age1….…": recipient, full stop, approval key.
func (c Card) String() string { return c.Recipient + "." + c.Approval }

// signed reports whether the card's owner signed the statement.
func (c Card) signed(statement, signature []byte) bool {
	key, err := hex.DecodeString(c.Approval)
	return err == nil && len(key) == ed25519.PublicKeySize && ed25519.Verify(key, statement, signature)
}

// Card is the identity's public half.
func (i *Identity) Card() Card {
	return Card{
		Recipient: i.secret.Recipient().String(),
		Approval:  hex.EncodeToString(i.approval.Public().(ed25519.PublicKey)),
	}
}

func (i *Identity) sign(statement []byte) []byte { return ed25519.Sign(i.approval, statement) }

// CheckPassphrase refuses a passphrase that Protect would not take.
func CheckPassphrase(passphrase string) error {
	switch {
	case !utf8.ValidString(passphrase) || len(passphrase) > maxPassphrase:
		return apperr.New(apperr.Invalid, "A passphrase is text of at most %d bytes.", maxPassphrase)
	case utf8.RuneCountInString(passphrase) < minPassphrase:
		return apperr.New(
			apperr.Invalid, "A passphrase has at least %d characters: use four or five words that do not belong together.",
			minPassphrase,
		)
	}
	return nil
}

// Protect is the identity as an armoured age file under a passphrase of at
// least 12 characters (scrypt), at most 4 KiB: a teller's key file. The age
// program opens it too.
func (i *Identity) Protect(passphrase string) ([]byte, error) {
	if err := CheckPassphrase(passphrase); err != nil {
		return nil, err
	}
	return i.protect(passphrase, scryptWork)
}

// protect is Protect at a cost of scrypt.
func (i *Identity) protect(passphrase string, work int) ([]byte, error) {
	lock, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		return nil, fmt.Errorf("protect a teller's key: %w", err)
	}
	lock.SetWorkFactor(work)
	text := "# nzgs teller key\n# public key: " + i.Card().Recipient + "\n" + i.secret.String() + "\n"
	return sealText([]byte(text), lock)
}

// sealText is an armoured age file.
func sealText(plain []byte, recipients ...age.Recipient) ([]byte, error) {
	var out bytes.Buffer
	a := armor.NewWriter(&out)
	w, err := age.Encrypt(a, recipients...)
	if err == nil {
		_, err = w.Write(plain)
	}
	if err == nil {
		err = w.Close()
	}
	if err == nil {
		err = a.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return out.Bytes(), nil
}

// openText opens an armoured age file of at most limit bytes.
func openText(file []byte, limit int, identity age.Identity) ([]byte, error) {
	if len(file) > limit {
		return nil, ErrDamaged
	}
	r, err := age.Decrypt(armor.NewReader(bytes.NewReader(file)), identity)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r) // never longer than the file
}

// OpenIdentity reads a teller's key file. A wrong passphrase is [ErrPassphrase].
func OpenIdentity(file []byte, passphrase string) (*Identity, error) {
	return openIdentity(file, passphrase, scryptWork)
}

// openIdentity is OpenIdentity of files that cost scrypt at most so much.
func openIdentity(file []byte, passphrase string, work int) (*Identity, error) {
	if passphrase == "" || len(passphrase) > maxPassphrase {
		return nil, ErrPassphrase
	}
	lock, err := age.NewScryptIdentity(passphrase)
	if err != nil {
		return nil, ErrPassphrase
	}
	lock.SetMaxWorkFactor(work)
	text, err := openText(bytes.ReplaceAll(file, []byte("\r\n"), []byte("\n")), maxKeyFile, lock)
	switch {
	case errors.Is(err, age.ErrIncorrectIdentity):
		return nil, ErrPassphrase
	case err != nil:
		return nil, damaged("key file")
	}
	return parseIdentity(string(text))
}

// parseIdentity reads what is inside a key file: comments and one secret key.
func parseIdentity(text string) (*Identity, error) {
	var secret *age.X25519Identity
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		s, err := age.ParseX25519Identity(line)
		if err != nil || secret != nil {
			return nil, damaged("key file")
		}
		secret = s
	}
	if secret == nil {
		return nil, damaged("key file")
	}
	return identityOf(secret)
}

// Close forgets the secret, as well as a Go program can.
func (i *Identity) Close() {
	clear(i.approval)
	i.secret, i.approval = nil, nil
}
