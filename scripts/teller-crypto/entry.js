// What a teller's key needs in the browser: age files, and the signatures beside them.
export { Decrypter, Encrypter, armor, generateX25519Identity, identityToRecipient } from "age-encryption";
export { ed25519 } from "@noble/curves/ed25519.js";
export { hkdf } from "@noble/hashes/hkdf.js";
export { sha256 } from "@noble/hashes/sha2.js";
