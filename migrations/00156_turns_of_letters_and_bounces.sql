-- +goose Up

-- In which turn a letter goes (-1: someone waits for it, 1: one of many, which wait in quiet hours), the mailing it
-- belongs to ('': none), where answers go, and what a reader who wants no more of these leaves ('': cannot be left).
ALTER TABLE mail_letter ADD COLUMN turn {{int}} NOT NULL DEFAULT 0 CHECK (turn IN (-1, 0, 1));
ALTER TABLE mail_letter ADD COLUMN mailing {{key}} NOT NULL DEFAULT '';
ALTER TABLE mail_letter ADD COLUMN reply_name TEXT NOT NULL DEFAULT '';
ALTER TABLE mail_letter ADD COLUMN reply_address TEXT NOT NULL DEFAULT '';
ALTER TABLE mail_letter ADD COLUMN topic {{key}} NOT NULL DEFAULT '';
ALTER TABLE mail_letter ADD COLUMN tried_at {{instant}} CHECK (length(tried_at) = 24);
UPDATE mail_letter SET turn = -1 WHERE link_id IS NOT NULL;
DROP INDEX mail_letter_due;
CREATE INDEX mail_letter_due ON mail_letter (state, turn, due_at, id);
CREATE INDEX mail_letter_tried ON mail_letter (tried_at);
CREATE INDEX mail_letter_batch ON mail_letter ((CASE WHEN mailing <> '' THEN mailing ELSE purpose END), id);

-- How many letters leave in a minute, and between which hours mailings wait.
CREATE TABLE mail_pace (
    id          {{int}} PRIMARY KEY CHECK (id = 1),
    per_minute  {{int}} NOT NULL CHECK (per_minute BETWEEN 1 AND 1000),
    quiet_from  {{int}} NOT NULL CHECK (quiet_from BETWEEN 0 AND 23),
    quiet_until {{int}} NOT NULL CHECK (quiet_until BETWEEN 0 AND 23),
    version     {{int}} NOT NULL DEFAULT 1
);
INSERT INTO mail_pace (id, per_minute, quiet_from, quiet_until) VALUES (1, 100, 21, 8);

-- An address that a mail server refused for good, until someone has looked at it.
CREATE TABLE mail_bounce (
    id          {{pk}},
    address_key {{key}} NOT NULL CHECK (address_key <> ''),
    address     TEXT NOT NULL CHECK (address <> ''),
    letter_id   {{int}} REFERENCES mail_letter (id), -- that came back; NULL: it is not known which
    problem     TEXT NOT NULL,
    noted_at    {{instant}} NOT NULL CHECK (length(noted_at) = 24),
    settled_at  {{instant}} CHECK (length(settled_at) = 24)
);
CREATE UNIQUE INDEX mail_bounce_open ON mail_bounce (address_key) WHERE settled_at IS NULL;
CREATE INDEX mail_bounce_letter ON mail_bounce (letter_id);

-- +goose Down
SELECT 1;
