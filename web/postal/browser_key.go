package postal

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io/fs"
	"sync"

	"nzgs/web/kit"
)

// BrowserKey is what the browser needs to make a teller's key and to open it (partials
// "key-scripts", "key-make", "key-open"). Its fields stand in no form: what is typed into
// them does not leave the page.
type BrowserKey struct {
	Scripts  []Script
	Make     []kit.Field
	ReadFile kit.Upload
	Read     []kit.Field
	OpenFile kit.Upload
	Open     []kit.Field
	Today    string
}

// Script is a file that a page fetches only as it is in the program: the browser refuses
// another one.
type Script struct{ Name, URL, Integrity, Hash string }

// keyScripts make and open keys; the first is the library, the second what we do with it.
var keyScripts = sync.OnceValue(func() (out []Script) {
	for _, name := range []string{"vendor/age-encryption-0.3.1.js", "teller-key.js"} {
		text, err := fs.ReadFile(Static, "static/"+name)
		if err != nil {
			panic(err) // the files are in the binary
		}
		sum := sha256.Sum256(text)
		out = append(out, Script{
			Name: name, URL: "/static/" + name, Hash: hex.EncodeToString(sum[:]),
			Integrity: "sha256-" + base64.StdEncoding.EncodeToString(sum[:]),
		})
	}
	return out
})

func (s *Desk) browserKey(p *kit.Page) BrowserKey {
	secret := func(name, label, hint string) kit.Field {
		return p.Field(kit.Field{
			Name: name, Label: label, Hint: hint, Type: "password", Required: true, Autocomplete: "off", Width: "medium",
		})
	}
	file := func(name string) kit.Upload {
		return kit.Upload{ID: name, Name: name, Label: "Key file", Hint: "The file teller-key.age that you saved.", Required: true}
	}
	return BrowserKey{
		Scripts: keyScripts(), Today: s.Clock().Date().String(),
		Make: []kit.Field{
			secret("make_passphrase", "New passphrase", "At least 12 characters: four or five words that do not belong together. "+
				"Write it down at home. No one can replace it."),
			secret("make_again", "The same passphrase again", ""),
		},
		ReadFile: file("read_keyfile"), Read: []kit.Field{secret("read_passphrase", "Passphrase of the key", "")},
		OpenFile: file("open_keyfile"), Open: []kit.Field{secret("open_passphrase", "Passphrase of the key", "")},
	}
}
