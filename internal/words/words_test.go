package words_test

import (
	"bytes"
	"html/template"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"nzgs/internal/words"
)

// What is a sentence of a template: all that stands between elements of their own, with what is put in, what is chosen and
// the elements within it.
func TestSentencesOfATemplate(t *testing.T) {
	for _, c := range []struct {
		name, template string
		want           []string
	}{
		{"a paragraph", `<p>Nothing yet.</p>`, []string{"Nothing yet."}},
		{"white space", "<p>\n  Nothing\n  yet. </p>", []string{"Nothing yet."}},
		{"what is put in", `<p>{{.N}} of {{len .All}} players</p>`, []string{"{{.N}} of {{len .All}} players"}},
		{"what takes white space away", `<p>{{.N}} {{- .M -}} players</p>`, []string{"{{.N}}{{.M}}players"}},
		{"only what is put in", `<p>{{.Title}}, {{.Year}} · 7</p>`, nil},
		{"elements within", `<p>Read <a href="{{.URL}}">the <b>rules</b></a>.<br>Then play.</p>`, []string{"Read <1>the <2>rules</2></1>.<3/>Then play."}},
		{"an element around", `<p> <a href="/x">The list</a> </p>`, []string{"The list"}},
		{"links beside each other", `<p><a href="/x">One</a> <a href="/y">Two</a></p>`, []string{"One", "Two"}},
		{"a choice within", `<p>Please fix {{if .One}}one thing{{else}}{{.N}} things{{end}} now</p>`, []string{"Please fix {{if .One}}one thing{{else}}{{.N}} things{{end}} now"}},
		{"a choice alone", `<p>{{if .A}}Yes{{else if .B}}No{{else}}Perhaps{{end}}</p>`, []string{"Yes", "No", "Perhaps"}},
		{"a choice that is a sentence", `<p>One. {{if .A}}Two.{{end}} {{if .B}}Three.{{end}}</p>`, []string{"One.", "Two.", "Three."}},
		{"a choice of elements", `<div>{{if .A}}<p>Yes</p>{{else}}<p>No</p>{{end}} there</div>`, []string{"Yes", "No", "there"}},
		{"half elements in choices", `<p>{{if .URL}}<a href="{{.URL}}">{{end}}Open{{if .URL}}</a>{{end}}</p>`, []string{"Open"}},
		{"a part at the end", `<summary>{{template "icon" "menu"}} Menu</summary>`, []string{"Menu"}},
		{"a part within", `<p>See {{template "rule-ref" .}} first</p>`, []string{`See {{template "rule-ref" .}} first`}},
		{"comments", `{{/* Not this. */}}<!-- Nor this --><p>This{{/* nor "that" }} */}}</p>`, []string{"This"}},
		{"scripts", `<script>var x = "Not this"; if (1 < 2) {}</script><p>This</p>`, []string{"This"}},
		{"entities", `<p>Black &amp; White&nbsp;&lt; you</p>`, []string{"Black & White\u00a0&lt; you"}},
		{"attributes", `<input aria-label="Your town" placeholder="{{.Town}}" value="not this"><img src="not-this" alt="A {{.What}}">`, []string{"Your town", "A {{.What}}"}},
		{"buttons", `<input type="submit" value="Save"><button name="not">Open</button>`, []string{"Save", "Open"}},
		{"attributes in choices", `<a{{if eq .X "y>"}} title="Here > {{.N}}"{{end}} class="not this">{{.Y}}</a>`, []string{"Here > {{.N}}"}},
		{"parts of a file", `{{define "a"}}<p>One</p>{{end}}{{define "b"}}Two{{end}}`, []string{"One", "Two"}},
		{"each once", `<p>One</p><p>One</p>`, []string{"One"}},
		{"an attribute that a part writes", `{{define "a"}}aria-invalid="true"{{end}}`, nil},
		{"a loop", `<p>{{range .}}{{.}}, {{end}}and more</p>`, []string{"{{range .}}{{.}}, {{end}}and more"}},
	} {
		have, err := words.Sentences(c.template)
		if err != nil || strings.Join(have, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s: %q (%v), want %q", c.name, have, err, c.want)
		}
		for _, s := range have {
			if err := words.Check(s, s); err != nil {
				t.Errorf("%s: %q does not fit itself: %v", c.name, s, err)
			}
		}
	}
	for _, broken := range []string{`<p>{{.X`, `<p`, `<a title="x`, `{{if .X}}Yes`, `Yes{{end}}`, `<script>`, `{{/* x`, `<!-- x`} {
		if have, err := words.Sentences(broken); err == nil {
			t.Errorf("%q is taken: %q", broken, have)
		}
	}
}

// A translation puts in what its sentence puts in, and no element, attribute or action of its own.
func TestATranslationFitsItsSentence(t *testing.T) {
	const sentence = `Read <1>the {{.Kind}} rules</1> of {{.Name}}{{if .Old}}, once {{.Old}}{{else}} <2>now</2>{{end}}.`
	for _, good := range []string{
		sentence,
		`{{.Name}}: <1>{{.Kind}}</1>, {{if .Old}}{{.Old}}{{else}}<2></2>{{end}}`,
		`<1>{{.Kind}}</1> & "{{.Name}}" 'x' > {{if .Old}}{{.Old}}{{else}}<2>ā</2>{{end}}`,
	} {
		if err := words.Check(sentence, good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{
		`<1>{{.Kind}}</1>{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}`,                                     // a hole is missing
		`<1>{{.Kind}}</1>{{.Name}}{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}`,                   // one is twice
		`<1>{{.Kind}}</1>{{.Secret}}{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}`,                 // one is another's
		`<1>{{.Kind}}</1>{{.Name}}{{.Old}}{{if .Old}}{{else}}<2></2>{{end}}`,                            // one left its choice
		`<1>{{.Kind}}</1>{{.Name}}{{if .New}}{{.Old}}{{else}}<2></2>{{end}}`,                            // another choice
		`<1>{{.Kind}}</1>{{.Name}}{{if .Old}}{{.Old}}<2></2>{{end}}`,                                    // none
		`<1>{{.Kind}}</1>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>`,                                   // no end
		`<1>{{.Kind}}{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}</1`,                             // half an element
		`{{.Kind}}{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}`,                                   // an element is missing
		`<1><1>{{.Kind}}</1></1>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}`,                     // twice
		`<1>{{.Kind}}</1><3>x</3>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}`,                    // a new one
		`<2>{{.Kind}}</2>{{.Name}}{{if .Old}}{{.Old}}{{else}}<1></1>{{end}}`,                            // elsewhere
		`<1>{{.Kind}}</1><script>alert(1)</script>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}`,   // HTML
		`<1 onclick="x">{{.Kind}}</1>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}`,                // an attribute
		`<1>{{.Kind}}</1>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}{{define "layout"}}x{{end}}`, // a part
		`<1>{{.Kind}}</1>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}{{/* x */}}`,                 // a comment
		`<1>{{.Kind}}</1>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}{{template "flash" .}}`,      // a call
		`<1>{{.Kind}}</1>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}} }}`,                         // half an action
		`<1>{{.Kind}}</1>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}} {{`,                         // half an action
		"<1>{{.Kind}}</1>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}\x00",                        // no text
		"<1>{{.Kind}}</1>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}\u202e",                      // turns the line round
		`<1>{{.Kind}}</1>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}<!--`,                        // a comment
		`<1>{{.Kind}}{{if .Old}}</1>{{.Name}}{{.Old}}{{else}}<2></2>{{end}}`,                            // torn
		`<1>{{.Kind}}</1>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}</p><p>`,                     // other elements
		`<1>{{.Kind | printf "%s<script>"}}</1>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}`,      // another action
		`<1>{{.Kind}}</1>{{.Name}}{{end}}{{if .Old}}{{.Old}}{{else}}<2></2>`,                            // turned round
		`<1>{{.Kind}}</1>{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}{{if .Old}}{{end}}`,          // one more
		`<1>{{.Kind}}</1>{{.Name}}{{else}}{{if .Old}}{{.Old}}{{end}}<2></2>`,                            // else of nothing
		`{{if .Old}}<1>{{.Kind}}</1>{{.Name}}{{.Old}}{{else}}<2></2>{{end}}`,                            // moved into a choice
		strings.Repeat("<1>", 50) + `{{.Kind}}` + `{{.Name}}{{if .Old}}{{.Old}}{{else}}<2></2>{{end}}`,  // deep
	} {
		if err := words.Check(sentence, bad); err == nil {
			t.Errorf("it is taken: %q", bad)
		}
	}
}

// A template in another language says what the catalogue says, marked, and escapes as before; the rest stays as it is.
func TestATemplateInAnotherLanguage(t *testing.T) {
	said := map[string]string{
		"Clubs":                           "Ngā karapu",
		"Read <1>the {{.Kind}} rules</1>": "<1>Ngā ture {{.Kind}}</1> & “<” x",
		"Your town":                       `Tō "tāone" > & <`,
		"Menu":                            "Rārangi",
		"A list":                          "He rārangi",
	}
	said["Read <1>the {{.Kind}} rules</1>"] = "<1>Ngā ture {{.Kind}}</1> & “x”"
	said["Your town"] = `Tō "tāone" > &`
	lookup := func(s string) (string, bool) { text, ok := said[s]; return text, ok }
	const source = `<h2 class="x">Clubs</h2><p>Read <a href="{{.URL}}" title="A list">the {{.Kind}} rules</a> {{template "x"}}</p>` +
		`<input placeholder="Your town"><summary>{{template "x"}} Menu</summary><select><option>{{if .Kind}}Clubs{{end}}</option></select><p>Not said</p>{{define "x"}}!{{end}}`
	out, n, err := words.Translated(source, "mi", lookup)
	if err != nil || n != 6 {
		t.Fatal(n, err)
	}
	tmpl, err := template.New("").Parse(out)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := tmpl.Execute(&b, map[string]string{"URL": `/x"><script>`, "Kind": "<b>"}); err != nil {
		t.Fatal(err)
	}
	const want = `<h2 lang="mi" class="x">Ngā karapu</h2><p><span lang="mi"><a href="/x%22%3e%3cscript%3e" title="He rārangi">Ngā ture &lt;b&gt;</a> &amp; “x”</span> !</p>` +
		`<input lang="mi" placeholder="Tō &#34;tāone&#34; &gt; &amp;"><summary>! <span lang="mi">Rārangi</span></summary><select><option>Ngā karapu</option></select><p>Not said</p>`
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", b.String(), want)
	}
	if same, n, err := words.Translated(source, "mi", func(string) (string, bool) { return "", false }); same != source || n != 0 || err != nil {
		t.Errorf("without words it changed: %s (%v)", same, err)
	}
	said["Clubs"] = "<script>"
	if _, _, err := words.Translated(source, "mi", lookup); err == nil {
		t.Error("a translation that does not fit is written")
	}
}

const head = "# Te reo Māori\nmsgid \"\"\nmsgstr \"\"\n\"Language: mi\\n\"\n\"X-Name: Te reo Māori\\n\"\n\"X-Draft: yes\\n\"\n"

// A catalogue is read as translators' programs write it, and comes back the same; a damaged one is refused by file and line.
func TestCataloguesAreReadOrRefused(t *testing.T) {
	cat, err := words.ParsePO("mi.po", []byte("\ufeff"+head+"\n#. a remark\n#: home.html\nmsgid \"\"\n\"Say \\\"\"\n\"hello\\\"\"\nmsgstr \"Kia ora\"\n\n#, fuzzy\n#| msgid \"Old\"\nmsgid \"Guess\"\nmsgstr \"Pōhēhē\"\n\n#~ msgid \"Gone\"\n#~ msgstr \"x\"\n"))
	if err != nil || len(cat.Entries) != 2 || cat.Entries[0].English != `Say "hello"` || cat.Entries[0].Text != "Kia ora" || !cat.Entries[1].Fuzzy ||
		cat.Header["X-Name"] != "Te reo Māori" {
		t.Fatalf("%+v %v", cat, err)
	}
	again, err := words.ParsePO("mi.po", cat.PO())
	if err != nil || !bytes.Equal(again.PO(), cat.PO()) {
		t.Errorf("%s %v", cat.PO(), err)
	}
	for text, want := range map[string]string{
		head + "\nmsgid \"A\"\n":                                             "mi.po:9: the msgid of line 8",
		head + "\nmsgid \"A\"\nmsgid \"B\"\nmsgstr \"x\"\n":                  "mi.po:9: a msgid without",
		head + "\nmsgstr \"x\"\n":                                            "mi.po:8: a msgstr without",
		head + "\n\"x\"\n":                                                   "mi.po:8: a text that belongs",
		head + "\nmsgid \"A\nmsgstr \"x\"\n":                                 "mi.po:8: a text must stand",
		head + "\nmsgid \"A\"\nmsgstr \"x\\\"\n":                             "mi.po:9: a text ends",
		head + "\nmsgid \"A\"\nmsgstr \"\\x41\"\n":                           "mi.po:9: \\x is not known",
		head + "\nmsgid \"A\"\nmsgstr \"a\"b\"\n":                            "mi.po:9: a quotation mark",
		head + "\nmsgctxt \"x\"\nmsgid \"A\"\nmsgstr \"x\"\n":                "mi.po:8: msgctxt",
		head + "\nmsgid \"A\"\nmsgid_plural \"B\"\nmsgstr[0] \"\"\n":         "mi.po:9: msgid_plural",
		head + "\n<script>\n":                                                "mi.po:8: neither",
		head + "\nmsgid \"A\"\nmsgstr \"x\"\n\nmsgid \"A\"\nmsgstr \"y\"\n":  "the sentence of line 11 is also in line 8",
		head + "\nmsgid \"A\"\nmsgstr \"x\"\n\n" + head:                      "a second header",
		head + "\nmsgid \"A\"\nmsgstr \"" + strings.Repeat("x", 9000) + "\"": "mi.po:9: a sentence longer",
		"\xff": "mi.po: not written in UTF-8",
	} {
		if _, err := words.ParsePO("mi.po", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func desks(kit, site string) map[string]fs.FS {
	out := map[string]fs.FS{"kit": fstest.MapFS{}, "site": fstest.MapFS{}}
	if kit != "" {
		out["kit"] = fstest.MapFS{"words/mi.po": {Data: []byte(kit)}}
	}
	if site != "" {
		out["site"] = fstest.MapFS{"words/mi.po": {Data: []byte(site)}}
	}
	return out
}

// A desk's own words go before those of all desks; a guess and what is left empty are not said.
func TestLanguagesAreLoaded(t *testing.T) {
	all, err := words.Load(desks(
		head+"\nmsgid \"Clubs\"\nmsgstr \"Ngā karapu\"\n\nmsgid \"{{.Day}} {{.Month}}\"\nmsgstr \"{{.Month}} {{.Day}}\"\n\n#, fuzzy\nmsgid \"Guess\"\nmsgstr \"x\"\n\nmsgid \"Empty\"\nmsgstr \"\"\n",
		head+"\nmsgid \"Clubs\"\nmsgstr \"Karapu\"\n\nmsgid \"News\"\nmsgstr \"Ngā pānui\"\n",
	))
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	mi := all[0]
	if mi.Code != "mi" || mi.Name != "Te reo Māori" || !mi.Draft {
		t.Errorf("%+v", mi)
	}
	for _, c := range [][3]string{{"site", "Clubs", "Karapu"}, {"kit", "Clubs", "Ngā karapu"}, {"clubs", "News", "Ngā pānui"}, {"kit", "Guess", ""}, {"kit", "Empty", ""}} {
		if have, said := mi.Of(c[0])(c[1]); have != c[2] || said != (c[2] != "") {
			t.Errorf("%v: %q", c, have)
		}
	}
	if have, said := mi.Say("{{.Day}} {{.Month}}", "Day", "{{.Month}}", "Month", "3"); have != "3 {{.Month}}" || !said {
		t.Errorf("%q: what is put in was read again", have)
	}
	if have, said := mi.Say("Round {{.N}}", "N", "3"); have != "Round 3" || said {
		t.Errorf("%q", have)
	}
	var none *words.Language
	if have, said := none.Say("Clubs"); have != "Clubs" || said {
		t.Errorf("%q", have)
	}
}

// A catalogue that is damaged is refused as the program starts, by file and line.
func TestDamagedCataloguesAreRefused(t *testing.T) {
	for _, c := range []struct{ kit, site, want string }{
		{head + "\nmsgid \"A {{.X}}\"\nmsgstr \"B\"\n", "", "web/kit/words/mi.po:8: {{.X}} is in it 0 times"},
		{head, head + "\n\nmsgid \"A\"\nmsgstr \"<script>x</script>\"\n", "web/site/words/mi.po:9: \"<script>x</script>\" is no element"},
		{head, head + "\nmsgid \"A\"\nmsgstr \"{{.Secret}}\"\n", "web/site/words/mi.po:8: {{.Secret}} is not in the sentence"},
		{"", head, "web/kit/words/mi.po: missing"},
		{strings.ReplaceAll(head, "X-Name", "X-Nom"), "", "has no X-Name"},
		{strings.ReplaceAll(head, "Language: mi", "Language: de"), "", "web/kit/words/mi.po:1: the header says Language: de"},
		{strings.ReplaceAll(head, "Te reo", "Te\u202ereo"), "", "the name of the language has a sign"},
	} {
		if all, err := words.Load(desks(c.kit, c.site)); err == nil || !strings.Contains(err.Error(), c.want) || all != nil {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if _, err := words.Load(map[string]fs.FS{"kit": fstest.MapFS{"words/../x.po": {}, "words/Mi.po": {Data: []byte(head)}}}); err == nil {
		t.Error("a name that is no language's is taken")
	}
}
