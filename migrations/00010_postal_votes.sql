-- +goose Up

-- Postal votes on the motions of an EGM, rules 5.8 to 5.13.
CREATE TABLE postal_vote (
    id           {{pk}},
    version      {{int}} NOT NULL DEFAULT 1,
    state        {{key}} NOT NULL DEFAULT 'draft'
                 CHECK (state IN ('draft', 'frozen', 'tellers', 'papers', 'despatched', 'closed', 'recheck',
                                  'agreed', 'reported', 'declared', 'destroyed')),
    title        TEXT NOT NULL CHECK (title <> ''),
    meeting_id   {{int}} REFERENCES meeting (id),            -- the EGM, where it is kept here
    egm          {{date}} NOT NULL CHECK (length(egm) = 10),
    closing      {{date}} CHECK (length(closing) = 10),      -- last day for papers
    address      TEXT NOT NULL,                              -- where they are sent
    way          {{key}} NOT NULL CHECK (way IN ('offline', 'web')),
    proposer_id  {{int}} REFERENCES person (id),             -- of the members' request
    created_at   {{instant}} NOT NULL CHECK (length(created_at) = 24),

    roll_day     {{date}} CHECK (length(roll_day) = 10),
    roll_count   {{int}} NOT NULL DEFAULT 0 CHECK (roll_count >= 0),
    roll_hash    {{key}} NOT NULL DEFAULT '',
    motions_hash {{key}} NOT NULL DEFAULT '',
    frozen_at    {{instant}} CHECK (length(frozen_at) = 24),

    package      TEXT NOT NULL DEFAULT '',                   -- what tellers work on, JSON; '' before the papers are made
    papers_at    {{instant}} CHECK (length(papers_at) = 24),
    despatched   {{date}} CHECK (length(despatched) = 10),
    sent_how     TEXT NOT NULL DEFAULT '',
    sent_by      TEXT NOT NULL DEFAULT '',
    closed_at    {{instant}} CHECK (length(closed_at) = 24),

    result       TEXT NOT NULL DEFAULT '',                   -- totals with the tellers' approvals, JSON; no paper's vote
    agreed_at    {{instant}} CHECK (length(agreed_at) = 24),
    reported     {{date}} CHECK (length(reported) = 10),
    report_note  TEXT NOT NULL DEFAULT '',

    declared     {{date}} CHECK (length(declared) = 10),
    declaration  TEXT NOT NULL DEFAULT '',                   -- as it was declared, JSON
    destroyed    {{date}} CHECK (length(destroyed) = 10),
    destroyed_by TEXT NOT NULL DEFAULT '',
    destroy_how  TEXT NOT NULL DEFAULT ''
);
CREATE INDEX postal_vote_egm ON postal_vote (egm, id);

CREATE TABLE postal_motion (
    vote_id  {{int}} NOT NULL REFERENCES postal_vote (id),
    number   {{int}} NOT NULL CHECK (number >= 1),
    kind     {{key}} NOT NULL CHECK (kind IN ('ordinary', 'constitutional')),
    wording  TEXT NOT NULL CHECK (wording <> ''),
    PRIMARY KEY (vote_id, number)
);

-- Documents that go out with the papers.
CREATE TABLE postal_document (
    id         {{pk}},
    vote_id    {{int}} NOT NULL REFERENCES postal_vote (id),
    name       TEXT NOT NULL CHECK (name <> ''),
    media_type TEXT NOT NULL,
    minutes    BOOLEAN NOT NULL,                             -- the EGM's
    content    {{blob}} NOT NULL
);
CREATE INDEX postal_document_vote ON postal_document (vote_id, id);

-- The frozen roll. Joins and corrections afterwards leave it as it is.
CREATE TABLE postal_voter (
    vote_id   {{int}} NOT NULL REFERENCES postal_vote (id),
    person_id {{int}} NOT NULL REFERENCES person (id),
    name      TEXT NOT NULL,                                 -- as it was on the day
    sort_key  {{key}} NOT NULL,
    hash      {{key}} NOT NULL CHECK (length(hash) = 64),
    PRIMARY KEY (vote_id, person_id)
);

-- The tellers with their public keys. Their secrets are not here.
CREATE TABLE postal_teller (
    vote_id     {{int}} NOT NULL REFERENCES postal_vote (id),
    person_id   {{int}} NOT NULL REFERENCES person (id),
    position    {{int}} NOT NULL CHECK (position >= 1),
    card        TEXT NOT NULL DEFAULT '',                    -- public keys; '' before they are registered
    test        TEXT NOT NULL DEFAULT '',                    -- that waits for an answer, JSON; '' else
    proven_at   {{instant}} CHECK (length(proven_at) = 24),
    finished_at {{instant}} CHECK (length(finished_at) = 24),
    approved_at {{instant}} CHECK (length(approved_at) = 24),
    PRIMARY KEY (vote_id, person_id),
    UNIQUE (vote_id, position)
);

-- The block that papers are printed from, encrypted under a code that is not
-- kept; deleted when the papers go out.
CREATE TABLE postal_print (
    vote_id {{int}} NOT NULL PRIMARY KEY REFERENCES postal_vote (id),
    sealed  {{blob}} NOT NULL
);

-- The envelope register: that a paper came, and nothing of what is on it.
CREATE TABLE postal_envelope (
    id          {{pk}},
    vote_id     {{int}} NOT NULL,
    person_id   {{int}} NOT NULL,
    received    {{date}} NOT NULL CHECK (length(received) = 10),
    route       {{key}} NOT NULL CHECK (route IN ('direct', 'club')),
    club        TEXT NOT NULL DEFAULT '',
    standing    {{key}} NOT NULL CHECK (standing IN ('valid', 'rejected', 'waiting')),
    reason      TEXT NOT NULL DEFAULT '',
    reading     TEXT NOT NULL DEFAULT '',                    -- of rule 5.10, applied to a second paper
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    ruled_by    TEXT NOT NULL DEFAULT '',
    version     {{int}} NOT NULL DEFAULT 1,
    FOREIGN KEY (vote_id, person_id) REFERENCES postal_voter (vote_id, person_id),
    CHECK (standing <> 'rejected' OR reason <> '')
);
CREATE INDEX postal_envelope_voter ON postal_envelope (vote_id, person_id);
CREATE UNIQUE INDEX postal_envelope_valid ON postal_envelope (vote_id, person_id) WHERE standing = 'valid';

-- Papers as a teller entered them, sealed to the tellers' keys: no member, no
-- serial, no time, and rows lie by their random id.
CREATE TABLE postal_entry (
    id      {{key}} NOT NULL PRIMARY KEY CHECK (length(id) = 32),
    vote_id {{int}} NOT NULL REFERENCES postal_vote (id),
    teller  {{int}} NOT NULL CHECK (teller >= 1),            -- number in the package
    sealed  {{blob}} NOT NULL
){{unnumbered}};
