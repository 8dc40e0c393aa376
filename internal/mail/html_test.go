package mail

import (
	"bytes"
	"html"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/mail/mailtest"

	"pgregory.net/rapid"
)

var (
	inBody  = regexp.MustCompile(`(?s)<main>(.*)</main>`)
	anyTag  = regexp.MustCompile(`<[^>]*>`)
	anyLink = regexp.MustCompile(`href="([^"]*)"`)
)

// seen is the text of a letter's HTML, line by line.
func seen(page string) string {
	text := inBody.FindStringSubmatch(page)[1]
	text = strings.ReplaceAll(text, "</p>\n", "\n")
	return strings.ReplaceAll(html.UnescapeString(anyTag.ReplaceAllString(text, "")), "\u00a0", " ")
}

func lines(s string) (out []string) {
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimRight(strings.ReplaceAll(line, "\u00a0", " "), " \t\r"); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// sent is a letter as it goes over the wire, read again.
func sent(t testing.TB, m Message) (mail.Header, map[string]string) {
	t.Helper()
	s := SMTP{From: "secretary@go.example.nz", FromName: "Go Society of Nowhere"}
	msg, err := s.message(m)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := msg.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	raw := b.String()
	read, err := mail.ReadMessage(&b)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := mailtest.Letter{Raw: raw}.Parts()
	if err != nil {
		t.Fatal(err)
	}
	return read.Header, parts
}

// A letter is read by Go's own reader: text and HTML say the same, with the same links, and nothing in it is fetched.
func TestALetterSaysTheSameInTextAndHTML(t *testing.T) {
	body := "Kia ora أحمد <script>alert(1)</script>\n\nYour fee: $40 & more.\n   Set in: https://go.example.nz/me?a=1&b=2.\n" +
		"\n\nשלום\n(see http://go.example.nz/x) \"quoted\" <https://go.example.nz/y>\njavascript:alert(1) 王小明 🥝\n"
	m := Message{
		ID: "x", To: Recipient{Name: "Ana أحمد", Address: "ana@example.nz"}, Subject: "A <b>letter</b> for Ōtautahi", Body: body,
		Leave:       "https://go.example.nz/leave/1",
		Attachments: []Attachment{{Name: "notice Ō.pdf", MediaType: "application/pdf", Content: []byte("%PDF")}},
	}
	header, parts := sent(t, m)
	if got, want := strings.TrimRight(parts["text/plain"], "\n"), strings.TrimRight(body, "\n"); got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	page := parts["text/html"]
	if got, want := lines(seen(page)), lines(body); !slices.Equal(got, want) {
		t.Errorf("the HTML says\n%q, want\n%q", got, want)
	}
	var links []string
	for _, l := range anyLink.FindAllStringSubmatch(page, -1) {
		links = append(links, html.UnescapeString(l[1]))
	}
	if want := []string{"https://go.example.nz/me?a=1&b=2", "http://go.example.nz/x", "https://go.example.nz/y"}; !slices.Equal(links, want) {
		t.Errorf("links %q, want %q", links, want)
	}
	for _, not := range []string{"<script", "<img", "src=", "url(", "@import", "javascript:alert(1)\"", "<b>"} {
		if strings.Contains(page, not) {
			t.Errorf("the HTML has %q", not)
		}
	}
	if !strings.Contains(page, `dir="auto"`) || !strings.Contains(page, "prefers-color-scheme:dark") {
		t.Error("the HTML is not for every script and light")
	}
	if header.Get("List-Unsubscribe") != "<https://go.example.nz/leave/1>" || header.Get("List-Unsubscribe-Post") == "" {
		t.Error("a letter that can be left does not say how")
	}
	if parts["application/pdf"] != "%PDF" {
		t.Error("the attachment is lost")
	}
	if from, err := header.AddressList("From"); err != nil || from[0].Name != "Go Society of Nowhere" {
		t.Errorf("from %v, %v", from, err)
	}
}

// Whatever is written, the HTML says what the text says, and its marks are ours alone.
func TestEveryLetterSaysTheSameInBoth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{
			"<", ">", "&", "\"", "'", "&amp;", "</p>", "<br>", "\n", "\n\n", " ", "https://go.example.nz/a", "http://", ".", ")", "أحمد", "a", "ō", "]]>", "<!--", "https://x\">",
		})
		body := strings.Join(rapid.SliceOfN(piece, 1, 60).Draw(t, "body"), "")
		page := htmlOf(Message{Subject: body, Body: body})
		if got, want := lines(seen(page)), lines(body); !slices.Equal(got, want) {
			t.Fatalf("%q becomes %q", want, got)
		}
		for _, tag := range anyTag.FindAllString(inBody.FindStringSubmatch(page)[1], -1) {
			if tag != `<p dir="auto">` && tag != "</p>" && tag != "<br>" && tag != "</a>" && tag != "<bdi>" && tag != "</bdi>" &&
				!strings.HasPrefix(tag, `<a href="http`) {
				t.Fatalf("%q of %q", tag, body)
			}
		}
	})
}
