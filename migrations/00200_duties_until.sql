-- +goose Up

-- The last day on which a duty can be done at all, where there is one: after it no one owes it.
ALTER TABLE duty ADD COLUMN until {{date}} CHECK (length(until) = 10);
UPDATE duty SET until = due WHERE owner = 'members' OR what = 'proposal';
UPDATE duty
SET until = (SELECT m.date FROM meeting m WHERE duty.source = 'meeting:' || m.id)
WHERE (what = 'notice' OR what LIKE 'notice\_%' ESCAPE '\')
  AND EXISTS (SELECT 1 FROM meeting m WHERE duty.source = 'meeting:' || m.id);

-- +goose Down
SELECT 1;
