-- +goose Up

-- Who asked to be erased, who confirmed it, and until when the name stays in the register. It is never undone.
CREATE TABLE erasure (
    id           {{pk}},
    person_id    {{int}} NOT NULL REFERENCES person (id),
    by_alias     BOOLEAN NOT NULL,                              -- public pages show the alias, else that it is a former member
    asked_at     {{instant}} NOT NULL CHECK (length(asked_at) = 24),
    asked_id     {{int}} NOT NULL REFERENCES person (id),
    withdrawn_at {{instant}} CHECK (length(withdrawn_at) = 24),
    done_at      {{instant}} CHECK (length(done_at) = 24),
    done_id      {{int}} REFERENCES person (id),
    names_until  {{date}} CHECK (length(names_until) = 10),     -- the name stays until the day; NULL: not decided yet
    names_at     {{instant}} CHECK (length(names_at) = 24)      -- when it was removed
);
CREATE INDEX erasure_person ON erasure (person_id);
CREATE INDEX erasure_asked ON erasure (asked_id);
CREATE INDEX erasure_done ON erasure (done_id);
CREATE UNIQUE INDEX erasure_open ON erasure (person_id) WHERE withdrawn_at IS NULL;

-- +goose Down
SELECT 1;
