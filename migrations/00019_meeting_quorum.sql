-- +goose Up

-- The quorum that a meeting closed with, JSON; '' until then. What the register
-- learns later of who was a member leaves it as it was.
ALTER TABLE meeting ADD COLUMN quorum TEXT NOT NULL DEFAULT '';
