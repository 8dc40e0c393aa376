package civil

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	_ "time/tzdata" // the binary must know each zone on a machine without zone files
)

// NewZealand is the time zone of a society that has not said another, as the time zone database names it.
const NewZealand = "Pacific/Auckland"

// zone is where the society's clocks are, as time.Local is where the machine's are: one for all of the program, said before
// it does anything.
var zone atomic.Pointer[time.Location]

func init() {
	if err := SetZone(NewZealand); err != nil {
		panic(err)
	}
}

// Zone is the time zone of every date that the society writes.
func Zone() *time.Location { return zone.Load() }

// SetZone has every date be of the time zone: once, as the program starts.
func SetZone(name string) error {
	loc, err := ReadZone(name)
	if err == nil {
		zone.Store(loc)
	}
	return err
}

// noPlaces are names, and folders of names, that machines have beside the places: what a machine itself has set, clocks with
// leap seconds, and the placeholder.
var noPlaces = []string{"Local", "localtime", "posixrules", "posix", "right", "Factory"}

// ReadZone finds a time zone by its name in the IANA time zone database: "Pacific/Auckland", "Europe/London". What the
// machine has set is none: another machine has another.
func ReadZone(name string) (*time.Location, error) {
	loc, err := time.LoadLocation(name)
	if err != nil || name != path.Clean(name) || slices.Contains(noPlaces, strings.Split(name, "/")[0]) {
		return nil, fmt.Errorf(
			"%q is not a time zone: write it as the time zone database does, Pacific/Auckland or Europe/London", name,
		)
	}
	return loc, nil
}

// ZoneWords are whose clocks the society's are: "New Zealand time", "London time", "UTC".
func ZoneWords() string {
	name := Zone().String()
	switch name {
	case NewZealand:
		return "New Zealand time"
	case "UTC":
		return name
	}
	return strings.ReplaceAll(path.Base(name), "_", " ") + " time"
}
