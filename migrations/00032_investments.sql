-- +goose Up

-- The society's money that the committee invested, rule 3.6.
CREATE TABLE committee_investment (
    id            {{pk}},
    what          TEXT NOT NULL CHECK (what <> ''),          -- "Term deposit, 12 months"
    place         TEXT NOT NULL CHECK (place <> ''),         -- where the money is
    cents         {{int}} NOT NULL CHECK (cents > 0),
    day           {{date}} NOT NULL CHECK (length(day) = 10), -- on which it was made
    care          TEXT NOT NULL CHECK (care <> ''),          -- what the committee weighed, as a trustee does
    resolution_id {{int}} NOT NULL REFERENCES committee_resolution (id),
    approver_id   {{int}} REFERENCES person (id),            -- the officers of rule 3.4; NULL: none was needed
    second_id     {{int}} REFERENCES person (id),
    trace         TEXT NOT NULL,
    ended_on      {{date}} CHECK (length(ended_on) = 10 AND ended_on >= day),
    recorded_at   {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by   TEXT NOT NULL,
    version       {{int}} NOT NULL DEFAULT 1,
    CHECK (approver_id <> second_id)
);

-- +goose Down
SELECT 1;
