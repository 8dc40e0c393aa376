-- +goose Up

-- What the projector of an event shows in turn; an event without a row shows what is proposed.
CREATE TABLE projector (
    event_id {{int}} NOT NULL PRIMARY KEY REFERENCES event (id),
    seconds  {{int}} NOT NULL CHECK (seconds BETWEEN 1 AND 600), -- for each page
    views    TEXT NOT NULL, -- JSON: their names in order
    sections TEXT NOT NULL, -- JSON: ids; none is all
    version  {{int}} NOT NULL
);

-- +goose Down
SELECT 1;
