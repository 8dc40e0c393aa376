-- +goose Up

-- The newsletter, as it is written and as it was sent.
CREATE TABLE newsletter (
    id      {{pk}},
    title   TEXT NOT NULL,
    intro   TEXT NOT NULL,                                     -- Markdown
    news    {{key}} NOT NULL DEFAULT '',                       -- numbers of the chosen news
    body    TEXT NOT NULL DEFAULT '',                          -- all of it, as it was sent
    sent_at {{instant}} CHECK (length(sent_at) = 24),
    sent_by TEXT NOT NULL DEFAULT '',
    readers {{int}} NOT NULL DEFAULT 0,
    version {{int}} NOT NULL DEFAULT 1
);

-- Who gets it, by address alone: once confirmed, until they stop.
CREATE TABLE newsletter_reader (
    id           {{pk}},
    email        TEXT NOT NULL,
    email_key    {{key}} NOT NULL UNIQUE,
    leave_token  {{key}} NOT NULL UNIQUE,                      -- in the letters
    confirm_hash {{key}} NOT NULL DEFAULT '',                  -- of the link in the question
    asked_at     {{instant}} NOT NULL CHECK (length(asked_at) = 24),
    expires_at   {{instant}} CHECK (length(expires_at) = 24),  -- of an address that is not confirmed
    confirmed_at {{instant}} CHECK (length(confirmed_at) = 24),
    CHECK ((confirmed_at IS NULL) = (expires_at IS NOT NULL))
);
CREATE INDEX newsletter_reader_confirm ON newsletter_reader (confirm_hash);

-- Letters may have links to these.
ALTER TABLE mail_letter ADD COLUMN link_kind {{key}} NOT NULL DEFAULT ''
    CHECK (link_kind IN ('', 'application', 'joining', 'subscribing', 'newsletter'));
UPDATE mail_letter SET link_kind = link_to;
ALTER TABLE mail_letter DROP COLUMN link_to;
ALTER TABLE mail_letter RENAME COLUMN link_kind TO link_to;

-- +goose Down
SELECT 1;
