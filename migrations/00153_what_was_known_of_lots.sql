-- +goose Up

-- Since when everyone could read here what the lots of a section are committed to, where it was announced at its venue;
-- NULL: since they were committed to.
ALTER TABLE section ADD COLUMN lots_public_at {{instant}} CHECK (length(lots_public_at) = 24);

-- How often rounds were drawn while no one knew of the event: whoever drew them saw what its lots give.
ALTER TABLE event ADD COLUMN draft_draws {{int}} NOT NULL DEFAULT 0 CHECK (draft_draws >= 0);

-- Whom the public rating list named when the file of a loan was made, by their numbers: they can be entered at the venue,
-- also if they ask to be named otherwise before it is back.
ALTER TABLE event_loan ADD COLUMN listed TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
