-- +goose Up

-- Handicaps by the difference of grades or McMahon scores besides ratings, raised as well as reduced, and the grade above
-- which there are none.
ALTER TABLE section ADD COLUMN handicap_rule TEXT NOT NULL DEFAULT 'none' CHECK (handicap_rule IN ('none', 'rating', 'grade', 'score'));
ALTER TABLE section ADD COLUMN handicap_less {{int}} NOT NULL DEFAULT 0 CHECK (handicap_less BETWEEN -9 AND 99);
UPDATE section SET handicap_rule = handicap, handicap_less = handicap_reduction;
ALTER TABLE section DROP COLUMN handicap;
ALTER TABLE section DROP COLUMN handicap_reduction;
ALTER TABLE section RENAME COLUMN handicap_rule TO handicap;
ALTER TABLE section RENAME COLUMN handicap_less TO handicap_reduction;
ALTER TABLE section ADD COLUMN handicap_top {{int}}; -- a grade; NULL: none

-- Where a player is from, '' for not known, and the numbers that other associations know the player by.
ALTER TABLE entry ADD COLUMN country TEXT NOT NULL DEFAULT '' CHECK (length(country) IN (0, 2));
ALTER TABLE entry ADD COLUMN egf_pin TEXT NOT NULL DEFAULT '';
ALTER TABLE entry ADD COLUMN ffg_licence TEXT NOT NULL DEFAULT '';
ALTER TABLE entry ADD COLUMN aga_number TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
