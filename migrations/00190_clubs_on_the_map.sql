-- +goose Up
-- Where a club is, in ten thousandths of a degree, 0 and 0 where only its place is known; and what it says of itself.
ALTER TABLE club ADD COLUMN latitude {{int}} NOT NULL DEFAULT 0 CHECK (latitude BETWEEN -900000 AND 900000);
ALTER TABLE club ADD COLUMN longitude {{int}} NOT NULL DEFAULT 0 CHECK (longitude BETWEEN -1800000 AND 1800000);
ALTER TABLE club ADD COLUMN about TEXT NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
