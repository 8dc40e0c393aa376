-- +goose Up

-- The head of the log that stands at the foot of a notice's letters and print, as
-- it is printed; '' for notices of before and those in the newsletter.
ALTER TABLE meeting_notice ADD COLUMN log_head TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
