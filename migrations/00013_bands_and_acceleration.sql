-- +goose Up

-- McMahon bands, in place of bar and floor: tenths, rising, separated by commas; '' is none.
ALTER TABLE section ADD COLUMN bands TEXT NOT NULL DEFAULT '';

-- What the upper half is lent in accelerated rounds, in half points; 0 is one point.
ALTER TABLE section ADD COLUMN accelerated_points {{int}} NOT NULL DEFAULT 0
    CHECK (accelerated_points BETWEEN 0 AND 400);

-- +goose Down
SELECT 1;
