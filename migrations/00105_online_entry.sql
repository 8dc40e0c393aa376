-- +goose Up

-- Which entries the public page of an event lists before its first draw.
ALTER TABLE event ADD COLUMN entry_list TEXT NOT NULL DEFAULT 'confirmed' CHECK (entry_list IN ('number', 'confirmed', 'all'));

-- On which terms people enter an event online; without a row they do not.
CREATE TABLE entry_terms (
    event_id     {{int}} PRIMARY KEY REFERENCES event (id),
    taken        BOOLEAN NOT NULL,                                  -- the director takes entries online
    closes_at    {{instant}} NOT NULL CHECK (length(closes_at) = 24), -- from this instant on no one enters
    fee_member   {{int}} NOT NULL DEFAULT 0 CHECK (fee_member >= 0), -- cents
    fee_visitor  {{int}} NOT NULL DEFAULT 0 CHECK (fee_visitor >= 0),
    fee_student  {{int}} CHECK (fee_student >= 0),                  -- NULL: students pay as everyone does
    how_to_pay   TEXT NOT NULL DEFAULT '',
    version      {{int}} NOT NULL DEFAULT 1
);

-- How many play in a section at most; without a row there is no limit.
CREATE TABLE section_places (
    section_id {{int}} PRIMARY KEY REFERENCES section (id),
    places     {{int}} NOT NULL CHECK (places >= 1)
);

-- Someone who wants to play in a section. Only from 'preliminary' on it holds a place, and only 'waiting' stands in line
-- for one. An entry that the director made by hand has a row once its fee is noted.
CREATE TABLE application (
    id           {{pk}},
    event_id     {{int}} NOT NULL REFERENCES event (id),
    section_id   {{int}} NOT NULL REFERENCES section (id),
    person_id    {{int}} REFERENCES person (id),                    -- NULL: not known to be someone in the register
    family_name  TEXT NOT NULL DEFAULT '',                          -- '' where the register has the name
    given_names  TEXT NOT NULL DEFAULT '',
    name_key     {{key}} NOT NULL DEFAULT '',
    email        TEXT NOT NULL DEFAULT '',
    email_key    {{key}} NOT NULL DEFAULT '',
    country      TEXT NOT NULL DEFAULT '' CHECK (length(country) IN (0, 2)),
    club         TEXT NOT NULL DEFAULT '',
    egf_pin      TEXT NOT NULL DEFAULT '',
    aga_number   TEXT NOT NULL DEFAULT '',
    grade        TEXT NOT NULL DEFAULT '',                          -- as stated: 3d, 12k, 3.4
    absent       TEXT NOT NULL DEFAULT '',                          -- rounds: 2, 4-5
    note         TEXT NOT NULL DEFAULT '',                          -- to the director
    student      BOOLEAN NOT NULL DEFAULT FALSE,
    kind         TEXT NOT NULL CHECK (kind IN ('member', 'visitor', 'student')),
    fee          {{int}} NOT NULL CHECK (fee >= 0),                 -- cents, as it was when the application was made
    state        TEXT NOT NULL CHECK (state IN ('unconfirmed', 'preliminary', 'waiting', 'confirmed', 'withdrawn', 'declined')),
    asked_at     {{instant}} NOT NULL CHECK (length(asked_at) = 24),
    expires_at   {{instant}} CHECK (length(expires_at) = 24),       -- of 'unconfirmed'
    queued_at    {{instant}} CHECK (length(queued_at) = 24),        -- its turn in line
    ended_at     {{instant}} CHECK (length(ended_at) = 24),
    entry_id     {{int}} UNIQUE REFERENCES entry (id) ON DELETE SET NULL, -- of 'confirmed'; NULL once the entry is removed
    paid_at      {{instant}} CHECK (length(paid_at) = 24),
    paid_how     TEXT NOT NULL DEFAULT '' CHECK (paid_how IN ('', 'door', 'beforehand')),
    paid_by      TEXT NOT NULL DEFAULT '',                          -- who noted it
    version      {{int}} NOT NULL DEFAULT 1,
    CHECK ((state = 'unconfirmed') = (expires_at IS NOT NULL)),
    CHECK ((state IN ('withdrawn', 'declined')) = (ended_at IS NOT NULL)),
    CHECK ((paid_how <> '') = (paid_at IS NOT NULL))
);
CREATE UNIQUE INDEX application_person_id ON application (section_id, person_id)
    WHERE person_id IS NOT NULL AND state IN ('preliminary', 'waiting', 'confirmed');
CREATE INDEX application_event ON application (event_id, id);
CREATE INDEX application_of ON application (person_id);
CREATE INDEX application_address ON application (section_id, email_key, name_key);
CREATE INDEX application_expires ON application (expires_at) WHERE state = 'unconfirmed';

-- The links of letters about an application: each is good as long as there is something to do with it.
CREATE TABLE application_link (
    token_hash     {{key}} PRIMARY KEY,
    application_id {{int}} NOT NULL REFERENCES application (id),
    made_at        {{instant}} NOT NULL CHECK (length(made_at) = 24)
);
CREATE INDEX application_link_of ON application_link (application_id);

-- What the link of a letter is to: '' is an account's, 'application' that of an application.
ALTER TABLE mail_letter ADD COLUMN link_to TEXT NOT NULL DEFAULT '' CHECK (link_to IN ('', 'application'));

-- +goose Down
SELECT 1;
