-- +goose Up

-- The first steps that a society does without, and why.
CREATE TABLE first_step_aside (
    step     {{key}} PRIMARY KEY,
    reason   TEXT NOT NULL CHECK (reason <> ''),
    aside_at {{instant}} NOT NULL CHECK (length(aside_at) = 24)
);

-- +goose Down
SELECT 1;
