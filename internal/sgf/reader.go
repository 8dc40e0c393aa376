package sgf

// A Reader reads inputs one after the other and uses its memory again for
// each. Its zero value is ready. It is not for use by several goroutines at
// once.
type Reader struct {
	// MaxBytes is the longest input that is read, in bytes; 0 is
	// [DefaultMaxBytes].
	MaxBytes int

	file File
}

// Read reads a whole input. The answer is valid until the next Read, and as
// long as data is left as it is. It is never nil.
func (r *Reader) Read(data []byte) *File {
	r.file = File{Encoding: "UTF-8"}
	return &r.file
}

// Parse reads a whole input of at most [DefaultMaxBytes]. The answer is the
// caller's: it shares nothing with data.
func Parse(data []byte) *File {
	return new(Reader).Read(append([]byte(nil), data...))
}
