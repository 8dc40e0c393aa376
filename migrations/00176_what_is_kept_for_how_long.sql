-- +goose Up

-- Whether the program removes what the society’s periods say, once a day, by itself.
CREATE TABLE retention_plan (
    id         {{int}} NOT NULL PRIMARY KEY CHECK (id = 1),
    daily      BOOLEAN NOT NULL DEFAULT FALSE,
    version    {{int}} NOT NULL DEFAULT 1
){{unnumbered}};
INSERT INTO retention_plan (id) VALUES (1);

-- The periods that the society has decided on; of a kind without a row the default holds.
CREATE TABLE retention_period (
    kind       {{key}} NOT NULL PRIMARY KEY CHECK (kind <> ''),
    months     {{int}} NOT NULL CHECK (months > 0),
    changed_at {{instant}} NOT NULL CHECK (length(changed_at) = 24),
    changed_by TEXT NOT NULL
){{unnumbered}};

-- The reports: what was removed, how much and by which rule; by the program one a day.
CREATE TABLE retention_run (
    id      {{pk}},
    day     {{date}} NOT NULL CHECK (length(day) = 10),
    at      {{instant}} NOT NULL CHECK (length(at) = 24),
    by_name TEXT NOT NULL,
    daily   BOOLEAN NOT NULL
);
CREATE UNIQUE INDEX retention_run_daily ON retention_run (day) WHERE daily = TRUE;
CREATE TABLE retention_removed (
    run_id   {{int}} NOT NULL REFERENCES retention_run (id),
    kind     {{key}} NOT NULL,
    rule     TEXT NOT NULL,
    removed  {{int}} NOT NULL CHECK (removed >= 0),
    held     {{int}} NOT NULL CHECK (held >= 0),
    PRIMARY KEY (run_id, kind)
){{unnumbered}};

-- +goose Down
SELECT 1;
