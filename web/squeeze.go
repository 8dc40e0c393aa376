package web

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// Text goes out compressed to whoever takes it so.

// leastSqueezed is how many bytes are worth compressing: a packet takes as many anyway.
const leastSqueezed = 1400

// isSqueezable says of a media type whether it is text, which gets much smaller.
func isSqueezable(kind string) bool {
	kind, _, _ = strings.Cut(kind, ";")
	switch strings.TrimSpace(kind) {
	case "application/json", "text/javascript", "application/javascript", "image/svg+xml", "application/x-go-sgf",
		"application/xml", "text/xml":
		return true
	case "text/event-stream":
		return false
	}
	return strings.HasPrefix(kind, "text/")
}

// takesGzip says whether the reader can unpack it (RFC 9110, 12.5.3).
func takesGzip(h http.Header) bool {
	taken, others := -1.0, -1.0
	for _, line := range h.Values("Accept-Encoding") {
		for part := range strings.SplitSeq(line, ",") {
			name, rest, _ := strings.Cut(strings.TrimSpace(part), ";")
			weight := 1.0
			if q, ok := strings.CutPrefix(strings.ReplaceAll(strings.ToLower(rest), " ", ""), "q="); ok {
				w, err := strconv.ParseFloat(q, 64)
				if err != nil {
					continue
				}
				weight = w
			}
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "gzip", "x-gzip":
				taken = weight
			case "*":
				others = weight
			}
		}
	}
	if taken < 0 {
		taken = others
	}
	return taken > 0
}

// Compressors are as many as pages are made at a time, and the memory of one is a megabyte.
var quick = sync.Pool{New: func() any {
	z, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // the level is one of the package's
	}
	return z
}}

// squeeze compresses a page that was made for one reader. Its length says little of what stands in it: a comment of
// random length goes with it, so that nobody who has a reader ask for the same page again and again with words in its
// address learns from the length which of them it has already (BREACH).
func (p *heldPage) squeeze(r *http.Request) {
	h := p.Header()
	if p.body.Len() < leastSqueezed || !isSqueezable(h.Get("Content-Type")) || h.Get("Content-Encoding") != "" {
		return
	}
	h.Add("Vary", "Accept-Encoding")
	if !takesGzip(r.Header) {
		return
	}
	small := p.spools.New()
	z := quick.Get().(*gzip.Writer)
	defer quick.Put(z)
	z.Reset(small)
	z.Comment = blur()
	_, err := p.body.WriteTo(z)
	if end := z.Close(); err != nil || end != nil {
		_ = small.Close()
		return // there is no room for it: the page goes as it is
	}
	_ = p.body.Close()
	p.body = small
	h.Set("Content-Encoding", "gzip")
	h.Del("Content-Length")
}

// blur is a text of a random length.
func blur() string {
	var b [1]byte
	rand.Read(b[:])
	return strings.Repeat("-", int(b[0]%64))
}

// squeezed is a text as small as it gets, for what is compressed once and sent often; the text itself where that is no
// smaller.
func squeezed(text []byte) (small []byte, ok bool) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return text, false
	}
	_, err = z.Write(text)
	if end := z.Close(); err != nil || end != nil || b.Len() >= len(text) {
		return text, false
	}
	return bytes.Clone(b.Bytes()), true
}

// unpack writes the text that was squeezed, a little at a time.
func unpack(w io.Writer, small []byte) error {
	z, err := gzip.NewReader(bytes.NewReader(small))
	if err != nil {
		return err
	}
	_, err = io.Copy(w, z)
	return err
}
