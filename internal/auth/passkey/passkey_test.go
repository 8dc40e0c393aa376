package passkey_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"

	"nzgs/internal/auth/passkey"
	"nzgs/internal/auth/passkey/passkeytest"
)

func TestWherePasskeysAreOffered(t *testing.T) {
	for _, c := range []struct{ address, device, refusal string }{
		{"https://go.example.nz", "https://go.example.nz", ""},
		{"https://Go.Example.NZ:443", "https://go.example.nz", ""},
		{"https://go.example.nz:8443", "https://go.example.nz:8443", ""},
		{"http://localhost:8080", "http://localhost:8080", ""},
		{"http://go.localhost:80", "http://go.localhost", ""},
		{"http://go.example.nz", "", "https"},
		{"http://127.0.0.1:8080", "", "https"},
		{"https://192.0.2.7", "", "by a number"},
		{"https://[2001:db8::1]", "", "by a number"},
		{"https://kōkako.nz", "", "xn--"},
		{"", "", "not set"},
		{"go.example.nz", "", "not set"},
	} {
		site, err := passkey.At(c.address, "New Zealand Go Society")
		if c.refusal != "" {
			if err == nil || !strings.Contains(err.Error(), c.refusal) {
				t.Errorf("%q: %v, want %q", c.address, err, c.refusal)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.address, err)
			continue
		}
		if err := made(t, site, passkeytest.At(c.device)); err != nil {
			t.Errorf("%q by a browser at %s: %v", c.address, c.device, err)
		}
	}
}

var (
	challenge = bytes.Repeat([]byte{7}, 56)
	aroha     = passkey.Owner{Handle: []byte("a handle of nobody else"), Login: "aroha@example.nz", Name: "Aroha Tūī"}
)

func newSite(t *testing.T) *passkey.Site {
	t.Helper()
	site, err := passkey.At("https://go.example.nz", "New Zealand Go Society")
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func make1(t *testing.T, site *passkey.Site, d *passkeytest.Device) (passkey.Key, error) {
	t.Helper()
	options, err := site.AskForNew(aroha, challenge, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := passkey.ReadMade(d.Make(options))
	if err != nil {
		return passkey.Key{}, err
	}
	return site.CheckMade(m, challenge, aroha)
}

func made(t *testing.T, site *passkey.Site, d *passkeytest.Device) error {
	t.Helper()
	_, err := make1(t, site, d)
	return err
}

// Each lie of a device or a browser, at making a passkey.
func TestAPasskeyIsMadeOnlyAsAskedFor(t *testing.T) {
	site := newSite(t)
	if err := made(t, site, passkeytest.At("https://go.example.nz")); err != nil {
		t.Fatal(err)
	}
	for name, lie := range map[string]func(d *passkeytest.Device){
		"another origin":            func(d *passkeytest.Device) { d.Origin = "https://go.example.org" },
		"another port":              func(d *passkeytest.Device) { d.Origin = "https://go.example.nz:8443" },
		"without https":             func(d *passkeytest.Device) { d.Origin = "http://go.example.nz" },
		"a part of the site's name": func(d *passkeytest.Device) { d.Origin = "https://example.nz" },
		"within another page":       func(d *passkeytest.Device) { d.CrossOrigin = true },
		"another site":              func(d *passkeytest.Device) { d.SiteID = "example.nz" },
		"nobody there":              func(d *passkeytest.Device) { d.Absent = true },
		"nobody verified":           func(d *passkeytest.Device) { d.Unverified = true },
		"no algorithm":              func(d *passkeytest.Device) { d.Algorithm = -65535 },
		"an algorithm not asked":    func(d *passkeytest.Device) { d.Algorithm = -37 },
		"RSA's number on a point":   func(d *passkeytest.Device) { d.Algorithm = -257 },
		"a maker's certificate": func(d *passkeytest.Device) {
			d.Format, d.Statement = "packed", map[string]any{"alg": -7, "sig": []byte{1}, "x5c": [][]byte{{1}}}
		},
		"self attestation not signed": func(d *passkeytest.Device) {
			d.Format, d.Statement = "packed", map[string]any{"alg": -7, "sig": []byte{1}}
		},
		"an attestation of a chip": func(d *passkeytest.Device) { d.Format = "tpm" },
		"no attestation, with one": func(d *passkeytest.Device) { d.Statement = map[string]any{"sig": []byte{1}} },
	} {
		d := passkeytest.At("https://go.example.nz")
		lie(d)
		err := made(t, site, d)
		if err == nil {
			t.Errorf("%s: accepted", name)
		}
		if name == "nobody verified" && !errors.Is(err, passkey.ErrUnverified) {
			t.Errorf("%s: %v", name, err)
		}
		maker := name == "a maker's certificate" || name == "an attestation of a chip"
		if maker && (err == nil || !strings.Contains(err.Error(), "an attestation that was not asked for")) {
			t.Errorf("%s: %v: it was looked at", name, err)
		}
	}
}

// Each lie of a device or a browser, at using a passkey.
func TestAPasskeyIsUsedOnlyAsAskedFor(t *testing.T) {
	site := newSite(t)
	use := func(d *passkeytest.Device, k passkey.Key, of passkey.Owner, change func(string) string) (passkey.Key, error) {
		options, err := site.AskFor(challenge, nil)
		if err != nil {
			t.Fatal(err)
		}
		u, err := passkey.ReadUsed(change(d.Use(options)))
		if err != nil {
			return passkey.Key{}, err
		}
		return site.CheckUsed(u, challenge, of, k)
	}
	same := func(s string) string { return s }
	tampered := func(field string) func(string) string {
		return func(sent string) string {
			var all map[string]any
			if err := json.Unmarshal([]byte(sent), &all); err != nil {
				t.Fatal(err)
			}
			response := all["response"].(map[string]any)
			b, err := base64.RawURLEncoding.DecodeString(response[field].(string))
			if err != nil {
				t.Fatal(err)
			}
			b[len(b)-1] ^= 1
			response[field] = base64.RawURLEncoding.EncodeToString(b)
			out, err := json.Marshal(all)
			if err != nil {
				t.Fatal(err)
			}
			return string(out)
		}
	}
	for name, c := range map[string]struct {
		lie    func(d *passkeytest.Device, k *passkey.Key, of *passkey.Owner)
		change func(string) string
		want   error
	}{
		"as asked":        {},
		"another origin":  {lie: func(d *passkeytest.Device, _ *passkey.Key, _ *passkey.Owner) { d.Origin = "https://go.example.org" }, want: passkey.ErrWrong},
		"another site":    {lie: func(d *passkeytest.Device, _ *passkey.Key, _ *passkey.Owner) { d.SiteID = "go.example.org" }, want: passkey.ErrWrong},
		"within a page":   {lie: func(d *passkeytest.Device, _ *passkey.Key, _ *passkey.Owner) { d.CrossOrigin = true }, want: passkey.ErrWrong},
		"nobody there":    {lie: func(d *passkeytest.Device, _ *passkey.Key, _ *passkey.Owner) { d.Absent = true }, want: passkey.ErrWrong},
		"nobody verified": {lie: func(d *passkeytest.Device, _ *passkey.Key, _ *passkey.Owner) { d.Unverified = true }, want: passkey.ErrUnverified},
		"can be shared, and could not": {
			lie: func(d *passkeytest.Device, _ *passkey.Key, _ *passkey.Owner) { d.Synced = true }, want: passkey.ErrWrong,
		},
		"the count stays": {
			lie:  func(d *passkeytest.Device, k *passkey.Key, _ *passkey.Owner) { d.Passkeys[0].Count, k.Count = 5, 5 },
			want: passkey.ErrWentBack,
		},
		"the count goes back": {
			lie:  func(d *passkeytest.Device, k *passkey.Key, _ *passkey.Owner) { d.Passkeys[0].Count, k.Count = 3, 5 },
			want: passkey.ErrWentBack,
		},
		"the count is gone": {
			lie:  func(_ *passkeytest.Device, k *passkey.Key, _ *passkey.Owner) { k.Count = 5 },
			want: passkey.ErrWentBack,
		},
		"someone else's": {
			lie:  func(_ *passkeytest.Device, _ *passkey.Key, of *passkey.Owner) { of.Handle = []byte("of someone else") },
			want: passkey.ErrWrong,
		},
		"nobody's handle": {
			lie:  func(d *passkeytest.Device, _ *passkey.Key, _ *passkey.Owner) { d.Passkeys[0].Handle = nil },
			want: passkey.ErrWrong,
		},
		"another id": {
			lie:  func(_ *passkeytest.Device, k *passkey.Key, _ *passkey.Owner) { k.ID = []byte("another") },
			want: passkey.ErrWrong,
		},
		"another key": {
			lie: func(_ *passkeytest.Device, k *passkey.Key, _ *passkey.Owner) {
				other, err := make1(t, site, passkeytest.At("https://go.example.nz"))
				if err != nil {
					t.Fatal(err)
				}
				k.Public = other.Public
			},
			want: passkey.ErrWrong,
		},
		"another signature": {change: tampered("signature"), want: passkey.ErrWrong},
		"other data":        {change: tampered("authenticatorData"), want: passkey.ErrWrong},
	} {
		d, of := passkeytest.At("https://go.example.nz"), aroha
		k, err := make1(t, site, d)
		if err != nil {
			t.Fatal(err)
		}
		if c.lie != nil {
			c.lie(d, &k, &of)
		}
		if c.change == nil {
			c.change = same
		}
		if _, err := use(d, k, of, c.change); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// Of what a browser sends no more is taken in than it has, whatever lengths it names.
func TestALyingPasskeyTakesNoMemory(t *testing.T) {
	object := func(head ...byte) string {
		return `{"id":"AAAA","rawId":"AAAA","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"` +
			base64.RawURLEncoding.EncodeToString(head) + `"}}`
	}
	deep := append(bytes.Repeat([]byte{0x81}, 8000), 0)
	for name, sent := range map[string]string{
		"a map of 2⁶⁴ entries":    object(0xbb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
		"a text of 4 GB":          object(0xa1, 0x7a, 0xff, 0xff, 0xff, 0xff),
		"a list of 2³¹ entries":   object(0xa1, 0x67, 'a', 't', 't', 'S', 't', 'm', 't', 0x9a, 0x7f, 0xff, 0xff, 0xff),
		"lists in lists":          object(deep...),
		"a list without an end":   object(0x9f, 0x00),
		"nothing":                 "",
		"no JSON":                 "{",
		"more than a device says": `{"id":"` + strings.Repeat("A", 1<<20) + `"}`,
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, made := passkey.ReadMade(sent)
		_, used := passkey.ReadUsed(sent)
		runtime.ReadMemStats(&after)
		if made == nil || used == nil {
			t.Errorf("%s: accepted", name)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 1<<20 {
			t.Errorf("%s took %d bytes", name, took)
		}
	}
}

func FuzzReadPasskey(f *testing.F) {
	site, err := passkey.At("https://go.example.nz", "New Zealand Go Society")
	if err != nil {
		f.Fatal(err)
	}
	d := passkeytest.At("https://go.example.nz")
	options, err := site.AskForNew(aroha, challenge, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(d.Make(options))
	options, err = site.AskFor(challenge, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(d.Use(options))
	f.Fuzz(func(t *testing.T, sent string) {
		if m, err := passkey.ReadMade(sent); err == nil {
			_, _ = site.CheckMade(m, challenge, aroha)
			_ = m.Challenge()
		}
		if u, err := passkey.ReadUsed(sent); err == nil {
			if _, err := site.CheckUsed(u, challenge, aroha, passkey.Key{ID: u.ID()}); err == nil {
				t.Error("without a key")
			}
		}
	})
}
