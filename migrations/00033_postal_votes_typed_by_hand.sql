-- +goose Up

-- Of a vote whose motions were typed by hand: the meeting that framed them, and
-- why the vote does not begin from its record here. '' of one that does.
ALTER TABLE postal_vote ADD COLUMN held TEXT NOT NULL DEFAULT '';
ALTER TABLE postal_vote ADD COLUMN typed_why TEXT NOT NULL DEFAULT '';

-- How a voting paper came: on paper, or as a signed electronic one.
ALTER TABLE postal_envelope ADD COLUMN form {{key}} NOT NULL DEFAULT 'paper' CHECK (form IN ('paper', 'electronic'));

-- +goose Down
SELECT 1;
