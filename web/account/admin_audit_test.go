package account_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	webaccount "nzgs/web/account"
)

// An action stands in the code as "verb.object". These are texts of that form that are none.
var noActions = regexp.MustCompile(`\.(go|db|toml|json|csv|xml|zip|sgf|test|lock|html|css|js|png|txt|log)$|_id$|^[a-z]\.|` +
	`^(vcs|time|memory|webauthn|handicap|acceleration|knockout|reseed|apart|tournaments|backup|play_club_match|date|x|a|en|mi)\.`)

var inCode = regexp.MustCompile(`"([a-z_]+\.[a-z_]+)"`)

// Every action of the code has words in the log: a new one without fails here.
func TestEveryActionHasWords(t *testing.T) {
	found := 0
	for _, root := range []string{"../../internal", "../../cmd"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range inCode.FindAllStringSubmatch(string(text), -1) {
				if noActions.MatchString(m[1]) {
					continue
				}
				found++
				if webaccount.LogWords(m[1]) == "" {
					t.Errorf("%s: say in log_words.go and log_nouns.go what %q is in words", path, m[1])
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 400 {
		t.Errorf("only %d actions were found: are they written otherwise now?", found)
	}
	// Those that are put together as the program runs.
	for object, verbs := range map[string]string{
		"postal_vote": "draft edit freeze reopen appoint key prove papers print despatch replace envelope rule remind close package " +
			"result enter finish compare correct approve restart report declare announce destroy propose offer answer confirm clear withdraw",
		"record":     "accept hide show remove",
		"play":       "offered declined withdrawn move resign undo undone kept dead counted play_on vacation time dispute ruled note",
		"club_match": "offered open declined withdrawn called_off begun too_few",
		"ladder":     "joined left idle won tied",
	} {
		for verb := range strings.FieldsSeq(verbs) {
			if action := verb + "." + object; webaccount.LogWords(action) == "" {
				t.Errorf("say in log_words.go what %q is in words", action)
			}
		}
	}
}

func TestWordsOfTheLog(t *testing.T) {
	for action, want := range map[string]string{
		"confirm.return": "confirmed a club’s list", "appoint.office": "gave an office", "sign_in.account": "signed in",
		"old.thing": "did “old thing”", "": "did “”", "receive.payment": "received a payment", "draw.round": "drew a round",
	} {
		if got := webaccount.LogText(action); got != want {
			t.Errorf("%s: %s, want %s", action, got, want)
		}
	}
	found := webaccount.ActionsOf([]string{"confirm.return", "receive.payment", "sign_in.account", "make.invoice"}, "A LIST")
	if !slices.Equal(found, []string{"confirm.return"}) {
		t.Errorf("found %v", found)
	}
}

// The log shows values as people write them, and none that only programs read.
func TestValuesOfTheAuditLog(t *testing.T) {
	for raw, want := range map[string]string{
		`{"day":"2026-11-21"}`: "21 November 2026", `{"name":"Kāpiti"}`: "Kāpiti", `{"done":true}`: "yes", `{"done":false}`: "no",
		`{"n":40}`: "40", `{"list":[1,2]}`: "1; 2", `{"rating":"-7.3"}`: "−7.3", `{"amount":4050}`: "$40.50", `{"n":-5}`: "−5",
		`{"role":"club_secretary"}`: "Club secretary", `{"person":999}`: "999", `{"x":{"fee":100,"ok":true}}`: "fee $1.00, ok yes",
		`{"email":"a@example.nz"}`: "not shown to you", `{"token_hash":"abc"}`: "", `{"secret":"x"}`: "", `"text"`: "text", `{"x":null}`: "",
		`{"lines":[{"address":"1 Road"}]}`: "address not shown to you", `{"x":[[[[1]]]]}`: "",
	} {
		got := ""
		for _, value := range webaccount.Values(json.RawMessage(raw), false) {
			got += value
		}
		if got != want {
			t.Errorf("%s is shown as %q, want %q", raw, got, want)
		}
	}
	if got := webaccount.Values(json.RawMessage(`{"email":"a@example.nz"}`), true)["email"]; got != "a@example.nz" {
		t.Errorf("whoever may see it reads %q", got)
	}
	for _, odd := range []string{"", "{", `[]`, `null`, `{"a":`, strings.Repeat(`[`, 5000) + strings.Repeat(`]`, 5000)} {
		webaccount.Values(json.RawMessage(odd), false) // whatever it is, it is shown or left out
	}
}
