-- +goose Up

-- Records of games, as they were handed in. A later one does not replace it.
CREATE TABLE game_record (
    id          {{pk}},
    game_id     {{int}} NOT NULL REFERENCES game (id),
    file_name   TEXT NOT NULL,
    content     {{blob}} NOT NULL,                          -- the file, byte for byte
    hash        {{key}} NOT NULL CHECK (length(hash) = 64), -- SHA-256 of it
    attached_at {{instant}} NOT NULL CHECK (length(attached_at) = 24),
    attached_by TEXT NOT NULL,
    UNIQUE (game_id, hash)
);

-- Rulings of referees. Never changed; a later one on the same game counts.
CREATE TABLE game_ruling (
    id        {{pk}},
    game_id   {{int}} NOT NULL REFERENCES game (id),
    record_id {{int}} REFERENCES game_record (id),
    move      {{int}} NOT NULL DEFAULT 0 CHECK (move >= 0),  -- of the record; 0: none
    kind      {{key}} NOT NULL,
    rule      TEXT NOT NULL CHECK (rule <> ''),
    facts     TEXT NOT NULL,
    reason    TEXT NOT NULL CHECK (reason <> ''),
    result    TEXT NOT NULL DEFAULT '',                      -- that follows; '': none changes
    margin    TEXT NOT NULL DEFAULT '',
    ruled_at  {{instant}} NOT NULL CHECK (length(ruled_at) = 24),
    ruled_by  TEXT NOT NULL,
    person_id {{int}} REFERENCES person (id)
);
CREATE INDEX game_ruling_game ON game_ruling (game_id, id);
CREATE INDEX game_ruling_record ON game_ruling (record_id);
