-- +goose Up

-- When its owner last proved in a session who they are, by what signs people in;
-- NULL: not since this is noted. And the second factor that was given: '' for none,
-- 'let_in' for someone who was let in for a day without.
ALTER TABLE session ADD COLUMN proved_at {{instant}} CHECK (length(proved_at) = 24);
ALTER TABLE session ADD COLUMN factor {{key}} NOT NULL DEFAULT ''
    CHECK (factor IN ('', 'totp', 'passkey', 'recovery', 'let_in'));

-- What people sign in with besides the password. What only one kind has stands in a
-- table of that kind, by factor_id.
CREATE TABLE second_factor (
    id         {{pk}},
    account_id {{int}} NOT NULL REFERENCES account (id),
    kind       {{key}} NOT NULL CHECK (kind IN ('totp', 'passkey')),
    name       TEXT NOT NULL CHECK (name <> ''),   -- as its owner calls it
    created_at {{instant}} NOT NULL CHECK (length(created_at) = 24),
    used_at    {{instant}} CHECK (length(used_at) = 24)
);
CREATE INDEX second_factor_account ON second_factor (account_id, id);

-- Authenticator apps, RFC 6238. The secret has to be read to check a code.
CREATE TABLE totp (
    factor_id {{int}} NOT NULL PRIMARY KEY REFERENCES second_factor (id),
    secret    {{key}} NOT NULL CHECK (length(secret) = 32), -- base32
    last_step {{int}} NOT NULL                              -- of the last code accepted; none up to it is again
);

-- A secret that is shown to its owner and not yet in an authenticator app.
CREATE TABLE totp_offer (
    account_id {{int}} NOT NULL PRIMARY KEY REFERENCES account (id),
    secret     {{key}} NOT NULL CHECK (length(secret) = 32),
    made_at    {{instant}} NOT NULL CHECK (length(made_at) = 24)
);

-- Codes for whoever has lost the second factor: argon2id, each good once.
CREATE TABLE recovery_code (
    id         {{pk}},
    account_id {{int}} NOT NULL REFERENCES account (id),
    code_hash  TEXT NOT NULL,
    used_at    {{instant}} CHECK (length(used_at) = 24)
);
CREATE INDEX recovery_code_account ON recovery_code (account_id);

-- Someone who has given the password and not yet the second factor. It is no session.
CREATE TABLE half_sign_in (
    id         {{pk}},
    token_hash {{key}} NOT NULL UNIQUE,
    account_id {{int}} NOT NULL REFERENCES account (id),
    device     TEXT NOT NULL DEFAULT '',
    action     {{key}} NOT NULL,                   -- of the audit log, once it is whole
    expires_at {{instant}} NOT NULL CHECK (length(expires_at) = 24)
);
CREATE INDEX half_sign_in_account ON half_sign_in (account_id);

-- People who were let in without their second factor for a day, by whom and why.
CREATE TABLE let_in (
    id         {{pk}},
    account_id {{int}} NOT NULL REFERENCES account (id),
    given_by   {{int}} REFERENCES person (id),     -- NULL: at the society's own machine
    reason     TEXT NOT NULL CHECK (reason <> ''),
    from_at    {{instant}} NOT NULL CHECK (length(from_at) = 24),
    until_at   {{instant}} NOT NULL CHECK (length(until_at) = 24)
);
CREATE INDEX let_in_account ON let_in (account_id, until_at);

-- +goose Down
SELECT 1;
