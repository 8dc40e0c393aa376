package reports

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/civil"
)

// workbooks are files of each kind that the program writes: a table, the template of a club's list, several sheets.
func workbooks(t *testing.T) map[string][]byte {
	by := Press{Society: "The Go & <Baduk> Society", Day: civil.MustParseDate("2026-11-21")}
	return map[string][]byte{
		"table": written(t, func(w io.Writer) error { return by.TableXLSX(w, sampleTable()) }),
		"empty": written(t, func(w io.Writer) error { return by.TableXLSX(w, Table{Title: "Nothing"}) }),
		"sheets": written(t, func(w io.Writer) error {
			return by.TablesXLSX(w, "Two", []Table{sampleTable(), sampleTable()})
		}),
		"template": written(t, func(w io.Writer) error {
			return by.ClubReturnXLSX(w, ClubReturnTemplate{
				Club: "Kāpiti", Year: "2026/27", Rows: []ReturnRow{{Number: "1", FamilyName: "Tūī", GivenNames: "Aroha", Address: "1 Hill St\nKarori"}},
			})
		}),
	}
}

// Bug: ExcelJS read none of our workbooks, because the names in docProps/core.xml had no prefix. What other programs need
// of the parts of a workbook is checked here without them.
func TestThePartsOfAWorkbookAreAsOtherProgramsReadThem(t *testing.T) {
	for name, book := range workbooks(t) {
		in, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
		if err != nil {
			t.Fatal(err)
		}
		parts := map[string]string{}
		for _, f := range in.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(r)
			if err != nil || parts[f.Name] != "" {
				t.Fatalf("%s, %s: %v, or it is there twice", name, f.Name, err)
			}
			parts[f.Name] = string(text)
			checkPart(t, name+", "+f.Name, string(text))
		}
		core := parts[corePart]
		for _, want := range []string{"<cp:coreProperties ", "<dc:title>", "<dc:creator>The Go &amp; &lt;Baduk&gt; Society</dc:creator>",
			`<dcterms:created xsi:type="dcterms:W3CDTF">2026-11-21T00:00:00Z</dcterms:created>`} {
			if !strings.Contains(core, want) {
				t.Errorf("%s: %s lacks %s:\n%s", name, corePart, want, core)
			}
		}
		checkRelations(t, name, parts)
	}
}

// checkPart finds a part that is no XML, and in what says what the workbook is a name without its prefix.
func checkPart(t *testing.T, name, text string) {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if e, ok := token.(xml.StartElement); ok && strings.HasSuffix(name, corePart) && e.Name.Space == "" {
			t.Errorf("%s: <%s> has no prefix", name, e.Name.Local)
		}
	}
	for whole := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := whole.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// checkRelations finds a part that is named and not there, and one whose kind is not said.
func checkRelations(t *testing.T, name string, parts map[string]string) {
	for part, text := range parts {
		if !strings.HasSuffix(part, ".rels") {
			if ext := filepath.Ext(part); !strings.Contains(parts["[Content_Types].xml"], `PartName="/`+part+`"`) &&
				!strings.Contains(parts["[Content_Types].xml"], `Extension="`+strings.TrimPrefix(ext, ".")+`"`) {
				t.Errorf("%s: what %s is is not said", name, part)
			}
			continue
		}
		var rels struct {
			Relationship []struct {
				Target     string `xml:",attr"`
				TargetMode string `xml:",attr"`
			}
		}
		if err := xml.Unmarshal([]byte(text), &rels); err != nil {
			t.Fatal(err)
		}
		base := filepath.Dir(filepath.Dir(part))
		for _, r := range rels.Relationship {
			at := filepath.Join(base, r.Target)
			if strings.HasPrefix(r.Target, "/") {
				at = r.Target[1:]
			}
			if _, ok := parts[at]; !ok && r.TargetMode != "External" {
				t.Errorf("%s: %s names %s, which is not there", name, part, at)
			}
		}
	}
}

// Programs of other makers read what we write: openpyxl, and ExcelJS where scripts/readers.sh has installed it.
func TestOtherProgramsReadOurWorkbooks(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for name, book := range workbooks(t) {
		file := filepath.Join(dir, name+".xlsx")
		if err := os.WriteFile(file, book, 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	slices.Sort(files)
	const python = "import sys, openpyxl\n" +
		"for f in sys.argv[1:]:\n" +
		"    b = openpyxl.load_workbook(f)\n" +
		"    print(b.properties.creator, [s.title for s in b], b[b.sheetnames[0]].max_row)\n"
	const node = "const E = require(process.argv[1] + '/exceljs'); (async () => { for (const f of process.argv.slice(2)) {" +
		" const b = new E.Workbook(); await b.xlsx.readFile(f);" +
		" console.log(b.creator, b.worksheets.map(s => s.name), b.worksheets[0].rowCount) } })()" +
		".catch(e => { console.error(e); process.exit(1) })"
	t.Run("openpyxl", func(t *testing.T) {
		const system = "/usr/bin/python3" // that Debian's packages are for
		read(t, exec.Command(system, append([]string{"-c", python}, files...)...), exec.Command(system, "-c", "import openpyxl"))
	})
	t.Run("ExcelJS", func(t *testing.T) {
		modules := os.Getenv("NZGS_NODE_MODULES")
		if modules == "" {
			t.Skip("scripts/readers.sh runs this")
		}
		read(t, exec.Command("node", append([]string{"-e", node, modules}, files...)...), exec.Command("node", "-v"))
	})
}

// read runs a reader over all workbooks; where it is not installed, only CI minds.
func read(t *testing.T, reader, installed *exec.Cmd) {
	t.Helper()
	if err := installed.Run(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("it is not installed: %v", err)
		}
		t.Skip("it is not installed")
	}
	out, err := reader.CombinedOutput()
	if err != nil || strings.Count(string(out), "The Go & <Baduk> Society") != 4 {
		t.Errorf("%v\n%s", err, out)
	}
}
