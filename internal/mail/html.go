package mail

import (
	"html"
	"regexp"
	"strings"

	"nzgs/internal/bidi"
)

// A letter is written as plain text, and its HTML is made of that text: the same words, lines and links. It fetches
// nothing, so that no one learns that it was read.

const htmlHead = `<!DOCTYPE html>
<html lang="en-NZ"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
	`<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>`

const htmlStyle = `</title><style>:root{color-scheme:light dark}` +
	`body{margin:0;padding:24px 16px;font:16px/1.5 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;` +
	`color:#1d2528;background:#ffffff}main{display:block;max-width:40em;margin:0 auto}p{margin:0 0 1em}a{color:#0b6353}` +
	`@media (prefers-color-scheme:dark){body{color:#e6ebea;background:#101416}a{color:#7fd1bd}}</style></head>` + "\n<body><main>\n"

const htmlFoot = "</main></body></html>\n"

// address is a link as letters write it: it ends before signs that end a sentence.
var address = regexp.MustCompile(`https?://[^\s<>"“”]*[^\s<>"“”.,;:!?)\]’']`)

// htmlOf is the letter as HTML.
func htmlOf(m Message) string {
	var b strings.Builder
	b.WriteString(htmlHead + html.EscapeString(m.Subject) + htmlStyle)
	for _, paragraph := range strings.Split(strings.Trim(m.Body, "\n"), "\n\n") {
		lines := strings.Split(strings.Trim(paragraph, "\n"), "\n")
		for i := range lines {
			lines[i] = htmlLine(lines[i])
		}
		b.WriteString(`<p dir="auto">` + bidi.Inline(strings.Join(lines, "<br>\n")) + "</p>\n")
	}
	b.WriteString(htmlFoot)
	return b.String()
}

// htmlLine is a line with its links, set in as far as it was.
func htmlLine(line string) string {
	text := strings.TrimLeft(line, " ")
	var b strings.Builder
	b.WriteString(strings.Repeat("&nbsp;", len(line)-len(text)))
	end := 0
	for _, at := range address.FindAllStringIndex(text, -1) {
		link := html.EscapeString(text[at[0]:at[1]])
		b.WriteString(html.EscapeString(text[end:at[0]]) + `<a href="` + link + `">` + link + `</a>`)
		end = at[1]
	}
	b.WriteString(html.EscapeString(text[end:]))
	return b.String()
}
