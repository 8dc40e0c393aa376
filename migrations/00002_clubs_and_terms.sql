-- +goose Up

-- The annual subscription of a year with the resolution that set it, Rule 2.2.
-- Never changed: a later row for the same year holds for what is charged after it.
-- A year is named by the one it begins in: 2026 is 1 July 2026 – 30 June 2027.
CREATE TABLE subscription_rate (
    id          {{pk}},
    year        {{int}} NOT NULL CHECK (year BETWEEN 1900 AND 9998),
    amount      {{int}} NOT NULL CHECK (amount >= 0), -- cents for each member
    meeting     TEXT NOT NULL CHECK (meeting IN ('agm', 'egm')),
    meeting_day {{date}} NOT NULL CHECK (length(meeting_day) = 10),
    resolution  TEXT NOT NULL CHECK (resolution <> ''),
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by {{int}} REFERENCES person (id)
);
CREATE INDEX subscription_rate_year ON subscription_rate (year, id);

-- A club's list of members for a year with its fee, Rule 2.3. A club may send
-- further lists in the year; only one at a time is open.
CREATE TABLE club_return (
    id             {{pk}},
    club_id        {{int}} NOT NULL REFERENCES club (id),
    year           {{int}} NOT NULL CHECK (year BETWEEN 1900 AND 9998),
    state          TEXT NOT NULL CHECK (state IN ('draft', 'submitted', 'confirmed', 'withdrawn')),
    file_name      TEXT NOT NULL DEFAULT '',       -- '' while no list is in
    content_hash   {{key}} NOT NULL DEFAULT '',    -- SHA-256 of the file
    rows_hash      {{key}} NOT NULL DEFAULT '',    -- SHA-256 of what its rows say, in any order
    columns_read   TEXT NOT NULL DEFAULT '[]',     -- JSON: how each column was understood
    list_received  {{date}} CHECK (length(list_received) = 10),
    rate_id        {{int}} REFERENCES subscription_rate (id), -- this and the next three: once confirmed
    members        {{int}} CHECK (members > 0),    -- of the club with this list
    charged        {{int}} CHECK (charged >= 0),   -- rows that the fee counts
    fee            {{int}} CHECK (fee >= 0),       -- cents, before waivers
    fee_complete   {{date}} CHECK (length(fee_complete) = 10),
    effective_from {{date}} CHECK (length(effective_from) = 10),
    created_at     {{instant}} NOT NULL CHECK (length(created_at) = 24),
    created_by     {{int}} REFERENCES person (id),
    submitted_at   {{instant}} CHECK (length(submitted_at) = 24),
    submitted_by   {{int}} REFERENCES person (id),
    confirmed_at   {{instant}} CHECK (length(confirmed_at) = 24),
    confirmed_by   {{int}} REFERENCES person (id),
    version        {{int}} NOT NULL DEFAULT 1,
    CHECK (state <> 'confirmed' OR (list_received IS NOT NULL AND confirmed_at IS NOT NULL
                                    AND rate_id IS NOT NULL AND fee IS NOT NULL)),
    CHECK (effective_from IS NULL OR (state = 'confirmed' AND fee_complete IS NOT NULL))
);
CREATE UNIQUE INDEX club_return_open ON club_return (club_id, year) WHERE state IN ('draft', 'submitted');
CREATE INDEX club_return_year ON club_return (year, club_id);
CREATE INDEX club_return_club ON club_return (club_id, id);

-- One line of an uploaded list: the cells as typed, and what was decided.
CREATE TABLE club_return_row (
    id            {{pk}},
    return_id     {{int}} NOT NULL REFERENCES club_return (id),
    number        {{int}} NOT NULL CHECK (number > 0), -- as the spreadsheet numbers it
    member_no     TEXT NOT NULL DEFAULT '',
    family_name   TEXT NOT NULL DEFAULT '',
    given_names   TEXT NOT NULL DEFAULT '',
    email         TEXT NOT NULL DEFAULT '',
    phone         TEXT NOT NULL DEFAULT '',
    address       TEXT NOT NULL DEFAULT '',
    grade         TEXT NOT NULL DEFAULT '',
    note          TEXT NOT NULL DEFAULT '',
    decision      TEXT NOT NULL CHECK (decision IN ('open', 'same', 'new', 'leave_out')),
    person_id     {{int}} REFERENCES person (id),  -- of 'same'; once confirmed also of 'new'
    waived_on     {{date}} CHECK (length(waived_on) = 10),
    waiver_reason TEXT NOT NULL DEFAULT '',
    charge        {{int}} CHECK (charge >= 0),     -- cents before a waiver, once confirmed
    term_kind     TEXT CHECK (term_kind IN ('new', 'renewal', 'carried_over')), -- NULL: registered before
    term_to       {{date}} CHECK (length(term_to) = 10),
    trace         TEXT NOT NULL DEFAULT '',        -- JSON: how the term came about
    UNIQUE (return_id, number),
    CHECK (decision <> 'same' OR person_id IS NOT NULL),
    CHECK ((waived_on IS NULL) = (waiver_reason = '')),
    CHECK ((term_kind IS NULL) = (term_to IS NULL))
);
CREATE INDEX club_return_row_person ON club_return_row (person_id);

-- People of the register whom a row may be, found when the list came in.
CREATE TABLE club_return_candidate (
    row_id    {{int}} NOT NULL REFERENCES club_return_row (id) ON DELETE CASCADE,
    person_id {{int}} NOT NULL REFERENCES person (id),
    score     {{int}} NOT NULL,
    why       TEXT NOT NULL,
    PRIMARY KEY (row_id, person_id)
);

-- Money received from a club on a return, or from a person. A reversal is a
-- negative payment that names the one it takes back.
CREATE TABLE payment (
    id           {{pk}},
    return_id    {{int}} REFERENCES club_return (id),
    person_id    {{int}} REFERENCES person (id),
    amount       {{int}} NOT NULL CHECK (amount <> 0),
    received_on  {{date}} NOT NULL CHECK (length(received_on) = 10),
    method       TEXT NOT NULL CHECK (method IN ('bank', 'cash', 'cheque', 'card')),
    reference    TEXT NOT NULL DEFAULT '',
    receipt_year {{int}},
    receipt_no   {{int}} CHECK (receipt_no > 0),
    reverses_id  {{int}} UNIQUE REFERENCES payment (id),
    reason       TEXT NOT NULL DEFAULT '',
    recorded_at  {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by  {{int}} REFERENCES person (id),
    UNIQUE (receipt_year, receipt_no),
    CHECK ((return_id IS NULL) <> (person_id IS NULL)),
    CHECK ((receipt_no IS NULL) = (receipt_year IS NULL)),
    CHECK ((reverses_id IS NULL AND amount > 0 AND receipt_no IS NOT NULL)
        OR (reverses_id IS NOT NULL AND amount < 0 AND receipt_no IS NULL AND reason <> ''))
);
CREATE INDEX payment_return ON payment (return_id);
CREATE INDEX payment_person ON payment (person_id);

-- The last receipt number given in each calendar year. Taken in the payment's
-- own transaction, so that no number is skipped.
CREATE TABLE receipt_series (
    year    {{int}} NOT NULL PRIMARY KEY,
    last_no {{int}} NOT NULL CHECK (last_no > 0)
);

-- Membership: a list of terms, never one moving end date. Append-only: a row
-- that names another in corrects_id takes its place, kind 'void' cancels it.
-- A term counts while no row corrects it and it is not 'void'.
CREATE TABLE membership_term (
    id            {{pk}},
    person_id     {{int}} NOT NULL REFERENCES person (id),
    club_id       {{int}} REFERENCES club (id),    -- NULL: an individual member
    year          {{int}} NOT NULL,                -- subscription year it was paid for
    from_day      {{date}} NOT NULL CHECK (length(from_day) = 10),
    to_day        {{date}} NOT NULL CHECK (length(to_day) = 10 AND to_day >= from_day),
    kind          TEXT NOT NULL CHECK (kind IN ('new', 'renewal', 'carried_over', 'void')),
    trace         TEXT NOT NULL,                   -- JSON: rule and arithmetic
    return_row_id {{int}} REFERENCES club_return_row (id),
    payment_id    {{int}} REFERENCES payment (id),
    corrects_id   {{int}} UNIQUE REFERENCES membership_term (id),
    reason        TEXT NOT NULL DEFAULT '',
    recorded_at   {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by   {{int}} REFERENCES person (id),
    CHECK (kind <> 'void' OR corrects_id IS NOT NULL),
    CHECK (corrects_id IS NULL OR reason <> '')
);
CREATE INDEX membership_term_person ON membership_term (person_id, to_day);
CREATE INDEX membership_term_joined ON membership_term (person_id, from_day);
CREATE INDEX membership_term_days ON membership_term (to_day, from_day, person_id, club_id);
CREATE INDEX membership_term_club ON membership_term (club_id, to_day);
CREATE INDEX membership_term_return_row ON membership_term (return_row_id);

-- +goose Down
SELECT 1;
