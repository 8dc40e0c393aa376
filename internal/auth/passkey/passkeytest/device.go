// Package passkeytest is a device with passkeys, for tests: in software, and able to
// lie about everything that a real one is trusted with.
package passkeytest

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
)

// Device is a phone or a key in the hands of its owner. A device that is at an
// Origin says so in all that it sends, as a browser does.
type Device struct {
	Origin string
	SiteID string // that it signs for; "": the one it is asked for
	Absent, Unverified,
	Synced, CrossOrigin bool
	Counts    bool           // each use is counted
	Algorithm int            // of a new passkey; 0: ES256
	Format    string         // of the attestation; "": none
	Statement map[string]any // of the attestation
	Passkeys  []*Passkey
}

// Passkey is one of the passkeys of a device.
type Passkey struct {
	ID, Handle []byte
	Count      uint32
	key        *ecdsa.PrivateKey
}

// At is a new device whose browser is at an origin.
func At(origin string) *Device { return &Device{Origin: origin} }

// asked is what a browser is asked for, as far as a device minds it.
type asked struct {
	Challenge string `json:"challenge"`
	SiteID    string `json:"rpId"`
	Site      struct {
		ID string `json:"id"`
	} `json:"rp"`
	User struct {
		ID string `json:"id"`
	} `json:"user"`
	Allowed []struct {
		ID string `json:"id"`
	} `json:"allowCredentials"`
}

func read(options []byte) asked {
	var a asked
	if err := json.Unmarshal(options, &a); err != nil {
		panic(err)
	}
	if a.SiteID == "" {
		a.SiteID = a.Site.ID
	}
	return a
}

// Make makes a passkey, as it is asked for, and gives what the browser sends.
func (d *Device) Make(options []byte) string {
	a := read(options)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	p := &Passkey{ID: random(16), Handle: raw(a.User.ID), key: key}
	d.Passkeys = append(d.Passkeys, p)
	return d.Again(options, p)
}

// Again sends a passkey that there is already as if it had been made now.
func (d *Device) Again(options []byte, p *Passkey) string {
	a := read(options)
	algorithm := d.Algorithm
	if algorithm == 0 {
		algorithm = -7
	}
	point, err := p.key.PublicKey.Bytes()
	if err != nil {
		panic(err)
	}
	public := encoded(map[int]any{1: 2, 3: algorithm, -1: 1, -2: point[1:33], -3: point[33:65]})
	data := d.data(a.SiteID, 0x40, p.Count)
	data = append(data, make([]byte, 16)...)
	data = binary.BigEndian.AppendUint16(data, uint16(len(p.ID)))
	data = append(append(data, p.ID...), public...)
	format, statement := d.Format, d.Statement
	if format == "" {
		format = "none"
	}
	if statement == nil {
		statement = map[string]any{}
	}
	return d.sent(p, map[string]any{
		"clientDataJSON":    text(d.client("webauthn.create", a.Challenge)),
		"attestationObject": text(encoded(map[string]any{"fmt": format, "attStmt": statement, "authData": data})),
	})
}

// Use uses the device's newest passkey that is asked for, and gives what the browser
// sends.
func (d *Device) Use(options []byte) string {
	a := read(options)
	for i := len(d.Passkeys) - 1; i >= 0; i-- {
		p := d.Passkeys[i]
		allowed := len(a.Allowed) == 0
		for _, one := range a.Allowed {
			allowed = allowed || bytes.Equal(raw(one.ID), p.ID)
		}
		if allowed {
			return d.With(options, p)
		}
	}
	return ""
}

// With uses a passkey whether or not it is asked for.
func (d *Device) With(options []byte, p *Passkey) string {
	a := read(options)
	if d.Counts {
		p.Count++
	}
	data, client := d.data(a.SiteID, 0, p.Count), d.client("webauthn.get", a.Challenge)
	hash := sha256.Sum256(client)
	sum := sha256.Sum256(append(bytes.Clone(data), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, p.key, sum[:])
	if err != nil {
		panic(err)
	}
	return d.sent(p, map[string]any{
		"clientDataJSON": text(client), "authenticatorData": text(data), "signature": text(signature),
		"userHandle": text(p.Handle),
	})
}

// data is what a device signs: the site, what was done, and how often.
func (d *Device) data(site string, flags byte, count uint32) []byte {
	if d.SiteID != "" {
		site = d.SiteID
	}
	if !d.Absent {
		flags |= 0x01
	}
	if !d.Unverified {
		flags |= 0x04
	}
	if d.Synced {
		flags |= 0x18
	}
	hash := sha256.Sum256([]byte(site))
	return binary.BigEndian.AppendUint32(append(hash[:], flags), count)
}

func (d *Device) client(kind, challenge string) []byte {
	out, err := json.Marshal(map[string]any{
		"type": kind, "challenge": challenge, "origin": d.Origin, "crossOrigin": d.CrossOrigin,
	})
	if err != nil {
		panic(err)
	}
	return out
}

func (d *Device) sent(p *Passkey, response map[string]any) string {
	out, err := json.Marshal(map[string]any{
		"id": text(p.ID), "rawId": text(p.ID), "type": "public-key", "response": response,
		"clientExtensionResults": map[string]any{},
	})
	if err != nil {
		panic(err)
	}
	return string(out)
}

func encoded(v any) []byte {
	out, err := webauthncbor.Marshal(v)
	if err != nil {
		panic(err)
	}
	return out
}

func text(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func raw(s string) []byte {
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

func random(n int) []byte {
	b := make([]byte, n)
	rand.Read(b) // never fails
	return b
}
