-- +goose Up
-- When a club meets, week by week.
CREATE TABLE club_evening (
    id           {{pk}},
    club_id      {{int}} NOT NULL REFERENCES club (id),
    weekday      {{int}} NOT NULL CHECK (weekday BETWEEN 0 AND 6), -- 0 is Sunday
    from_minute  {{int}} NOT NULL CHECK (from_minute BETWEEN 0 AND 1439),
    until_minute {{int}} NOT NULL CHECK (until_minute BETWEEN 1 AND 1440),
    venue        TEXT NOT NULL DEFAULT '',
    ended        BOOLEAN NOT NULL DEFAULT FALSE,                   -- it is not held any more
    version      {{int}} NOT NULL DEFAULT 1,
    CHECK (from_minute < until_minute)
);
CREATE INDEX club_evening_club ON club_evening (club_id);

-- What the club says of one evening: that it meets, or that it does not.
CREATE TABLE club_evening_day (
    evening_id {{int}} NOT NULL REFERENCES club_evening (id),
    day        {{date}} NOT NULL CHECK (length(day) = 10),
    meets      BOOLEAN NOT NULL,
    said_at    {{instant}} NOT NULL CHECK (length(said_at) = 24),
    PRIMARY KEY (evening_id, day)
){{unnumbered}};

-- A newcomer who would like to come along. Nothing counts before the address is confirmed; name, address and note go sixty
-- days after the evening, and what is left is counted.
CREATE TABLE club_visit (
    id          {{pk}},
    evening_id  {{int}} NOT NULL REFERENCES club_evening (id),
    day         {{date}} NOT NULL CHECK (length(day) = 10),
    state       {{key}} NOT NULL CHECK (state IN ('unconfirmed', 'coming', 'cancelled')),
    name        TEXT NOT NULL DEFAULT '',
    email       TEXT NOT NULL DEFAULT '',
    email_key   {{key}} NOT NULL DEFAULT '',
    note        TEXT NOT NULL DEFAULT '',
    asked_at    {{instant}} NOT NULL CHECK (length(asked_at) = 24),
    expires_at  {{instant}} CHECK (length(expires_at) = 24), -- of an address that is not confirmed
    answer      TEXT NOT NULL DEFAULT '',                    -- of the club
    answered_at {{instant}} CHECK (length(answered_at) = 24),
    stopped     BOOLEAN NOT NULL DEFAULT FALSE,              -- no more letters
    asked_after BOOLEAN NOT NULL DEFAULT FALSE,              -- the letter after the visit was written, or is not to be
    offered     BOOLEAN NOT NULL DEFAULT FALSE,              -- the offer to join was written, or is not to be
    joined      BOOLEAN NOT NULL DEFAULT FALSE,
    version     {{int}} NOT NULL DEFAULT 1,
    CHECK ((state = 'unconfirmed') = (expires_at IS NOT NULL))
);
CREATE INDEX club_visit_day ON club_visit (day, evening_id);
CREATE INDEX club_visit_evening ON club_visit (evening_id, day);
CREATE INDEX club_visit_email ON club_visit (email_key);

CREATE TABLE club_visit_link (
    hash     {{key}} NOT NULL PRIMARY KEY,
    visit_id {{int}} NOT NULL REFERENCES club_visit (id)
){{unnumbered}};
CREATE INDEX club_visit_link_visit ON club_visit_link (visit_id);

-- +goose Down
SELECT 1;
