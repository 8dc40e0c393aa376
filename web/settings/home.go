package settings

import (
	"cmp"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/settings"
	"nzgs/web/kit"
)

// HomePage is all settings, section by section.
type HomePage struct {
	kit.Page
	Sections []Section
}

// Section is a part of the settings.
type Section struct {
	ID, Title string
	Texts     []string
	Facts     []kit.Fact
	Links     []kit.Link
	Buttons   []*kit.PostButton
}

var homeView = kit.NewView[HomePage](templates, "settings.html")

var (
	adminCrumb    = kit.Crumb{Label: "Administration", URL: kit.AdminPath}
	settingsCrumb = kit.Crumb{Label: "Settings", URL: kit.SettingsPath}
)

func (s *Desk) home(c echo.Context) error {
	page := HomePage{Page: s.Page(c, "Settings", adminCrumb)}
	for _, of := range []func(echo.Context) (Section, error){
		s.society, s.letters, s.signingIn, s.money, s.rules, s.copies, s.data, s.firstSteps, s.machine,
	} {
		section, err := of(c)
		if err != nil {
			return err
		}
		page.Sections = append(page.Sections, section)
	}
	return homeView.Render(c, http.StatusOK, page)
}

// labels are what the settings are called here.
var labels = map[string]string{
	settings.Host: "Mail server", settings.Port: "Port", settings.Encryption: "Encryption", settings.User: "User name",
	settings.Password: "Password", settings.From: "Letters come from", settings.FactorFrom: "Second factor needed from",
	settings.Society: "Name", settings.Wordmark: "Short name", settings.Address: "Postal address", settings.Email: "E-mail address for everyone",
}

// fact is a setting as it is in force; one that whoever runs the program has set says so.
func fact(v settings.View, name, none string) kit.Fact {
	f := kit.Fact{Label: labels[name], Value: cmp.Or(v.Value(name), none)}
	if by := v.SetBy(name); by != "" {
		f.Value += " (set by " + by + ")"
	}
	return f
}

func (s *Desk) society(c echo.Context) (Section, error) {
	v, err := s.settings.View(c.Request().Context(), s.Actor(c), settings.Details)
	out := Section{ID: "society", Title: "The society", Facts: []kit.Fact{
		fact(v, settings.Society, ""), fact(v, settings.Wordmark, "none: the name is shown"), fact(v, settings.Address, "none"),
		fact(v, settings.Email, "none: the form on the page Contact alone"),
		{Label: "Clocks", Value: civil.ZoneWords() + " (" + civil.Zone().String() + "), as it was begun with"},
		{Label: "Currency", Value: money.InUse().Code + ", as it was begun with"},
	}}
	out.change(v, detailsPath, "Change the details")
	return out, err
}

// change leads to the form of a section, where anything of it may be changed here.
func (section *Section) change(v settings.View, path, label string) {
	if !v.Open() {
		section.Texts = append(section.Texts, "Whoever runs the program has set all of this: it is changed there.")
		return
	}
	section.Links = append(section.Links, kit.Link{Label: label, URL: path, Kind: "secondary"})
}

// may adds a link for whoever may follow it.
func (s *Desk) may(c echo.Context, section *Section, action auth.Action, label, path string) bool {
	if !auth.Can(s.Actor(c), action, auth.Object{}, s.Today()) {
		return false
	}
	section.Links = append(section.Links, kit.Link{Label: label, URL: path, Kind: "secondary"})
	return true
}

func (s *Desk) money(c echo.Context) (Section, error) {
	out := Section{ID: "money", Title: "Bank account", Texts: []string{
		"The treasurer keeps the accounts at the bank, in one place for invoices and the books.",
	}}
	s.may(c, &out, auth.ViewBooks, "Open the accounts at the bank", kit.BooksPath+"/bank")
	return out, nil
}

func (s *Desk) rules(c echo.Context) (Section, error) {
	out := Section{ID: "rules", Title: "Rules in force", Texts: []string{
		"The constitution is changed by an adopted amendment, and its open questions are decided by the committee.",
	}, Links: []kit.Link{
		{Label: "The constitution in force", URL: kit.ConstitutionPath, Kind: "secondary"},
		{Label: "Open questions and rulings", URL: kit.QuestionsPath, Kind: "secondary"},
		{Label: "Texts of the rules of Go", URL: kit.GameRulesPath, Kind: "secondary"},
	}}
	return out, nil
}

// copies is the section of backups.
func (s *Desk) copies(c echo.Context) (Section, error) {
	kept, err := s.kept.Kept(c.Request().Context(), s.Actor(c))
	out := Section{ID: "backups", Title: "Backups", Facts: backupFacts(kept, s.Today()), Links: []kit.Link{
		{Label: "Make, see and try backups", URL: kit.BackupsPath, Kind: "secondary"},
	}}
	if kept.Unread != "" {
		out.Texts = []string{folderGone(kept)}
	}
	if kept.Folder == "" {
		out.Texts = []string{"No folder for backups is set, so that none is made by itself. Whoever runs the program sets one."}
	}
	return out, err
}

func (s *Desk) data(c echo.Context) (Section, error) {
	out := Section{ID: "data", Title: "Data in and out", Texts: []string{
		"Lists come as spreadsheets from the pages that show them.",
	}}
	s.may(c, &out, auth.TakeOver, "Take over a society that exists", kit.TakeOverPath)
	s.may(c, &out, auth.ViewRegister, "The register, with its spreadsheets", kit.RegisterPath)
	s.may(c, &out, auth.ViewBooks, "The journal, as files", kit.BooksPath+"/journal")
	out.Links = append(out.Links, kit.Link{Label: "The rating list, as files", URL: kit.RatingsPath, Kind: "secondary"})
	return out, nil
}

func (s *Desk) machine(echo.Context) (Section, error) {
	return Section{ID: "machine", Title: "Set on the machine", Texts: []string{
		"Whoever runs the program sets these, by flags, the environment or the file nzgs.toml, so that no one can lock everyone out, " +
			"or have files written over, from here: the address to listen on, HTTPS and its name, the folders, the database, proxies, " +
			"the log, memory, and programs that are run. What is set there goes before what is set here; nzgs config lists all of it.",
	}, Facts: []kit.Fact{{Label: "Address of the site", Value: s.BaseURL}}}, nil
}
