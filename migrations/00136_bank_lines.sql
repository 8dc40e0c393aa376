-- +goose Up

-- Accounts at banks, each one an account of the books. How the columns and days of
-- its files read is what the treasurer said once.
CREATE TABLE bank_account (
    id       {{pk}},
    account  {{key}} NOT NULL UNIQUE REFERENCES ledger_account (code),
    number   TEXT NOT NULL DEFAULT '',                        -- as people write it: 01-0234-0567890-00
    days     {{key}} NOT NULL DEFAULT '',
    columns  TEXT NOT NULL DEFAULT '{}',                      -- JSON: field to heading
    version  {{int}} NOT NULL DEFAULT 1
);
INSERT INTO bank_account (account) VALUES ('1000');

-- Lines of banks' files, each once, whichever files it stands in.
CREATE TABLE bank_line (
    id          {{pk}},
    bank_id     {{int}} NOT NULL REFERENCES bank_account (id),
    line_key    {{key}} NOT NULL CHECK (line_key <> ''),      -- the bank's number, else made of what the line says
    day         {{date}} NOT NULL CHECK (length(day) = 10),
    cents       {{int}} NOT NULL CHECK (cents <> 0),
    payee       TEXT NOT NULL DEFAULT '',
    reference   TEXT NOT NULL DEFAULT '',
    particulars TEXT NOT NULL DEFAULT '',
    code        TEXT NOT NULL DEFAULT '',
    balance     {{int}},
    file_name   TEXT NOT NULL DEFAULT '',
    aside       TEXT NOT NULL DEFAULT '',                     -- why it is not booked, or ''
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by {{int}} REFERENCES person (id),
    version     {{int}} NOT NULL DEFAULT 1,
    UNIQUE (bank_id, line_key)
);
CREATE INDEX bank_line_day ON bank_line (bank_id, day, id);

-- What a line was booked as: payments, or an entry that has its amount. A part
-- counts while the payment stands and the entry is not reversed.
CREATE TABLE bank_part (
    id         {{pk}},
    line_id    {{int}} NOT NULL REFERENCES bank_line (id),
    payment_id {{int}} REFERENCES payment (id),
    entry_id   {{int}} REFERENCES journal_entry (id),
    cents      {{int}} NOT NULL CHECK (cents <> 0),
    CHECK ((payment_id IS NULL) <> (entry_id IS NULL))
);
CREATE INDEX bank_part_line ON bank_part (line_id);
CREATE INDEX bank_part_payment ON bank_part (payment_id);
CREATE INDEX bank_part_entry ON bank_part (entry_id);

-- On whose account the payments of a payer were booked last.
CREATE TABLE bank_payer (
    payer_key {{key}} NOT NULL PRIMARY KEY CHECK (payer_key <> ''), -- the name, folded
    person_id {{int}} REFERENCES person (id),
    club_id   {{int}} REFERENCES club (id),
    account   {{key}} REFERENCES ledger_account (code),             -- of what is neither a member's nor a club's
    CHECK ((person_id IS NOT NULL AND club_id IS NULL AND account IS NULL)
        OR (person_id IS NULL AND club_id IS NOT NULL AND account IS NULL)
        OR (person_id IS NULL AND club_id IS NULL AND account IS NOT NULL))
){{unnumbered}};

-- That the books agree with the bank's statement on a day.
CREATE TABLE reconciliation (
    id          {{pk}},
    bank_id     {{int}} NOT NULL REFERENCES bank_account (id),
    day         {{date}} NOT NULL CHECK (length(day) = 10),
    cents       {{int}} NOT NULL,                             -- the statement's closing balance
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by {{int}} REFERENCES person (id),
    UNIQUE (bank_id, day)
);

-- +goose Down
SELECT 1;
