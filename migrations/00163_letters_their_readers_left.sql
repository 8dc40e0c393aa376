-- +goose Up
-- A letter whose reader wanted no more of its kind has not failed.
ALTER TABLE mail_letter ADD COLUMN unwanted BOOLEAN NOT NULL DEFAULT FALSE;

UPDATE mail_letter
SET unwanted = TRUE
WHERE state = 'failed' AND problem LIKE '%its reader wants no letters of this kind%';
