package kit

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/bidi"
)

// Named is somebody whom a field of a form can name.
type Named struct {
	Person auth.PersonID
	Name   string
}

// String is somebody as a form shows who was chosen: name and number.
func (n Named) String() string {
	if n.Person == 0 {
		return ""
	}
	return n.Name + " (" + IDText(n.Person) + ")"
}

// People are those whom a field can name.
type People struct {
	fold   func(string) string
	list   []Named
	folded []string // their names
}

// PeopleOf are the people of a list. fold is what two spellings of a name have in
// common, as the register folds names.
func PeopleOf(fold func(string) string, list []Named) People {
	p := People{fold: fold, list: list, folded: make([]string, len(list))}
	for i, one := range list {
		p.folded[i] = fold(one.Name)
	}
	return p
}

// maxMeant is how many people a problem names who could be meant.
const maxMeant = 4

// Find finds somebody by member number, by both as a form shows them, by the whole
// name, or by words that begin words of one name only; problem says what to do when
// it is not one. Nothing typed is nobody.
func (p People) Find(typed string) (found Named, problem string) {
	typed = strings.TrimSpace(bidi.Bare(typed)) // a name that was proposed may be isolated
	if typed == "" {
		return Named{}, ""
	}
	folded := p.fold(typed)
	var matching, whole []Named
	for i, one := range p.list {
		switch {
		case IDText(one.Person) == strings.TrimLeft(typed, "0"), one.String() == typed:
			return one, ""
		case folded == "":
		case p.folded[i] == folded:
			whole = append(whole, one)
		case HasWords(p.folded[i], folded):
			matching = append(matching, one)
		}
	}
	if whole != nil {
		matching = whole
	}
	switch {
	case len(matching) == 1:
		return matching[0], ""
	case len(matching) == 0:
		return Named{}, "No one here has the name or number “" + Shortened(typed, 60) +
			"”. Write the name as it is in the register, or the member number."
	}
	var names []string
	for _, one := range matching[:min(len(matching), maxMeant)] {
		names = append(names, one.String())
	}
	more := ""
	if len(matching) > maxMeant {
		more = " and others"
	}
	return Named{}, "Several have this name: " + strings.Join(names, ", ") + more + ". Write the member number."
}

// Names are the names to choose from; one that several have is followed by the
// member number, as Find takes it.
func (p People) Names() []string {
	count := make(map[string]int)
	for _, name := range p.folded {
		count[name]++
	}
	out := make([]string, len(p.list))
	for i, one := range p.list {
		if out[i] = one.Name; count[p.folded[i]] > 1 {
			out[i] = one.String()
		}
	}
	return out
}

// HasWords reports whether each of the words begins a word of the name, both of
// them folded.
func HasWords(name, words string) bool {
	for _, w := range strings.Fields(words) {
		if !strings.HasPrefix(name, w) && !strings.Contains(name, " "+w) {
			return false
		}
	}
	return true
}

// Person reads somebody by name or number, among those who can be meant; an empty
// field is nobody.
func (in *Filling) Person(name string, among People) auth.PersonID {
	found, problem := among.Find(in.Text(name))
	if problem != "" {
		in.Problem(name, "%s", problem)
	}
	return found.Person
}

// PersonField asks for somebody by name or number.
func PersonField(name, label, hint string) Field {
	return Field{Name: name, Label: label, Hint: hint, Autocomplete: "off"}
}

// Proposing is a field of a person for which names are proposed as one types, where
// there are scripts: address answers with SendNames.
func (f Field) Proposing(address string) Field {
	f.Names = address
	return f
}

// ProposedNames is how many names are proposed at once.
const ProposedNames = 12

// Proposed are those of a list whom the words that were typed so far can mean.
func (p People) Proposed(words string) []Named {
	var out []Named
	folded := p.fold(words)
	for i, one := range p.list {
		if len(out) == ProposedNames {
			break
		}
		if folded != "" && HasWords(p.folded[i], folded) {
			out = append(out, one)
		}
	}
	return out
}

// SendNames answers with names as Find takes them, for names.js. Its route says by
// Lists of which list they are.
func SendNames(c echo.Context, list []Named) error {
	if err := errUnmarked(c); err != nil {
		return err
	}
	NoStore(c)
	NamesPeople(c, len(list))
	names := make([]string, len(list))
	for i, one := range list {
		names[i] = Named{Name: bidi.Plain(one.Name), Person: one.Person}.String()
	}
	return c.JSON(http.StatusOK, names)
}
