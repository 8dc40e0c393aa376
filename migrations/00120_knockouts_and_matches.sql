-- +goose Up

-- Knock-outs and matches beside the other systems, and the director's order to seed them by.
ALTER TABLE section ADD COLUMN drawn_by TEXT NOT NULL DEFAULT 'swiss'
    CHECK (drawn_by IN ('swiss', 'mcmahon', 'roundrobin', 'knockout', 'match'));
ALTER TABLE section ADD COLUMN seeded_by TEXT NOT NULL DEFAULT 'slide'
    CHECK (seeded_by IN ('slide', 'fold', 'random', 'closest', 'handicap', 'order'));
UPDATE section SET drawn_by = system, seeded_by = seeding;
ALTER TABLE section DROP COLUMN system;
ALTER TABLE section DROP COLUMN seeding;
ALTER TABLE section RENAME COLUMN drawn_by TO system;
ALTER TABLE section RENAME COLUMN seeded_by TO seeding;
ALTER TABLE section ADD COLUMN third_place BOOLEAN NOT NULL DEFAULT FALSE; -- a knock-out has a game for it
ALTER TABLE section ADD COLUMN jigo TEXT NOT NULL DEFAULT 'replay' CHECK (jigo IN ('replay', 'white', 'black')); -- who goes through
ALTER TABLE section ADD COLUMN play_out BOOLEAN NOT NULL DEFAULT FALSE;    -- a match goes on after it is decided

ALTER TABLE entry ADD COLUMN seed {{int}} NOT NULL DEFAULT 0 CHECK (seed >= 0); -- in the director's order; 0: after those with one

-- +goose Down
SELECT 1;
