package settings

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/settings"
	"nzgs/web/kit"
)

// form is the form of a section. fields are those of it that the site may change, by the settings' names.
func (s *Desk) form(
	section settings.Section, path, title string, fields func() []kit.Field, say ...string,
) kit.Form[settings.View] {
	return kit.Form[settings.View]{
		Site: s.Site,
		Load: func(c echo.Context) (settings.View, error) {
			return s.settings.View(c.Request().Context(), s.Actor(c), section)
		},
		Version: func(v settings.View) int64 { return v.Version },
		Fill: func(_ echo.Context, in *kit.Filling, v settings.View) {
			for _, f := range fields() {
				in.Set(f.Name, v.Value(f.Name))
			}
		},
		Show: func(c echo.Context, p *kit.FormPage, v settings.View) error {
			p.Page = s.Page(c, title, adminCrumb, settingsCrumb)
			p.Action, p.Submit, p.Back = path, "Save", kit.SettingsPath
			p.Say(say...)
			var open []kit.Field
			for _, f := range fields() {
				if v.SetBy(f.Name) == "" {
					open = append(open, f)
					continue
				}
				p.Facts = append(p.Facts, fact(v, f.Name, "none"))
			}
			if len(open) == 0 {
				p.Barred = []kit.RuleText{kit.CiteRules("Whoever runs the program has set all of this: it is changed there.")}
				return nil
			}
			p.Group("", open...)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, _ settings.View) (kit.Done, error) {
			values := map[string]string{}
			for _, f := range fields() {
				if in.Sends(f.Name) {
					values[f.Name] = in.Text(f.Name)
				}
				switch {
				case !in.Sends(f.Name):
				case f.Type == "password":
					values[f.Name] = in.Password(f.Name)
				case f.Type == "date" && values[f.Name] != "":
					values[f.Name] = in.Day(f.Name).String()
				}
			}
			return kit.Done{To: kit.SettingsPath, Message: "Saved."},
				s.settings.Save(c.Request().Context(), s.Actor(c), section, in.Version(), values)
		},
	}
}

func (s *Desk) details() kit.Form[settings.View] {
	return s.form(settings.Details, detailsPath, "Details of the society", func() []kit.Field {
		field := func(name, hint string) kit.Field {
			return kit.Field{Name: name, Label: labels[name], Hint: hint, MaxLength: settings.MostLetters[name]}
		}
		name := field(settings.Society, "On every page, letter and print.")
		name.Required = true
		email := field(settings.Email, "Shown on the page Contact, where programs that collect addresses find it as well. "+
			"Empty: people write by the form there.")
		email.Type = "email"
		return []kit.Field{
			name, field(settings.Wordmark, "At the head of every page. Empty: the name."),
			field(settings.Address, "On one line, as PO Box 1, Wellington 6140. On letters and prints, and on the page Contact."), email,
		}
	})
}
