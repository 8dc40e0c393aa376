package formats

import (
	"bytes"
	"encoding/json"
	"strings"
)

// siteEvent is what the site answers with at /events/NAME.json, as far as an event file is in it.
type siteEvent struct {
	Sections []siteSection `json:"sections"`
}

type siteSection struct {
	Name    string          `json:"name"`
	Address string          `json:"address"`
	File    json.RawMessage `json:"event_file"`
}

// Section gives the event file of a section of an event as the site answers with it at /events/NAME.json: the one with
// that name or address, or the only one for "". Lines and columns stay those of data. Data that is anything else is
// given as it is. The error is a [*Problems] that lists the sections.
func Section(data []byte, name string) ([]byte, error) {
	if len(data) > MaxBytes || !bytes.Contains(data, []byte(`"event_file"`)) {
		if name != "" {
			return nil, problem("", "this is an event file of one section; leave the section out")
		}
		return data, nil
	}
	var ev siteEvent
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte(byteOrderMark)), &ev); err != nil {
		return data, nil // whoever reads it says where
	}
	var fits []siteSection
	var names []string
	for _, s := range ev.Sections {
		if !bytes.HasPrefix(s.File, []byte("{")) {
			continue
		}
		names = append(names, shorten(s.Name))
		if name == "" || strings.EqualFold(s.Name, name) || strings.EqualFold(s.Address, name) {
			fits = append(fits, s)
		}
	}
	switch {
	case len(names) == 0 && name == "":
		return data, nil
	case len(names) == 0:
		return nil, problem("", "no section of it has an event file")
	case len(fits) == 0:
		return nil, problem("", "there is no section %q; there is %s", shorten(name), list(names))
	case len(fits) > 1:
		return nil, problem("", "the event has several sections, %s: say which", list(names))
	}
	from := bytes.Index(data, fits[0].File)
	return bytes.Join([][]byte{blank(data[:from]), fits[0].File, blank(data[from+len(fits[0].File):])}, nil), nil
}

// blank keeps the lines and columns of a text and nothing else.
func blank(text []byte) []byte {
	out := bytes.Repeat([]byte{' '}, len(text))
	for i, c := range text {
		if c == '\n' {
			out[i] = c
		}
	}
	return out
}
