-- A thousand members like those of the demo network: same password and communities, other names.
CREATE TEMP TABLE made AS
SELECT n, gen_random_uuid() AS id FROM generate_series(1, 1000) AS n;

INSERT INTO users
SELECT (jsonb_populate_record(u, jsonb_build_object('id', m.id, 'email', 'bench' || m.n || '@demo.test'))).*
FROM users u, made m WHERE u.email = 'member@demo.test';

INSERT INTO credentials
SELECT (jsonb_populate_record(c, jsonb_build_object('user_id', m.id))).*
FROM credentials c JOIN users u ON u.id = c.user_id, made m WHERE u.email = 'member@demo.test';

INSERT INTO community_members
SELECT (jsonb_populate_record(c, jsonb_build_object('user_id', m.id, 'role', 'member'))).*
FROM community_members c JOIN users u ON u.id = c.user_id, made m WHERE u.email = 'member@demo.test';

UPDATE communities c
SET member_count = (SELECT count(*) FROM community_members m WHERE m.community_id = c.id);

ANALYZE;
