-- +goose Up

-- What letters of an occasion say, as the officers wrote it; the house's own text where body is ''. A version is never
-- changed: the newest counts.
CREATE TABLE letter_template (
    id         {{pk}},
    occasion   {{key}} NOT NULL CHECK (occasion <> ''),
    version    {{int}} NOT NULL CHECK (version >= 1),
    subject    TEXT NOT NULL,
    body       TEXT NOT NULL,
    changed_by TEXT NOT NULL,
    changed_at {{instant}} NOT NULL CHECK (length(changed_at) = 24),
    UNIQUE (occasion, version),
    CHECK ((subject = '') = (body = ''))
);

-- A mailing: of an occasion, or one that someone writes to people of a list.
CREATE TABLE mailing (
    id         {{pk}},
    occasion   {{key}} NOT NULL CHECK (occasion <> ''),
    source     TEXT NOT NULL DEFAULT '',       -- of one that someone writes: the list, as JSON
    club_id    {{int}} REFERENCES club (id),   -- whose members it is to
    event_id   {{int}},                        -- whose entrants it is to; the event may be deleted
    subject    TEXT NOT NULL,
    body       TEXT NOT NULL,
    template   {{int}} NOT NULL DEFAULT 0,     -- version; 0: the house's own text, or none
    person_id  {{int}} REFERENCES person (id), -- who wrote it; NULL: the program
    written_by TEXT NOT NULL,
    made_at    {{instant}} NOT NULL CHECK (length(made_at) = 24),
    sent_at    {{instant}} CHECK (length(sent_at) = 24),
    version    {{int}} NOT NULL DEFAULT 1
);
CREATE INDEX mailing_person ON mailing (person_id);
CREATE INDEX mailing_club ON mailing (club_id);

-- A letter of a mailing: its key is what it is about and to whom, so that no one gets it twice. By mail it is in the
-- outbox as well; on paper it is printed from here.
CREATE TABLE mailing_letter (
    letter_key {{key}} NOT NULL PRIMARY KEY,
    mailing_id {{int}} NOT NULL REFERENCES mailing (id),
    person_id  {{int}} REFERENCES person (id),
    name       TEXT NOT NULL,
    way        {{key}} NOT NULL CHECK (way IN ('mail', 'paper')),
    postal     TEXT NOT NULL DEFAULT '',
    subject    TEXT NOT NULL,
    body       TEXT NOT NULL
);
CREATE INDEX mailing_letter_mailing ON mailing_letter (mailing_id);
CREATE INDEX mailing_letter_person ON mailing_letter (person_id);

-- Who is left out of an occasion, by the key of the letter.
CREATE TABLE letter_left_out (
    letter_key {{key}} NOT NULL PRIMARY KEY,
    left_by    TEXT NOT NULL,
    left_at    {{instant}} NOT NULL CHECK (length(left_at) = 24)
);

-- Which occasions the program writes by itself, from when on, and how many days after their day.
CREATE TABLE letter_schedule (
    occasion {{key}} NOT NULL PRIMARY KEY,
    active   BOOLEAN NOT NULL,
    days     {{int}} NOT NULL CHECK (days BETWEEN 0 AND 120),
    since    {{instant}} NOT NULL CHECK (length(since) = 24),
    version  {{int}} NOT NULL DEFAULT 1
);

-- What became of an occasion in a year: it was sent, or an officer holds or skips it.
CREATE TABLE letter_run (
    occasion {{key}} NOT NULL,
    year     {{int}} NOT NULL,
    state    {{key}} NOT NULL CHECK (state IN ('sent', 'held', 'skipped')),
    set_by   TEXT NOT NULL,
    set_at   {{instant}} NOT NULL CHECK (length(set_at) = 24),
    PRIMARY KEY (occasion, year)
);

-- Where someone says which letters they want, and what they want no more of.
CREATE TABLE letter_reader (
    person_id {{int}} NOT NULL PRIMARY KEY REFERENCES person (id),
    token     {{key}} NOT NULL UNIQUE
);
CREATE TABLE letter_left (
    person_id {{int}} NOT NULL REFERENCES person (id),
    topic     {{key}} NOT NULL,
    left_at   {{instant}} NOT NULL CHECK (length(left_at) = 24),
    PRIMARY KEY (person_id, topic)
);

-- +goose Down
SELECT 1;
