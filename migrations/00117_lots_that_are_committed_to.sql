-- +goose Up

-- The end of the chain that the lots of a section come from, and when its beginning was made public.
CREATE TABLE section_lot (
    section_id   {{int}} NOT NULL PRIMARY KEY REFERENCES section (id),
    chain_end    TEXT NOT NULL CHECK (length(chain_end) = 64),
    committed_at {{instant}} NOT NULL CHECK (length(committed_at) = 24)
);

-- Each time that a round was drawn again with another lot.
CREATE TABLE lot_drawing (
    section_id {{int}} NOT NULL REFERENCES section (id),
    round      {{int}} NOT NULL,
    number     {{int}} NOT NULL CHECK (number >= 1),
    reason     TEXT NOT NULL CHECK (reason <> ''),
    by_name    TEXT NOT NULL,
    at         {{instant}} NOT NULL CHECK (length(at) = 24),
    PRIMARY KEY (section_id, round, number)
);

-- +goose Down
SELECT 1;
