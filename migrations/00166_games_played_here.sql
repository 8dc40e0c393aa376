-- +goose Up

-- Who would like to play here, and may be challenged.
CREATE TABLE play_list (
    person_id {{int}} NOT NULL PRIMARY KEY REFERENCES person (id),
    listed_at {{instant}} NOT NULL CHECK (length(listed_at) = 24)
);

-- A game that is played here by turns, from the challenge on: its terms, and how it stands after its acts.
CREATE TABLE play_game (
    id              {{pk}},
    game            {{key}} NOT NULL CHECK (game IN ('go', 'hex', 'amazons', 'tanbo')),
    size            {{int}} NOT NULL CHECK (size BETWEEN 5 AND 19),
    rules           {{key}} NOT NULL DEFAULT '',
    handicap        {{int}} NOT NULL CHECK (handicap BETWEEN 0 AND 9),
    komi            {{int}} NOT NULL CHECK (komi BETWEEN -100 AND 100), -- in half points, where the players agree on it
    by_rating       BOOLEAN NOT NULL,
    days            {{int}} NOT NULL CHECK (days BETWEEN 1 AND 30),
    vacation        {{int}} NOT NULL CHECK (vacation BETWEEN 0 AND 60),
    wish            {{key}} NOT NULL CHECK (wish IN ('either', 'black', 'white')),
    challenger_id   {{int}} NOT NULL REFERENCES person (id),
    opponent_id     {{int}} REFERENCES person (id), -- NULL: whoever accepts first
    black_id        {{int}} REFERENCES person (id),
    white_id        {{int}} REFERENCES person (id),
    challenger_open BOOLEAN NOT NULL,
    opponent_open   BOOLEAN NOT NULL DEFAULT FALSE,
    stage           {{key}} NOT NULL
                    CHECK (stage IN ('offered', 'declined', 'withdrawn', 'playing', 'stopped', 'over', 'disputed')),
    turn            {{key}} NOT NULL DEFAULT '' CHECK (turn IN ('', 'B', 'W')),
    deadline        {{instant}} CHECK (length(deadline) = 24),
    acts            {{int}} NOT NULL DEFAULT 0 CHECK (acts >= 0),
    result          TEXT NOT NULL DEFAULT '',
    found           TEXT NOT NULL DEFAULT '', -- dead stones that the program found, as JSON
    made_at         {{instant}} NOT NULL CHECK (length(made_at) = 24),
    begun_at        {{instant}} CHECK (length(begun_at) = 24),
    CHECK ((black_id IS NULL) = (begun_at IS NULL) AND (white_id IS NULL) = (begun_at IS NULL))
);
CREATE INDEX play_game_challenger ON play_game (challenger_id);
CREATE INDEX play_game_opponent ON play_game (opponent_id);
CREATE INDEX play_game_black ON play_game (black_id);
CREATE INDEX play_game_white ON play_game (white_id);
CREATE INDEX play_game_deadline ON play_game (stage, deadline);

-- What was done in a game, one after the other. An act is never changed.
CREATE TABLE play_act (
    game_id   {{int}} NOT NULL REFERENCES play_game (id),
    number    {{int}} NOT NULL CHECK (number >= 1),
    kind      {{key}} NOT NULL,
    side      {{key}} NOT NULL CHECK (side IN ('', 'B', 'W')),
    person_id {{int}} REFERENCES person (id), -- NULL: the program
    text      TEXT NOT NULL,
    done_at   {{instant}} NOT NULL CHECK (length(done_at) = 24),
    PRIMARY KEY (game_id, number)
);
CREATE INDEX play_act_person ON play_act (person_id);

-- +goose Down
SELECT 1;
