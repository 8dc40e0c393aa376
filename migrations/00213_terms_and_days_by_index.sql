-- +goose Up
-- Whether another row takes a term's place, kept with the term: who is a member is asked of many terms at once, and looking for
-- the row that corrects each of twenty years takes most of the time. The row that corrects it sets it, in the same change;
-- where that row goes again, as when a take-over is undone, the term stands as before.
ALTER TABLE membership_term ADD COLUMN corrected BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE membership_term SET corrected = TRUE WHERE id IN (SELECT corrects_id FROM membership_term WHERE corrects_id IS NOT NULL);

{{sqlite}}CREATE TRIGGER membership_term_corrects AFTER INSERT ON membership_term WHEN NEW.corrects_id IS NOT NULL BEGIN UPDATE membership_term SET corrected = TRUE WHERE id = NEW.corrects_id; END;
{{postgres}}CREATE FUNCTION membership_term_corrects() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE membership_term SET corrected = TRUE WHERE id = NEW.corrects_id; RETURN NULL; END $$;
{{postgres}}CREATE TRIGGER membership_term_corrects AFTER INSERT ON membership_term FOR EACH ROW WHEN (NEW.corrects_id IS NOT NULL) EXECUTE FUNCTION membership_term_corrects();

{{sqlite}}CREATE TRIGGER membership_term_corrects_no_more AFTER DELETE ON membership_term WHEN OLD.corrects_id IS NOT NULL BEGIN UPDATE membership_term SET corrected = FALSE WHERE id = OLD.corrects_id AND NOT EXISTS (SELECT 1 FROM membership_term o WHERE o.corrects_id = OLD.corrects_id); END;
{{postgres}}CREATE FUNCTION membership_term_corrects_no_more() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE membership_term SET corrected = FALSE WHERE id = OLD.corrects_id AND NOT EXISTS (SELECT 1 FROM membership_term o WHERE o.corrects_id = OLD.corrects_id); RETURN NULL; END $$;
{{postgres}}CREATE TRIGGER membership_term_corrects_no_more AFTER DELETE ON membership_term FOR EACH ROW WHEN (OLD.corrects_id IS NOT NULL) EXECUTE FUNCTION membership_term_corrects_no_more();

DROP INDEX membership_term_days;
CREATE INDEX membership_term_days ON membership_term (to_day, from_day, person_id, club_id) WHERE corrected = FALSE AND kind <> 'void';
DROP INDEX membership_term_person;
CREATE INDEX membership_term_person ON membership_term (person_id, to_day, from_day, kind, corrected, club_id);

-- What was rated between two days is read from the index alone.
DROP INDEX rating_change_day;
CREATE INDEX rating_change_day ON rating_change (day, person_id, event_id, before_milli, after_milli, games_before, games);

-- The pages of the list of events are found in the order of their days, whatever of it is over and shown.
DROP INDEX event_days;
CREATE INDEX event_days ON event (from_day, id, to_day, status);

-- Who is shown by another name: a search looks at theirs, not at everyone.
CREATE INDEX person_shown_as ON person (id, alias) WHERE public_as = 'alias';

-- +goose Down
SELECT 1;
