-- +goose Up
-- Until when a player stood where an event left them: the first day of their next rated event. The list of any past day is then read
-- in its order, a page at a time, without what everybody played before and after.
ALTER TABLE rating_change ADD COLUMN until_day {{date}} NOT NULL DEFAULT '9999-12-31' CHECK (length(until_day) = 10);

-- Also of what another copy of the program writes, an older one included. Of an event that goes in or out, the days concerned are its
-- own and the player's last one before it.
{{sqlite}}CREATE TRIGGER rating_change_put AFTER INSERT ON rating_change BEGIN UPDATE rating_change SET until_day = COALESCE((SELECT n.day FROM rating_change n WHERE n.person_id = rating_change.person_id AND (n.day, n.event_id) > (rating_change.day, rating_change.event_id) ORDER BY n.day, n.event_id LIMIT 1), '9999-12-31') WHERE person_id = NEW.person_id AND day <= NEW.day AND day >= COALESCE((SELECT MAX(p.day) FROM rating_change p WHERE p.person_id = NEW.person_id AND p.day < NEW.day), NEW.day); END;
{{sqlite}}CREATE TRIGGER rating_change_taken AFTER DELETE ON rating_change BEGIN UPDATE rating_change SET until_day = COALESCE((SELECT n.day FROM rating_change n WHERE n.person_id = rating_change.person_id AND (n.day, n.event_id) > (rating_change.day, rating_change.event_id) ORDER BY n.day, n.event_id LIMIT 1), '9999-12-31') WHERE person_id = OLD.person_id AND day <= OLD.day AND day >= COALESCE((SELECT MAX(p.day) FROM rating_change p WHERE p.person_id = OLD.person_id AND p.day < OLD.day), OLD.day); END;
{{postgres}}CREATE FUNCTION rating_change_spans() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE at rating_change; BEGIN IF TG_OP = 'DELETE' THEN at := OLD; ELSE at := NEW; END IF; UPDATE rating_change SET until_day = COALESCE((SELECT n.day FROM rating_change n WHERE n.person_id = rating_change.person_id AND (n.day, n.event_id) > (rating_change.day, rating_change.event_id) ORDER BY n.day, n.event_id LIMIT 1), '9999-12-31') WHERE person_id = at.person_id AND day <= at.day AND day >= COALESCE((SELECT MAX(p.day) FROM rating_change p WHERE p.person_id = at.person_id AND p.day < at.day), at.day); RETURN NULL; END $$;
{{postgres}}CREATE TRIGGER rating_change_spans AFTER INSERT OR DELETE ON rating_change FOR EACH ROW EXECUTE FUNCTION rating_change_spans();

UPDATE rating_change SET until_day = COALESCE((
    SELECT n.day
    FROM rating_change n
    WHERE n.person_id = rating_change.person_id AND (n.day, n.event_id) > (rating_change.day, rating_change.event_id)
    ORDER BY n.day, n.event_id
    LIMIT 1), '9999-12-31');

DROP INDEX rating_change_day;
CREATE INDEX rating_change_day ON rating_change (day, until_day);
CREATE INDEX rating_change_stood ON rating_change (after_milli DESC, person_id, day, until_day);

-- +goose Down
SELECT 1;
