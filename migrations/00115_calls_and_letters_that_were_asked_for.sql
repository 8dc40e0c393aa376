-- +goose Up

-- A player at a table calls the referee; one open call a game.
CREATE TABLE referee_call (
    id          {{pk}},
    game_id     {{int}} NOT NULL REFERENCES game (id),
    side        TEXT NOT NULL CHECK (side IN ('black', 'white')),
    person_id   {{int}} REFERENCES person (id),                       -- NULL: by the table card
    by_name     TEXT NOT NULL,
    at          {{instant}} NOT NULL CHECK (length(at) = 24),
    answered_at {{instant}} CHECK (length(answered_at) = 24),         -- NULL: open
    answered_by TEXT NOT NULL DEFAULT ''
);
CREATE INDEX referee_call_game ON referee_call (game_id, id);
CREATE UNIQUE INDEX referee_call_open ON referee_call (game_id) WHERE answered_at IS NULL;

-- Officials of an event who want a letter when a dispute or a call comes in.
CREATE TABLE referee_letters (
    event_id  {{int}} NOT NULL REFERENCES event (id),
    person_id {{int}} NOT NULL REFERENCES person (id),
    PRIMARY KEY (event_id, person_id)
);

-- Who asked for a letter when a round of a player is published.
CREATE TABLE round_letters (
    id           {{pk}},
    entry_id     {{int}} NOT NULL REFERENCES entry (id),
    person_id    {{int}} REFERENCES person (id),                      -- NULL: by an address that was confirmed
    address      TEXT NOT NULL DEFAULT '',                            -- '' with a person: the one in the register
    token        {{key}} NOT NULL UNIQUE,                             -- in each letter: confirms and stops
    asked_at     {{instant}} NOT NULL CHECK (length(asked_at) = 24),
    confirmed_at {{instant}} CHECK (length(confirmed_at) = 24),       -- NULL: not confirmed yet
    UNIQUE (entry_id, address)
);

-- What was last said of a round: the same is not said again.
CREATE TABLE round_letter_said (
    letters_id {{int}} NOT NULL REFERENCES round_letters (id),
    round      {{int}} NOT NULL,
    said       TEXT NOT NULL,
    times      {{int}} NOT NULL,
    PRIMARY KEY (letters_id, round)
);

-- +goose Down
SELECT 1;
