package kit

// This file and view_event.go hold the values that the shared templates
// (templates/layout.html and templates/partials*.html) are rendered from. They
// are plain data: every text is ready for a reader (dates as 21 November 2026,
// money as $1,234.50) and every URL is already built. The name of the partial
// that takes a type as its dot stands in the type's comment. docs/style.md
// says when to use which.

// Kinds of message, badge and link. A kind picks an icon as well as a colour,
// so that nothing is said by colour alone.
const (
	KindNeutral = "neutral"
	KindInfo    = "info"
	KindSuccess = "success"
	KindWarning = "warning"
	KindError   = "error"
	KindLive    = "live" // a badge: it is happening now
)

// States of a row in the preview of an upload, beside KindError and
// KindWarning (Badge.Kind, partial "row-state").
const (
	RowNew       = "new"
	RowMatch     = "match"
	RowUnchanged = "unchanged"
)

// Shapes of a page (Page.Shape).
const (
	ShapeNarrow    = "narrow"    // one column of reading width: forms, sign-in
	ShapeProjector = "projector" // the wall of the playing room: big type, no navigation
)

// Page is what every page has; each page's own struct embeds it. The template
// "layout" takes any struct that embeds Page; the page's file defines "main"
// and may define "head".
type Page struct {
	Title   string // the page's title and h1, without the society's name
	Society string // "New Zealand Go Society"
	Brand   string // its short name, at the head of the page
	Nav     []NavItem
	Crumbs  []Crumb    // from the top down, without the page itself
	User    *UserBadge // nil when signed out
	Flash   []Flash
	Errors  []FieldError // in form order; shown by "error-summary"
	Key     string       // idempotency key, hidden field "key"
	Path    string       // path of this page, for "sign in and come back"
	Version string       // cache key of the static files
	// Live is the URL of server-sent events for this page, ending in /live, or
	// "". Each "revision" event refreshes every element with data-live-src. A
	// page that cannot listen polls the same URL ending in /revision.
	Live     string
	Revision string    // what the page was rendered from; "" refreshes once on connecting
	Shape    string    // "", ShapeNarrow or ShapeProjector
	Footer   []NavItem // small links at the foot of the page
	Line     string    // what the page is, in a sentence, for search engines and the picture beside a link to it
	Share    *Sharing  // nil: the page is not for everybody
	Feeds    []FeedLink

	Tongue    string    // the language of the page, "mi"; "": English
	TitleLang string    // of the title, where that is not the language around it
	Draft     *Draft    // the words in that language are a draft
	Languages []NavItem // the page in other languages
}

// NavItem is one link of a navigation or of tabs.
type NavItem struct {
	Label, URL string
	Current    bool
	Count      string // small figure behind the label, or ""
	Lang       string // of the label, where that is not the language around it
}

// Crumb is one step of the way to a page.
type Crumb struct{ Label, URL, Lang string }

// UserBadge says who is signed in.
type UserBadge struct {
	Name    string
	Offices string // "Treasurer, Auckland club secretary", or ""
	URL     string // the page behind the name
}

// Flash is a message about what has just happened. Kind is KindSuccess,
// KindWarning or KindError.
type Flash struct{ Kind, Text string }

// FieldError is one line of the error summary; Field is the id of its input.
type FieldError struct{ Field, Label, Message string }

// Link is an action or an export. Kind "" is a plain link; "primary",
// "secondary" and "danger" look like buttons.
type Link struct{ Label, URL, Kind string }

// Tabs are links between the parts of one thing (partial "tabs").
type Tabs struct {
	Label string // name of the navigation, read out by screen readers
	Items []NavItem
}

// Field is one form field (partial "field").
type Field struct {
	ID, Name, Label string
	Hint            string // stands above the input
	Value           string
	// Type is text (also when empty), email, tel, number, date, time, url,
	// search, password, file, hidden, select, textarea, checkbox, radios or
	// checkboxes.
	Type     string
	Error    string
	Required bool
	ReadOnly bool
	Checked  bool     // of a checkbox; its Value defaults to "on"
	Options  []Option // of select, radios and checkboxes

	Autocomplete, InputMode string
	Placeholder             string // only for the shape of an entry, never a label
	Min, Max, Step          string
	MaxLength               int    // 0: none
	Rows                    int    // of a textarea; 0: 4
	Accept                  string // of a file: ".xlsx,.csv"
	Names                   string // where names are proposed from as one types, see SendNames
	Prefix, Suffix          string // unit beside the input: "$", "minutes"
	Width                   string // "": full; "short": a number; "medium": a date, a code
}

// Option is one choice of a select, radios or checkboxes.
type Option struct {
	Value, Label string
	Hint         string // radios and checkboxes only
	Selected     bool
}

// Hidden is a hidden form value.
type Hidden struct{ Name, Value string }

// Filters is the form above a list (partial "filters"). It is a GET form, so
// that the list's state is in the URL; with scripts it replaces only the
// element whose id is Target, which the page must contain.
type Filters struct {
	Action string
	Fields []Field
	Hidden []Hidden // what else the URL keeps: the sort order
	Target string   // id, without #
	Clear  string   // URL without filters, or "" when none is set
}

// ListHead is the count and the exports of a list (partial "list-head"). It
// stands inside the element that Filters.Target names.
type ListHead struct {
	Count   string // "42 of 150 members"
	Exports []Link // what the list shows, as files
	Problem string // with the filters: what is shown instead
}

// SortHeader is a sortable column's head (partial "sort-header"). URL sorts by
// this column, or turns the order round when it already does.
type SortHeader struct {
	Label, URL string
	Dir        string // "ascending", "descending" or ""
	Numeric    bool   // figures, aligned right
	Title      string // the long name of an abbreviation
}

// Pager leads through a list (partial "pager"). Empty URLs are not shown; a
// page without URL that is not current is a gap.
type Pager struct {
	Summary    string // "51–100 of 150"
	Prev, Next string
	Pages      []NavItem
}

// Empty is what an empty list shows: what to do first (partial "empty-state").
type Empty struct {
	Title, Text string
	Action      *Link
}

// Badge is a status (partial "badge"; in previews "row-state").
type Badge struct{ Kind, Text string }

// Trace is a figure that a rule produced, opening to the rule and its
// arithmetic (partial "trace"). Without Rule and Lines it is only its value.
type Trace struct {
	Value   string   // "30 June 2027"
	Rule    string   // "Rule 2.2"
	RuleURL string   // where the rule can be read, or ""
	Text    string   // the rule in a sentence
	Lines   []string // the arithmetic, a step a line; the last one is what follows
}

// Fact is one line of a summary (partial "facts", dot []Fact). Of Trace, Badge
// and Value the first one that is set is shown; URL makes a link of Value.
type Fact struct {
	Label, Value, URL string
	Trace             *Trace
	Badge             *Badge
}

// Step is one stage of a longer job (partial "steps", dot []Step). State is
// "done", "current" or "todo".
type Step struct{ Label, URL, State string }

// Task is one thing somebody should do next (partial "tasks", dot []Task).
type Task struct {
	Title, Text string
	URL, Action string // what the link says: "Check the list"
	Due         string // "by 30 June 2026", or ""
	State       string // "overdue", "soon" or ""
	Trace       *Trace // something about it that opens to its arithmetic, or nil
}

// InboxCard is something that came in and waits for a decision (partial
// "inbox", dot []InboxCard).
type InboxCard struct {
	Title, URL string
	Meta       string // who and when
	Badge      *Badge
	Facts      []Fact
	Actions    []Link
}

// Progress is a long job that goes on by itself (partial "progress"). LiveURL
// is the page to refresh it from.
type Progress struct {
	ID, Label, Text string
	Done, Total     int // Total 0: not known yet
	LiveURL         string
}

// Conflict sets what somebody wanted to save beside what another person saved
// meanwhile (partial "conflict").
type Conflict struct {
	Text string // who saved what when
	Rows []ConflictRow
}

// ConflictRow is one field of a Conflict; Differs marks what was changed.
type ConflictRow struct {
	Label, Yours, Theirs string
	Differs              bool
}

// Overview is what a desk tells the page that it is a part of: figures, and what waits.
type Overview struct {
	Facts  []Fact
	Tasks  []Task
	Graphs *Graphs // nil: there are no figures yet
}

// Chart is a graph drawn from the table that stands below it (partial
// "chart"). Without scripts the table alone is shown.
type Chart struct {
	ID      string // unique on the page
	Title   string
	Kind    string // "line", "step" or "bars"
	Summary string // what the graph shows, in a sentence
	XLabel  string
	Series  []string
	Points  []ChartPoint
}

// ChartPoint is one row of a Chart. X is a date (2026-11-21) or a number,
// Label its text for people; an empty value is a gap.
type ChartPoint struct {
	X, Label string
	Values   []string
}
