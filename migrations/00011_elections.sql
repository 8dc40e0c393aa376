-- +goose Up

-- Elections at an AGM, one for each post.
CREATE TABLE election (
    id           {{pk}},
    meeting_id   {{int}} NOT NULL REFERENCES meeting (id),
    post         {{key}} NOT NULL CHECK (post <> ''),       -- an office of rule 3.1, or 'ordinary'
    position     {{int}} NOT NULL CHECK (position >= 1),    -- in the order of rule 4.4
    seats        {{int}} NOT NULL CHECK (seats >= 1),
    decision     TEXT NOT NULL DEFAULT '',                  -- of the meeting, on more seats than rule 3.2 has
    outcome      TEXT NOT NULL DEFAULT '',                  -- JSON, as it was confirmed
    confirmed_at {{instant}} CHECK (length(confirmed_at) = 24),
    confirmed_by TEXT NOT NULL DEFAULT '',
    version      {{int}} NOT NULL DEFAULT 1,
    UNIQUE (meeting_id, post),
    CHECK ((confirmed_at IS NULL) = (outcome = ''))
);

-- Who stands. Without proposer and seconder: as the sitting officer, rule 4.14.
CREATE TABLE election_candidate (
    id               {{pk}},
    election_id      {{int}} NOT NULL REFERENCES election (id),
    person_id        {{int}} NOT NULL REFERENCES person (id),
    proposer_id      {{int}} REFERENCES person (id),
    seconder_id      {{int}} REFERENCES person (id),
    received         {{date}} CHECK (length(received) = 10),
    trace            TEXT NOT NULL,                         -- why they stand, JSON
    recorded_at      {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by      TEXT NOT NULL,
    withdrawn_at     {{instant}} CHECK (length(withdrawn_at) = 24),
    withdrawn_after  {{int}} NOT NULL DEFAULT 0 CHECK (withdrawn_after >= 0), -- number of the last count then
    withdrawn_reason TEXT NOT NULL DEFAULT '',
    CHECK ((proposer_id IS NULL) = (seconder_id IS NULL)),
    CHECK ((proposer_id IS NULL) = (received IS NULL))
);
CREATE INDEX election_candidate_election ON election_candidate (election_id, id);
CREATE UNIQUE INDEX election_candidate_standing ON election_candidate (election_id, person_id) WHERE withdrawn_at IS NULL;

-- Ballots, and what broke a tie. All are kept; one that was wrong is set aside.
CREATE TABLE election_count (
    id               {{pk}},
    election_id      {{int}} NOT NULL REFERENCES election (id),
    number           {{int}} NOT NULL CHECK (number >= 1),
    way              {{key}} NOT NULL CHECK (way IN ('ballot', 'chair', 'lot')),
    seats            {{int}} NOT NULL CHECK (seats >= 1),
    papers           {{int}} NOT NULL DEFAULT 0 CHECK (papers >= 0),  -- valid ones
    invalid          {{int}} NOT NULL DEFAULT 0 CHECK (invalid >= 0),
    chair_id         {{int}} REFERENCES person (id),        -- who gave the casting vote
    recorded_at      {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by      TEXT NOT NULL,
    set_aside_at     {{instant}} CHECK (length(set_aside_at) = 24),
    set_aside_by     TEXT NOT NULL DEFAULT '',
    set_aside_reason TEXT NOT NULL DEFAULT '',
    UNIQUE (election_id, number),
    CHECK ((set_aside_at IS NULL) = (set_aside_reason = '')),
    CHECK (way = 'ballot' OR papers + invalid = 0)
);

CREATE TABLE election_vote (
    count_id     {{int}} NOT NULL REFERENCES election_count (id),
    candidate_id {{int}} NOT NULL REFERENCES election_candidate (id),
    votes        {{int}} NOT NULL DEFAULT 0 CHECK (votes >= 0),
    chosen       BOOLEAN NOT NULL DEFAULT FALSE,            -- by the chair or by lot
    PRIMARY KEY (count_id, candidate_id)
);

-- +goose Down
SELECT 1;
