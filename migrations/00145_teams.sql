-- +goose Up

-- An event of teams: how many boards a match has; 0 where players play for themselves.
ALTER TABLE section ADD COLUMN boards {{int}} NOT NULL DEFAULT 0 CHECK (boards BETWEEN 0 AND 20);

CREATE TABLE team (
    id         {{pk}},
    section_id {{int}} NOT NULL REFERENCES section (id),
    number     {{int}} NOT NULL CHECK (number >= 1), -- the lot knows the team by it
    name       TEXT NOT NULL CHECK (name <> ''),
    club       TEXT NOT NULL DEFAULT '',             -- '': put together for the event
    captain    TEXT NOT NULL DEFAULT '',
    version    {{int}} NOT NULL,
    UNIQUE (section_id, number)
);

-- Who is in a team: the boards in order, then the reserves.
CREATE TABLE team_player (
    entry_id {{int}} NOT NULL PRIMARY KEY REFERENCES entry (id),
    team_id  {{int}} NOT NULL REFERENCES team (id),
    seq      {{int}} NOT NULL CHECK (seq >= 1),
    UNIQUE (team_id, seq)
);

-- Who sits at a board in one round, where the order of the team does not say it.
CREATE TABLE team_lineup (
    team_id  {{int}} NOT NULL REFERENCES team (id),
    round    {{int}} NOT NULL CHECK (round >= 1),
    board    {{int}} NOT NULL CHECK (board BETWEEN 1 AND 20),
    entry_id {{int}} REFERENCES entry (id),   -- NULL: no one
    decided  BOOLEAN NOT NULL,                -- by the director; else kept when the order was changed afterwards
    PRIMARY KEY (team_id, round, board)
);

-- Which teams meet in a round; their boards are games of it, from the first table on.
CREATE TABLE team_match (
    round_id {{int}} NOT NULL REFERENCES round (id),
    table_no {{int}} NOT NULL CHECK (table_no >= 1),
    white_id {{int}} NOT NULL REFERENCES team (id), -- has White at the first board
    black_id {{int}} NOT NULL REFERENCES team (id),
    PRIMARY KEY (round_id, table_no)
);

-- Pairs of teams that the director has decided on: fixed in a round, or not allowed.
CREATE TABLE team_pair (
    id         {{pk}},
    section_id {{int}} NOT NULL REFERENCES section (id),
    round      {{int}} NOT NULL CHECK (round >= 0), -- 0: every round
    white_id   {{int}} NOT NULL REFERENCES team (id),
    black_id   {{int}} REFERENCES team (id),        -- NULL: the bye
    forbidden  BOOLEAN NOT NULL,
    reason     TEXT NOT NULL DEFAULT ''
);
CREATE INDEX team_pair_section ON team_pair (section_id);

-- +goose Down
SELECT 1;
