package words

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Folder is where a desk has its catalogues: one for each language, "mi.po", and "en.pot" with every sentence there is.
const Folder = "words"

// Common is the desk whose catalogue makes a language one of the site's, and names it.
const Common = "kit"

// Language is a language that pages have words of.
type Language struct {
	Code  string // "mi": addresses begin with it
	Name  string // in itself: "Te reo Māori"
	Draft bool   // no speaker has read the words yet

	desks map[string]map[string]string
	all   map[string]string
}

var isCode = regexp.MustCompile(`^[a-z]{2,3}(-[a-z]{2,4})?$`)

// Load reads the catalogues of all desks, each below its folder. One that is damaged is an error that names file and line:
// nothing of it is used.
func Load(desks map[string]fs.FS) ([]*Language, error) {
	byCode := map[string]*Language{}
	for _, desk := range slices.Sorted(maps.Keys(desks)) {
		files, err := fs.Glob(desks[desk], Folder+"/*.po")
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			text, err := fs.ReadFile(desks[desk], file)
			if err != nil {
				return nil, err
			}
			cat, err := ParsePO("web/"+desk+"/"+file, text)
			if err != nil {
				return nil, err
			}
			code := strings.TrimSuffix(path.Base(file), ".po")
			if err := take(byCode, desk, code, cat); err != nil {
				return nil, err
			}
		}
	}
	var out []*Language
	for _, code := range slices.Sorted(maps.Keys(byCode)) {
		l := byCode[code]
		if l.Name == "" {
			return nil, fmt.Errorf("web/%s/%s/%s.po: missing, or its header has no X-Name: the language’s name in itself", Common, Folder, code)
		}
		for _, desk := range slices.Sorted(maps.Keys(l.desks)) {
			for english, text := range l.desks[desk] {
				if _, said := l.desks[Common][english]; !said && l.all[english] == "" {
					l.all[english] = text
				}
			}
		}
		out = append(out, l)
	}
	return out, nil
}

// take adds a desk's catalogue to its language.
func take(byCode map[string]*Language, desk, code string, cat *Catalogue) error {
	if !isCode.MatchString(code) || code == "en" {
		return fmt.Errorf("%s: a catalogue is named for its language by two or three small letters, as mi.po", cat.File)
	}
	if cat.Header["Language"] != code {
		return fmt.Errorf("%s:1: the header says Language: %s", cat.File, cat.Header["Language"])
	}
	l := byCode[code]
	if l == nil {
		l = &Language{Code: code, desks: map[string]map[string]string{}, all: map[string]string{}}
		byCode[code] = l
	}
	if desk == Common {
		l.Name, l.Draft = cat.Header["X-Name"], cat.Header["X-Draft"] == "yes"
		if !isPlain(l.Name) {
			return fmt.Errorf("%s:1: the name of the language has a sign that a page cannot show", cat.File)
		}
	}
	said := map[string]string{}
	for _, e := range cat.Entries {
		if e.Text == "" || e.Fuzzy {
			continue
		}
		text := collapsed(e.Text)
		if err := Check(e.English, text); err != nil {
			return fmt.Errorf("%s:%d: %w", cat.File, e.Line, err)
		}
		said[e.English] = text
		if desk == Common {
			l.all[e.English] = text
		}
	}
	l.desks[desk] = said
	return nil
}

// Of looks sentences up as a desk says them: in its own catalogue, then in that of all, then in those of other desks.
func (l *Language) Of(desk string) Lookup {
	own := l.desks[desk]
	return func(english string) (string, bool) {
		if text, ok := own[english]; ok {
			return text, true
		}
		text, ok := l.all[english]
		return text, ok
	}
}

// Say gives a sentence of the program in the language. What its holes are filled with comes in pairs: "Day", "3" for
// {{.Day}}. said is false where there is no translation, and the text is English then. A nil language is English.
func (l *Language) Say(english string, with ...string) (text string, said bool) {
	text = english
	if l != nil {
		if t, ok := l.all[english]; ok {
			text, said = t, true
		}
	}
	if len(with) == 0 {
		return text, said
	}
	pairs := make([]string, 0, len(with))
	for i := 0; i+1 < len(with); i += 2 {
		pairs = append(pairs, "{{."+with[i]+"}}", with[i+1])
	}
	return strings.NewReplacer(pairs...).Replace(text), said
}

// Clash says that a language cannot have addresses of its own.
type Clash struct{ Code, Path string }

func (c *Clash) Error() string {
	return fmt.Sprintf("addresses in the language %s would be those of %s: name its catalogues otherwise, as %s-xx.po", c.Code, c.Path, c.Code)
}
