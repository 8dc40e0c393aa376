package mailtest

import (
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
)

// Text is the letter as a mail program shows it that shows text.
func (l Letter) Text() string {
	parts, err := l.Parts()
	if err != nil {
		return ""
	}
	return parts["text/plain"]
}

// Parts are the parts of the letter by their type, decoded, the last of each.
func (l Letter) Parts() (map[string]string, error) {
	m, err := mail.ReadMessage(strings.NewReader(l.Raw))
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	return out, read(out, m.Header.Get("Content-Type"), m.Header.Get("Content-Transfer-Encoding"), m.Body)
}

func read(out map[string]string, kind, encoding string, body io.Reader) error {
	media, with, err := mime.ParseMediaType(kind)
	if err != nil {
		return err
	}
	if strings.HasPrefix(media, "multipart/") {
		for parts := multipart.NewReader(body, with["boundary"]); ; {
			p, err := parts.NextRawPart()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err == nil {
				err = read(out, p.Header.Get("Content-Type"), p.Header.Get("Content-Transfer-Encoding"), p)
			}
			if err != nil {
				return err
			}
		}
	}
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	text, err := io.ReadAll(body)
	out[media] = strings.ReplaceAll(string(text), "\r\n", "\n")
	return err
}
