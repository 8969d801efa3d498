-- Two hundred communities and their members. The first is the largest. Every measured member belongs to it and
-- to nine others, every other person to three, with a preference for the first ones.
CREATE TEMP TABLE made AS
SELECT n, gen_random_uuid() AS id, now() - interval '400 days' + n * interval '1 minute' AS born
FROM generate_series(1, 200) AS n;

INSERT INTO communities
SELECT (jsonb_populate_record(c, jsonb_build_object(
  'id', m.id,
  'name', 'Bench ' || m.n || ' ' || (ARRAY['bridges','wards','schools','ovens','courts'])[1 + m.n % 5],
  'description', 'Where those who care for ' || (ARRAY['bridges','wards','schools','ovens','courts'])[1 + m.n % 5]
    || ' in town ' || m.n || ' meet.',
  'group_type', 'community', 'visibility', 'public', 'status', 'active', 'is_default_community', FALSE,
  'deletion_pending', FALSE, 'is_gone', FALSE, 'private_code', NULL, 'total_threads', 0, 'total_posts', 0,
  'created', m.born, 'last_updated', m.born
))).*
FROM communities c, made m WHERE c.id = (SELECT min(id::text)::uuid FROM communities);

CREATE FUNCTION pg_temp.draw(who text, what int) RETURNS float8 IMMUTABLE LANGUAGE sql AS
$$ SELECT (hashtextextended(who, what) & 1048575) / 1048576.0::float8 $$;

-- Removes the demo network's memberships, so that all members have the same number of communities.
DELETE FROM community_members m USING users u WHERE u.id = m.user_id AND u.email LIKE 'bench%@demo.test';

INSERT INTO community_members (community_id, user_id, role, joined_at, added_by_default)
SELECT m.id, u.id, 'member', m.born, FALSE
FROM users u CROSS JOIN generate_series(0, 9) AS place
JOIN made m ON m.n = 1 + CASE place WHEN 0 THEN 0 ELSE floor(200 * pg_temp.draw(u.email, place) ^ 2)::int END
WHERE u.email LIKE 'bench%@demo.test'
ON CONFLICT DO NOTHING;

INSERT INTO community_members (community_id, user_id, role, joined_at, added_by_default)
SELECT m.id, u.id, 'member', m.born + interval '350 days' * pg_temp.draw(u.email, 20 + place), FALSE
FROM users u CROSS JOIN generate_series(1, 3) AS place
JOIN made m ON m.n = 1 + floor(200 * pg_temp.draw(u.email, place) ^ 3)::int
WHERE u.email LIKE 'crowd%@demo.test'
ON CONFLICT DO NOTHING;

UPDATE communities c
SET member_count = (SELECT count(*) FROM community_members m WHERE m.community_id = c.id)
FROM made m WHERE m.id = c.id;

-- Vocabulary of the posts: few words are frequent and most are rare.
CREATE TABLE bench_phrases AS
SELECT n, string_agg(word, ' ' ORDER BY place) AS said
FROM (SELECT n, place, substr(translate(md5('word' || floor(20000 * pg_temp.draw('phrase' || n, place) ^ 2)::int),
        '0123456789', 'ghijklmnop'), 1, 3 + (n + place) % 6) AS word
      FROM generate_series(0, 49999) AS n, generate_series(1, 8) AS place) AS words
GROUP BY n;
ALTER TABLE bench_phrases ADD PRIMARY KEY (n);

ANALYZE;
