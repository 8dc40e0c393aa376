// Passkeys: has the browser make or use one, and sends what it answers in a form. The
// password works without this file.
"use strict";
(() => {
  const { $, $$ } = window.nzgs;

  // Bytes travel as base64url in JSON.
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const listed = (keys) => (keys || []).map((k) => ({ ...k, id: bytes(k.id) }));

  // ask has the browser answer what the program asks for.
  async function ask(kind, asked) {
    const publicKey = { ...asked, challenge: bytes(asked.challenge) };
    if (kind === "create") {
      publicKey.user = { ...asked.user, id: bytes(asked.user.id) };
      publicKey.excludeCredentials = listed(asked.excludeCredentials);
    } else {
      publicKey.allowCredentials = listed(asked.allowCredentials);
    }
    const made = await navigator.credentials[kind]({ publicKey });
    const response = { clientDataJSON: text(made.response.clientDataJSON) };
    for (const part of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (made.response[part]) response[part] = text(made.response[part]);
    }
    return JSON.stringify({ id: made.id, rawId: text(made.rawId), type: made.type, response, clientExtensionResults: {} });
  }

  const why = {
    InvalidStateError: "This device has one of your passkeys already.",
    SecurityError: "Passkeys do not work at this address. Open the site at its own address.",
    NotSupportedError: "This device cannot keep passkeys for this site.",
  };

  function ready(part) {
    const kind = part.dataset.passkey;
    const form = part.form || $("form", part);
    const says = $("[data-passkey-says]", part.form || part);
    if (!window.PublicKeyCredential) {
      if (part.form) part.hidden = true;
      says.textContent = "This browser has no passkeys.";
      return;
    }
    let asking = false;
    part.addEventListener(part.form ? "click" : "submit", async (event) => {
      event.preventDefault();
      if (asking) return;
      asking = true;
      says.textContent = "";
      try {
        const input = document.createElement("input");
        Object.assign(input, { type: "hidden", name: part.dataset.field, value: await ask(kind, JSON.parse(part.dataset.options)) });
        form.append(input);
        form.submit();
      } catch (err) {
        asking = false;
        says.textContent = why[err.name] || (kind === "create" ? "No passkey was made. Try again." : "No passkey was used. Try again, or use your password.");
      }
    });
  }
  $$("[data-passkey]").forEach(ready);
})();
