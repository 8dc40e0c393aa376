package printed_test

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"nzgs/internal/store"
)

// keep writes files and the letters of the society into a folder, with pictures of them on one page.
func (s *society) keep(dir string, all []made) {
	s.Helper()
	s.Must(os.RemoveAll(dir))
	s.Must(os.MkdirAll(filepath.Join(dir, "pictures"), 0o755))
	var sheet contactSheet
	for i, m := range all {
		name := fmt.Sprintf("%03d-%s.%s", i+1, slug(strings.TrimSuffix(m.address+m.ask, "."+m.ending())), m.ending())
		s.Must(os.WriteFile(filepath.Join(dir, name), m.content, 0o644))
		sheet.Prints = append(sheet.Prints, contact{
			File: name, SavedAs: m.name, Address: m.address + m.ask, Pictures: s.pictures(dir, name),
		})
	}
	for _, f := range files() {
		if f.lacks != "" {
			sheet.Lacks = append(sheet.Lacks, f.route+": "+f.lacks)
		}
	}
	sheet.Letters = s.keepLetters(dir)
	s.write(dir, sheet)
}

// keepSamples adds pictures to the prints that the tests of package reports keep.
func (s *society) keepSamples(dir string) {
	s.Helper()
	s.Must(os.MkdirAll(filepath.Join(dir, "pictures"), 0o755))
	found, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	s.Must(err)
	var sheet contactSheet
	for _, path := range found {
		name := filepath.Base(path)
		sheet.Prints = append(sheet.Prints, contact{File: name, SavedAs: name, Pictures: s.pictures(dir, name)})
	}
	s.write(dir, sheet)
}

func (s *society) write(dir string, sheet contactSheet) {
	s.Helper()
	var page bytes.Buffer
	s.Must(contactPage.Execute(&page, sheet))
	s.Must(os.WriteFile(filepath.Join(dir, "index.html"), page.Bytes(), 0o644))
}

var notInSlug = regexp.MustCompile(`[^a-z0-9]+`)

func slug(address string) string {
	return strings.Trim(notInSlug.ReplaceAllString(strings.ToLower(address), "-"), "-")
}

// mostPages is how many pages of a print have a picture.
const mostPages = "4"

// pictures makes pictures of a print; of a workbook where LibreOffice is installed.
func (s *society) pictures(dir, name string) []string {
	s.Helper()
	base, pdf := strings.TrimSuffix(name, filepath.Ext(name)), filepath.Join(dir, name)
	switch filepath.Ext(name) {
	case ".pdf":
	case ".xlsx":
		office, err := exec.LookPath("soffice")
		if err != nil {
			return nil
		}
		to := s.TempDir()
		s.run(office, "--headless", "--convert-to", "pdf", "--outdir", to, pdf)
		pdf = filepath.Join(to, base+".pdf")
	default:
		return nil
	}
	s.run("pdftoppm", "-r", "60", "-png", "-l", mostPages, pdf, filepath.Join(dir, "pictures", base))
	found, err := filepath.Glob(filepath.Join(dir, "pictures", base+"-*.png"))
	s.Must(err)
	for i := range found {
		found[i] = "pictures/" + filepath.Base(found[i])
	}
	return found
}

// run runs a program that `make test-deps` installs.
func (s *society) run(program string, args ...string) []byte {
	s.Helper()
	out, err := exec.CommandContext(s.Context(), program, args...).CombinedOutput()
	if err != nil {
		s.Fatalf("%s %s: %v (make test-deps installs it)\n%s", program, strings.Join(args, " "), err, out)
	}
	return out
}

// keepLetters writes what waits in the outbox.
func (s *society) keepLetters(dir string) []string {
	s.Helper()
	letters, err := store.All(s.Context(), s.DB, store.Value[string], `
		SELECT 'To: ' || to_name || ' <' || to_address || '>' || char(10) || 'Subject: ' || subject || char(10) || char(10) || body
		FROM mail_letter
		ORDER BY id`)
	s.Must(err)
	var names []string
	for i, text := range letters {
		names = append(names, fmt.Sprintf("letter-%03d.txt", i+1))
		s.Must(os.WriteFile(filepath.Join(dir, names[i]), []byte(text), 0o644))
	}
	return names
}

// contactSheet is the page that shows all prints.
type contactSheet struct {
	Prints         []contact
	Letters, Lacks []string
}

// contact is a print on it.
type contact struct {
	File, SavedAs, Address string
	Pictures               []string
}

var contactPage = template.Must(template.New("").Parse(`<!DOCTYPE html>
<html lang="en-NZ"><head><meta charset="utf-8"><title>Every print</title><style>
body { font: 14px sans-serif; margin: 1rem } section { display: inline-block; vertical-align: top; margin: 0 1rem 1.5rem 0 }
h2 { font-size: 14px; margin: 0 0 .2rem } p { margin: 0 0 .3rem; color: #555 } img { border: 1px solid #999; width: 320px }
</style></head><body><h1>Every print and sheet</h1>
{{range .Prints}}<section><h2><a href="{{.File}}">{{.SavedAs}}</a></h2><p>{{.Address}}</p>{{range .Pictures}}<img src="{{.}}" alt=""> {{end}}</section>
{{end}}{{with .Letters}}<h1>Letters</h1><ul>{{range .}}<li><a href="{{.}}">{{.}}</a></li>{{end}}</ul>{{end}}
{{with .Lacks}}<h1>Not in this society</h1><p>The folder samples has them.</p><ul>{{range .}}<li>{{.}}</li>{{end}}</ul>{{end}}</body></html>
`))
