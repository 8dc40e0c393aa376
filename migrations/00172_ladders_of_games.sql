-- +goose Up

-- Whether a game is for a place on the ladder.
ALTER TABLE play_game ADD COLUMN ladder BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX play_game_ladder ON play_game (ladder, stage);

-- What has happened on the ladder of a game, one after the other. It is never changed.
CREATE TABLE play_ladder_event (
    id        {{pk}},
    ladder    {{key}} NOT NULL CHECK (ladder IN ('go', 'hex', 'amazons', 'tanbo')),
    kind      {{key}} NOT NULL CHECK (kind IN ('joined', 'left', 'idle', 'won', 'tied')),
    person_id {{int}} NOT NULL REFERENCES person (id),
    other_id  {{int}} REFERENCES person (id),
    game_id   {{int}} REFERENCES play_game (id),
    at        {{instant}} NOT NULL CHECK (length(at) = 24),
    from_place {{int}} NOT NULL CHECK (from_place >= 0), -- of the person, as it was then; 0: none
    to_place   {{int}} NOT NULL CHECK (to_place >= 0),
    CHECK ((kind IN ('won', 'tied')) = (game_id IS NOT NULL)),
    CHECK ((other_id IS NULL) = (game_id IS NULL))
);
CREATE INDEX play_ladder_event_of ON play_ladder_event (ladder, id);
CREATE INDEX play_ladder_event_person ON play_ladder_event (person_id, ladder);
CREATE INDEX play_ladder_event_other ON play_ladder_event (other_id, ladder);
CREATE INDEX play_ladder_event_game ON play_ladder_event (game_id);

-- The order that the events lead to.
CREATE TABLE play_ladder_place (
    ladder    {{key}} NOT NULL,
    place     {{int}} NOT NULL CHECK (place >= 1),
    person_id {{int}} NOT NULL REFERENCES person (id),
    PRIMARY KEY (ladder, place)
);
CREATE INDEX play_ladder_place_person ON play_ladder_place (person_id);

-- +goose Down
SELECT 1;
