-- +goose Up

-- A rating that was taken over from another list, with the rated games that it stands on there: who had no rated game
-- before the day stands where it says too. NULL: it only sets the rating of who had one.
ALTER TABLE rating_correction ADD COLUMN games {{int}} CHECK (games >= 1);

-- +goose Down
SELECT 1;
