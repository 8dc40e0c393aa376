-- +goose Up

-- A person the society knows: member, former member, guest player.
CREATE TABLE person (
    id            {{pk}},
    family_name   TEXT NOT NULL CHECK (family_name <> ''),
    given_names   TEXT NOT NULL,
    family_first  BOOLEAN NOT NULL DEFAULT FALSE, -- written 田中 太郎, not 太郎 田中
    alias         TEXT NOT NULL DEFAULT '',       -- shown on public pages when public_as = 'alias'
    public_as     TEXT NOT NULL DEFAULT 'name' CHECK (public_as IN ('name', 'alias')),
    name_key      {{key}} NOT NULL,               -- folded: family given
    sort_key      {{key}} NOT NULL,               -- collation key of family name, given names
    email         TEXT NOT NULL DEFAULT '',
    email_key     {{key}} NOT NULL DEFAULT '',
    phone         TEXT NOT NULL DEFAULT '',
    phone_key     {{key}} NOT NULL DEFAULT '',
    address       TEXT NOT NULL DEFAULT '',
    grade         TEXT NOT NULL DEFAULT '',       -- declared playing strength: 3d, 12k, 3.4
    note          TEXT NOT NULL DEFAULT '',
    created_at    {{instant}} NOT NULL CHECK (length(created_at) = 24),
    version       {{int}} NOT NULL DEFAULT 1,
    CHECK (public_as = 'name' OR alias <> '')
);
CREATE INDEX person_name ON person (name_key);
CREATE INDEX person_sort ON person (sort_key, id);
CREATE INDEX person_email ON person (email_key);
CREATE INDEX person_phone ON person (phone_key);

CREATE TABLE club (
    id         {{pk}},
    name       TEXT NOT NULL CHECK (name <> ''),
    name_key   {{key}} NOT NULL UNIQUE,
    sort_key   {{key}} NOT NULL,
    short_name TEXT NOT NULL DEFAULT '',           -- four letters or so, for draw sheets
    city       TEXT NOT NULL DEFAULT '',
    meets      TEXT NOT NULL DEFAULT '',           -- where and when, in a sentence
    email      TEXT NOT NULL DEFAULT '',
    website    TEXT NOT NULL DEFAULT '',
    created_at {{instant}} NOT NULL CHECK (length(created_at) = 24),
    version    {{int}} NOT NULL DEFAULT 1
);

-- Who may sign in.
CREATE TABLE account (
    id            {{pk}},
    person_id     {{int}} NOT NULL UNIQUE REFERENCES person (id),
    email         TEXT NOT NULL,
    email_key     {{key}} NOT NULL UNIQUE CHECK (email_key <> ''),
    password_hash TEXT NOT NULL DEFAULT '',        -- '' until a password is set
    disabled      BOOLEAN NOT NULL DEFAULT FALSE,
    created_at    {{instant}} NOT NULL CHECK (length(created_at) = 24),
    version       {{int}} NOT NULL DEFAULT 1
);

CREATE TABLE session (
    id         {{pk}},
    token_hash {{key}} NOT NULL UNIQUE,
    account_id {{int}} NOT NULL REFERENCES account (id),
    device     TEXT NOT NULL DEFAULT '',
    created_at {{instant}} NOT NULL CHECK (length(created_at) = 24),
    seen_at    {{instant}} NOT NULL CHECK (length(seen_at) = 24),
    expires_at {{instant}} NOT NULL CHECK (length(expires_at) = 24)
);
CREATE INDEX session_account ON session (account_id);

-- Links that work once: set-up of an empty society, invitation, sign-in.
CREATE TABLE one_time_link (
    id         {{pk}},
    token_hash {{key}} NOT NULL UNIQUE,
    purpose    TEXT NOT NULL CHECK (purpose IN ('set_up', 'sign_in', 'invite', 'recover')),
    account_id {{int}} REFERENCES account (id),    -- NULL only for set_up
    created_at {{instant}} NOT NULL CHECK (length(created_at) = 24),
    expires_at {{instant}} NOT NULL CHECK (length(expires_at) = 24),
    used_at    {{instant}} CHECK (length(used_at) = 24),
    CHECK (purpose = 'set_up' OR account_id IS NOT NULL)
);

-- Failed sign-ins, for throttling by account and by network.
CREATE TABLE sign_in_failure (
    id      {{pk}},
    subject {{key}} NOT NULL,                      -- 'network:…', 'account:…' or 'pair:…' of both; no address in clear
    at      {{instant}} NOT NULL CHECK (length(at) = 24)
);
CREATE INDEX sign_in_failure_subject ON sign_in_failure (subject, at);

-- Offices with their dates (until_day inclusive; NULL: still held).
-- 00003 adds event_id for directors and referees.
CREATE TABLE office (
    id         {{pk}},
    person_id  {{int}} NOT NULL REFERENCES person (id),
    role       TEXT NOT NULL CHECK (role IN ('administrator', 'president', 'secretary', 'treasurer',
                                             'committee', 'club_secretary', 'director', 'referee')),
    club_id    {{int}} REFERENCES club (id),
    from_day   {{date}} NOT NULL CHECK (length(from_day) = 10),
    until_day  {{date}} CHECK (length(until_day) = 10 AND until_day >= from_day),
    created_at {{instant}} NOT NULL CHECK (length(created_at) = 24),
    version    {{int}} NOT NULL DEFAULT 1,
    CHECK ((role = 'club_secretary') = (club_id IS NOT NULL))
);
CREATE INDEX office_person ON office (person_id);
CREATE INDEX office_club ON office (club_id);

-- What was done, by whom, chained by hash. request_key is the idempotency key
-- of the request that did it: its UNIQUE makes a repeated request fail whole.
CREATE TABLE audit_entry (
    seq         {{int}} NOT NULL PRIMARY KEY,
    at          {{instant}} NOT NULL CHECK (length(at) = 24),
    actor_id    {{int}} REFERENCES person (id),    -- NULL: the program itself
    actor_name  TEXT NOT NULL,
    action      TEXT NOT NULL,
    object      TEXT NOT NULL,
    object_id   {{int}} NOT NULL DEFAULT 0,
    detail      TEXT NOT NULL,                     -- JSON: before, after
    request_key {{key}} UNIQUE,
    prev_hash   {{key}} NOT NULL CHECK (length(prev_hash) = 64),
    hash        {{key}} NOT NULL CHECK (length(hash) = 64)
);
CREATE INDEX audit_object ON audit_entry (object, object_id, seq);
CREATE INDEX audit_kind ON audit_entry (object, seq);

CREATE TABLE audit_head (
    id   {{int}} NOT NULL PRIMARY KEY CHECK (id = 1),
    seq  {{int}} NOT NULL,
    hash {{key}} NOT NULL
);
INSERT INTO audit_head (id, seq, hash)
VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');

-- +goose Down
SELECT 1;
