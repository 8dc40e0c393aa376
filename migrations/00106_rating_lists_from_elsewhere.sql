-- +goose Up

-- The rating list of another association as it was imported last.
CREATE TABLE elsewhere_list (
    source      TEXT PRIMARY KEY CHECK (source IN ('egd', 'aga', 'opengotha')),
    day         {{date}} NOT NULL CHECK (length(day) = 10),           -- of the list
    file_name   TEXT NOT NULL,
    imported_at {{instant}} NOT NULL CHECK (length(imported_at) = 24),
    imported_by TEXT NOT NULL,
    players     {{int}} NOT NULL CHECK (players >= 0),
    left_out    TEXT NOT NULL DEFAULT ''                              -- the first lines that could not be read, a line each
);

-- A player of such a list; '' is not known.
CREATE TABLE elsewhere_player (
    id       {{pk}},
    source   TEXT NOT NULL REFERENCES elsewhere_list (source),
    number   {{key}} NOT NULL DEFAULT '',                            -- by which the association knows the player
    family   TEXT NOT NULL,
    given    TEXT NOT NULL DEFAULT '',
    name_key {{key}} NOT NULL,
    country  TEXT NOT NULL DEFAULT '' CHECK (length(country) IN (0, 2)),
    club     TEXT NOT NULL DEFAULT '',
    grade    TEXT NOT NULL DEFAULT '',                               -- as the list has it: 3d
    stated   TEXT NOT NULL DEFAULT '',                               -- the rating as the list has it: 2134, -4.2
    rating   {{int}}                                                 -- tenths, on our scale; NULL: none
);
CREATE INDEX elsewhere_player_number ON elsewhere_player (source, number);
CREATE INDEX elsewhere_player_name ON elsewhere_player (name_key);

-- +goose Down
SELECT 1;
