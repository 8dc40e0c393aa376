// A teller's key in the browser: makes the files that the command nzgs teller makes and
// opens those that it opens. The passphrase and the secret key stay in this page; what
// the forms send is the public key and the answer, which are made here from them. The
// cryptography is that of vendor/age-encryption-….js, fetched before this file.
"use strict";
(() => {
  const { $, $$ } = window.nzgs;
  const utf8 = (text) => new TextEncoder().encode(text);
  const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  const base64 = (bytes) => btoa(String.fromCharCode(...bytes));
  const base64url = (bytes) => base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  // Refused is something that a person can do something about; at names the field.
  class Refused extends Error {
    constructor(at, message) { super(message); this.at = at; }
  }

  // ---- The formats, as docs/ballots.md has them ----

  const scryptWork = 16;
  const maxKeyFile = 4 << 10;

  function checkPassphrase(passphrase) {
    if (passphrase.isWellFormed?.() === false || utf8(passphrase).length > 1024) {
      throw new Refused("passphrase", "A passphrase is text of at most 1024 bytes.");
    }
    if ([...passphrase].length < 12) {
      throw new Refused("passphrase", "A passphrase has at least 12 characters: use four or five words that do not " +
        "belong together.");
    }
  }

  // canonical is one line of JSON as the program writes it: what is signed.
  const canonical = (value) => JSON.stringify(value);

  // numberOf is the beginning of a hash, for people to compare aloud.
  const numberOf = (bytes) => hex(age.sha256(bytes)).slice(0, 16).match(/..../g).join(" ");
  const cardText = (card) => card.recipient + "." + card.approval;
  const fingerprint = (card) => numberOf(utf8(cardText(card)));

  // identityOf is the key whose secret half is the age key of the text.
  async function identityOf(secret) {
    const seed = age.hkdf(age.sha256, utf8(secret), undefined, utf8("nzgs teller approval key v1"), 32);
    const card = { recipient: await age.identityToRecipient(secret), approval: hex(age.ed25519.getPublicKey(seed)) };
    return { secret, card, sign: (statement) => age.ed25519.sign(statement, seed) };
  }

  async function makeKey(passphrase) {
    checkPassphrase(passphrase);
    const identity = await identityOf(await age.generateX25519Identity());
    const lock = new age.Encrypter();
    lock.setScryptWorkFactor(scryptWork);
    lock.setPassphrase(passphrase);
    const text = `# nzgs teller key\n# public key: ${identity.card.recipient}\n${identity.secret}\n`;
    return { identity, file: age.armor.encode(await lock.encrypt(text)) };
  }

  async function openKey(file, passphrase) {
    const damaged = new Refused("keyfile", "This file is damaged or not a key. Choose the file with your key.");
    let sealed, text;
    if (utf8(file).length > maxKeyFile) throw damaged;
    try { sealed = age.armor.decode(file); } catch { throw damaged; }
    const work = /^age-encryption\.org\/v1\n-> scrypt [^ \n]+ (\d{1,2})\n/.exec(String.fromCharCode(...sealed));
    if (!work || Number(work[1]) > scryptWork) throw damaged;
    const lock = new age.Decrypter();
    lock.addPassphrase(passphrase);
    try {
      text = await lock.decrypt(sealed, "text");
    } catch (err) {
      if (!/no identity matched/.test(err.message)) throw damaged;
      throw new Refused("passphrase", "The passphrase does not open this key file.");
    }
    const lines = text.split("\n").map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
    if (lines.length !== 1 || !lines[0].startsWith("AGE-SECRET-KEY-1")) throw damaged;
    try { return await identityOf(lines[0]); } catch { throw damaged; }
  }

  const cardOf = (c) => ({ recipient: c.recipient, approval: c.approval });
  const tellersOf = (list) => list.map((t) => ({ name: t.name, card: cardOf(t.card) }));

  // openTest reads a test message as strictly as the command does: what is signed is
  // what is shown.
  async function openTest(message, identity) {
    const broken = new Refused("keyfile", "The test message on this page is damaged. Load the page again.");
    const lock = new age.Decrypter();
    lock.addIdentity(identity.secret);
    let text, test;
    try {
      text = await lock.decrypt(age.armor.decode(message), "text");
    } catch (err) {
      if (!/no identity matched/.test(err.message)) throw broken;
      const own = fingerprint(identity.card);
      throw new Refused("keyfile", `This key is not the one that is registered: its number is ${own}.`);
    }
    try {
      const t = JSON.parse(text);
      test = { format: t.format, vote: t.vote, card: cardOf(t.card), token: t.token, tellers: tellersOf(t.tellers) };
    } catch { throw broken; }
    const proves = /^[0-9a-f]{32}$/.test(test.token), signs = test.tellers.length > 0;
    if (canonical(test) !== text || test.format !== "nzgs-teller-test/2") throw broken;
    if (!proves && (test.token !== "" || !signs)) throw broken;
    const own = cardText(identity.card);
    if (cardText(test.card) !== own || signs && !test.tellers.some((t) => cardText(t.card) === own)) throw broken;
    const keys = { vote: test.vote, tellers: test.tellers };
    return { text, proves, signs, keys, statement: utf8("nzgs vote keys v1\n" + canonical(keys)) };
  }

  // answer is the line that answers a test: the proof, and the signature under the keys.
  function answer(test, identity) {
    const parts = [];
    if (test.proves) parts.push(identity.sign(utf8("nzgs teller test v1\n" + test.text)));
    if (test.signs) parts.push(identity.sign(test.statement));
    return parts.map(base64url).join(".");
  }

  // note is what nzgs teller keeps beside the key: the keys that were signed.
  function note(test, identity, on) {
    const signed = [{ on, keys: test.keys, signature: base64(identity.sign(test.statement)) }];
    return canonical({ format: "nzgs-teller-signed/1", signed }) + "\n";
  }

  // ---- The page ----

  const part = (name, root) => $(`[data-key="${name}"]`, root);
  const fieldOf = (section, name) => $(`#${section.dataset.tellerKey}_${name}`);
  const number = (text) => Object.assign(document.createElement("code"), { textContent: text });

  // offer has a link save a text as a file.
  function offer(link, text) {
    if (link.href) URL.revokeObjectURL(link.href);
    link.href = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  }

  function say(section, at, message) {
    for (const field of $$("input", section)) field.removeAttribute("aria-invalid");
    const says = part("says", section);
    says.textContent = message;
    says.classList.toggle("field-error", at !== "");
    const field = at && fieldOf(section, at);
    if (field) { field.setAttribute("aria-invalid", "true"); field.focus(); }
  }

  // press does the section's work, once at a time. Scrypt keeps the page from drawing
  // while it runs, so what is said is drawn first.
  function press(section, button, work) {
    let working = false;
    const go = async () => {
      if (working) return;
      working = true;
      say(section, "", "Working. This takes a few seconds.");
      await new Promise((drawn) => setTimeout(drawn, 50));
      try {
        await work((name) => fieldOf(section, name));
      } catch (err) {
        say(section, err instanceof Refused ? err.at : "none", err instanceof Refused ? err.message :
          "This browser cannot do it. Use the newest version of it, or the command below.");
      }
      working = false;
    };
    button.addEventListener("click", go);
    for (const field of $$("input", section)) {
      field.removeAttribute("name"); // no form has it, and none can
      field.addEventListener("keydown", (e) => {
        if (e.key !== "Enter" || field.type !== "password") return;
        e.preventDefault();
        go();
      });
    }
  }

  // chosen is the key of the file and the passphrase that were given.
  async function chosen(field) {
    const file = field("keyfile").files[0];
    if (!file) throw new Refused("keyfile", "Choose the file with your key.");
    if (!field("passphrase").value) throw new Refused("passphrase", "Enter the passphrase of your key.");
    if (file.size > maxKeyFile) throw new Refused("keyfile", "This file is too large. Choose the file with your key.");
    const identity = await openKey(await file.text(), field("passphrase").value);
    field("passphrase").value = "";
    return identity;
  }

  function fillIn(card) {
    const field = $("#recipient");
    field.value = cardText(card);
    const details = field.closest("details");
    if (details) details.open = true;
  }

  function readyToMake(section) {
    press(section, part("make", section), async (field) => {
      const passphrase = field("passphrase").value;
      checkPassphrase(passphrase);
      if (field("again").value !== passphrase) {
        throw new Refused("again", "The two passphrases are not the same. Type the passphrase again.");
      }
      const made = await makeKey(passphrase);
      field("passphrase").value = field("again").value = "";
      offer(part("save", section), made.file);
      part("number", section).replaceChildren(number(fingerprint(made.identity.card)));
      part("made", section).hidden = false;
      fillIn(made.identity.card);
      unsaved = true;
      say(section, "", "The key is made. Save its file now: it is nowhere else.");
      part("save", section).focus();
    });
    part("save", section).addEventListener("click", () => {
      unsaved = false;
      say(section, "", "Keep teller-key.age where you find it again. Now register the key below.");
    });
    $("#recipient").form.addEventListener("submit", (e) => {
      if (!unsaved) return;
      e.preventDefault();
      say(section, "none", "Save the file with your key before you register it.");
      part("save", section).focus();
    });
  }

  function readyToRead(section) {
    press(section, part("read", section), async (field) => {
      const identity = await chosen(field);
      fillIn(identity.card);
      say(section, "", `The key opens. Its number is ${fingerprint(identity.card)}. Its public key is filled in below.`);
      $("#recipient").focus();
    });
  }

  function readyToOpen(section) {
    const form = $(`form[action="${section.dataset.prove}"]`);
    const send = (line) => { form.elements.answer.value = line; form.requestSubmit(); };
    press(section, part("open", section), async (field) => {
      const identity = await chosen(field);
      const test = await openTest($("#test").value, identity);
      if (!test.signs) {
        say(section, "", "Your key opens it. The answer is being sent.");
        send(answer(test, identity));
        return;
      }
      say(section, "", "Your key opens it. Compare the numbers now.");
      part("tellers", section).replaceChildren(...test.keys.tellers.map((t) => {
        const row = document.createElement("div");
        const name = Object.assign(document.createElement("dt"), { textContent: t.name });
        const value = document.createElement("dd");
        value.append(number(fingerprint(t.card)), cardText(t.card) === cardText(identity.card) ? " (yours)" : "");
        row.append(name, value);
        return row;
      }));
      part("asked", section).hidden = false;
      part("title", section).focus();
      part("right", section).onclick = () => {
        part("signed", section).hidden = false;
        part("keys", section).replaceChildren(number(numberOf(test.statement)));
        offer(part("note", section), note(test, identity, section.dataset.today));
        part("sign-title", section).focus();
        part("send", section).onclick = () => send(answer(test, identity));
      };
      part("wrong", section).onclick = () => {
        part("asked", section).hidden = part("signed", section).hidden = true;
        say(section, "none", "Nothing was signed. Tell the other tellers and the secretary which number is wrong.");
      };
    });
  }

  let unsaved = false; // a key that was made and not saved is lost when the page goes
  const sections = { make: readyToMake, read: readyToRead, open: readyToOpen };
  const works = window.age && window.crypto?.subtle;
  for (const section of $$("[data-teller-key]")) {
    if (!works) {
      section.replaceChildren(Object.assign(document.createElement("p"), {
        textContent: "This browser cannot make or open keys here. Use its newest version at the site’s own " +
          "address, or the command below.",
      }));
      continue;
    }
    sections[section.dataset.tellerKey](section);
  }
  for (const details of $$("[data-key=command]")) details.open = !works || $("[aria-invalid]", details) !== null;
  window.nzgs.tellerKey = { makeKey, openKey, openTest, answer, note, fingerprint, cardText, numberOf };
})();
