-- +goose Up

-- Who has sent a game that was played here in for a table of an event.
CREATE TABLE play_sent (
    game_id   {{int}} NOT NULL REFERENCES play_game (id),
    person_id {{int}} NOT NULL REFERENCES person (id),
    table_id  {{int}} NOT NULL REFERENCES game (id) ON DELETE CASCADE, -- a round that is drawn again has other tables
    sent_at   {{instant}} NOT NULL CHECK (length(sent_at) = 24),
    PRIMARY KEY (game_id, person_id)
);
CREATE INDEX play_sent_table ON play_sent (table_id);
CREATE INDEX play_sent_person ON play_sent (person_id);

-- +goose Down
SELECT 1;
