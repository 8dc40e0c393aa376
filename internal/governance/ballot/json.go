package ballot

import (
	"bytes"
	"encoding/json"
	"fmt"

	"nzgs/internal/apperr"
)

// canonical is v as one line of JSON: what hashes and signatures are over.
func canonical(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("ballot: a value of this package that JSON cannot write: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// file is v as a file for people to look at: canonical, but for white space.
func file(v any) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, canonical(v), "", " "); err != nil {
		panic("ballot: " + err.Error())
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// read takes data of at most limit bytes into v, strictly: beyond white space
// it must be written exactly as v is. That refuses unknown and doubled fields,
// fields in another case or order, and anything after the end.
func read(data []byte, limit int, what string, v any) error {
	if len(data) > limit {
		return apperr.New(apperr.TooLarge, "The %s is larger than %d KiB.", what, limit/1024)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return damaged(what) // the decoder's own words may quote the input
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil || !bytes.Equal(compact.Bytes(), canonical(v)) {
		return damaged(what)
	}
	return nil
}

func damaged(what string) error { return fmt.Errorf("%s: %w", what, ErrDamaged) }

func foreign(what string) error { return fmt.Errorf("%s: %w", what, ErrForeign) }
