package e2e

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// The tellers' keys: Ana makes hers in the browser, Ben with the command, and both
// prove and sign them in the browser.

// appointTheTellers, and both make their keys.
func (v *postalVote) appointTheTellers() {
	w := v.secretary
	w.follow("Appoint the tellers")
	w.see("The meeting elected as tellers", v.names[v.ana], v.names[v.ben])
	w.accessible("secretary")
	w.press("Appoint the tellers")
	w.see("The tellers are appointed.", "No key yet")
	v.keyDir = v.TempDir()
	if err := os.WriteFile(v.passphraseFile(), []byte(postalPassphrase+"\n"), 0o600); err != nil {
		v.Fatal(err)
	}
	v.makesAKeyInTheBrowser(v.ana)
	v.leavesAndRegistersLater(v.ana)
	v.makesAKeyWithTheCommand(v.ben)
	v.signs(v.ben)
	v.signsTheRightKeysOnly(v.ana)
	v.commandOpensWhatTheBrowserMade()
}

func (v *postalVote) passphraseFile() string { return filepath.Join(v.keyDir, "passphrase") }

func (v *postalVote) makesAKeyInTheBrowser(w *window) {
	w.do(emulation.SetScriptExecutionDisabled(true))
	w.goTo(v.path + "/key")
	w.see("nzgs teller key", "Public key")
	w.dontSee("Make a key in this browser", "I have a key file already")
	w.do(emulation.SetScriptExecutionDisabled(false))
	w.goTo(v.path + "/key")
	w.see("Make a key in this browser")
	v.countsAsTheProgram(w)
	for _, try := range []struct{ first, again, says string }{
		{"too short", "too short", "A passphrase has at least 12 characters"},
		{postalPassphrase, postalPassphrase + "!", "The two passphrases are not the same."},
		{postalPassphrase, postalPassphrase, "The key is made. Save its file now"},
	} {
		w.fill("New passphrase", try.first)
		w.fill("The same passphrase again", try.again)
		w.click("button", "Make the key")
		w.see(try.says)
	}
	w.accessible("teller")
	w.click("button", "Register the key")
	w.see("Save the file with your key before you register it.")
	v.keys[w] = w.save("Save teller-key.age", "teller-key.age", v.keyDir)
	v.noSecret(w, v.path)
}

// countsAsTheProgram: the page’s script opens a key file and a test message and answers it
// as the program does, byte for byte (TestABrowserMadeThisKey reads the same file).
func (v *postalVote) countsAsTheProgram(w *window) {
	raw, err := os.ReadFile("testdata/teller_key.json")
	if err != nil {
		v.Fatal(err)
	}
	var wrong []string
	w.do(chromedp.Evaluate(vectorsScript+"("+string(raw)+")", &wrong, func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
		return p.WithAwaitPromise(true)
	}))
	for _, what := range wrong {
		v.Errorf("the browser and the program differ: %s", what)
	}
}

// vectorsScript compares, and offers test messages that are not quite the program's: each
// has to be refused. It gives what is wrong.
const vectorsScript = `(async (v) => {
	const k = window.nzgs.tellerKey, id = await k.openKey(v.file, v.passphrase), t = await k.openTest(v.message, id);
	const same = {
		card: k.cardText(id.card) === v.card, number: k.fingerprint(id.card) === v.number,
		keys: k.numberOf(t.statement) === v.keys, answer: k.answer(t, id) === v.answer,
	};
	const sealed = async (text) => {
		const to = new age.Encrypter();
		to.addRecipient(id.card.recipient);
		return age.armor.encode(await to.encrypt(text));
	};
	const changed = (how) => { const c = JSON.parse(t.text); how(c); return JSON.stringify(c); };
	const refused = async (what, text) => {
		try { await k.openTest(await sealed(text), id); same[what] = false; } catch (err) { same[what] = err.at === "keyfile"; }
	};
	await k.openTest(await sealed(t.text), id);
	await refused("white space", t.text + " ");
	await refused("another field", changed((c) => { c.more = 1; }));
	await refused("another format", changed((c) => { c.format = "nzgs-teller-test/9"; }));
	await refused("a short token", changed((c) => { c.token = "00"; }));
	await refused("nothing to do", changed((c) => { c.token = ""; c.tellers = []; }));
	await refused("another card", changed((c) => { c.card = c.tellers[1].card; }));
	await refused("not among the tellers", changed((c) => { c.tellers.shift(); }));
	await refused("no JSON", "hello");
	const opened = async (what, file, at) => {
		try { await k.openKey(file, v.passphrase); same[what] = false; } catch (err) { same[what] = err.at === at; }
	};
	await opened("no key file", "hello", "keyfile");
	await opened("a file to a recipient", v.message, "keyfile");
	await opened("half a file", v.file.slice(0, 300), "keyfile");
	const costly = new age.Encrypter();
	costly.setScryptWorkFactor(17);
	costly.setPassphrase(v.passphrase);
	await opened("a costly file", age.armor.encode(await costly.encrypt(id.secret)), "keyfile");
	const two = new age.Encrypter();
	two.setScryptWorkFactor(2);
	two.setPassphrase(v.passphrase);
	await opened("two keys", age.armor.encode(await two.encrypt(id.secret + "\n" + id.secret)), "keyfile");
	return Object.keys(same).filter((what) => !same[what]);
})`

// noSecret: nothing that was typed or made is in the page, but the public key.
func (v *postalVote) noSecret(w *window, what string) {
	for _, secret := range []string{postalPassphrase, "AGE-SECRET-KEY"} {
		if strings.Contains(w.html(), secret) {
			v.Errorf("%s has %q in it", what, secret)
		}
	}
}

// leavesAndRegistersLater: the file is saved and the key is not registered; the page
// reads the public key from the file.
func (v *postalVote) leavesAndRegistersLater(w *window) {
	w.goTo(v.path)
	w.goTo(v.path + "/key")
	w.see("No key yet")
	w.unfold("I have a key file already")
	w.attach("Key file", v.keys[w])
	w.fill("Passphrase of the key", "not the passphrase at all")
	w.click("button", "Fill in its public key")
	w.see("The passphrase does not open this key file.")
	w.accessible("teller")
	w.fill("Passphrase of the key", postalPassphrase)
	w.click("button", "Fill in its public key")
	w.see("The key opens.")
	if !strings.HasPrefix(w.value("Public key"), "age1") {
		v.Errorf("the public key that is filled in: %q", w.value("Public key"))
	}
	w.press("Register the key")
	w.accessible("teller")
	w.goTo(v.path) // a test waits until it is answered
	w.goTo(v.path + "/key")
	w.attach("Key file", v.keys[w])
	w.fill("Passphrase of the key", "not the passphrase at all")
	w.click("button", "Open the test message and prove the key")
	w.see("The passphrase does not open this key file.")
	w.fill("Passphrase of the key", postalPassphrase)
	w.press("Open the test message and prove the key")
	w.see("Your answer was taken.")
}

func (v *postalVote) makesAKeyWithTheCommand(w *window) {
	v.keys[w] = filepath.Join(v.keyDir, "teller-2.age")
	out := nzgs(v.T, "teller", "key", "--key", v.keys[w], "--passphrase-file", v.passphraseFile())
	w.goTo(v.path + "/key")
	w.fill("Public key", regexp.MustCompile(`age1\S+`).FindString(out))
	w.press("Register the key")
}

// open has the browser open the test message with a key file.
func (v *postalVote) open(w *window, file string) {
	w.attach("Key file", file)
	w.fill("Passphrase of the key", postalPassphrase)
	w.click("button", "Open the test message")
}

// signs the keys of both, and notes their number.
func (v *postalVote) signs(w *window) {
	v.open(w, v.keys[w])
	w.see("Compare the keys by telephone", v.names[v.ana], v.names[v.ben], "(yours)")
	w.click("button", "All numbers are right")
	w.see("Write this number down")
	v.noted = regexp.MustCompile(`data-key="keys"><code>([0-9a-f ]+)</code>`).FindStringSubmatch(w.html())[1]
	if page := v.keysNumber(w); page != v.noted {
		v.Errorf("the number of the keys is %q in the browser and %q on the page", v.noted, page)
	}
	w.accessible("teller")
	w.press("I have written it down: sign the keys")
	w.see("Your answer was taken.")
}

// signsTheRightKeysOnly: not with another key, and nothing where a number is wrong.
func (v *postalVote) signsTheRightKeysOnly(w *window) {
	w.goTo(v.path + "/key")
	v.open(w, v.keys[v.ben])
	w.see("This key is not the one that is registered")
	v.open(w, v.keys[w])
	w.click("button", "A number is wrong")
	w.see("Nothing was signed.")
	v.open(w, v.keys[w])
	w.click("button", "All numbers are right")
	w.save("Save a note of the signed keys", "teller-key-signed.json", v.keyDir)
	v.signs(w)
}

// commandOpensWhatTheBrowserMade: the key file and the note beside it.
func (v *postalVote) commandOpensWhatTheBrowserMade() {
	out := nzgs(v.T, "teller", "key", "--key", v.keys[v.ana], "--passphrase-file", v.passphraseFile())
	for _, want := range []string{"age1", "you signed the keys of postal-", v.noted} {
		if !strings.Contains(out, want) {
			v.Errorf("nzgs teller key says nothing of %q:\n%s", want, out)
		}
	}
}

// keysNumber is the number of the keys on the teller's page.
func (v *postalVote) keysNumber(w *window) string {
	v.Helper()
	m := regexp.MustCompile(`<dt>Number of the keys</dt><dd><code>([0-9a-f ]+)</code>`).FindStringSubmatch(w.html())
	if m == nil {
		w.fail("there is no number of the keys")
	}
	return m[1]
}

// save clicks a link that saves a file which the page has made, and returns where it is.
func (w *window) save(name, as, dir string) string {
	w.t.Helper()
	w.do(chromedp.ActionFunc(func(ctx context.Context) error {
		info, err := target.GetTargetInfo().Do(ctx)
		if err != nil {
			return err
		}
		return browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(dir).
			WithBrowserContextID(info.BrowserContextID).Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
	}))
	w.click("link", name)
	file := filepath.Join(dir, as)
	if !poll(func() bool { info, err := os.Stat(file); return err == nil && info.Size() > 0 }) {
		w.fail("%s was not saved", as)
	}
	return file
}
