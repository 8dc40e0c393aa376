-- What brings a test's database back to where the migrations left it. It is run
-- once, in the template, and stands in a schema that no test looks into.
CREATE SCHEMA pristine;

-- Every table, index, column, constraint and trigger of the migrations.
CREATE FUNCTION pristine.shape() RETURNS text LANGUAGE sql STABLE AS $$
	SELECT md5(string_agg(thing, ' ' ORDER BY thing COLLATE "C"))
	FROM (
		SELECT 'relation ' || oid || ' ' || relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
		UNION ALL
		SELECT 'column ' || a.attrelid || ' ' || a.attname || ' ' || a.atttypid || ' ' || a.attnotnull
		FROM pg_attribute a
		JOIN pg_class c ON c.oid = a.attrelid
		WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0
		UNION ALL
		SELECT 'constraint ' || oid FROM pg_constraint WHERE connamespace = 'public'::regnamespace
		UNION ALL
		SELECT 'trigger ' || g.oid
		FROM pg_trigger g
		JOIN pg_class c ON c.oid = g.tgrelid
		WHERE c.relnamespace = 'public'::regnamespace
		UNION ALL
		SELECT 'function ' || oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace
	) AS things (thing)
$$;

CREATE TABLE pristine.made AS SELECT pristine.shape() AS shape;
CREATE TABLE pristine.sequence AS
	SELECT sequencename AS name, last_value AS value FROM pg_sequences WHERE schemaname = 'public';

-- The rows of the migrations: a copy of each table that has some.
DO $$
DECLARE
	name text;
	filled boolean;
BEGIN
	FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
		EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', name) INTO filled;
		IF filled THEN
			EXECUTE format('CREATE TABLE pristine.%I AS SELECT * FROM public.%I', 'rows of ' || name, name);
		END IF;
	END LOOP;
END
$$;

-- Takes every row away that the migrations did not make, and counts from the
-- beginning again. It gives false when the tables themselves have changed.
CREATE FUNCTION pristine.restore() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	name text;
	value bigint;
	filled boolean;
BEGIN
	IF pristine.shape() <> (SELECT shape FROM pristine.made) THEN
		RETURN false;
	END IF;
	SET LOCAL lock_timeout = '5s';
	SET LOCAL session_replication_role = replica; -- nothing is looked up for what will be gone
	FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
		EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', name) INTO filled;
		IF filled THEN
			EXECUTE format('DELETE FROM public.%I', name);
		END IF;
		IF to_regclass(format('pristine.%I', 'rows of ' || name)) IS NOT NULL THEN
			EXECUTE format('INSERT INTO public.%I SELECT * FROM pristine.%I', name, 'rows of ' || name);
		END IF;
	END LOOP;
	FOR name, value IN
		SELECT p.name, p.value
		FROM pristine.sequence p
		JOIN pg_sequences s ON s.schemaname = 'public' AND s.sequencename = p.name
		WHERE s.last_value IS DISTINCT FROM p.value
		   OR p.value IS NULL -- of numbers that are kept free before the first is given the view says nothing
	LOOP
		PERFORM setval(format('public.%I', name), coalesce(value, 1), value IS NOT NULL);
	END LOOP;
	RETURN true;
END
$$;
