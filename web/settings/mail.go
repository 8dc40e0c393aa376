package settings

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/settings"
	"nzgs/web/kit"
)

// letters is the section of the mail server.
func (s *Desk) letters(c echo.Context) (Section, error) {
	ctx, actor := c.Request().Context(), s.Actor(c)
	v, err := s.settings.View(ctx, actor, settings.Mail)
	if err != nil {
		return Section{}, err
	}
	out := Section{ID: "mail", Title: "Letters by e-mail"}
	if v.Value(settings.Host) == "" {
		out.Texts = append(out.Texts, "No mail server is set: letters wait in the outbox.")
	} else {
		for _, name := range []string{settings.Host, settings.Port, settings.Encryption, settings.User, settings.Password, settings.From} {
			out.Facts = append(out.Facts, fact(v, name, "none"))
		}
		test, ofNow, err := s.settings.MailTested(ctx, actor)
		if err != nil {
			return Section{}, err
		}
		out.Facts = append(out.Facts, tested(test, ofNow))
	}
	page := s.Page(c, "")
	switch {
	case v.Held:
		out.Texts = append(out.Texts, "This came with a backup that was restored, and is not used: a copy that is only tried writes to no one. "+
			"Use it where the society is served from now on.")
		out.Buttons = append(out.Buttons, page.Button("release", mailPath+"/release", "Use this mail server"))
	case v.Value(settings.Host) != "":
		out.Buttons = append(out.Buttons, page.Button("test", mailPath+"/test", "Send a test letter to my own address"))
	}
	out.change(v, mailPath, "Change the mail server")
	return out, nil
}

// tested says what became of the last test letter.
func tested(t settings.MailTest, ofNow bool) kit.Fact {
	out := kit.Fact{Label: "Last test letter", Value: "None through this server."}
	switch {
	case t.At.IsZero():
	case !ofNow:
		out.Value = "None through this server; the last was on " + t.At.Long() + " through another."
	case t.Worked:
		out.Value = t.At.Long() + ": the server took it, and answered: " + t.Answer
	default:
		out.Value = t.At.Long() + ": it was not sent. " + t.Answer
	}
	return out
}

func (s *Desk) mail() kit.Form[settings.View] {
	form := s.form(settings.Mail, mailPath, "Mail server", func() []kit.Field {
		field := func(name, hint string, most int) kit.Field {
			return kit.Field{Name: name, Label: labels[name], Hint: hint, MaxLength: most}
		}
		port := field(settings.Port, "Mostly 587.", 5)
		port.InputMode, port.Width = "numeric", "short"
		way := field(settings.Encryption, "", 0)
		way.Type, way.Options = "select", []kit.Option{
			{Value: "starttls", Label: "STARTTLS, mostly with port 587"}, {Value: "tls", Label: "TLS from the first byte, mostly with port 465"},
			{Value: "none", Label: "None, for a server on this machine"},
		}
		password := field(settings.Password, "Empty: the one that is kept stays, for the same server and user.", 0)
		password.Type, password.Autocomplete = "password", "new-password"
		from := field(settings.From, "The sender’s address, like secretary@go.example.nz.", 254)
		from.Type = "email"
		return []kit.Field{
			field(settings.Host, "As smtp.example.nz. Empty: letters wait in the outbox.", settings.MostHost), port, way,
			field(settings.User, "", settings.MostUser), password, from,
		}
	}, "The two officers who are sent the head of the log are told of a change by letter, through the server that is used until then. "+
		"What that has not taken within ten seconds leaves through the new one.",
		"The password is kept in the database as it is, because the program needs it to sign in, and a backup has it too. It is never shown "+
			"again. Whoever runs the program can set the server in nzgs.toml instead, with the password in a file of its own: then it is "+
			"not here.")
	fill := form.Fill
	form.Fill = func(c echo.Context, in *kit.Filling, v settings.View) {
		fill(c, in, v)
		in.Set(settings.Password, "")
	}
	return form
}

// testLetter sends a letter to whoever presses the button.
func (s *Desk) testLetter(c echo.Context) error {
	t, err := s.settings.Test(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	if t.Worked {
		s.Flash(c, kit.KindSuccess, "The mail server took the test letter. Look into your mailbox: only there one sees that it arrived.")
	} else {
		s.Flash(c, kit.KindError, "The test letter was not sent. "+t.Answer)
	}
	return kit.SeeOther(c, kit.SettingsPath+"#mail")
}

// release has the mail server be used that came with a backup.
func (s *Desk) release(c echo.Context) error {
	if err := s.settings.Release(c.Request().Context(), s.Actor(c), settings.Mail); err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "The mail server is used from now on.")
	return kit.SeeOther(c, kit.SettingsPath+"#mail")
}

// signingIn is the section of what signing in takes.
func (s *Desk) signingIn(c echo.Context) (Section, error) {
	v, err := s.settings.View(c.Request().Context(), s.Actor(c), settings.SignIn)
	out := Section{ID: "sign-in", Title: "Signing in", Facts: []kit.Fact{
		fact(v, settings.FactorFrom, "no day: officers are asked to set one up, and let in without"),
	}}
	out.change(v, signInPath, "Change the day")
	return out, err
}

func (s *Desk) signIn() kit.Form[settings.View] {
	return s.form(settings.SignIn, signInPath, "Signing in", func() []kit.Field {
		return []kit.Field{kit.DayField(settings.FactorFrom, labels[settings.FactorFrom],
			"From this day officers and tellers are let in only with a second factor. Empty: they are asked to set one up, and let in without.")}
	})
}
