-- +goose Up

-- Whether a round of the section was ever drawn from lots that are committed to, also where the draw was discarded:
-- from then on the section of an announced event is not removed, and begun again with other lots.
ALTER TABLE section ADD COLUMN lots_seen BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE section
SET lots_seen = TRUE
WHERE EXISTS (SELECT 1 FROM section_lot l WHERE l.section_id = section.id)
  AND (EXISTS (SELECT 1 FROM round r WHERE r.section_id = section.id)
       OR EXISTS (SELECT 1 FROM lot_drawing d WHERE d.section_id = section.id));

-- +goose Down
SELECT 1;
