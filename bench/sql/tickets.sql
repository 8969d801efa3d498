-- Support tickets of the members of bench/sql/people.sql: `bench.tickets` tickets over two years, replacing the existing
-- ones. One in fifty is not finished.
SET session_replication_role = replica;
TRUNCATE support_tickets, support_ticket_messages, support_attachments, support_activity;
CREATE TEMP TABLE people AS
SELECT id, substr(replace(email, '@demo.test', ''), 6)::int - 1 AS n
FROM users WHERE email LIKE 'bench%@demo.test';
ALTER TABLE people ADD PRIMARY KEY (n);
INSERT INTO support_tickets (id, owner_id, title, description, status, priority, requested_priority, category,
  assigned_to_id, short_id, message_count, version, created_at, updated_at, closed_at, first_answered_at,
  first_answer_ms, resolution_ms)
SELECT made.id, p.id, 'Ticket number ' || s.n || ' about ' || (ARRAY['a login', 'a picture', 'a group', 'a portal'])[1 + s.n % 4],
  'I tried it on the train and at home, and it fails each time. The number of the attempt was ' || s.n * 7 || '.',
  CASE WHEN s.n % 50 = 0 THEN (ARRAY['open', 'in_progress'])[1 + (s.n / 50) % 2] ELSE 'closed' END,
  (ARRAY['low', 'medium', 'high', 'urgent'])[1 + (s.n / 4) % 4], 'medium',
  (ARRAY['general', 'account', 'groups', 'content', 'technical', 'other'])[1 + s.n % 6],
  CASE WHEN s.n % 100 = 0 THEN NULL ELSE (SELECT id FROM users WHERE email = 'staff@demo.test') END,
  upper(right(replace(made.id::text, '-', ''), 8)), 2, 3, s.born, s.born + interval '3 hours',
  CASE WHEN s.n % 50 = 0 THEN NULL ELSE s.born + interval '3 hours' END, s.born + interval '1 hour', 3600000,
  CASE WHEN s.n % 50 = 0 THEN NULL ELSE 10800000 END
FROM (SELECT n, now() - interval '730 days' + n * (interval '729 days' / current_setting('bench.tickets')::int) AS born
      FROM generate_series(1, current_setting('bench.tickets')::int) AS n) AS s
JOIN people p ON p.n = s.n % 1000
CROSS JOIN LATERAL (SELECT (lpad(to_hex((extract(epoch FROM s.born) * 1000)::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid AS id) AS made
ORDER BY s.n;
SET session_replication_role = origin;
