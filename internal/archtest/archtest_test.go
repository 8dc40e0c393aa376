// Package archtest keeps the project's structure: which package may import
// which, and where SQL, the web framework and the clock may be used. The table
// of docs/architecture.md is checked against the one here.
package archtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
)

const module = "nzgs"

// allowed says what each package of the project may import of the project.
// Arrows point down: a package stands below everything that imports it. Tests
// may import more.
var allowed = map[string][]string{
	"internal/words":           {},
	"internal/words/wordstest": {"internal/words"},

	"internal/civil":          {},
	"internal/money":          {},
	"internal/apperr":         {},
	"internal/bidi":           {},
	"internal/clubname":       {},
	"internal/qr":             {},
	"internal/sheet":          {"internal/apperr"},
	"internal/spool":          {},
	"internal/config":         {"internal/civil", "internal/machine", "internal/money"},
	"internal/markdown":       {"internal/apperr"},
	"internal/sgf":            {},
	"internal/gorules":        {},
	"internal/gorules/record": {"internal/gorules", "internal/sgf"},
	"internal/games":          {},
	"internal/games/hex":      {"internal/games"},
	"internal/games/amazons":  {"internal/games"},
	"internal/games/tanbo":    {"internal/games"},
	"internal/games/table": {
		"internal/games", "internal/games/amazons", "internal/games/hex", "internal/games/tanbo", "internal/gorules",
	},
	"internal/games/lessons": {"internal/games", "internal/games/table", "internal/gorules"},
	"internal/games/record": {
		"internal/games", "internal/games/table", "internal/gorules", "internal/gorules/record", "internal/sgf",
	},
	"migrations":               {},
	"internal/store":           {"internal/machine", "migrations"},
	"internal/store/storetest": {"internal/store", "migrations"},
	"internal/raced":           {},
	"internal/mutate":          {},
	"internal/sbom":            {},
	"internal/targets":         {},
	"internal/audit":           {"internal/apperr", "internal/civil", "internal/store"},
	"internal/mail": {
		"internal/apperr", "internal/auth", "internal/bidi", "internal/civil", "internal/store", "internal/usecase",
	},
	"internal/mail/mailtest": {},
	"internal/logbook": {
		"internal/audit", "internal/auth", "internal/civil", "internal/mail", "internal/members", "internal/store",
		"internal/usecase",
	},
	"internal/auth":    {"internal/apperr", "internal/audit", "internal/auth/passkey", "internal/civil", "internal/store"},
	"internal/usecase": {"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/store"},
	"internal/members": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/governance/constitution",
		"internal/ratings/scale", "internal/store", "internal/usecase",
	},
	"internal/members/kinds": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/governance", "internal/governance/constitution",
		"internal/members", "internal/store", "internal/usecase",
	},
	"internal/members/cards": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/clubs", "internal/governance", "internal/members",
		"internal/members/kinds", "internal/store", "internal/usecase",
	},
	"internal/members/held": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/members", "internal/money", "internal/store",
		"internal/usecase",
	},
	"internal/members/leaving": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/clubs", "internal/governance",
		"internal/governance/committee", "internal/governance/constitution", "internal/mail", "internal/members", "internal/store", "internal/treasury",
		"internal/usecase",
	},
	"internal/takeover": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/clubname", "internal/clubs", "internal/governance",
		"internal/governance/constitution", "internal/members", "internal/members/leaving", "internal/money", "internal/ratings",
		"internal/ratings/scale", "internal/sheet", "internal/store", "internal/usecase",
	},
	"internal/members/merging": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/members", "internal/ratings", "internal/store",
		"internal/treasury", "internal/usecase",
	},
	"internal/treasury": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/governance", "internal/governance/constitution",
		"internal/members", "internal/members/kinds", "internal/money", "internal/store", "internal/treasury/ledger", "internal/usecase",
	},
	"internal/treasury/ledger": {"internal/apperr", "internal/civil", "internal/money"},
	"internal/booking": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/clubs", "internal/members", "internal/money",
		"internal/store", "internal/treasury", "internal/treasury/bank", "internal/treasury/ledger", "internal/usecase",
	},
	"internal/clubs": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/governance", "internal/governance/constitution",
		"internal/members", "internal/members/kinds", "internal/money", "internal/places", "internal/ratings/scale", "internal/sheet",
		"internal/store", "internal/treasury", "internal/treasury/ledger", "internal/usecase",
	},
	"internal/places":         {"internal/members"},
	"scripts":                 {"internal/places"},
	"internal/ratings/scale":  {},
	"internal/ratings/points": {"internal/civil"},
	"internal/ratings": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/mail", "internal/members", "internal/ratings/scale",
		"internal/store", "internal/usecase",
	},
	"internal/representative": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/clubs", "internal/formats",
		"internal/governance/committee", "internal/members", "internal/ratings/points", "internal/store",
		"internal/usecase",
	},
	"internal/playing/match": {
		"internal/civil", "internal/games", "internal/games/hex", "internal/games/table", "internal/gorules",
		"internal/gorules/record",
	},
	"internal/playing/clubmatch": {"internal/auth", "internal/civil", "internal/ratings/scale"},
	"internal/playing/ladder":    {"internal/auth", "internal/civil"},
	"internal/playing": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/clubs", "internal/games", "internal/gorules", "internal/gorules/record",
		"internal/mail", "internal/members", "internal/playing/clubmatch", "internal/playing/ladder", "internal/playing/match", "internal/ratings", "internal/ratings/scale",
		"internal/store", "internal/usecase",
	},
	"internal/playing/sendin": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/games", "internal/gorules/record", "internal/pairing",
		"internal/playing", "internal/playing/match", "internal/results", "internal/store", "internal/tournaments",
		"internal/usecase", "internal/weekly",
	},
	"internal/titles": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/members", "internal/pairing", "internal/sheet",
		"internal/store", "internal/usecase",
	},
	"internal/grades": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/governance/committee", "internal/members",
		"internal/ratings/scale", "internal/store", "internal/usecase",
	},
	"internal/pairing/matching": {},
	"internal/pairing":          {"internal/clubname", "internal/pairing/matching", "internal/ratings/scale"},
	"internal/pairing/simulate": {"internal/clubname", "internal/pairing", "internal/ratings", "internal/ratings/scale"},
	"internal/formats": {
		"internal/civil", "internal/pairing", "internal/ratings/points", "internal/ratings/scale", "internal/sheet",
	},
	"internal/treasury/bank": {"internal/civil", "internal/money", "internal/sheet"},
	"internal/tournaments": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/clubname", "internal/formats",
		"internal/members", "internal/pairing", "internal/ratings", "internal/ratings/scale", "internal/representative", "internal/sheet", "internal/store",
		"internal/titles", "internal/usecase",
	},
	"internal/results": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/gorules", "internal/gorules/record",
		"internal/members", "internal/pairing", "internal/ratings/scale", "internal/sgf", "internal/store", "internal/tournaments",
		"internal/usecase",
	},
	"internal/prizes": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/clubname", "internal/money", "internal/pairing",
		"internal/ratings/scale", "internal/store", "internal/tournaments", "internal/usecase",
	},
	"internal/erasing": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/members", "internal/retention",
		"internal/store", "internal/usecase",
	},
	"internal/retention": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/bookshop", "internal/civil", "internal/entering", "internal/eventmail",
		"internal/hosting", "internal/joining", "internal/newsletter", "internal/results", "internal/store", "internal/takeover", "internal/treasury", "internal/usecase",
	},
	"internal/settings": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/logbook", "internal/mail", "internal/money", "internal/store",
		"internal/usecase",
	},
	"internal/firststeps": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/settings", "internal/store", "internal/upkeep", "internal/usecase",
	},
	"internal/venue": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/formats", "internal/members",
		"internal/money", "internal/pairing", "internal/prizes", "internal/ratings", "internal/store", "internal/tournaments",
		"internal/usecase",
	},
	"internal/eventmail": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/mail", "internal/members", "internal/results",
		"internal/store", "internal/tournaments", "internal/usecase",
	},
	"internal/contact": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/mail", "internal/members", "internal/store", "internal/usecase",
	},
	"internal/duties": {
		"internal/auth", "internal/civil", "internal/clubs", "internal/governance", "internal/governance/constitution", "internal/tournaments",
	},
	"internal/outside": {"internal/civil", "internal/store", "internal/tournaments"},
	"internal/search":  {"internal/audit", "internal/civil", "internal/members", "internal/places", "internal/store", "internal/tournaments"},
	"internal/weekly": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/mail", "internal/members",
		"internal/pairing", "internal/ratings/scale", "internal/results", "internal/store",
		"internal/tournaments", "internal/usecase",
	},
	"internal/elsewhere": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/formats", "internal/members", "internal/ratings/scale",
		"internal/store", "internal/usecase",
	},
	"internal/hosting": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/clubs", "internal/mail", "internal/members",
		"internal/store", "internal/usecase",
	},
	"internal/inviting": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/mail", "internal/members", "internal/store",
		"internal/usecase",
	},
	"internal/joining": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/clubs", "internal/governance",
		"internal/mail", "internal/members", "internal/members/kinds", "internal/store", "internal/treasury", "internal/usecase",
	},
	"internal/letters": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/entering", "internal/governance",
		"internal/governance/constitution", "internal/mail", "internal/members", "internal/money", "internal/store",
		"internal/tournaments", "internal/treasury", "internal/usecase",
	},
	"internal/news/picture": {"internal/apperr"},
	"internal/newsletter": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/mail", "internal/markdown", "internal/members",
		"internal/news", "internal/store", "internal/usecase",
	},
	"internal/bookshop": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/clubs", "internal/governance/constitution",
		"internal/mail", "internal/markdown", "internal/members", "internal/money", "internal/news", "internal/news/picture",
		"internal/store", "internal/treasury", "internal/usecase",
	},
	"internal/news": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/markdown", "internal/members", "internal/news/picture",
		"internal/store", "internal/usecase",
	},
	"internal/cancelling": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/entering", "internal/eventmail", "internal/mail", "internal/members",
		"internal/money", "internal/store", "internal/tournaments", "internal/usecase",
	},
	"internal/entering": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/clubs", "internal/elsewhere", "internal/mail",
		"internal/members", "internal/money", "internal/ratings/scale", "internal/store", "internal/tournaments", "internal/treasury", "internal/usecase",
	},
	"internal/governance/constitution":      {"internal/apperr", "internal/civil", "internal/money"},
	"internal/governance/calendar":          {"internal/civil"},
	"internal/governance/ballot":            {"internal/apperr", "internal/civil"},
	"internal/governance/ballot/ballottest": {"internal/governance/ballot"},
	"internal/auth/passkey":                 {"internal/apperr"},
	"internal/auth/passkey/passkeytest":     {},
	"internal/governance": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/governance/constitution", "internal/store",
		"internal/usecase",
	},
	"internal/governance/meetings": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/clubs", "internal/governance",
		"internal/governance/constitution", "internal/mail", "internal/members", "internal/money", "internal/store",
		"internal/treasury", "internal/usecase",
	},
	"internal/governance/elections": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/governance", "internal/governance/constitution",
		"internal/governance/meetings", "internal/members", "internal/store", "internal/usecase",
	},
	"internal/governance/postal": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/governance",
		"internal/governance/ballot", "internal/governance/constitution", "internal/governance/meetings",
		"internal/mail", "internal/members", "internal/store", "internal/usecase",
	},
	"internal/governance/act": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/governance", "internal/governance/constitution",
		"internal/members", "internal/store", "internal/usecase",
	},
	"internal/governance/handover": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/governance", "internal/store", "internal/usecase",
	},
	"internal/governance/committee": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/clubs", "internal/governance",
		"internal/governance/constitution", "internal/members", "internal/money", "internal/store", "internal/treasury", "internal/treasury/ledger", "internal/usecase",
	},
	"internal/upkeep": {"internal/audit", "internal/civil", "internal/machine", "internal/store", "migrations"},
	"internal/upkeep/asked": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/store", "internal/upkeep", "internal/usecase",
	},
	"internal/machine": {},
	"internal/moving":  {"internal/audit", "internal/auth", "internal/civil", "internal/store", "internal/usecase"},
	"internal/backup": {
		"internal/audit", "internal/auth", "internal/civil", "internal/machine", "internal/mail", "internal/moving", "internal/settings", "internal/store",
		"migrations",
	},
	"internal/demo": {"*"},
	"reports": {
		"internal/civil", "internal/money", "internal/qr", "internal/ratings/scale", "internal/sheet", "internal/spool",
	},
	"web/kit": {
		"internal/apperr", "internal/auth", "internal/bidi", "internal/civil", "internal/games", "internal/gorules",
		"internal/gorules/record", "internal/governance/constitution", "internal/money", "internal/sgf", "internal/spool", "internal/store", "internal/words", "reports",
	},
	"web/kit/kittest": {"*"},
	"web/account": {
		"internal/apperr", "internal/audit", "internal/auth", "internal/civil", "internal/clubs", "internal/inviting",
		"internal/logbook", "internal/members", "internal/money", "internal/tournaments", "internal/upkeep", "web/kit",
	},
	"web/society": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/clubs", "internal/governance",
		"internal/governance/constitution", "internal/governance/postal", "internal/members", "internal/members/held",
		"internal/members/kinds", "internal/money", "internal/ratings", "internal/store", "internal/treasury", "reports", "web/kit",
	},
	"web/takeover": {
		"internal/apperr", "internal/auth", "internal/members", "internal/takeover", "internal/tournaments", "reports", "web/kit",
	},
	"web/people": {
		"internal/apperr", "internal/auth", "internal/clubs", "internal/governance/committee", "internal/members", "internal/members/leaving",
		"internal/members/merging", "internal/treasury", "web/kit",
	},
	"web/clubs": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/clubs", "internal/hosting", "internal/places", "internal/tournaments",
		"web/kit",
	},
	"web/joining": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/governance", "internal/governance/constitution",
		"internal/joining", "internal/members", "internal/members/cards", "internal/members/kinds", "internal/treasury", "reports",
		"web/kit",
	},
	"web/retention": {
		"internal/apperr", "internal/auth", "internal/erasing", "internal/members", "internal/retention", "reports", "web/kit",
	},
	"web/settings": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/firststeps", "internal/money", "internal/settings",
		"internal/upkeep/asked", "web/kit",
	},
	"web/letters": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/letters", "internal/mail", "internal/members",
		"internal/newsletter", "internal/tournaments", "reports", "web/kit",
	},
	"web/events": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/clubs", "internal/elsewhere", "internal/entering", "internal/eventmail", "internal/formats", "internal/governance/calendar", "internal/members",
		"internal/money", "internal/pairing", "internal/pairing/simulate", "internal/prizes", "internal/ratings", "internal/ratings/scale", "internal/results",
		"internal/search", "internal/store", "internal/tournaments", "internal/weekly", "reports", "web/kit",
	},
	"web/entering": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/entering", "internal/members", "internal/money", "internal/tournaments",
		"reports", "web/kit",
	},
	"web/cancelling": {
		"internal/apperr", "internal/auth", "internal/cancelling", "internal/tournaments", "reports", "web/kit",
	},
	"web/records": {
		"internal/apperr", "internal/auth", "internal/games", "internal/games/record", "internal/games/table",
		"internal/gorules", "internal/gorules/record", "internal/machine", "internal/pairing", "internal/results", "internal/sgf",
		"internal/tournaments", "reports", "web/kit",
	},
	"web/playing": {
		"internal/apperr", "internal/auth", "internal/clubs", "internal/games", "internal/games/table", "internal/gorules",
		"internal/gorules/record", "internal/playing", "internal/playing/clubmatch", "internal/playing/ladder", "internal/playing/match", "internal/playing/sendin",
		"internal/tournaments", "reports", "web/kit",
	},
	"web/rules": {"internal/games", "internal/games/lessons", "internal/gorules", "web/kit"},
	"web/site": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/contact", "internal/games", "internal/games/lessons",
		"internal/governance", "internal/governance/calendar", "internal/outside", "internal/ratings",
		"internal/search", "internal/titles", "internal/tournaments", "web/kit",
	},
	"web/ratings": {
		"internal/auth", "internal/civil", "internal/elsewhere", "internal/formats", "internal/grades", "internal/ratings", "internal/ratings/scale",
		"internal/representative", "internal/titles", "reports", "web/kit",
	},
	"web/points": {
		"internal/auth", "internal/civil", "internal/clubs", "internal/formats", "internal/ratings/points",
		"internal/representative", "internal/tournaments", "reports", "web/kit",
	},
	"web/venue": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/tournaments", "internal/venue", "reports", "web/kit",
	},
	"web/bookshop": {
		"internal/apperr", "internal/auth", "internal/bookshop", "internal/civil", "internal/markdown", "internal/members", "internal/money",
		"internal/news/picture", "internal/treasury", "reports", "web/kit",
	},
	"web/news": {
		"internal/apperr", "internal/auth", "internal/markdown", "internal/news", "internal/news/picture", "internal/newsletter",
		"reports", "web/kit",
	},
	"web/titles": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/pairing", "internal/titles", "internal/tournaments",
		"reports", "web/kit",
	},
	"web/grades": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/grades", "internal/ratings/scale", "reports", "web/kit",
	},
	"web/books": {
		"internal/apperr", "internal/auth", "internal/booking", "internal/civil", "internal/clubs",
		"internal/governance", "internal/governance/committee", "internal/governance/constitution",
		"internal/governance/meetings", "internal/members", "internal/money", "internal/treasury",
		"internal/treasury/bank", "internal/treasury/ledger", "reports", "web/kit",
	},
	"web/meetings": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/governance", "internal/governance/constitution",
		"internal/governance/elections", "internal/governance/meetings", "internal/governance/postal", "internal/mail",
		"internal/members", "internal/money", "reports", "web/kit",
	},
	"web/postal": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/governance", "internal/governance/ballot",
		"internal/governance/constitution", "internal/governance/meetings", "internal/governance/postal", "internal/mail",
		"internal/members", "internal/store", "reports", "web/kit",
	},
	"web/committee": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/clubs", "internal/governance/act",
		"internal/governance/committee", "internal/governance/constitution", "internal/governance/handover",
		"internal/governance/meetings", "internal/money",
		"reports", "web/kit",
	},
	"web/constitution": {
		"internal/apperr", "internal/auth", "internal/civil", "internal/duties", "internal/governance", "internal/governance/calendar",
		"internal/governance/constitution", "internal/governance/meetings", "reports", "web/kit",
	},
	"web/printed":       {"*"},
	"web":               {"*"},
	"cmd/nzgs":          {"*"},
	"bench":             {},
	"e2e":               {},
	"internal/archtest": {},
}

// above is what a package with "*" may still not import.
var above = map[string][]string{
	"web":             {"cmd/nzgs", "internal/demo", "internal/backup", "internal/config", "web/kit/kittest"},
	"web/kit/kittest": {"cmd/nzgs", "internal/demo", "internal/backup", "internal/config"},
	"internal/demo":   {"cmd/nzgs", "web", "reports", "internal/config"},
	"web/printed":     {"cmd/nzgs", "internal/backup", "internal/config"},
	"cmd/nzgs":        {},
}

// only says which packages or files may import a library.
var only = []struct {
	library string
	may     func(pkg, file string) bool
	why     string
}{
	{"database/sql", func(pkg, file string) bool {
		return pkg == "internal/store" || pkg == "migrations" || strings.HasPrefix(filepath.Base(file), "store")
	}, "SQL lives in store*.go files"},
	{
		"github.com/labstack/echo/v4", func(pkg, _ string) bool { return pkg == "web" || strings.HasPrefix(pkg, "web/") },
		"only web and its desks know the web framework",
	},
	{"github.com/spf13/viper", func(pkg, _ string) bool { return pkg == "internal/config" }, "only config reads settings"},
	{"github.com/spf13/cobra", func(pkg, _ string) bool { return pkg == "cmd/nzgs" }, "only cmd knows commands"},
	{"rsc.io/qr", func(pkg, _ string) bool { return pkg == "internal/qr" }, "only internal/qr makes QR codes"},
	{"github.com/jung-kurt/gofpdf", func(pkg, _ string) bool { return pkg == "reports" }, "only reports makes PDF"},
	{
		"github.com/go-text/typesetting/shaping", func(_, file string) bool { return file == "reports/shape.go" },
		"letters are shaped in one place",
	},
	{
		"github.com/mozillazg/go-unidecode", func(_, file string) bool { return file == "reports/text.go" },
		"names are written in Latin letters only where no font has their own",
	},
	{"golang.org/x/tools", func(pkg, _ string) bool { return pkg == "internal/targets" }, "the program itself reads no Go"},
	{"github.com/yuin/goldmark", func(pkg, _ string) bool { return pkg == "internal/markdown" }, "Markdown is read within bounds, in one place"},
	{"github.com/wneessen/go-mail", func(pkg, _ string) bool { return pkg == "internal/mail" }, "only mail sends letters"},
	{
		"github.com/arran4/golang-ical", func(pkg, _ string) bool { return pkg == "internal/governance/calendar" },
		"only calendar writes iCalendar",
	},
	{
		"github.com/xuri/excelize/v2", func(pkg, _ string) bool { return pkg == "reports" || pkg == "internal/sheet" },
		"only sheet and reports know spreadsheets",
	},
	{
		"github.com/jackc/pgx/v5/stdlib", func(pkg, _ string) bool { return pkg == "internal/store" },
		"only store opens databases",
	},
	{"modernc.org/sqlite", func(pkg, _ string) bool { return pkg == "internal/store" }, "only store opens databases"},
	{"filippo.io/age", func(pkg, _ string) bool {
		return strings.HasPrefix(pkg, "internal/governance/ballot") || pkg == "internal/backup" || pkg == "cmd/nzgs"
	}, "only ballot seals votes, and backup its files"},
	{"filippo.io/age/armor", func(pkg, _ string) bool {
		return strings.HasPrefix(pkg, "internal/governance/ballot") || pkg == "cmd/nzgs"
	}, "only ballot seals votes"},
	{"github.com/go-webauthn/webauthn/webauthn", func(pkg, _ string) bool {
		return pkg == "internal/auth/passkey"
	}, "only passkey checks passkeys"},
	{"github.com/go-webauthn/webauthn/protocol", func(pkg, _ string) bool {
		return pkg == "internal/auth/passkey"
	}, "only passkey checks passkeys"},
	{"math/rand", func(string, string) bool { return false }, "math/rand/v2 with a seed, or crypto/rand"},
}

// clockFree lists the trees in which the machine's clock may not be read.
var clockFree = []string{"internal/", "reports", "migrations"}

// clockReaders may read it all the same: who tells the time, and tools that measure it.
var clockReaders = []string{"internal/civil", "internal/mutate", "internal/store/storetest"}

var readsClock = regexp.MustCompile(`\btime\.(Now|Since|Until)\(`)

type source struct {
	pkg     string // folder, relative to the module
	file    string // path, relative to the module
	imports []string
	text    string
	test    bool
}

func sources(t *testing.T) []source {
	t.Helper()
	root := filepath.Join("..", "..")
	var out []source
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" ||
			name == "out" || name == "data" || name == "demo" && filepath.Dir(path) == root) {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		s := source{
			pkg: filepath.ToSlash(filepath.Dir(rel)), file: filepath.ToSlash(rel), text: string(text),
			test: strings.HasSuffix(name, "_test.go") || strings.HasSuffix(
				filepath.ToSlash(filepath.Dir(rel)), "web/kit/kittest",
			),
		}
		for _, i := range f.Imports {
			p, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			s.imports = append(s.imports, p)
		}
		out = append(out, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestImportsPointDown(t *testing.T) {
	for _, s := range sources(t) {
		may, known := allowed[s.pkg]
		if !known {
			t.Errorf("%s: package %s is not in the table of archtest: say what it may import", s.file, s.pkg)
			continue
		}
		if s.test {
			continue
		}
		for _, p := range s.imports {
			inner, ours := strings.CutPrefix(p, module+"/")
			if !ours {
				continue
			}
			if slices.Contains(may, "*") && !slices.Contains(above[s.pkg], inner) || slices.Contains(may, inner) {
				continue
			}
			t.Errorf("%s imports %s, which %s may not", s.file, inner, s.pkg)
		}
	}
}

// A desk of the site imports kit, its services and reports, never another desk:
// what one needs of another is handed over where the desks are put together.
func TestDesksKnowNoOtherDesk(t *testing.T) {
	for _, s := range sources(t) {
		own, below := strings.CutPrefix(s.pkg, "web/")
		if s.test || !below || own == "kit/kittest" {
			continue
		}
		for _, p := range s.imports {
			if inner, ours := strings.CutPrefix(p, module+"/"); ours && inner != "web/kit" &&
				(inner == "web" || strings.HasPrefix(inner, "web/")) {
				t.Errorf("%s imports %s: a desk knows no other desk", s.file, inner)
			}
		}
	}
}

func TestPureRoomsImportOnlyTheStandardLibrary(t *testing.T) {
	pure := []string{
		"internal/money", "internal/civil", "internal/pairing", "internal/pairing/matching", "internal/ratings/scale",
		"internal/apperr", "internal/gorules", "internal/governance/constitution", "internal/clubname",
	}
	for _, s := range sources(t) {
		if s.test || !slices.Contains(pure, s.pkg) {
			continue
		}
		for _, p := range s.imports {
			if first, _, _ := strings.Cut(p, "/"); strings.Contains(first, ".") {
				t.Errorf("%s imports %s: %s is pure", s.file, p, s.pkg)
			}
		}
	}
}

func TestLibrariesStayInTheirRooms(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, o := range only {
			if slices.Contains(s.imports, o.library) && !o.may(s.pkg, s.file) {
				t.Errorf("%s imports %s: %s", s.file, o.library, o.why)
			}
		}
	}
}

func TestDomainPackagesAreToldTheTime(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || slices.Contains(clockReaders, s.pkg) || !slices.ContainsFunc(
			clockFree, func(p string) bool { return strings.HasPrefix(s.file, p) },
		) {
			continue
		}
		for i, line := range strings.Split(s.text, "\n") {
			code, _, _ := strings.Cut(line, "//")
			if readsClock.MatchString(code) {
				t.Errorf("%s:%d reads the machine's clock: take a civil.Clock", s.file, i+1)
			}
		}
	}
}

// shippedIn are the packages that may name the constitution that the program
// ships: what an empty society begins with, and what the commands answer by that
// are asked without a society.
var shippedIn = []string{"internal/governance", "internal/governance/constitution", "cmd/nzgs"}

var namesShipped = regexp.MustCompile(`\bconstitution\.Shipped\b`)

// Everybody else asks for the constitution of the day (governance.On).
func TestOnlyGovernanceKnowsTheShippedConstitution(t *testing.T) {
	for _, s := range sources(t) {
		if !s.test && !slices.Contains(shippedIn, s.pkg) && namesShipped.MatchString(s.text) {
			t.Errorf("%s takes the constitution that is shipped: ask governance for the one in force", s.file)
		}
	}
}

// TestTheTableIsDocumented keeps docs/architecture.md true: its import table
// has the same lines as the one above.
func TestTheTableIsDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for pkg := range allowed {
		names = append(names, pkg)
	}
	sort.Strings(names)
	for _, pkg := range names {
		imports := "nothing of ours"
		if may := allowed[pkg]; slices.Contains(may, "*") {
			imports = "anything below"
		} else if len(may) > 0 {
			short := make([]string, len(may))
			for i, p := range may {
				short[i] = strings.TrimPrefix(p, "internal/")
			}
			imports = strings.Join(short, ", ")
		}
		line := "| `" + pkg + "` | " + imports + " |"
		if !strings.Contains(string(text), line) {
			t.Errorf("docs/architecture.md lacks the line\n%s", line)
		}
	}
}
