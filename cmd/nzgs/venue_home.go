package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/formats"
	"nzgs/internal/tournaments"
	"nzgs/internal/venue"
)

// How soon what was entered is sent, how often the site hears of a laptop with nothing new, and how long a request may
// take.
const (
	pushAfter  = time.Second
	pushEvery  = 20 * time.Second
	pushWithin = 60 * time.Second
)

// homeward keeps the site told of what is entered, and the files for OpenGotha written.
type homeward struct {
	soc       *society
	folder    string
	client    *http.Client
	something chan struct{} // changed
	written   map[string][]byte
}

func newHomeward(soc *society, folder string) *homeward {
	return &homeward{
		soc: soc, folder: folder, something: make(chan struct{}, 1), written: map[string][]byte{},
		client: &http.Client{
			Timeout: pushWithin,
			CheckRedirect: func(*http.Request, []*http.Request) error { // the key is for the site of the file alone
				return http.ErrUseLastResponse
			},
		},
	}
}

// changed has what was entered sent soon.
func (h *homeward) changed(tournaments.EventID) {
	select {
	case h.something <- struct{}{}:
	default:
	}
}

func (h *homeward) run(ctx context.Context) {
	tick := time.NewTicker(pushEvery)
	defer tick.Stop()
	for {
		h.once(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-h.something:
			select { // several changes go together
			case <-ctx.Done():
				return
			case <-time.After(pushAfter):
			}
		}
	}
}

func (h *homeward) once(ctx context.Context) {
	if err := h.files(ctx); err != nil && ctx.Err() == nil {
		h.soc.log.Warn("the files for OpenGotha could not be written", "err", err)
	}
	if err := h.soc.laptop.Push(ctx, h.send, h.soc.url); err != nil && ctx.Err() == nil {
		h.soc.log.Info("the site could not be told", "err", err)
	}
}

// files writes each section for OpenGotha beside the database, when something in it is new.
func (h *homeward) files(ctx context.Context) error {
	e, err := h.soc.laptop.Event(ctx)
	if err != nil {
		return err
	}
	sections, err := h.soc.tournaments.FilesOf(ctx, h.soc.db, e.ID)
	if err != nil {
		return err
	}
	var failed error
	for _, s := range sections {
		data, _, err := formats.Write(formats.OpenGotha, s.File)
		if err != nil || bytes.Equal(data, h.written[s.Section.Slug]) {
			continue // a section without players is no tournament yet
		}
		name := filepath.Join(h.folder, e.Slug+"-"+s.Section.Slug+".xml")
		if err := writeWhole(name, data, replace); err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		h.written[s.Section.Slug] = data
	}
	return failed
}

// mayPush reports whether the key may travel to the site: by HTTPS, or within this machine.
func mayPush(site string) bool {
	u, err := url.Parse(site)
	if err != nil || u.Host == "" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "https" || u.Scheme == "http" && (u.Hostname() == "localhost" || ip != nil && ip.IsLoopback())
}

// send takes a push to the site: a form of the web, as a browser would send it.
func (h *homeward) send(ctx context.Context, to string, in venue.Arrival) (venue.Answer, error) {
	if !mayPush(to) {
		return venue.Answer{}, apperr.New(
			apperr.Forbidden, "The site’s address %s is not https, so nothing is sent: the key could be read on the way.", to,
		)
	}
	body, kind, err := formOf(in)
	if err != nil {
		return venue.Answer{}, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(to, "/")+"/venue/push", body)
	if err != nil {
		return venue.Answer{}, fmt.Errorf("reach the site: %w", err)
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("Accept", "application/json")
	res, err := h.client.Do(req)
	if err != nil {
		return venue.Answer{}, fmt.Errorf("reach the site: %w", err)
	}
	defer res.Body.Close()
	return answerOf(res)
}

func formOf(in venue.Arrival) (io.Reader, string, error) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	gives := ""
	if in.Gives {
		gives = "yes"
	}
	var failed error
	for _, f := range [][2]string{
		{"key", in.Key}, {"hash", in.Hash}, {"after", strings.Join(in.After, "\n")}, {"gives", gives},
		{"clock", in.Clock.String()}, {"place", in.Place},
	} {
		failed = errors.Join(failed, form.WriteField(f[0], f[1]))
	}
	if len(in.Packed) > 0 {
		w, err := form.CreateFormFile("event", "event.json.gz")
		if err == nil {
			_, err = w.Write(in.Packed)
		}
		failed = errors.Join(failed, err)
	}
	return &b, form.FormDataContentType(), errors.Join(failed, form.Close())
}

// answerOf reads what the site says. What is not an answer of this program is one of a network in between: a page that
// wants the laptop to sign in to a Wi-Fi.
func answerOf(res *http.Response) (venue.Answer, error) {
	const most = 64 << 10
	data, err := io.ReadAll(io.LimitReader(res.Body, most))
	if err != nil {
		return venue.Answer{}, fmt.Errorf("read the site’s answer: %w", err)
	}
	var answer venue.Answer
	if json.Unmarshal(data, &answer) != nil || answer.State == "" && answer.Why == "" {
		return answer, apperr.New(
			apperr.Busy, "What answered (%d) is not the site. Does the network want you to sign in to it?", res.StatusCode,
		)
	}
	if res.StatusCode != http.StatusOK {
		return answer, apperr.New(apperr.Busy, "%s", answer.Why)
	}
	return answer, nil
}

// said is an error as a person at a terminal reads it.
func said(err error) error {
	var refusal *apperr.Error
	if errors.As(err, &refusal) && refusal.Message != "" {
		return errors.New(refusal.Message)
	}
	return err
}
