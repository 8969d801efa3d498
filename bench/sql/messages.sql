-- Messages between the members of bench/sql/people.sql: `bench.messages` messages in two thousand conversations of
-- two people, so that each member has four, replacing the existing ones. Indexes are rebuilt afterwards with the
-- definitions of the migrations.
SET session_replication_role = replica;
TRUNCATE conversations, conversation_participants, messages, message_reactions, message_images, message_reports,
  message_settings, user_presence;

CREATE TEMP TABLE later AS
SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
FROM pg_index WHERE indrelid = 'messages'::regclass AND NOT indisprimary;
DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT * FROM later LOOP EXECUTE 'DROP INDEX ' || one.name; END LOOP;
END $$;

CREATE TEMP TABLE people AS
SELECT id, substr(replace(email, '@demo.test', ''), 6)::int - 1 AS n
FROM users WHERE email LIKE 'bench%@demo.test';
ALTER TABLE people ADD PRIMARY KEY (n);

CREATE TEMP TABLE pairs AS
SELECT gen_random_uuid() AS id, k, one.id AS one, other.id AS other
FROM generate_series(0, 1999) AS k
JOIN people one ON one.n = k % 1000
JOIN people other ON other.n = (k % 1000 + 1 + k / 1000) % 1000;
ALTER TABLE pairs ADD PRIMARY KEY (k);
ANALYZE pairs;

INSERT INTO messages (id, conversation_id, sender_id, kind, content, created)
SELECT (lpad(to_hex((extract(epoch FROM born) * 1000)::bigint), 12, '0') || '7'
        || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
  p.id, CASE s.n % 3 WHEN 0 THEN p.other ELSE p.one END, 'text',
  'Shall we meet at the pier, number ' || s.n || ', when the tide is out?', born
FROM (SELECT n, now() - interval '30 days' + n * (interval '29 days' / current_setting('bench.messages')::int) AS born
      FROM generate_series(1, current_setting('bench.messages')::int) AS n) AS s
JOIN pairs p ON p.k = s.n % 2000
ORDER BY s.n;

CREATE TEMP TABLE newest AS
SELECT DISTINCT ON (conversation_id) conversation_id, id, created FROM messages ORDER BY conversation_id, created DESC, id DESC;
INSERT INTO conversations (id, kind, pair_key, owner_id, state, last_message_id, message_count, created, last_updated)
SELECT p.id, 'direct',
  replace(least(p.one, p.other)::text, '-', '') || ':' || replace(greatest(p.one, p.other)::text, '-', ''), p.one, 'open',
  n.id, current_setting('bench.messages')::int / 2000, now() - interval '30 days', n.created
FROM pairs p JOIN newest n ON n.conversation_id = p.id;
INSERT INTO conversation_participants (conversation_id, user_id, joined_at, last_updated)
SELECT p.id, person, now() - interval '30 days', n.created
FROM pairs p JOIN newest n ON n.conversation_id = p.id, unnest(ARRAY[p.one, p.other]) AS person;

DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT * FROM later LOOP EXECUTE one.definition; END LOOP;
END $$;
SET session_replication_role = origin;
