package sgf

import (
	"bytes"
	"fmt"
)

// A Reader reads inputs one after the other and uses its memory again for
// each. Its zero value is ready. It is not for use by several goroutines at
// once.
//
// The memory it takes is at most the input, its decoded text (up to three
// times as long when it is not UTF-8), twelve bytes for each node and each
// property, eight for each value, and forty-eight for each game: for usual
// records about seven times the input, for the worst about eighteen times.
type Reader struct {
	// MaxBytes is the longest input that is read, in bytes; 0 is
	// [DefaultMaxBytes], and more than [LargestMaxBytes] counts as that.
	MaxBytes int

	file    File
	parser  parser
	decoded []byte
}

// LargestMaxBytes is the largest limit a [Reader] can have: 512 MiB.
const LargestMaxBytes = 512 << 20

// Read reads a whole input. The answer is valid until the next Read, and as
// long as data is left as it is. It is never nil.
func (r *Reader) Read(data []byte) *File {
	r.read(data, nil)
	return &r.file
}

// read reads an input, and hands over what is read so far whenever that is a portion; nil
// reads it whole.
func (r *Reader) read(data []byte, portion func()) {
	f := &r.file
	p := &r.parser
	p.repairs.reset()
	p.reset(&f.tree, f.Games)
	p.portion = portion
	if limit := r.limit(); len(data) > limit {
		f.tree.reset(nil)
		f.Encoding = utf8Name
		p.fail(0, 0, TooLarge, fmt.Sprintf("The file has %d bytes; the most that can be read is %d.", len(data), limit))
	} else {
		d := decode(data, r.decoded[:0], &p.repairs)
		if d.spare != nil {
			r.decoded = d.spare
		}
		f.Encoding = d.encoding
		text := p.cutEnd(d.text)
		if other, format := foreign(text); other != nil {
			text = other
			p.repairs.add(0, 0, OtherFormat, "The file is in "+format+"; it was read as if it were written in SGF.")
		}
		f.tree.reset(text)
		if portion == nil || len(text) < 3*portionGames || bytes.Count(text, []byte("(;")) < portionGames {
			f.tree.reserve()
		}
		p.parse()
	}
	r.finish(start)
}

// finish makes the file of what was read; from is a place before all that was repaired.
func (r *Reader) finish(from place) {
	f, p := &r.file, &r.parser
	f.Games = p.games
	f.Warnings = p.repairs.place(f.tree.text, from, f.Warnings[:0])
	f.MoreWarnings, f.Err = p.repairs.more, nil
	if len(p.fails) > 0 && !p.failed {
		e := p.fails[0]
		at := start.advance(f.tree.text, e.offset)
		f.err = Error{e.game, at.line, at.column, e.code, e.text}
		f.Err = &f.err
	}
}

func (r *Reader) limit() int {
	switch {
	case r.MaxBytes <= 0:
		return DefaultMaxBytes
	case r.MaxBytes > LargestMaxBytes:
		return LargestMaxBytes
	}
	return r.MaxBytes
}

// cutEnd takes NUL and Ctrl-Z off the end of a text, which some systems fill
// files up with.
func (p *parser) cutEnd(text []byte) []byte {
	kept := bytes.TrimRight(text, "\x00\x1a \t\r\n")
	if bytes.ContainsAny(text[len(kept):], "\x00\x1a") {
		p.repairs.add(
			0, len(kept), TrailingBytes, "Characters without meaning at the end of the file (NUL or Ctrl-Z) were ignored.",
		)
		return kept
	}
	return text
}

// Parse reads a whole input of at most [DefaultMaxBytes]. The answer is the
// caller's: it shares nothing with data.
func Parse(data []byte) *File {
	if len(data) <= DefaultMaxBytes {
		data = bytes.Clone(data)
	}
	return new(Reader).Read(data)
}
