-- +goose Up

-- Who came into the register by an entry, and of which event: its director corrects the name until somebody has a
-- membership or an account.
CREATE TABLE guest (
    person_id {{int}} NOT NULL PRIMARY KEY REFERENCES person (id),
    event_id  {{int}} NOT NULL REFERENCES event (id)
);
CREATE INDEX guest_event ON guest (event_id);

INSERT INTO guest (person_id, event_id)
SELECT n.person_id, s.event_id
FROM entry n
JOIN section s ON s.id = n.section_id
WHERE n.id IN (SELECT MIN(f.id) FROM entry f GROUP BY f.person_id)
  AND n.person_id IN (SELECT a.object_id FROM audit_entry a WHERE a.object = 'person' AND a.action = 'register.guest');

-- +goose Down
SELECT 1;
