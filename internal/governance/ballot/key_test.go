package ballot

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"filippo.io/age"
	"filippo.io/age/armor"
)

const passphrase = "korimako ruru tui kea"

func TestKeyFile(t *testing.T) {
	id := keys()[0]
	file, err := id.Protect(passphrase)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(file, []byte("SECRET")) || len(file) > maxKeyFile {
		t.Fatalf("a key file of %d bytes:\n%s", len(file), file)
	}
	for name, c := range map[string]struct {
		file       []byte
		passphrase string
		want       error
	}{
		"as written":            {file, passphrase, nil},
		"sent through Windows":  {bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n")), passphrase, nil},
		"wrong passphrase":      {file, passphrase + " ", ErrPassphrase},
		"no passphrase":         {file, "", ErrPassphrase},
		"endless passphrase":    {file, strings.Repeat("a", 1<<20), ErrPassphrase},
		"empty file":            {nil, passphrase, ErrDamaged},
		"truncated":             {file[:len(file)/2], passphrase, ErrDamaged},
		"one letter changed":    {replaceAt(file, len(file)-60), passphrase, ErrDamaged},
		"something after it":    {append(bytes.Clone(file), "more"...), passphrase, ErrDamaged},
		"a picture":             {bytes.Repeat([]byte{0xff, 0xd8}, 1<<20), passphrase, ErrDamaged},
		"costly to open":        {protect(t, id.secret.String(), scryptWork+1), passphrase, ErrDamaged},
		"no key in it":          {protect(t, "# nothing", 1), passphrase, ErrDamaged},
		"two keys in it":        {protect(t, id.secret.String()+"\n"+id.secret.String(), 1), passphrase, ErrDamaged},
		"made by the age tool":  {protect(t, "# created: today\n\n"+id.secret.String(), scryptWork), passphrase, nil},
		"sealed to a recipient": {sealedTo(t, id), passphrase, ErrPassphrase},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := OpenIdentity(c.file, c.passphrase)
			if !errors.Is(err, c.want) {
				t.Fatalf("error %v, want %v", err, c.want)
			}
			if c.want == nil && (got.Card() != id.Card() || got.secret.String() != id.secret.String()) {
				t.Error("another identity")
			}
		})
	}
}

func replaceAt(b []byte, at int) []byte {
	out := bytes.Clone(b)
	if out[at] == 'A' {
		out[at] = 'B'
	} else {
		out[at] = 'A'
	}
	return out
}

// protect is a key file with any inside and any cost.
func protect(t *testing.T, inside string, work int) []byte {
	t.Helper()
	lock, err := age.NewScryptRecipient(passphrase)
	if err != nil {
		t.Fatal(err)
	}
	lock.SetWorkFactor(work)
	out, err := sealText([]byte(inside), lock)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func sealedTo(t *testing.T, id *Identity) []byte {
	t.Helper()
	out, err := sealText([]byte("hello"), id.secret.Recipient())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestTheAgeProgramOpensAKeyFile reads it with the library alone, so that a key
// is never lost with this program.
func TestTheAgeProgramOpensAKeyFile(t *testing.T) {
	file, err := keys()[0].Protect(passphrase)
	if err != nil {
		t.Fatal(err)
	}
	lock, err := age.NewScryptIdentity(passphrase)
	if err != nil {
		t.Fatal(err)
	}
	r, err := age.Decrypt(armor.NewReader(bytes.NewReader(file)), lock)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := age.ParseIdentities(r)
	if err != nil || len(ids) != 1 || ids[0].(*age.X25519Identity).Recipient().String() != keys()[0].Card().Recipient {
		t.Fatalf("%d identities, %v", len(ids), err)
	}
}

func TestPassphrases(t *testing.T) {
	for in, ok := range map[string]bool{
		"": false, "eleven char": false, "twelve chars": true, "ōōōōōōōōōōō": false, "ōōōōōōōōōōōō": true,
		strings.Repeat("x", maxPassphrase): true, strings.Repeat("x", maxPassphrase+1): false, "twelve char\xff": false,
	} {
		err := CheckPassphrase(in)
		if (err == nil) != ok {
			t.Errorf("%q: %v", in, err)
		}
		if err != nil && in != "" && strings.Contains(err.Error(), in) {
			t.Errorf("the error tells the passphrase: %v", err)
		}
	}
	if _, err := keys()[0].Protect("short"); err == nil {
		t.Error("a short passphrase was taken")
	}
}

func TestSecretsAreNotPrinted(t *testing.T) {
	id := keys()[0]
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("", "id", id)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("", "id", id)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(&log, verb, id)
		fmt.Fprintf(&log, verb, *id)
		fmt.Fprintf(&log, verb, struct{ I *Identity }{id})
	}
	secret := id.secret.String()
	for _, leak := range []string{
		secret, strings.ToLower(secret), fmt.Sprintf("%x", id.approval.Seed()), fmt.Sprintf("%d", id.approval.Seed()[:4]),
	} {
		if strings.Contains(log.String(), strings.Trim(leak, "[]")) {
			t.Fatalf("printed: %s", log.String())
		}
	}
}

func TestApprovalKeyFollowsFromTheSecret(t *testing.T) {
	a, err := identityOf(keys()[0].secret)
	if err != nil {
		t.Fatal(err)
	}
	if a.Card() != keys()[0].Card() || a.Card() == keys()[1].Card() {
		t.Error("a card belongs to one secret")
	}
	a.Close()
	if a.secret != nil {
		t.Error("still there")
	}
}

func TestParseCard(t *testing.T) {
	good := keys()[0].Card()
	for name, c := range map[string]struct {
		in string
		ok bool
	}{
		"as printed":         {good.String(), true},
		"with space around":  {" " + good.String() + "\r\n", true},
		"only the recipient": {good.Recipient, false},
		"empty":              {"", false},
		"upper case":         {strings.ToUpper(good.String()), false},
		"half upper case":    {strings.ToUpper(good.Recipient) + "." + good.Approval, false},
		"mistyped": {
			strings.Replace(good.String(), good.Recipient[10:12], good.Recipient[11:12]+good.Recipient[10:11]+"q", 1), false,
		},
		"short approval key": {good.Recipient + ".abcd", false},
		"a secret":           {keys()[0].secret.String() + "." + good.Approval, false},
		"endless":            {strings.Repeat("age1", 1<<18), false},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ParseCard(c.in)
			if (err == nil) != c.ok || c.ok && got != good {
				t.Fatalf("%v, %v", got, err)
			}
			if err != nil && strings.Contains(err.Error(), keys()[0].secret.String()) {
				t.Error("the error tells the secret that was pasted by mistake")
			}
		})
	}
}

func FuzzParseCard(f *testing.F) {
	f.Add(keys()[0].Card().String())
	f.Add("age1.")
	f.Fuzz(func(t *testing.T, in string) {
		c, err := ParseCard(in)
		if err == nil && c.String() != strings.TrimSpace(in) {
			t.Fatalf("%q was read as %q", in, c)
		}
	})
}

// fuzzSecret is nobody's; the same in each of the fuzzer's processes.
const fuzzSecret = "AGE-SECRET-KEY-1354990X3P45P0GPKX0X794S8S20UPH5LQMZFTRJDRQ09V8EMTZPQC0AFNY"

// What is inside a key file.
func FuzzParseIdentity(f *testing.F) {
	f.Add("# comment\n" + fuzzSecret + "\n")
	f.Add(fuzzSecret + "\r\n\r\n# public key")
	f.Add(fuzzSecret + "\n" + fuzzSecret)
	f.Add("AGE-SECRET-KEY-1")
	f.Fuzz(func(t *testing.T, in string) {
		id, err := parseIdentity(in)
		switch {
		case err != nil && !errors.Is(err, ErrDamaged):
			t.Fatal(err)
		case err == nil && !id.Card().ok():
			t.Fatal("an identity without a card")
		case err == nil && strings.Count(strings.ToUpper(in), "AGE-SECRET-KEY-1") == 0:
			t.Fatal("an identity from nowhere")
		}
	})
}

// fuzzWork makes a key file open in microseconds. With the cost that key files
// have, an input takes a fraction of a second and 64 MiB: the fuzzer then ends
// in the middle of one, and calls that a failure without an input to keep.
const fuzzWork = 2

// A key file that was changed either opens to the same secret, because only its
// armour was, or is refused: nobody makes one without the passphrase.
func FuzzKeyFile(f *testing.F) {
	id, err := parseIdentity(fuzzSecret)
	if err != nil {
		f.Fatal(err)
	}
	want := id.Card()
	good, err := id.protect(passphrase, fuzzWork)
	if err != nil {
		f.Fatal(err)
	}
	dear, err := id.protect(passphrase, fuzzWork+1)
	if err != nil {
		f.Fatal(err)
	}
	if id, err := openIdentity(good, passphrase, fuzzWork); err != nil || id.Card() != want {
		f.Fatalf("the seed does not open: %v", err)
	}
	for _, seed := range [][]byte{
		good, dear, bytes.ReplaceAll(good, []byte("\n"), []byte("\r\n")), good[:len(good)/2], append(bytes.Clone(good), '\n'),
		[]byte(
			"-----BEGIN AGE ENCRYPTED FILE-----\nYWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdA==\n-----END AGE ENCRYPTED " +
				"FILE-----\n",
		),
	} {
		f.Add(seed, passphrase)
		f.Add(seed, "")
	}
	f.Fuzz(func(t *testing.T, file []byte, typed string) {
		id, err := openIdentity(file, typed, fuzzWork)
		switch {
		case err == nil && (typed != passphrase || id.Card() != want):
			t.Fatalf("opened with %q to %s", typed, id.Card())
		case err != nil && !errors.Is(err, ErrPassphrase) && !errors.Is(err, ErrDamaged):
			t.Fatal(err)
		}
	})
}

// A card whose approval key needs no secret is none: whoever has it could prove
// it without opening the test, and anybody could approve with it.
func TestACardNeedsASecret(t *testing.T) {
	identity, err := NewIdentity()
	if err != nil {
		t.Fatal(err)
	}
	anybodys := append([]byte{1}, make([]byte, 63)...) // R the neutral point, S zero
	for _, key := range weakKeys {
		for _, sign := range []byte{0, 0x80} {
			raw, err := hex.DecodeString(key)
			if err != nil || len(raw) != 32 {
				t.Fatal(key, err)
			}
			raw[31] |= sign
			c := Card{identity.Card().Recipient, hex.EncodeToString(raw)}
			forged := 0
			for n := range 400 {
				if c.signed(fmt.Append(nil, n), anybodys) {
					forged++
				}
			}
			// Some other ways of writing are no key at all to the library.
			if forged == 0 && sign == 0 && !strings.HasPrefix(key, "e") {
				t.Errorf("%s is no weak key", c.Approval)
			}
			if _, err := ParseCard(c.String()); err == nil {
				t.Errorf("%s is taken, and %d of 400 signatures are forged under it", c.Approval, forged)
			}
		}
	}
	if _, err := ParseCard(identity.Card().String()); err != nil {
		t.Error(err)
	}
}
