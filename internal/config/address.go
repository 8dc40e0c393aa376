package config

import (
	"net"
	"net/url"
	"strconv"
	"strings"
)

// isListenAddress reports whether s is HOST:PORT; the host may be empty (every
// address of the machine) and the port 0 (any that is free).
func isListenAddress(s string) bool {
	host, port, err := net.SplitHostPort(s)
	return err == nil && isPort(port) && !strings.ContainsAny(host, " \t/@")
}

// isPort reports whether s is a port's number.
func isPort(s string) bool {
	_, err := strconv.ParseUint(s, 10, 16)
	return err == nil
}

// isSiteAddress reports whether s is http:// or https:// and a host, perhaps
// with a port, and no more: links are made by putting paths behind it.
func isSiteAddress(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return false
	}
	bare := url.URL{Scheme: u.Scheme, Host: u.Host}
	return strings.EqualFold(bare.String(), s) && (u.Port() == "" || isPort(u.Port()))
}
