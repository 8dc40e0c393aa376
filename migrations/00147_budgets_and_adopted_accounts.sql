-- +goose Up

-- What a year is expected to bring and to cost, beside which its accounts are read.
CREATE TABLE books_budget (
    until_day   {{date}} NOT NULL PRIMARY KEY CHECK (length(until_day) = 10), -- the year's last day
    version     {{int}} NOT NULL DEFAULT 1,
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by {{int}} REFERENCES person (id)
){{unnumbered}};
CREATE TABLE books_budget_line (
    until_day {{date}} NOT NULL REFERENCES books_budget (until_day),
    account   {{key}} NOT NULL REFERENCES ledger_account (code),
    cents     {{int}} NOT NULL CHECK (cents > 0),
    PRIMARY KEY (until_day, account)
){{unnumbered}};

-- The motion of an AGM that adopts the accounts of a year.
CREATE TABLE accounts_motion (
    motion_id {{int}} NOT NULL PRIMARY KEY REFERENCES motion (id),
    until_day {{date}} NOT NULL CHECK (length(until_day) = 10)
){{unnumbered}};
CREATE INDEX accounts_motion_day ON accounts_motion (until_day);

-- The motion by which a year was locked; NULL: of a meeting that was not held with the program.
ALTER TABLE books_lock ADD COLUMN motion_id {{int}} REFERENCES motion (id);

-- +goose Down
SELECT 1;
