-- +goose Up

-- When an amendment came to its end: what an earlier day of a meeting decided stands
-- on the further one. NULL of one before this was kept.
ALTER TABLE motion_amendment ADD COLUMN decided_at {{instant}} CHECK (length(decided_at) = 24);

-- How whoever had the chair of a day that was adjourned came to it, for the minutes.
ALTER TABLE meeting_adjournment ADD COLUMN chair_how {{key}} NOT NULL DEFAULT ''
    CHECK (chair_how IN ('', 'senior', 'elected'));

-- +goose Down
SELECT 1;
