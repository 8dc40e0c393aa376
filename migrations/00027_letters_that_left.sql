-- +goose Up

-- The day on which a member's printed letter was posted. It was kept once for
-- all of a notice; a letter that did not go by e-mail may be printed and posted,
-- too.
ALTER TABLE meeting_roll ADD COLUMN posted {{date}} CHECK (length(posted) = 10);
UPDATE meeting_roll
SET posted = (SELECT n.posted FROM meeting_notice n WHERE n.id = meeting_roll.notice_id)
WHERE reached = 'post';
ALTER TABLE meeting_notice DROP COLUMN posted;

-- +goose Down
SELECT 1;
