package sgf

// Name is the property's name in capitals: FF[3]'s "CoPyright" is "CP". The
// string is the caller's.
func (p Property) Name() string { return p.tree.name(p.tree.props[p.index]) }

// Text is value i read as FF[4]'s Text: escapes resolved, line ends "\n",
// other white space a space. The string is the caller's.
func (p Property) Text(i int) string { return text(p.Raw(i), manyLines) }

// Composed is value i split at its first colon that is not escaped, each part
// read as SimpleText; false if there is no such colon, the value then being
// first.
func (p Property) Composed(i int) (first, second string, ok bool) {
	a, b, ok := compose(p.Raw(i))
	return text(a, oneLine), text(b, oneLine), ok
}

// Result is the result that the record claims in RE.
func (r *Record) Result() Result { return ParseResult(r.Info(ResultText)) }
