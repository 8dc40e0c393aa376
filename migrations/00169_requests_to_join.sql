-- +goose Up

-- Someone's own wish to become a member, entered online. Nothing of it counts before the address is confirmed and an officer
-- has accepted it; an invoice is made then, and the membership begins with its money.
CREATE TABLE join_request (
    id           {{pk}},
    state        {{key}} NOT NULL CHECK (state IN ('unconfirmed', 'waiting', 'accepted', 'refused')),
    family_name  TEXT NOT NULL DEFAULT '',
    given_names  TEXT NOT NULL DEFAULT '',
    email        TEXT NOT NULL DEFAULT '',
    email_key    {{key}} NOT NULL DEFAULT '',
    club_id      {{int}} REFERENCES club (id),
    kind         {{key}} NOT NULL DEFAULT 'full' CHECK (kind IN ('full', 'student', 'junior', 'family')),
    note         TEXT NOT NULL DEFAULT '',
    consent      TEXT NOT NULL,                                -- the words that were agreed to
    asked_at     {{instant}} NOT NULL CHECK (length(asked_at) = 24),
    expires_at   {{instant}} CHECK (length(expires_at) = 24),  -- of an address that is not confirmed
    confirmed_at {{instant}} CHECK (length(confirmed_at) = 24),
    decided_at   {{instant}} CHECK (length(decided_at) = 24),
    decided_by   TEXT NOT NULL DEFAULT '',
    reason       TEXT NOT NULL DEFAULT '',
    person_id    {{int}} REFERENCES person (id),
    version      {{int}} NOT NULL DEFAULT 1,
    CHECK ((state = 'unconfirmed') = (expires_at IS NOT NULL)),
    CHECK ((state = 'accepted') = (person_id IS NOT NULL))
);
CREATE INDEX join_request_state ON join_request (state, asked_at);
CREATE INDEX join_request_email ON join_request (email_key);

CREATE TABLE join_link (
    hash       {{key}} NOT NULL PRIMARY KEY,
    request_id {{int}} NOT NULL REFERENCES join_request (id),
    made_at    {{instant}} NOT NULL CHECK (length(made_at) = 24)
){{unnumbered}};
CREATE INDEX join_link_request ON join_link (request_id);

-- Letters may have a link to such a request.
ALTER TABLE mail_letter ADD COLUMN link_kind {{key}} NOT NULL DEFAULT '' CHECK (link_kind IN ('', 'application', 'joining'));
UPDATE mail_letter SET link_kind = link_to;
ALTER TABLE mail_letter DROP COLUMN link_to;
ALTER TABLE mail_letter RENAME COLUMN link_kind TO link_to;

-- +goose Down
SELECT 1;
