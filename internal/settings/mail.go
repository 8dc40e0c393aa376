package settings

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Bounds of the section Mail, in bytes.
const (
	MostHost     = 253
	MostUser     = 254
	MostPassword = 1024
)

// KeptPassword is what is shown in the place of a password that is kept.
const KeptPassword = "(set)"

var hostName = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\.?$`)

// isHost reports whether a text names a machine: by its name, or by its address.
func isHost(s string) bool {
	if _, err := netip.ParseAddr(s); err == nil {
		return !strings.Contains(s, "%")
	}
	return len(s) <= MostHost && hostName.MatchString(s)
}

// isHere reports whether a host is this machine, to which nothing needs encryption.
func isHere(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// checkMail refuses what would send a password to a server that it is not for, or unprotected.
func checkMail(ask asking, in map[string]string, f *apperr.Fields) {
	if len(in) == 0 {
		return
	}
	for _, name := range []string{Host, Port, Encryption, User, From} {
		in[name] = strings.TrimSpace(in[name])
	}
	host, was := in[Host], ask.was
	if host != "" && !isHost(host) {
		f.Add(Host, "Enter the server’s name, like smtp.example.nz, or leave this empty: then letters wait in the outbox.")
	}
	if port, err := strconv.Atoi(in[Port]); err != nil || port < 1 || port > 65535 {
		f.Add(Port, "Enter a number from 1 to 65535: mostly 587.")
	}
	switch mail.Encryption(in[Encryption]) {
	case mail.StartTLS, mail.TLS:
	case mail.Plain:
		if host != "" && !isHere(host) {
			f.Add(Encryption, "Without encryption only a server on this machine can be used: localhost.")
		}
	default:
		f.Add(Encryption, "Choose one of the encryptions.")
	}
	if in[Password] == KeptPassword { // what the page shows, and no password
		in[Password] = ""
	}
	if host == "" {
		in[User], in[Password] = "", ""
	}
	if (host != "" || in[From] != "") && !mail.ValidAddress(in[From]) {
		f.Add(From, "Enter the address that letters come from, like secretary@go.example.nz.")
	}
	if len(in[User]) > MostUser || strings.ContainsFunc(in[User], unicode.IsControl) {
		f.Add(User, "Enter a user name of at most %d characters, on one line.", MostUser)
	}
	password := in[Password]
	same := host == was.Value(Host) && in[Port] == was.Value(Port) && in[Encryption] == was.Value(Encryption) &&
		in[User] == was.Value(User)
	switch {
	case len(password) > MostPassword || strings.ContainsFunc(password, unicode.IsControl):
		f.Add(Password, "Enter a password of at most %d characters, on one line.", MostPassword)
	case in[User] == "" && password != "":
		f.Add(User, "Enter the user name for the password.")
	case in[User] == "":
		in[Password] = ""
	case password == "" && same && was.Value(Password) != "":
		delete(in, Password) // it stays as it is
	case password == "":
		f.Add(Password, "Enter the password: one that is kept is not sent to another server, or for another user.")
	}
}

// Server is how a mail server is named, without its password; "" where there is none.
func (v View) Server() string {
	if v.Value(Host) == "" {
		return ""
	}
	out := net.JoinHostPort(v.Value(Host), v.Value(Port)) + ", " + v.Value(Encryption)
	if user := v.Value(User); user != "" {
		out += ", as " + user
	}
	return out + ", from " + v.Value(From)
}

// tell has the two officers who keep the head of the log told that a section is being changed, through the mail server that
// is in force until then, as far as that takes their letters at once.
func (s *Service) tell(ctx context.Context, actor auth.Actor, p part, was View, in map[string]string) error {
	permit, err := s.cases.May(actor, auth.KeepSettings, auth.Object{})
	if err != nil {
		return err
	}
	var keys []string
	// The form's key is for the change itself, which follows.
	err = s.cases.Change(audit.WithoutRequestKey(ctx), func(tx *store.Tx) (*usecase.Entry, error) {
		next := View{values: map[string]string{}}
		for _, name := range p.names {
			next.values[name] = was.values[name]
			if value, is := in[name]; is {
				next.values[name] = value
			}
		}
		body := fmt.Sprintf("%s is changing %s of the site, on %s.\n\nUntil now:\n%s\n\nFrom then on:\n%s\n\n"+
			"Letters of the society go this way, those for new passwords too. If you do not know of the change, ask about it, and look "+
			"at the log: it says who made it, and whether it was made.\n", actor.Name, p.what, permit.Now().Long(), p.shows(was), p.shows(next))
		keys, err = s.logbook.TellKeepers(ctx, tx, "settings:"+rand.Text(), "Change of "+p.what, body)
		if err != nil {
			return nil, err
		}
		if len(keys) == 0 {
			return nil, usecase.ErrSame
		}
		return permit.Did("tell.settings", "settings", p.number, nil, map[string]int{"letters": len(keys)}), nil
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, tellWithin)
	defer cancel()
	return s.outbox.Hand(ctx, keys)
}

// tellWithin is how long a change waits for the letters about it, both together; what has not left by then leaves by itself.
var tellWithin = 10 * time.Second

// shows is a section in a letter.
func (p part) shows(v View) string { return "  " + orNone(v.Server()) }

func orNone(s string) string {
	if s == "" {
		return "no mail server: letters wait in the outbox"
	}
	return s
}

// MailTest is the last test letter.
type MailTest struct {
	At     civil.Instant // zero: there was none
	Server string        // as Server names it
	Worked bool
	Answer string // of the server
}

// MailTested is the last test letter; of now says whether it went through the server that is in force.
func (s *Service) MailTested(ctx context.Context, actor auth.Actor) (t MailTest, ofNow bool, err error) {
	v, err := s.View(ctx, actor, Mail)
	if err != nil {
		return t, false, err
	}
	t, err = lastTest(ctx, s.db)
	return t, t.through(v), err
}

// through reports whether the letter went through the server of the section, and that is in force.
func (t MailTest) through(v View) bool {
	return v.Server() != "" && t.Server == v.Server() && !v.Held
}

// testWithin is how long a test letter may take, and testEvery is how long no other is sent after one was asked for.
const (
	testWithin = 20 * time.Second
	testEvery  = 10 * time.Second
)

// Test sends a letter to the actor's own address, through the mail server that is in force, and says what that answered.
// Errors: Conflict where there is no server; TooMany right after another.
func (s *Service) Test(ctx context.Context, actor auth.Actor) (MailTest, error) {
	permit, err := s.cases.MayAgain(actor, auth.KeepSettings, auth.Object{})
	if err != nil {
		return MailTest{}, err
	}
	if s.program.Post == nil {
		return MailTest{}, apperr.New(apperr.Conflict, "No mail server is in force: set one first.")
	}
	own, err := s.program.Own(ctx, actor)
	if err != nil {
		return MailTest{}, err
	}
	if !mail.ValidAddress(own.Address) {
		return MailTest{}, apperr.New(apperr.Conflict, "No letter can be sent to the address of your account: change it first.")
	}
	v, err := s.View(ctx, actor, Mail)
	if err != nil {
		return MailTest{}, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) { // before it is sent: of two who ask at once, one may
		mine, err := takeTurn(ctx, tx, s.cases.Now())
		if err == nil && !mine {
			err = apperr.New(apperr.TooMany, "A test letter was sent just now: wait ten seconds.")
		}
		return permit.Did("ask.settings", "settings", parts[Mail].number, nil, nil), err
	})
	if err != nil {
		return MailTest{}, err
	}
	t := MailTest{At: s.cases.Now(), Server: v.Server()}
	answer, sending := s.program.Post.Test(ctx, mail.Message{
		ID: strings.ToLower(rand.Text()), To: own, Subject: "Test letter",
		Body: "This is a test letter of " + s.program.Society + ", sent from the page of the site’s settings on " + t.At.Long() +
			".\n\nIf you read it, the mail server works.\n",
	}, testWithin)
	t.Worked, t.Answer = sending == nil, answer
	ctx = audit.WithoutRequestKey(context.WithoutCancel(ctx)) // what was sent is noted; its turn has the form's key
	return t, s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		return permit.Did("test.settings", "settings", parts[Mail].number, nil, map[string]any{"worked": t.Worked, "answer": t.Answer}),
			noteTest(ctx, tx, t)
	})
}

// HoldRestored has the mail server that came with a backup not be in force until an administrator says so: a copy that was
// restored elsewhere, to try it, must write to no one.
func HoldRestored(ctx context.Context, db *store.DB, by auth.Actor, clock civil.Clock) error {
	cases := usecase.New(db, clock)
	permit, err := cases.Allow(by.By(), nil)
	if err != nil {
		return err
	}
	return cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		held, err := hold(ctx, tx, Mail)
		if err == nil && !held {
			err = usecase.ErrSame
		}
		return permit.Did("hold.settings", "settings", parts[Mail].number, nil, nil), err
	})
}

// Release has what came with a backup be in force. The two officers who keep the head of the log are told by letter, which
// leaves through the server that is used from then on.
func (s *Service) Release(ctx context.Context, actor auth.Actor, section Section) error {
	permit, err := s.cases.MayAgain(actor, auth.KeepSettings, auth.Object{})
	if err != nil {
		return err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		was, err := release(ctx, tx, section)
		if err == nil && !was {
			err = usecase.ErrSame
		}
		if err != nil {
			return nil, err
		}
		kept, err := read(ctx, tx)
		if err != nil {
			return nil, err
		}
		p := parts[section]
		body := fmt.Sprintf("%s has %s be used that came with a backup, from %s on.\n\nFrom then on:\n%s\n\n"+
			"Letters of the society go this way, those for new passwords too. If you do not know of it, ask about it, and look at the log.\n",
			actor.Name, p.what, permit.Now().Long(), p.shows(s.view(section, kept)))
		_, err = s.logbook.TellKeepers(ctx, tx, "settings:"+rand.Text(), "Use of "+p.what+" from a backup", body)
		return permit.Did("release.settings", "settings", p.number, nil, nil), err
	})
	if err == nil {
		s.apply(ctx)
	}
	return err
}
