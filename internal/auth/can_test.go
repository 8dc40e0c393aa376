package auth

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

var update = flag.Bool("update", false, "write the golden files again")

const (
	me, someone            PersonID = 1, 2
	ownClub, otherClub     ClubID   = 10, 20
	ownEvent, otherEvent   EventID  = 100, 200
	firstDay, lastDay               = "2026-07-01", "2026-12-31"
	goldenCan                       = "testdata/can.txt"
	actionWidth, cellWidth          = 30, 10
)

// objects are what an action can be about, each with the letter that stands
// for it in the table: capital when it is the actor's own.
var objects = []struct {
	letter string
	object Object
}{
	{"P", Object{Person: me}}, {"p", Object{Person: someone}},
	{"C", Object{Club: ownClub}}, {"c", Object{Club: otherClub}},
	{"E", Object{Event: ownEvent}}, {"e", Object{Event: otherEvent}},
	{"0", Object{}},
}

// holders are the columns of the table: an actor for every role.
func holders() (names []string, actors []Actor) {
	add := func(name string, offices ...Office) {
		for i := range offices {
			offices[i].From, offices[i].Until = civil.MustParseDate(firstDay), civil.MustParseDate(lastDay)
		}
		names = append(names, name)
		actors = append(actors, Actor{Account: 5, Person: me, Name: name, Offices: offices})
	}
	names, actors = []string{"no one", "program"}, []Actor{{}, System("program")}
	add("member")
	add("admin", Office{Role: Administrator})
	for _, r := range []Role{President, Secretary, Treasurer, Committee} {
		add(string(r), Office{Role: r})
	}
	add("club sec.", Office{Role: ClubSecretary, Club: ownClub})
	add("director", Office{Role: Director, Event: ownEvent})
	add("dir. all", Office{Role: Director})
	add("referee", Office{Role: Referee, Event: ownEvent})
	add("ref. all", Office{Role: Referee})
	return names, actors
}

// actionsInOrder are the actions as can.go declares them: also one that was
// forgotten in the table of permissions.
func actionsInOrder(t *testing.T) []Action {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "can.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var actions []Action
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Action" {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			actions = append(actions, Action(text))
		}
		return true
	})
	return actions
}

// matrix writes who may do what on the day, an action a line.
func matrix(actions []Action, day civil.Date) string {
	names, actors := holders()
	var b strings.Builder
	line := func(first string, cells []string) {
		fmt.Fprintf(&b, "%-*s", actionWidth, first)
		for _, cell := range cells {
			fmt.Fprintf(&b, "%-*s", cellWidth, cell)
		}
		b.WriteString("\n")
	}
	line("", names)
	for _, action := range actions {
		var cells []string
		for _, actor := range actors {
			cell := ""
			for _, o := range objects {
				letter := "."
				if Can(actor, action, o.object, day) {
					letter = o.letter
				}
				cell += letter
			}
			cells = append(cells, cell)
		}
		line(string(action), cells)
	}
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

const canHead = `Who may do what, decided by Can. Each cell says to which object:
P the actor's own person, p another; C the club whose secretary the actor is,
c another; E the event the actor serves, e another; 0 no object; . refused.
"dir. all" and "ref. all" serve every event. Offices run from 1 July 2026 to
31 December 2026.
`

func TestCanIsTheWholeTable(t *testing.T) {
	actions := actionsInOrder(t)
	var b strings.Builder
	b.WriteString(canHead)
	for _, tense := range []struct{ title, day string }{
		{"Held (first day)", firstDay},
		{"Held (last day)", lastDay},
		{"Not yet (the day before the first)", "2026-06-30"},
		{"Ended (the day after the last)", "2027-01-01"},
	} {
		fmt.Fprintf(&b, "\n%s\n%s", tense.title, matrix(actions, civil.MustParseDate(tense.day)))
	}
	if *update {
		if err := os.WriteFile(goldenCan, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(goldenCan)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf(
			"the policy is not the recorded one (-recorded +now); if it is meant so, run with -update and read the "+
				"difference:\n%s",
			diff,
		)
	}
}

func TestEveryActionHasItsPermission(t *testing.T) {
	actions := actionsInOrder(t)
	for _, a := range actions {
		if _, known := permissions[a]; !known {
			t.Errorf("%q is allowed to no one: it is missing in permissions", a)
		}
	}
	for a := range permissions {
		if !slices.Contains(actions, a) {
			t.Errorf("permissions names %q, which is no declared action", a)
		}
	}
}

func TestAnOfficeOutsideItsDaysIsNoOffice(t *testing.T) {
	_, actors := holders()
	member := Actor{Account: 5, Person: me}
	for _, day := range []string{"2026-06-30", "2027-01-01"} {
		for _, a := range actors {
			if a.system || !a.SignedIn() {
				continue
			}
			for action := range permissions {
				for _, o := range objects {
					d := civil.MustParseDate(day)
					if got, want := Can(a, action, o.object, d), Can(member, action, o.object, d); got != want {
						t.Errorf("%s on %s, %s %s: %v, want as a plain member: %v", a.Name, day, action, o.letter, got, want)
					}
				}
			}
		}
	}
}

func TestNobodyMayDoAnything(t *testing.T) {
	for action := range permissions {
		for _, o := range objects {
			if Can(Actor{}, action, o.object, civil.MustParseDate(firstDay)) {
				t.Errorf("no one may %s (%s)", action, o.letter)
			}
		}
	}
	if Can(System("program"), "fly", Object{}, civil.MustParseDate(firstDay)) {
		t.Error("an unknown action was allowed")
	}
}

func TestRequireSaysWhatIsMissing(t *testing.T) {
	day := civil.MustParseDate(firstDay)
	if err := Require(Actor{}, ManageTerms, Object{}, day); apperr.KindOf(err) != apperr.SignIn {
		t.Errorf("no one: %v, want to sign in", err)
	}
	err := Require(Actor{Account: 1, Person: me}, SubmitReturn, Object{Club: ownClub}, day)
	if apperr.KindOf(err) != apperr.Forbidden || !strings.Contains(
		err.Error(), "the treasurer or the secretary of that club",
	) {
		t.Errorf("member: %v, want who may do it", err)
	}
	for action := range permissions {
		if Can(System("program"), action, Object{}, day) != true {
			t.Errorf("the program itself may not %s", action)
		}
	}
}

func TestCanSomewhereFollowsTheOffices(t *testing.T) {
	_, actors := holders()
	day := civil.MustParseDate(firstDay)
	for _, a := range actors {
		for action := range permissions {
			offices := objects[2:] // one’s own data alone opens no page
			somewhere := slices.ContainsFunc(offices, func(o struct {
				letter string
				object Object
			}) bool {
				return Can(a, action, o.object, day)
			})
			if got := CanSomewhere(a, action, day); got != somewhere {
				t.Errorf("CanSomewhere(%s, %s) = %v, want %v", a.Name, action, got, somewhere)
			}
		}
	}
}
