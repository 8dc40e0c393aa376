// Package config gathers what the program is told from flags, environment
// (NZGS_…) and a file into one checked struct. No one else imports viper.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/mail"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// Config is what is in force.
type Config struct {
	Society        string // the society's name
	Wordmark       string // its short name, at the head of pages; "": its name
	TimeZone       string // of the society's clocks, of a new database; "": what the database has, or New Zealand's
	Currency       string // of a new database, its code of ISO 4217; "": what the database has, or New Zealand's
	SocietyAddress string // its postal address, on letters; "" when none is set
	ContactEmail   string // where anyone may write to, shown to all; "": by the form alone
	Addr           string // HOST:PORT to listen on
	Data           string // folder of the database and its backups
	Database       string // postgres:// address, of one host or several; "" for SQLite in Data
	BaseURL        string // how people reach the site, for links and QR codes; "" derives it from Addr
	TrustedProxies []netip.Prefix
	LogLevel       slog.Level
	LogFormat      string // "text" or "json"
	HSTSSubdomains bool   // browsers are to use HTTPS for the names below the site's, too
	Memory         int64  // bytes that the program may take under load; 0: a share of the machine's
	MetricsToken   string // bearer token for /metrics; "" answers only this machine

	SecondFactorFrom string // YYYY-MM-DD from which officers need a second factor; "" for no such day
	SMTP             SMTP
	Backups          Backups
	HTTPS            HTTPS

	setBy map[string]string // of the settings that the site may keep: what set them before it
}

// SMTP is the mail server that letters go through.
type SMTP struct {
	Host           string // "": letters wait in the outbox
	Port           int
	Encryption     string // "starttls", "tls" or "none"
	User, Password string
	From           string // sender's address
}

// keys are every setting with its default and meaning, in the order in which
// `nzgs config` prints them.
var keys = []struct{ name, def, help string }{
	{"society", "New Zealand Go Society", "the society's name"},
	{"wordmark", "", "the society's short name, at the head of pages; empty: its name"},
	{"contact-email", "", "e-mail address that anyone may write to, shown on the page Contact; empty: its form alone"},
	{"society-address", "", "the society's postal address, on letters: PO Box 1, Wellington 6140"},
	{"time-zone", "", "where the society's clocks are, Pacific/Auckland or Europe/London, said when it is begun: its days and " +
		"hours are of there ever after; empty: as it was begun, or New Zealand"},
	{"currency", "", "what the society keeps its books in, NZD or EUR, said when it is begun; empty: as it was begun, or NZD"},
	{"addr", "localhost:8080", "address to listen on, HOST:PORT"},
	{"data", "data", "folder for the database"},
	{"database", "", "postgres:// address, with several hosts where there is a standby; empty for SQLite in the data folder"},
	{"database-password", "", "password for the database; better in a file or a credential than as a flag"},
	{"database-password-file", "", "file with that password alone, for the user that runs nzgs only"},
	{"base-url", "", "how people reach the site, for links and QR codes: https://go.example.nz"},
	{"trusted-proxies", "", "proxies whose X-Forwarded-For is trusted, as networks: 127.0.0.1/32, 10.0.0.0/8"},
	{"https", "", "name of the site, go.example.nz, for which nzgs has a certificate by itself, by the terms of who " +
		"certifies it; empty: a proxy speaks TLS"},
	{"https-addr", ":443", "address to listen on with https"},
	{"http-addr", ":80", "address at which those who come by HTTP are led to HTTPS"},
	{"acme-directory", "https://acme-v02.api.letsencrypt.org/directory", "who certifies the site, by ACME"},
	{"hsts-subdomains", "no", "whether browsers are told to use HTTPS for all names below the site's too: yes or no"},
	{"memory", "", "memory that the program may take under load: 600MB, 2GB; empty: a quarter of the machine's"},
	{"log-level", "info", "debug, info, warn or error"},
	{"log-format", "text", "text or json"},
	{"second-factor-from", "", "day from which officers and tellers need a second factor, 2027-03-01; empty: they are " +
		"asked to set one up, and let in without"},
	{"smtp-host", "", "mail server for letters to members; empty: letters wait in the outbox"},
	{"smtp-port", "587", "port of the mail server"},
	{"smtp-encryption", "starttls", "starttls, tls, or none for a server on this machine"},
	{"smtp-user", "", "user name for the mail server"},
	{"smtp-password", "", "password for the mail server; better in a file or a credential than as a flag"},
	{"smtp-password-file", "", "file with that password alone, for the user that runs nzgs only"},
	{"mail-from", "", "sender's address: secretary@go.example.nz"},
	{"backup-into", "", "folder that a backup is written to every day; empty: none is made by itself"},
	{"backup-at", "03:10", "time of the day, by the society's clocks, at which it is"},
	{"backup-keep", "30", "how many backups are kept there; 0: all"},
	{"backup-key", "", "key of age that backups are encrypted to, age1…; empty: they are not"},
	{"backup-command", "", "program that each finished backup is handed to, with its words: /usr/local/bin/keep-elsewhere"},
	{"metrics-token", "", "token needed for /metrics; empty: only this machine may read it"},
	{"metrics-token-file", "", "file with that token alone, for the user that runs nzgs only"},
}

// AddFlags adds a flag for every setting, and --config for the file.
func AddFlags(flags *pflag.FlagSet) {
	for _, k := range keys {
		flags.String(k.name, k.def, k.help)
	}
	flags.String("config", "", "settings file (default: nzgs.toml in the data folder, if it is there)")
}

// Load reads the settings: flags first, then environment (NZGS_BASE_URL …),
// then the file, then the defaults. The error names every setting that is wrong.
func Load(flags *pflag.FlagSet) (*Config, error) {
	v, unknown, err := read(flags)
	if err != nil {
		return nil, err
	}
	c, err := check(v)
	c.setBy = origins(v, flags)
	return c, errors.Join(unknown, err)
}

// read also lists the unknown settings of the environment and the file, and
// what in it others may read; err means that the file cannot be read at all.
func read(flags *pflag.FlagSet) (v *viper.Viper, unknown, err error) {
	v = viper.New()
	v.SetEnvPrefix("NZGS")
	v.SetEnvKeyReplacer(strings.NewReplacer("-", "_"))
	v.AutomaticEnv()
	if err := v.BindPFlags(flags); err != nil {
		return nil, nil, fmt.Errorf("read the flags: %w", err)
	}
	file, named := v.GetString("config"), true
	if file == "" {
		file, named = filepath.Join(v.GetString("data"), "nzgs.toml"), false
	}
	v.SetConfigFile(file)
	if err := v.ReadInConfig(); err != nil {
		if !named && errors.Is(err, fs.ErrNotExist) {
			return v, unknownVariables(flags), nil
		}
		return nil, nil, unreadable(file, err)
	}
	return v, errors.Join(unknownVariables(flags), unknownKeys(v, flags, file), checkKinds(v, file), openSecrets(v, file)), nil
}

func check(v *viper.Viper) (*Config, error) {
	c := &Config{
		Society:          strings.TrimSpace(v.GetString("society")),
		Wordmark:         strings.TrimSpace(v.GetString("wordmark")),
		Currency:         strings.TrimSpace(v.GetString("currency")),
		TimeZone:         strings.TrimSpace(v.GetString("time-zone")),
		SocietyAddress:   strings.TrimSpace(v.GetString("society-address")),
		ContactEmail:     strings.TrimSpace(v.GetString("contact-email")),
		Addr:             v.GetString("addr"),
		Data:             v.GetString("data"),
		Database:         v.GetString("database"),
		BaseURL:          strings.TrimRight(v.GetString("base-url"), "/"),
		LogFormat:        v.GetString("log-format"),
		SecondFactorFrom: v.GetString("second-factor-from"),
	}
	var problems []error
	wrong := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	c.MetricsToken = secret(v, "metrics-token", wrong)

	checkDetails(c, wrong)
	if _, err := civil.ReadZone(c.TimeZone); c.TimeZone != "" && err != nil {
		wrong("time-zone: %v", err)
	}
	if _, err := money.ReadCurrency(c.Currency); c.Currency != "" && err != nil {
		wrong("currency: %v", err)
	}
	if !isListenAddress(c.Addr) {
		wrong("addr %q: write HOST:PORT, for example localhost:8080", c.Addr)
	}
	if c.Data == "" {
		wrong("data: name the folder for the database")
	}
	if c.Database != "" && !isDatabaseAddress(c.Database) {
		wrong("database: write postgres://USER@HOST/NAME, with several hosts postgres://USER@HOST:PORT,HOST:PORT/NAME, " +
			"or leave it empty for SQLite; in a password @ is %%40, / is %%2F, ? is %%3F and # is %%23")
	}
	c.Database = databaseWith(c.Database, secret(v, "database-password", wrong), wrong)
	checkHTTPS(v, c, wrong)
	if c.BaseURL != "" && !isSiteAddress(c.BaseURL) {
		wrong("base-url %q: write http:// or https:// and the host, without a path", c.BaseURL)
	}
	for _, s := range strings.FieldsFunc(
		v.GetString("trusted-proxies"), func(r rune) bool { return r == ',' || r == ' ' },
	) {
		p, err := netip.ParsePrefix(s)
		if err != nil {
			wrong("trusted-proxies: %q is not a network: write 127.0.0.1/32", s)
			continue
		}
		c.TrustedProxies = append(c.TrustedProxies, p)
	}
	if err := c.LogLevel.UnmarshalText([]byte(v.GetString("log-level"))); err != nil {
		wrong("log-level %q: write debug, info, warn or error", v.GetString("log-level"))
	}
	if c.LogFormat != "text" && c.LogFormat != "json" {
		wrong("log-format %q: write text or json", c.LogFormat)
	}
	checkFactorDay(c, wrong)
	switch v.GetString("hsts-subdomains") {
	case "yes", "true":
		c.HSTSSubdomains = true
	case "no", "false", "":
	default:
		wrong("hsts-subdomains %q: write yes or no", v.GetString("hsts-subdomains"))
	}
	c.Memory = checkMemory(v.GetString("memory"), wrong)
	c.SMTP = checkSMTP(v, wrong)
	c.Backups = checkBackups(v, wrong)
	return c, errors.Join(problems...)
}

func checkFactorDay(c *Config, wrong func(format string, args ...any)) {
	if _, err := time.Parse(time.DateOnly, c.SecondFactorFrom); c.SecondFactorFrom != "" && err != nil {
		wrong("second-factor-from %q: write a day like 2027-03-01, or leave it empty", c.SecondFactorFrom)
	}
}

func checkSMTP(v *viper.Viper, wrong func(format string, args ...any)) SMTP {
	return serverOf(v.GetString, secret(v, "smtp-password", wrong), wrong)
}

// serverOf is the mail server of the settings.
func serverOf(get func(name string) string, password string, wrong func(format string, args ...any)) SMTP {
	s := SMTP{
		Host: get("smtp-host"), Encryption: get("smtp-encryption"), User: get("smtp-user"), Password: password, From: get("mail-from"),
	}
	port, err := strconv.Atoi(get("smtp-port"))
	if err != nil || port < 1 || port > 65535 {
		wrong("smtp-port %q: write a number from 1 to 65535", get("smtp-port"))
	}
	s.Port = port
	if s.Encryption != "starttls" && s.Encryption != "tls" && s.Encryption != "none" {
		wrong("smtp-encryption %q: write starttls, tls or none", s.Encryption)
	}
	if s.Host == "" {
		return s
	}
	if !isMailbox(s.From) {
		wrong("mail-from %q: write the sender's address, for example secretary@go.example.nz", s.From)
	}
	if s.User == "" && s.Password != "" {
		wrong("smtp-user: write the user name for the password")
	}
	return s
}

// isMailbox reports whether a text is an e-mail address, and nothing else.
func isMailbox(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s
}

// Setting is one line of `nzgs config`.
type Setting struct{ Name, Value, Help string }

// Settings lists what is in force, secrets hidden.
func Settings(flags *pflag.FlagSet) ([]Setting, error) {
	v, unknown, err := read(flags)
	if err != nil {
		return nil, err
	}
	if _, err := check(v); errors.Join(unknown, err) != nil {
		return nil, errors.Join(unknown, err)
	}
	ignore := func(string, ...any) {} // check has found everything that is wrong
	var out []Setting
	for _, k := range keys {
		value := v.GetString(k.name)
		switch {
		case isSecret(k.name):
			if value = ""; secret(v, k.name, ignore) != "" {
				value = "(set)"
			}
		case k.name == "database" && value != "":
			value = withoutPasswords(value)
		}
		out = append(out, Setting{k.name, value, k.help})
	}
	return out, nil
}

// DSN is the database to open: Database, or the SQLite file in Data.
func (c *Config) DSN() string {
	if c.Database != "" {
		return c.Database
	}
	return filepath.Join(c.Data, "nzgs.db")
}

// URL is how people reach the site: BaseURL, or http:// at the address.
func (c *Config) URL() string {
	if c.BaseURL != "" {
		return c.BaseURL
	}
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return "http://" + c.Addr
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
		if name, err := os.Hostname(); err == nil && name != "" {
			host = name
		}
	}
	return "http://" + net.JoinHostPort(host, port)
}
