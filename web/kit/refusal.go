package kit

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"nzgs/internal/apperr"
)

// ErrorPage is any answer that is not the page asked for.
type ErrorPage struct {
	Page
	Heading   string
	Message   string
	Rule      string // rule of the constitution, "2.3", or ""
	Details   []FieldError
	Back      string // where to go on, or ""
	Reference string // request id, for faults only
}

var ErrorView = NewView[ErrorPage](templates, "error.html")

// Elsewhere is an answer in place of a page that is not there any more: it
// leads to the page where the work goes on, and says why.
type Elsewhere struct{ To, Why string }

func (e *Elsewhere) Error() string { return e.Why + " Continue at " + e.To }

// StatusOf is the status of a refusal by its kind.
var StatusOf = map[apperr.Kind]int{
	apperr.Invalid:   http.StatusUnprocessableEntity,
	apperr.NotFound:  http.StatusNotFound,
	apperr.Gone:      http.StatusGone,
	apperr.Forbidden: http.StatusForbidden,
	apperr.Conflict:  http.StatusConflict,
	apperr.SignIn:    http.StatusUnauthorized,
	apperr.Prove:     http.StatusUnauthorized,
	apperr.TooLarge:  http.StatusRequestEntityTooLarge,
	apperr.TooMany:   http.StatusTooManyRequests,
	apperr.Busy:      http.StatusServiceUnavailable,
}

func BytesText(n int64) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d kB", n>>10)
}

// TooLate is the message of a change that came after somebody else's.
func TooLate(err error) (message string, late bool) {
	var e *apperr.Error
	if errors.As(err, &e) && e.Kind == apperr.Conflict {
		return e.Message, true
	}
	return "", false
}

// RefusalStatus is the status of a form that comes back.
func RefusalStatus(err error) int {
	if status, known := StatusOf[apperr.KindOf(err)]; known {
		return status
	}
	return http.StatusInternalServerError
}

var ErrNoSuchPage = apperr.New(apperr.NotFound, "The address may be mistyped, or the page may have moved.")

// Renamed is a refusal whose fields have other names in a form.
func Renamed(err error, names map[string]string) error {
	var e *apperr.Error
	if !errors.As(err, &e) {
		return err
	}
	out := *e
	out.Fields = slices.Clone(e.Fields)
	for i, f := range out.Fields {
		if to, has := names[f.Name]; has {
			out.Fields[i].Name = to
		}
	}
	return &out
}
