-- +goose Up

-- Names are found whichever apostrophe they are written with: the ʻokina was
-- left in their keys.
UPDATE person SET name_key = replace(name_key, 'ʻ', '') WHERE name_key LIKE '%ʻ%';
UPDATE club
SET name_key = replace(name_key, 'ʻ', '')
WHERE name_key LIKE '%ʻ%'
  AND NOT EXISTS (SELECT 1 FROM club o WHERE o.name_key = replace(club.name_key, 'ʻ', ''));

-- +goose Down
SELECT 1;
