-- Posts of the communities in bench/sql/communities.sql: `bench.posts` posts, one thread per fifty posts and
-- one article per two hundred, replacing the existing ones. The first community has a sixth of them, and its
-- first thread is more than a hundred times as long as most. Indexes are rebuilt afterwards with the
-- definitions of the migrations.
CREATE FUNCTION pg_temp.draw(who text, what int) RETURNS float8 IMMUTABLE LANGUAGE sql AS
$$ SELECT (hashtextextended(who, what) & 1048575) / 1048576.0::float8 $$;
-- An id like the product's (UUIDv7), which starts with its time.
CREATE FUNCTION pg_temp.name_of(born timestamptz) RETURNS uuid VOLATILE LANGUAGE sql AS
$$ SELECT (lpad(to_hex((extract(epoch FROM born) * 1000)::bigint), 12, '0') || '7'
           || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid $$;

SET session_replication_role = replica;
TRUNCATE posts, threads, thread_speakers, articles, post_likes, post_mentions, post_images, article_comments, article_likes,
  article_reactions, article_views, article_drafts, community_read_status, post_spans, search_texts, search_refills;

CREATE TEMP TABLE amounts AS
SELECT posts, posts / 50 AS threads, posts / 200 AS articles
FROM (SELECT current_setting('bench.posts')::int AS posts) AS told;

CREATE TEMP TABLE later AS
SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
FROM pg_index WHERE indrelid IN ('posts'::regclass, 'articles'::regclass, 'search_texts'::regclass) AND NOT indisprimary;
DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT * FROM later LOOP EXECUTE 'DROP INDEX ' || one.name; END LOOP;
END $$;

CREATE TEMP TABLE places AS
SELECT id, row_number() OVER (ORDER BY created) - 1 AS place FROM communities WHERE name LIKE 'Bench %';
ALTER TABLE places ADD PRIMARY KEY (place);
-- Authors are among the first two hundred members of the community.
CREATE TEMP TABLE speakers AS
SELECT p.place, m.user_id, row_number() OVER (PARTITION BY p.place ORDER BY m.user_id) - 1 AS number,
  least(count(*) OVER (PARTITION BY p.place), 200) AS of
FROM places p JOIN community_members m ON m.community_id = p.id;
DELETE FROM speakers WHERE number >= of;
ALTER TABLE speakers ADD PRIMARY KEY (place, number);
ANALYZE places; ANALYZE speakers;

CREATE TEMP TABLE made AS
SELECT n, CASE n WHEN 0 THEN 0 ELSE floor(200 * pg_temp.draw('thread' || n, 1) ^ 3)::int END AS place,
  pg_temp.name_of(now() - interval '30 days') AS id
FROM amounts, generate_series(0, threads - 1) AS n;
ALTER TABLE made ADD PRIMARY KEY (n);
ANALYZE made;

INSERT INTO posts (id, community_id, thread_id, author_id, content, likes, created, span)
SELECT pg_temp.name_of(s.born), p.id, t.id, w.user_id, one.said || ' ' || other.said || ' number ' || s.n,
  CASE hashtext('post' || s.n) % 4 WHEN 0 THEN 2 ELSE 0 END, s.born,
  p.place * 10000 + (row_number() OVER (PARTITION BY p.id ORDER BY s.n) - 1) / 128
FROM (SELECT n, floor(threads * pg_temp.draw('post' || n, 1) ^ 2)::int AS thread,
        now() - interval '30 days' + n * (interval '29 days' / posts) AS born
      FROM amounts, generate_series(1, posts) AS n) AS s
JOIN made t ON t.n = s.thread
JOIN places p ON p.place = t.place
JOIN speakers first ON first.place = t.place AND first.number = 0
JOIN speakers w ON w.place = t.place AND w.number = floor(first.of * pg_temp.draw('post' || s.n, 2))::int
JOIN bench_phrases one ON one.n = floor(50000 * pg_temp.draw('post' || s.n, 3))::int
JOIN bench_phrases other ON other.n = floor(50000 * pg_temp.draw('post' || s.n, 4))::int
ORDER BY s.n;

INSERT INTO threads (id, community_id, caption, created_by, numposts, last_post_id, created, last_updated)
SELECT t.id, p.id, initcap(h.said), w.user_id, coalesce(s.said, 0), s.last, now() - interval '30 days',
  coalesce(s.latest, now() - interval '30 days')
FROM made t JOIN places p ON p.place = t.place
JOIN speakers w ON w.place = t.place AND w.number = 0
JOIN bench_phrases h ON h.n = t.n
LEFT JOIN (SELECT thread_id, count(*) AS said, max(created) AS latest,
             (array_agg(id ORDER BY created DESC))[1] AS last FROM posts GROUP BY thread_id) AS s
  ON s.thread_id = t.id;

-- Rows that triggers maintain in the product.
INSERT INTO thread_speakers (thread_id, author_id, spoke_at)
SELECT thread_id, author_id, max(created) FROM posts GROUP BY thread_id, author_id;
INSERT INTO post_spans (community_id, span, began)
SELECT community_id, span, min(created) FROM posts GROUP BY community_id, span;
SELECT setval('post_span_numbers', 10000000);
UPDATE threads t SET speakers = s.of
FROM (SELECT thread_id, count(*) AS of FROM thread_speakers GROUP BY thread_id) AS s WHERE s.thread_id = t.id;

INSERT INTO articles (id, community_id, author_id, title, content, created, last_updated)
SELECT pg_temp.name_of(s.born), p.id, w.user_id, initcap(h.said), body.said, s.born, s.born
FROM (SELECT n, floor(200 * pg_temp.draw('article' || n, 1) ^ 3)::int AS place,
        now() - interval '30 days' + n * (interval '29 days' / articles) AS born
      FROM amounts, generate_series(1, articles) AS n) AS s
JOIN places p ON p.place = s.place
JOIN speakers w ON w.place = s.place AND w.number = 0
JOIN bench_phrases h ON h.n = s.n
CROSS JOIN LATERAL (SELECT string_agg(said, '. ') AS said FROM bench_phrases b
  WHERE b.n BETWEEN (s.n * 7) % 49000 AND (s.n * 7) % 49000 + 40) AS body;

INSERT INTO post_likes (post_id, user_id, created_at)
SELECT p.id, w.user_id, p.created
FROM posts p JOIN places c ON c.id = p.community_id
JOIN speakers w ON w.place = c.place AND w.number IN (0, 1)
WHERE p.likes = 2;

-- Words as the program makes them of these phrases, which have neither accents nor markup. People and
-- communities are filled in by the product's job.
CREATE FUNCTION pg_temp.words(said text) RETURNS text IMMUTABLE LANGUAGE sql AS
$$ SELECT string_agg(DISTINCT word, ' ') FROM regexp_split_to_table(lower(said), '[^[:alnum:]]+') AS word
   WHERE word <> '' $$;
INSERT INTO search_texts (id, kind, place_id, author_id, created, span, words)
SELECT id, 'p', community_id, author_id, created, span, pg_temp.words(content) FROM posts;
INSERT INTO search_texts (id, kind, place_id, author_id, created, words)
SELECT id, 't', community_id, created_by, created, pg_temp.words(caption) FROM threads;
INSERT INTO search_texts (id, kind, place_id, author_id, created, words)
SELECT id, 'a', community_id, author_id, created, pg_temp.words(title || ' ' || content) FROM articles;

UPDATE communities c SET total_threads = s.threads, total_posts = s.posts, last_updated = s.latest
FROM (SELECT community_id, count(*) AS threads, sum(numposts) AS posts, max(last_updated) AS latest
      FROM threads GROUP BY community_id) AS s
WHERE s.community_id = c.id;

DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT * FROM later LOOP EXECUTE one.definition; END LOOP;
END $$;
-- Everyone has read most posts: the number of unread ones is the same for every amount of posts.
INSERT INTO community_read_status (user_id, community_id, last_read_at)
SELECT m.user_id, m.community_id, p.read
FROM (SELECT c.id, coalesce((SELECT created FROM posts WHERE community_id = c.id ORDER BY created DESC
        OFFSET 20 LIMIT 1), now() - interval '30 days') AS read FROM places c) AS p
JOIN community_members m ON m.community_id = p.id
JOIN users u ON u.id = m.user_id WHERE u.email LIKE 'bench%@demo.test';

SET session_replication_role = origin;
ANALYZE;
