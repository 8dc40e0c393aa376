package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"
)

// storable are the settings that an administrator may keep on the site, by section. Who runs the program goes first: what a
// flag, the environment or the file says, the site does not change. All else stays with who runs the program: the site must
// choose no address, no folder and no program to run.
var storable = map[string][]string{
	"details": {"society", "wordmark", "society-address", "contact-email"},
	"mail":    {"smtp-host", "smtp-port", "smtp-encryption", "smtp-user", "smtp-password", "mail-from"},
	"sign-in": {"second-factor-from"},
}

// together are the sections in which one setting from elsewhere makes all of them be from there: a password of one server
// is not sent to another.
var together = []string{"mail"}

// Stored reports whether an administrator may keep the setting on the site.
func Stored(name string) bool { return sectionOf(name) != "" }

func sectionOf(name string) string {
	for section, names := range storable {
		if slices.Contains(names, name) {
			return section
		}
	}
	return ""
}

// SetBy says what set a setting that goes before the site's: "a flag", "the file nzgs.toml"; "" where nothing did.
func (c *Config) SetBy(name string) string {
	section := sectionOf(name)
	if by := c.setBy[name]; by != "" || !slices.Contains(together, section) {
		return by
	}
	for _, other := range storable[section] {
		if by := c.setBy[other]; by != "" {
			return by
		}
	}
	return ""
}

// Value is a setting that the site may keep, as nzgs config has it; a secret is "(set)".
func (c *Config) Value(name string) string {
	switch name {
	case "society":
		return c.Society
	case "wordmark":
		return c.Wordmark
	case "society-address":
		return c.SocietyAddress
	case "contact-email":
		return c.ContactEmail
	case "smtp-host":
		return c.SMTP.Host
	case "smtp-port":
		return strconv.Itoa(c.SMTP.Port)
	case "smtp-encryption":
		return c.SMTP.Encryption
	case "smtp-user":
		return c.SMTP.User
	case "smtp-password":
		if c.SMTP.Password != "" {
			return "(set)"
		}
	case "mail-from":
		return c.SMTP.From
	case "second-factor-from":
		return c.SecondFactorFrom
	}
	return ""
}

// StoredNames are the settings that the site may keep.
func StoredNames() (out []string) {
	for _, k := range keys {
		if Stored(k.name) {
			out = append(out, k.name)
		}
	}
	return out
}

// origins says of each storable setting that is set what set it.
func origins(v *viper.Viper, flags *pflag.FlagSet) map[string]string {
	out := map[string]string{}
	for _, names := range storable {
		for _, name := range names {
			for _, n := range []string{name, name + fileOf} {
				if by := originOf(v, flags, n); by != "" {
					out[name] = by
				}
			}
			if folder := os.Getenv("CREDENTIALS_DIRECTORY"); folder != "" && isSecret(name) && out[name] == "" {
				if _, err := os.Lstat(filepath.Join(folder, name)); err == nil {
					out[name] = "a credential of the service"
				}
			}
		}
	}
	return out
}

func originOf(v *viper.Viper, flags *pflag.FlagSet, name string) string {
	if f := flags.Lookup(name); f != nil && f.Changed {
		return "the flag --" + name
	}
	if os.Getenv(envName(name)) != "" {
		return "the environment, " + envName(name)
	}
	if v.InConfig(name) {
		return "the file " + filepath.Base(v.ConfigFileUsed())
	}
	return ""
}

// With is the configuration with what is kept on the site, by the settings' names, where nothing goes before it. What is
// kept and cannot be in force is left out, and the error says so: c is good either way.
func (c *Config) With(kept map[string]string) (*Config, error) {
	out := *c
	var problems []error
	for section, set := range sections {
		values := map[string]string{}
		for _, name := range storable[section] {
			if value, is := kept[name]; is && c.SetBy(name) == "" {
				values[name] = value
			}
		}
		if len(values) == 0 {
			continue
		}
		next, wrong := out, error(nil)
		set(&next, values, func(format string, args ...any) { wrong = errors.Join(wrong, fmt.Errorf(format, args...)) })
		if wrong != nil {
			problems = append(problems, fmt.Errorf("the settings that are kept on the site: %w", wrong))
			continue
		}
		out = next
	}
	return &out, errors.Join(problems...)
}

// sections put the kept settings of a section into a configuration.
var sections = map[string]func(c *Config, kept map[string]string, wrong func(format string, args ...any)){
	"details": func(c *Config, kept map[string]string, wrong func(string, ...any)) {
		put := func(name string, to *string) {
			if value, is := kept[name]; is {
				*to = strings.TrimSpace(value)
			}
		}
		put("society", &c.Society)
		put("wordmark", &c.Wordmark)
		put("society-address", &c.SocietyAddress)
		put("contact-email", &c.ContactEmail)
		checkDetails(c, wrong)
	},
	"mail": func(c *Config, kept map[string]string, wrong func(string, ...any)) {
		c.SMTP = serverOf(func(name string) string { return kept[name] }, kept["smtp-password"], wrong)
	},
	"sign-in": func(c *Config, kept map[string]string, wrong func(string, ...any)) {
		c.SecondFactorFrom = kept["second-factor-from"]
		checkFactorDay(c, wrong)
	},
}

func checkDetails(c *Config, wrong func(format string, args ...any)) {
	if c.Society == "" {
		wrong("society: write the society's name")
	}
	if c.ContactEmail != "" && !isMailbox(c.ContactEmail) {
		wrong("contact-email %q: write an address, for example hello@go.example.nz, or leave it empty", c.ContactEmail)
	}
}
