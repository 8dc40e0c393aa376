-- +goose Up

-- The board that a section is played on, in lines. Until now only sections with deadlines said it.
ALTER TABLE section ADD COLUMN board_size {{int}} NOT NULL DEFAULT 19 CHECK (board_size BETWEEN 5 AND 25);
UPDATE section
SET board_size = (SELECT w.board_size FROM weekly_section w WHERE w.section_id = section.id)
WHERE id IN (SELECT section_id FROM weekly_section);
ALTER TABLE weekly_section DROP COLUMN board_size;

-- +goose Down
SELECT 1;
