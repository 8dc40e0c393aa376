-- +goose Up

-- An event can be lent to a laptop at its venue: what is written there comes here, and nothing is
-- written here until it comes back. On the laptop the word says why nothing is written there.
ALTER TABLE event ADD COLUMN away TEXT NOT NULL DEFAULT '' CHECK (away IN ('', 'lent', 'giving', 'returned', 'refused'));

-- Each time an event was lent, with a number that grows.
CREATE TABLE event_loan (
    id         {{pk}},
    event_id   {{int}} NOT NULL REFERENCES event (id),
    number     {{int}} NOT NULL CHECK (number >= 1),
    state      TEXT NOT NULL DEFAULT 'out' CHECK (state IN ('out', 'returned', 'reclaimed')),
    new_from   {{int}} NOT NULL CHECK (new_from >= 1),            -- the numbers that rows made at the venue have,
    new_until  {{int}} NOT NULL CHECK (new_until > new_from),     -- below this one
    hash       {{key}} NOT NULL CHECK (length(hash) = 64),        -- SHA-256 of the event as it was last known
    lent_at    {{instant}} NOT NULL CHECK (length(lent_at) = 24),
    lent_by    TEXT NOT NULL,
    lender_id  {{int}} NOT NULL REFERENCES person (id),
    heard_at   {{instant}} CHECK (length(heard_at) = 24),         -- last word from the laptop; NULL: none yet
    told_at    {{instant}} CHECK (length(told_at) = 24),          -- what the laptop's clock said then
    place      TEXT NOT NULL DEFAULT '',                          -- the laptop's address in the venue's network
    pushes     {{int}} NOT NULL DEFAULT 0,                        -- how often something new came
    ended_at   {{instant}} CHECK (length(ended_at) = 24),
    ended_by   TEXT NOT NULL DEFAULT '',
    UNIQUE (event_id, number),
    CHECK ((state = 'out') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX event_loan_out ON event_loan (event_id) WHERE state = 'out';

-- What opens a loan: of the key in the file only its hash is here.
CREATE TABLE event_loan_key (
    key_hash {{key}} NOT NULL PRIMARY KEY CHECK (length(key_hash) = 64),
    loan_id  {{int}} NOT NULL REFERENCES event_loan (id),
    made_at  {{instant}} NOT NULL CHECK (length(made_at) = 24)
);
CREATE INDEX event_loan_key_loan ON event_loan_key (loan_id);

-- People who were entered at the venue and are not in its file: their numbers there and in the register.
CREATE TABLE event_loan_person (
    loan_id   {{int}} NOT NULL REFERENCES event_loan (id),
    away_id   {{int}} NOT NULL,
    person_id {{int}} NOT NULL REFERENCES person (id),
    PRIMARY KEY (loan_id, away_id)
);
CREATE INDEX event_loan_person_person ON event_loan_person (person_id);

-- The versions that were taken, by their hashes.
CREATE TABLE event_loan_version (
    loan_id {{int}} NOT NULL REFERENCES event_loan (id),
    hash    {{key}} NOT NULL CHECK (length(hash) = 64),
    came_at {{instant}} NOT NULL CHECK (length(came_at) = 24),
    PRIMARY KEY (loan_id, hash)
);

-- Versions of an event that were not taken, kept as files.
CREATE TABLE event_aside (
    id       {{pk}},
    event_id {{int}} NOT NULL REFERENCES event (id),
    loan_id  {{int}} REFERENCES event_loan (id),                  -- NULL: the event as it stood here
    hash     {{key}} NOT NULL CHECK (length(hash) = 64),
    content  {{blob}} NOT NULL,                                   -- the file, compressed
    why      TEXT NOT NULL,
    came_at  {{instant}} NOT NULL CHECK (length(came_at) = 24),
    used_at  {{instant}} CHECK (length(used_at) = 24),            -- when the event was made this version
    used_by  TEXT NOT NULL DEFAULT '',
    UNIQUE (event_id, hash)
);

-- On the laptop: where its event is from.
CREATE TABLE venue_home (
    id         {{int}} NOT NULL PRIMARY KEY CHECK (id = 1),
    event_id   {{int}} NOT NULL REFERENCES event (id),
    number     {{int}} NOT NULL CHECK (number >= 1),
    site       TEXT NOT NULL,                                     -- its address
    society    TEXT NOT NULL,
    secret     TEXT NOT NULL,                                     -- the key of the file
    lent_at    {{instant}} NOT NULL CHECK (length(lent_at) = 24),
    lent_by    TEXT NOT NULL,
    hash       {{key}} NOT NULL,                                  -- of the version that the site is known to have
    heard_at   {{instant}} CHECK (length(heard_at) = 24),         -- last answer of the site, by the laptop's clock
    site_clock {{instant}} CHECK (length(site_clock) = 24),       -- what the site's clock said then
    tried_at   {{instant}} CHECK (length(tried_at) = 24),
    answer     TEXT NOT NULL DEFAULT ''                           -- what went wrong last
);

-- On the laptop: every version that was sent, whether or not an answer came.
CREATE TABLE venue_sent (
    hash    {{key}} NOT NULL PRIMARY KEY,
    sent_at {{instant}} NOT NULL CHECK (length(sent_at) = 24)
);

-- On the laptop: how often the code by which helpers come in was made new. The code follows from this, the day and
-- the key.
CREATE TABLE venue_code (
    role   {{key}} NOT NULL PRIMARY KEY CHECK (role IN ('director', 'referee')),
    serial {{int}} NOT NULL CHECK (serial >= 1)
);

-- +goose Down
SELECT 1;
