-- +goose Up

-- The key of the digests that the log keeps of a postal vote after each step: of
-- its roll, tellers, register, package and result, so that what is changed in the
-- database between two steps is noticed. Without the key a digest of the register
-- cannot be tried out member by member; it goes when the papers are destroyed.
ALTER TABLE postal_vote ADD COLUMN standing_key {{key}} NOT NULL DEFAULT '';

-- +goose Down
SELECT 1;
