package web_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"nzgs/web/account"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// TestSecretsOfAddressesStayOutOfTheLog: whoever reads the log cannot sign in by
// a link, report at a table or read somebody's calendar, whatever went wrong.
func TestSecretsOfAddressesStayOutOfTheLog(t *testing.T) {
	s := kittest.EmptySite(t)
	var log bytes.Buffer
	s.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	id, _ := s.Account("Aroha", "Tūī")
	link, err := s.Auth.SignInLink(t.Context(), kittest.Program, id, time.Hour)
	s.Must(err)
	card := "1-1-kererukakapotuitui"
	feed := strings.Repeat("f", 43)
	visit := strings.Repeat("V", 26)
	asked := []struct{ method, path, route, secret string }{
		{http.MethodGet, account.LinkPath(link.Token), "/link/:token", link.Token},
		{http.MethodPost, account.LinkPath(link.Token), "/link/:token", link.Token},
		{http.MethodGet, kit.TableCardURL(card), "/t/:card", card},
		{http.MethodPost, kit.TableCardURL(card), "/t/:card", card},
		{http.MethodGet, kit.DoorURL(card), "/here/:card", card},
		{http.MethodPost, kit.DoorURL(card), "/here/:card", card},
		{http.MethodPost, kit.TableCardURL(card) + "/record", "/t/:card/record", card},
		{http.MethodPost, kit.TableCardURL(card) + "/call", "/t/:card/call", card},
		{http.MethodGet, kit.CardURL(feed), "/card/:token", feed},
		{http.MethodGet, "/visits/" + visit, "/visits/:token", visit},
		{http.MethodPost, "/visits/" + visit + "/confirm", "/visits/:token/confirm", visit},
		{http.MethodPost, "/visits/" + visit + "/cancel", "/visits/:token/cancel", visit},
		{http.MethodPost, "/visits/" + visit + "/stop", "/visits/:token/stop", visit},
		{http.MethodGet, "/round-letters/" + feed, "/round-letters/:token", feed},
		{http.MethodPost, "/round-letters/" + feed, "/round-letters/:token", feed},
		{http.MethodGet, "/letter-choices/" + feed, "/letter-choices/:token", feed},
		{http.MethodPost, "/letter-choices/" + feed, "/letter-choices/:token", feed},
		{http.MethodGet, kit.DutiesPath + "/calendar/" + feed + ".ics", "/duties/calendar/:token", feed},
	}
	ask := func() {
		for _, a := range asked {
			b := s.Browser("")
			if a.method == http.MethodGet {
				b.Get(a.path)
			} else {
				b.Post(a.path)
			}
		}
	}
	ask()
	s.Must(s.DB.Close()) // from here on every request fails
	ask()
	for _, a := range asked {
		c := s.Echo().NewContext(httptest.NewRequest(a.method, a.path, nil), httptest.NewRecorder())
		s.Echo().Router().Find(a.method, a.path, c)
		s.Must(c.NoContent(http.StatusOK))
		s.Echo().HTTPErrorHandler(errors.New("the page broke off"), c)

		if strings.Contains(log.String(), a.secret) {
			t.Errorf("%s %s: the log tells the secret", a.method, a.route)
		}
		for _, want := range []string{"route=" + a.route, "path=" + a.route} {
			if !strings.Contains(log.String(), want) {
				t.Errorf("%s %s: the log lacks %q", a.method, a.route, want)
			}
		}
	}
	for _, want := range []string{`msg="request failed"`, `msg="error after the answer began"`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s: this test tests nothing", want)
		}
	}
}

// Readers who go while they are answered do not fill the log.
func TestReadersWhoGoAreNotLogged(t *testing.T) {
	s := kittest.EmptySite(t)
	var log bytes.Buffer
	s.Log = slog.New(slog.NewTextHandler(&log, nil))
	c := s.Echo().NewContext(httptest.NewRequest(http.MethodGet, "/clubs", nil), httptest.NewRecorder())
	s.Must(c.NoContent(http.StatusOK))
	s.Echo().HTTPErrorHandler(fmt.Errorf("send: %w", &net.OpError{Op: "write", Err: syscall.EPIPE}), c)
	if log.Len() > 0 {
		t.Errorf("the log says %s", log.String())
	}
}
