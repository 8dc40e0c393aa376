-- +goose Up

-- Passkeys, WebAuthn. Nothing in them is secret. The id and the public key (COSE) are
-- in base64url.
CREATE TABLE passkey (
    factor_id     {{int}} NOT NULL PRIMARY KEY REFERENCES second_factor (id),
    credential_id {{key}} NOT NULL UNIQUE CHECK (credential_id <> ''),
    public_key    {{key}} NOT NULL CHECK (public_key <> ''),
    sign_count    {{int}} NOT NULL CHECK (sign_count >= 0), -- of its last use, as far as the device counts
    syncable      BOOLEAN NOT NULL,                         -- its owner's devices can share it
    synced        BOOLEAN NOT NULL                          -- they do, or there is a backup of it
);

-- What the passkeys of an account call it: random, so that it says nothing elsewhere.
CREATE TABLE passkey_handle (
    account_id {{int}} NOT NULL PRIMARY KEY REFERENCES account (id),
    handle     {{key}} NOT NULL UNIQUE CHECK (length(handle) = 43) -- base64url
);

-- What challenges are signed with, so that none has to be kept. One row.
CREATE TABLE passkey_secret (
    id     {{int}} NOT NULL PRIMARY KEY CHECK (id = 1),
    secret {{key}} NOT NULL CHECK (length(secret) = 43)            -- base64url
);

-- Challenges that were answered, until they would have run out.
CREATE TABLE passkey_challenge_spent (
    challenge_hash {{key}} NOT NULL PRIMARY KEY,
    until_at       {{instant}} NOT NULL CHECK (length(until_at) = 24)
);

-- +goose Down
SELECT 1;
