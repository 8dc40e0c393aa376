package store

import "strings"

// native is a statement as the database reads it fastest. SQLite keeps a list of the
// names of a statement's parameters and searches all of it for each one, which for
// "$1" to "$1000" is most of the work of an INSERT of many rows; parameters without
// names have no list. So "$1, $2, …" becomes "?, ?, …", where each stands once and in
// order; a statement that has one twice stays as it is. The rows of a group as lists
// ([Gathered]) are written as SQLite writes them.
func (db *DB) native(query string) string {
	if db.dialect != SQLite {
		return query
	}
	return unnamed(strings.Replace(query, postgresLists, sqliteLists, 1))
}

func unnamed(query string) string {
	var out strings.Builder
	rest, wanted := query, 1
	for {
		at := strings.IndexAny(rest, `$'"`+"`-/[")
		if at < 0 {
			break
		}
		switch rest[at] {
		case '$':
			n, length := 0, 0
			for _, digit := range []byte(rest[at+1:]) {
				if digit < '0' || digit > '9' || n > maxParams*10 {
					break
				}
				n, length = n*10+int(digit-'0'), length+1
			}
			if n != wanted {
				return query
			}
			wanted++
			if out.Len() == 0 {
				out.Grow(len(query))
			}
			out.WriteString(rest[:at])
			out.WriteByte('?')
			rest = rest[at+1+length:]
		case '-', '/':
			if !strings.HasPrefix(rest[at:], "--") && !strings.HasPrefix(rest[at:], "/*") {
				out.WriteString(rest[:at+1])
				rest = rest[at+1:]
				continue
			}
			return query // a comment
		default: // a text or a quoted name; two quotes in it end one and begin the next
			closing := rest[at : at+1]
			if closing == "[" {
				closing = "]"
			}
			end := strings.Index(rest[at+1:], closing)
			if end < 0 {
				return query
			}
			out.WriteString(rest[:at+end+2])
			rest = rest[at+end+2:]
		}
	}
	if wanted == 1 {
		return query
	}
	out.WriteString(rest)
	return out.String()
}
