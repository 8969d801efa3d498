-- A hundred thousand people for the directory with different names, professions and towns. A fifth are unlisted,
-- a third are visible only to members of the same affiliation, and each has one. Names, professions and
-- visibility are independent of each other.
CREATE FUNCTION pg_temp.draw(n int, what text, of int) RETURNS int IMMUTABLE LANGUAGE sql AS
$$ SELECT abs(hashtext(what || n)::bigint % of)::int $$;

-- The indexes are rebuilt afterwards with the definitions of the migrations.
CREATE TEMP TABLE later AS
SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
FROM pg_index WHERE indrelid = 'users'::regclass AND NOT indisunique;
DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT * FROM later LOOP EXECUTE 'DROP INDEX ' || one.name; END LOOP;
END $$;

INSERT INTO users
SELECT (jsonb_populate_record(u, jsonb_build_object(
  'id', gen_random_uuid(),
  'email', 'crowd' || n || '@demo.test',
  'first_name', (ARRAY['Ada','Bela','Cleo','Dana','Emil','Fay','Gus','Hanna','Ivo','June'])[1 + pg_temp.draw(n, 'name', 10)],
  'last_name', initcap(substr(translate(md5(n::text), '0123456789', 'ghijklmnop'), 1, 9)),
  'job_title', (ARRAY['Bridge engineer','Nurse','Teacher','Baker','Lawyer','Driver'])[1 + pg_temp.draw(n, 'trade', 6)],
  'location', (ARRAY['Leeds','York','Glasgow','Cardiff','Hull'])[1 + pg_temp.draw(n, 'town', 5)],
  'profile_picture', NULL,
  'followers_count', pg_temp.draw(n, 'followers', 5000),
  'joined_date', u.joined_date + n * interval '1 second',
  'is_profile_private', pg_temp.draw(n, 'hidden', 5) = 0,
  'profile_visibility', CASE WHEN pg_temp.draw(n, 'open', 3) = 0 THEN 'affiliations' ELSE 'public' END
))).*
FROM users u, generate_series(1, 100000) AS n WHERE u.email = 'member@demo.test';

INSERT INTO affiliation_members (affiliation_id, user_id, is_public, joined_at)
SELECT a.id, u.id, TRUE, u.joined_date
FROM users u
JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS of FROM affiliations) a
  ON a.place = abs(hashtext(u.email)::bigint) % a.of
WHERE u.email LIKE 'crowd%@demo.test';

DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT * FROM later LOOP EXECUTE one.definition; END LOOP;
END $$;

ANALYZE;
