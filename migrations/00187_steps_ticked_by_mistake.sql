-- +goose Up
-- Steps of the Act's year that were ticked off by mistake: what was said, and who undid it.
CREATE TABLE act_step_undone (
    id          {{pk}},
    step_key    {{key}} NOT NULL CHECK (step_key <> ''),
    done_on     {{date}} NOT NULL CHECK (length(done_on) = 10),
    reference   TEXT NOT NULL DEFAULT '',
    document    TEXT NOT NULL DEFAULT '',
    signer_id   {{int}} REFERENCES person (id),
    second_id   {{int}} REFERENCES person (id),
    recorded_at {{instant}} NOT NULL CHECK (length(recorded_at) = 24),
    recorded_by {{int}} REFERENCES person (id),
    undone_at   {{instant}} NOT NULL CHECK (length(undone_at) = 24),
    ended_by    {{int}} REFERENCES person (id),                       -- who undid it
    reason      TEXT NOT NULL CHECK (reason <> '')
);

-- +goose Down
SELECT 1;
