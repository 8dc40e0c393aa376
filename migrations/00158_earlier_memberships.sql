-- +goose Up

-- That somebody was a member before the register has a term: from the society's earlier records, as it was told. Who was a
-- member already is not registered as a new member (Rule 2.2).
CREATE TABLE earlier_membership (
    id          {{pk}},
    person_id   {{int}} NOT NULL REFERENCES person (id),
    from_day    {{date}} NOT NULL CHECK (length(from_day) = 10), -- the last day that is meant by what was told
    to_day      {{date}} NOT NULL CHECK (length(to_day) = 10 AND to_day >= from_day), -- still a member on it
    told        TEXT NOT NULL CHECK (told <> ''),                -- "1998"
    source      TEXT NOT NULL CHECK (source <> ''),              -- the file and its row, or who said so
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by TEXT NOT NULL
);
CREATE INDEX earlier_membership_person ON earlier_membership (person_id, from_day);

-- +goose Down
SELECT 1;
