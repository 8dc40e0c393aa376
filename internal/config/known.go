package config

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"
)

const prefix = "NZGS_"

// ofOthers are variables that are no settings: of the tests and the scripts.
var ofOthers = regexp.MustCompile(`^NZGS_(TEST|BENCH|E2E|RACED)_|^NZGS_(BINARY|PICTURES|PRINTS|NODE_MODULES)$`)

// ofServices are those by which Kubernetes and Docker tell every program of the services beside it, where the name of
// one is nzgs or begins so, as nzgs-db. They are written as here with their values.
var ofServices = regexp.MustCompile(
	`^NZGS_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_\w+)?)=|` +
		`^NZGS_(\w+_)?PORT=(tcp|udp|sctp)://|^NZGS_(\w+_)?NAME=/`,
)

func envName(setting string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(setting, "-", "_"))
}

// knownNames are the settings, and the flags of the command.
func knownNames(flags *pflag.FlagSet) []string {
	known := []string{"config"}
	for _, k := range keys {
		known = append(known, k.name)
	}
	flags.VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	return known
}

// unknownVariables refuses a variable that sets something we do not know: a misspelt setting must not be ignored.
func unknownVariables(flags *pflag.FlagSet) error {
	known := make([]string, 0, len(keys))
	for _, name := range knownNames(flags) {
		known = append(known, envName(name))
	}
	var unknown []string
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, prefix) && !slices.Contains(known, name) && !ofOthers.MatchString(name) &&
			!ofServices.MatchString(pair) {
			unknown = append(unknown, name+meant(name, known))
		}
	}
	return refuseUnknown("the environment", unknown)
}

// unknownKeys is the same for the file, with the lines.
func unknownKeys(v *viper.Viper, flags *pflag.FlagSet, file string) error {
	known := knownNames(flags)
	var unknown []string
	for _, k := range v.AllKeys() {
		if !slices.Contains(known, k) {
			unknown = append(unknown, k+lineOf(file, k)+meant(k, known))
		}
	}
	return refuseUnknown(file, unknown)
}

func refuseUnknown(where string, unknown []string) error {
	if len(unknown) == 0 {
		return nil
	}
	sort.Strings(unknown)
	return fmt.Errorf(
		"%s has settings that nzgs does not know: %s; `nzgs config` lists the known ones", where, strings.Join(unknown, ", "),
	)
}

// meant is the known name that a misspelt one is near to, as a question; "" for none.
func meant(name string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if d := distance(name, k); d < least {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return " (did you mean " + best + "?)"
}

// distance is how many letters have to be put in, left out or changed, or neighbours swapped, to make one of the other.
func distance(a, b string) int {
	if len(a) > len(b)+2 || len(b) > len(a)+2 {
		return 3
	}
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

// lineOf says on which line of the file a key stands, of several the last; "" where it is not found, as within a table.
func lineOf(file, key string) (on string) {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		name, _, is := strings.Cut(lines.Text(), "=")
		if is && strings.EqualFold(strings.Trim(strings.TrimSpace(name), `"'`), key) {
			on = fmt.Sprintf(" on line %d", n)
		}
	}
	return on
}

// definedTwice is what the reader of the file says, without a line, where a key stands twice.
var definedTwice = regexp.MustCompile(`key (\S+) is already defined`)

// unreadable says why the file cannot be read, with the line where it is known.
func unreadable(file string, err error) error {
	if twice := definedTwice.FindStringSubmatch(err.Error()); twice != nil {
		return fmt.Errorf("read the settings file %s: %s%s is set a second time", file, twice[1], lineOf(file, twice[1]))
	}
	var at interface{ Position() (row, column int) }
	if !errors.As(err, &at) {
		return fmt.Errorf("read the settings file %s: %w", file, err)
	}
	row, column := at.Position()
	why := strings.TrimPrefix(err.Error(), "While parsing config: ")
	return fmt.Errorf("read the settings file %s: line %d, column %d: %s", file, row, column, strings.TrimPrefix(why, "toml: "))
}

// openSecrets refuses a file with a password in it that every user of the machine can read.
func openSecrets(v *viper.Viper, file string) error {
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm()&0o007 == 0 {
		return err
	}
	for _, name := range secrets {
		if v.InConfig(name) {
			return fmt.Errorf("every user of this machine can read %s, and %s is in it: close it first: chmod o= %s", file, name, file)
		}
	}
	if a, ok := parseDatabase(v.GetString("database")); v.InConfig("database") && ok && a.hasPassword() {
		return fmt.Errorf("every user of this machine can read %s, and a password is in it: close it first: chmod o= %s", file, file)
	}
	return nil
}

// checkKinds refuses values of the file that are no single text, number or day: they would count as empty. A list of
// texts is one text with commas.
func checkKinds(v *viper.Viper, file string) error {
	var problems []error
	for _, k := range keys {
		switch value := v.Get(k.name).(type) {
		case []any:
			parts := make([]string, 0, len(value))
			for _, part := range value {
				parts = append(parts, fmt.Sprint(part))
			}
			v.Set(k.name, strings.Join(parts, ","))
		case map[string]any:
			problems = append(problems, fmt.Errorf("%s: %s%s: write one value in quotes", file, k.name, lineOf(file, k.name)))
		}
	}
	return errors.Join(problems...)
}
