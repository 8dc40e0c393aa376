package config

import (
	"net/url"
	"slices"
	"strings"
)

// databaseAddress is the address of a PostgreSQL database in its parts. It may name several hosts, which are tried in
// their order, and may be written in words as PostgreSQL's own programs take it: host=a,b dbname=nzgs.
type databaseAddress struct {
	scheme string
	user   *url.Userinfo
	hosts  string // as they are written: "a:5432,[::1]:5432"; "" where they are among the parameters
	path   string // as it is written
	params []param
	words  bool // whether it was written in words
}

type param struct{ name, value string }

// parseDatabase reads an address; ok is false where it is none.
func parseDatabase(s string) (a databaseAddress, ok bool) {
	scheme, rest, isURL := strings.Cut(s, "://")
	switch {
	case strings.ContainsFunc(s, isControl):
		return a, false
	case !isURL || strings.ContainsAny(scheme, " ='"):
		a.words = true
		a.params, ok = parseWords(s)
		return a, ok
	case scheme != "postgres" && scheme != "postgresql" || strings.Contains(rest, "#"):
		return a, false
	}
	end := strings.IndexAny(rest, "/?")
	if end < 0 {
		end = len(rest)
	}
	authority, rest := rest[:end], rest[end:]
	a.scheme = scheme
	user, hosts, hasUser := strings.Cut(authority, "@")
	if !hasUser {
		user, hosts = "", authority
	}
	// The reader of PostgreSQL ends the user at the first @, and looks for it as far as the first slash: an @ behind that is of
	// a password with a slash in it, which would be read, and named, as the database.
	path, _, _ := strings.Cut(rest, "?")
	if !areHosts(hosts) || strings.Contains(path, "@") || path == "" && strings.Contains(rest, "@") {
		return a, false
	}
	one := scheme + "://host" + rest
	if hasUser {
		one = scheme + "://" + user + "@host" + rest
	}
	u, err := url.Parse(one)
	if err != nil {
		return a, false
	}
	a.user, a.hosts, a.path = u.User, hosts, u.EscapedPath()
	a.params, ok = parseParams(u.RawQuery)
	return a, ok
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// areHosts reports whether s is a list of HOST or HOST:PORT; each may be empty.
func areHosts(s string) bool {
	for _, one := range strings.Split(s, ",") {
		host, rest := one, ""
		if strings.HasPrefix(one, "[") {
			end := strings.IndexByte(one, ']')
			if end < 2 {
				return false
			}
			host, rest = one[1:end], one[end+1:]
		} else if at := strings.IndexByte(one, ':'); at >= 0 {
			host, rest = one[:at], one[at:]
		}
		if rest != "" && (rest[0] != ':' || rest != ":" && !isPort(rest[1:])) {
			return false
		}
		if _, err := url.PathUnescape(host); err != nil || strings.ContainsAny(host, " \t\"'<>@\\^`{|}[]=") {
			return false
		}
	}
	return true
}

// parseParams reads what stands behind the question mark. A plus sign stands for itself.
func parseParams(query string) (all []param, ok bool) {
	if query == "" {
		return nil, true
	}
	for _, pair := range strings.Split(query, "&") {
		name, value, found := strings.Cut(pair, "=")
		name, badName := url.PathUnescape(name)
		value, badValue := url.PathUnescape(value)
		if !found || badName != nil || badValue != nil {
			return nil, false
		}
		all = append(all, param{name, value})
	}
	return all, true
}

// parseWords reads name=value, name = 'a value', with \' and \\ in values.
func parseWords(s string) (all []param, ok bool) {
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		name, rest, found := strings.Cut(s, "=")
		name, rest = strings.TrimSpace(name), strings.TrimSpace(rest)
		if !found || name == "" || strings.ContainsAny(name, ` '\/`) { // a slash is in the path of a folder
			return nil, false
		}
		value, after, ok := cutWord(rest)
		if !ok {
			return nil, false
		}
		all, s = append(all, param{name, value}), after
	}
	return all, len(all) > 0
}

// cutWord reads the value at the beginning of s.
func cutWord(s string) (value, rest string, ok bool) {
	quoted := strings.HasPrefix(s, "'")
	s = strings.TrimPrefix(s, "'")
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case quoted && c == '\'':
			return b.String(), s[i+1:], i+1 == len(s) || s[i+1] == ' '
		case !quoted && c == ' ':
			return b.String(), s[i:], true
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), "", !quoted
}

// isDatabaseAddress reports whether s is the address of a PostgreSQL database.
func isDatabaseAddress(s string) bool {
	_, ok := parseDatabase(s)
	return ok
}

// DatabaseAddress is the address of a PostgreSQL database as a program reads it; ok is false where s is none.
func DatabaseAddress(s string) (address string, ok bool) {
	a, ok := parseDatabase(s)
	return a.String(), ok
}

// String is the address as a program reads it: one in words becomes one with ://, too.
func (a databaseAddress) String() string {
	if a.words {
		return "postgres:///" + a.query()
	}
	user := ""
	if a.user != nil {
		user = a.user.String() + "@"
	}
	return a.scheme + "://" + user + a.hosts + a.path + a.query()
}

func (a databaseAddress) query() string {
	var b strings.Builder
	for i, p := range a.params {
		b.WriteByte("?&"[min(i, 1)])
		b.WriteString(escaped(p.name) + "=" + escaped(p.value))
	}
	return b.String()
}

// escaped is s in a query; a space is %20, because a plus sign is one for some readers only.
func escaped(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// hasPassword reports whether a password of the database stands in the address.
func (a databaseAddress) hasPassword() bool {
	if a.user != nil {
		if _, has := a.user.Password(); has {
			return true
		}
	}
	return slices.ContainsFunc(a.params, func(p param) bool { return p.name == "password" })
}

// withPassword is the address with the password that stands elsewhere.
func (a databaseAddress) withPassword(password string) databaseAddress {
	if a.user == nil {
		a.params = append(slices.Clone(a.params), param{"password", password})
	} else {
		a.user = url.UserPassword(a.user.Username(), password)
	}
	return a
}

// hidden stands where a password is not shown.
const hidden = "xxxxx"

// shown is the address as it may be shown: PostgreSQL takes a password before the hosts and among the parameters.
func (a databaseAddress) shown() string {
	if a.user != nil {
		if _, has := a.user.Password(); has {
			a.user = url.UserPassword(a.user.Username(), hidden)
		}
	}
	a.params = slices.Clone(a.params)
	for i, p := range a.params {
		if strings.Contains(strings.ToLower(p.name), "password") {
			a.params[i].value = hidden
		}
	}
	if !a.words {
		return a.String()
	}
	words := make([]string, 0, len(a.params))
	for _, p := range a.params {
		value := strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(p.value)
		if value == "" || strings.Contains(value, " ") {
			value = "'" + value + "'"
		}
		words = append(words, p.name+"="+value)
	}
	return strings.Join(words, " ")
}

// withoutPasswords is a database's address as it may be shown.
func withoutPasswords(dsn string) string {
	a, ok := parseDatabase(dsn)
	if !ok {
		return "(set)"
	}
	return a.shown()
}

// databaseWith is the database's address for the program, with the password that stands elsewhere.
func databaseWith(address, password string, wrong func(format string, args ...any)) string {
	a, ok := parseDatabase(address)
	switch {
	case address == "" && password != "":
		wrong("database-password: name the database too")
	case address == "" || !ok:
		return address // it is refused already
	case password == "":
		return a.String()
	case a.hasPassword():
		wrong("database: its address has a password, and there is another elsewhere: keep one of them")
	default:
		return a.withPassword(password).String()
	}
	return address
}
