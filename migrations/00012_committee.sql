-- +goose Up

-- An officer whom the committee appointed in place of one who cannot act.
ALTER TABLE office ADD COLUMN acting BOOLEAN NOT NULL DEFAULT FALSE;

-- Resolutions of the committee, numbered without gaps within a calendar year.
CREATE TABLE committee_series (
    year    {{int}} NOT NULL PRIMARY KEY,
    last_no {{int}} NOT NULL CHECK (last_no >= 1)
);

CREATE TABLE committee_resolution (
    id          {{pk}},
    year        {{int}} NOT NULL,
    number      {{int}} NOT NULL CHECK (number >= 1),
    day         {{date}} NOT NULL CHECK (length(day) = 10),  -- of the meeting
    meeting_id  {{int}} REFERENCES meeting (id),             -- NULL: a meeting whose record is kept elsewhere
    wording     TEXT NOT NULL CHECK (wording <> ''),
    mover_id    {{int}} REFERENCES person (id),
    seconder_id {{int}} REFERENCES person (id),
    yes         {{int}} NOT NULL CHECK (yes >= 0),
    no          {{int}} NOT NULL CHECK (no >= 0),
    abstain     {{int}} NOT NULL CHECK (abstain >= 0),
    chair_vote  {{key}} NOT NULL DEFAULT '' CHECK (chair_vote IN ('', 'yes', 'no')),
    outcome     {{key}} NOT NULL CHECK (outcome IN ('carried', 'lost', 'no_quorum')),
    trace       TEXT NOT NULL,                               -- of the outcome, JSON
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    version     {{int}} NOT NULL DEFAULT 1,
    UNIQUE (year, number)
);
CREATE INDEX committee_resolution_meeting ON committee_resolution (meeting_id);

-- Who of the committee was present when it was decided.
CREATE TABLE committee_resolution_present (
    resolution_id {{int}} NOT NULL REFERENCES committee_resolution (id),
    person_id     {{int}} NOT NULL REFERENCES person (id),
    PRIMARY KEY (resolution_id, person_id)
);

-- Officers who cannot act, rule 6.6.
CREATE TABLE officer_absence (
    id          {{pk}},
    role        {{key}} NOT NULL CHECK (role IN ('president', 'secretary', 'treasurer')),
    person_id   {{int}} NOT NULL REFERENCES person (id),
    from_day    {{date}} NOT NULL CHECK (length(from_day) = 10),
    until_day   {{date}} CHECK (length(until_day) = 10 AND until_day >= from_day), -- last day; NULL: no end yet
    reason      TEXT NOT NULL DEFAULT '',
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL,
    version     {{int}} NOT NULL DEFAULT 1
);

-- Co-opted members and acting officers. Their days stand in the office; one
-- that was taken back before it began has none any more.
CREATE TABLE committee_appointment (
    id            {{pk}},
    kind          {{key}} NOT NULL CHECK (kind IN ('coopted', 'acting')),
    person_id     {{int}} NOT NULL REFERENCES person (id),
    role          {{key}} NOT NULL CHECK (role IN ('president', 'secretary', 'treasurer', 'committee')),
    office_id     {{int}} NOT NULL UNIQUE,
    from_day      {{date}} NOT NULL CHECK (length(from_day) = 10),
    resolution_id {{int}} NOT NULL REFERENCES committee_resolution (id),
    absence_id    {{int}} REFERENCES officer_absence (id),   -- of the officer in whose place somebody acts; NULL: the office is vacant
    trace         TEXT NOT NULL,
    ended_by_id   {{int}} REFERENCES committee_resolution (id),
    end_reason    TEXT NOT NULL DEFAULT '',
    recorded_at   {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by   TEXT NOT NULL,
    version       {{int}} NOT NULL DEFAULT 1,
    CHECK ((kind = 'coopted') = (role = 'committee'))
);

-- Requests for payments out, rule 3.4. What was approved is never changed: a
-- changed request is a new one that takes the place of the old.
CREATE TABLE payment_request (
    id            {{pk}},
    payee         TEXT NOT NULL CHECK (payee <> ''),
    payee_id      {{int}} REFERENCES person (id),            -- of the register, or NULL
    cents         {{int}} NOT NULL CHECK (cents > 0),
    purpose       TEXT NOT NULL CHECK (purpose <> ''),
    day           {{date}} NOT NULL CHECK (length(day) = 10), -- of the invoice or claim
    method        {{key}} NOT NULL CHECK (method IN ('cheque', 'transfer')),
    attachment    TEXT NOT NULL DEFAULT '',                  -- where the invoice is found
    resolution_id {{int}} REFERENCES committee_resolution (id),
    replaces_id   {{int}} UNIQUE REFERENCES payment_request (id),
    state         {{key}} NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid', 'rejected', 'replaced')),
    reason        TEXT NOT NULL DEFAULT '',                  -- of a rejection
    paid_on       {{date}} CHECK (length(paid_on) = 10),
    reference     TEXT NOT NULL DEFAULT '',                  -- of the payment at the bank
    trace         TEXT NOT NULL DEFAULT '',                  -- by which it could be paid, JSON
    asked_by      {{int}} REFERENCES person (id),
    asked_at      {{instant}} NOT NULL CHECK (length(asked_at) = 24),
    closed_by     {{int}} REFERENCES person (id),
    closed_at     {{instant}} CHECK (length(closed_at) = 24),
    version       {{int}} NOT NULL DEFAULT 1,
    CHECK ((state = 'paid') = (paid_on IS NOT NULL)),
    CHECK (state <> 'rejected' OR reason <> '')
);
CREATE INDEX payment_request_state ON payment_request (state, id);

CREATE TABLE payment_approval (
    request_id  {{int}} NOT NULL REFERENCES payment_request (id),
    person_id   {{int}} NOT NULL REFERENCES person (id),     -- once each, whatever offices they hold
    role        {{key}} NOT NULL CHECK (role IN ('president', 'secretary', 'treasurer')),
    acting      BOOLEAN NOT NULL DEFAULT FALSE,
    approved_at {{instant}} NOT NULL CHECK (length(approved_at) = 24),
    PRIMARY KEY (request_id, person_id)
);

-- Money that the committee borrowed to buy go materials, rule 3.5.
CREATE TABLE committee_loan (
    id            {{pk}},
    lender        TEXT NOT NULL CHECK (lender <> ''),
    cents         {{int}} NOT NULL CHECK (cents > 0),
    day           {{date}} NOT NULL CHECK (length(day) = 10),
    purpose       {{key}} NOT NULL CHECK (purpose = 'go_materials'),
    materials     TEXT NOT NULL CHECK (materials <> ''),
    condition     TEXT NOT NULL CHECK (condition <> ''),     -- as it was put to the lender
    resolution_id {{int}} NOT NULL REFERENCES committee_resolution (id),
    trace         TEXT NOT NULL,
    repaid_on     {{date}} CHECK (length(repaid_on) = 10),
    recorded_at   {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by   TEXT NOT NULL,
    version       {{int}} NOT NULL DEFAULT 1
);

-- Uses of the seal, rule 3.7. An entry is never changed; a mistaken one is
-- struck out and stays.
CREATE TABLE seal_use (
    id               {{pk}},
    instrument       TEXT NOT NULL CHECK (instrument <> ''),
    day              {{date}} NOT NULL CHECK (length(day) = 10),
    resolution_id    {{int}} NOT NULL REFERENCES committee_resolution (id),
    signer_id        {{int}} NOT NULL REFERENCES person (id),
    countersigner_id {{int}} NOT NULL REFERENCES person (id),
    trace            TEXT NOT NULL,
    struck_at        {{instant}} CHECK (length(struck_at) = 24),
    struck_by        TEXT NOT NULL DEFAULT '',
    struck_reason    TEXT NOT NULL DEFAULT '',
    recorded_at      {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by      TEXT NOT NULL,
    CHECK (signer_id <> countersigner_id)
);

-- Exclusions, rule 2.5: what is held against a member, the chance to be heard,
-- and the committee's decision.
CREATE TABLE exclusion (
    id            {{pk}},
    person_id     {{int}} NOT NULL REFERENCES person (id),
    rules         TEXT NOT NULL CHECK (rules <> ''),         -- that are said to be broken
    reasons       TEXT NOT NULL CHECK (reasons <> ''),
    sent_on       {{date}} CHECK (length(sent_on) = 10),     -- to the member
    sent          TEXT NOT NULL DEFAULT '',                  -- what, and how
    hearing_on    {{date}} CHECK (length(hearing_on) = 10),
    heard         TEXT NOT NULL DEFAULT '',                  -- what the member said, or that nothing came
    state         {{key}} NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'excluded', 'dropped')),
    decided_on    {{date}} CHECK (length(decided_on) = 10),
    resolution_id {{int}} REFERENCES committee_resolution (id),
    decision      TEXT NOT NULL DEFAULT '',                  -- its reasons
    trace         TEXT NOT NULL DEFAULT '',
    recorded_at   {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by   TEXT NOT NULL,
    version       {{int}} NOT NULL DEFAULT 1,
    CHECK (state <> 'excluded' OR resolution_id IS NOT NULL AND decided_on IS NOT NULL)
);

-- +goose Down
SELECT 1;
