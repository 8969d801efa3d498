-- Ten thousand active portals like those of the demo network, with the brand of one of them.
CREATE TEMP TABLE made AS
SELECT n, gen_random_uuid() AS tenant, gen_random_uuid() AS affiliation
FROM generate_series(0, 9999) AS n;

INSERT INTO affiliations
SELECT (jsonb_populate_record(a, jsonb_build_object('id', m.affiliation,
    'name', 'Association ' || m.n, 'name_search', 'association ' || m.n, 'path', NULL))).*
FROM affiliations a JOIN tenants t ON t.affiliation_id = a.id, made m
WHERE t.subdomain = 'ashcombe';

INSERT INTO tenants
SELECT (jsonb_populate_record(t, jsonb_build_object('id', m.tenant,
    'affiliation_id', m.affiliation, 'subdomain', 'tenant-' || m.n, 'edge_label', NULL))).*
FROM tenants t, made m WHERE t.subdomain = 'ashcombe';

INSERT INTO brands
SELECT (jsonb_populate_record(b, jsonb_build_object('tenant_id', m.tenant))).*
FROM brands b JOIN tenants t ON t.id = b.tenant_id, made m
WHERE t.subdomain = 'ashcombe' AND b.state = 'published';

UPDATE route_versions SET version = version + 1;

ANALYZE;
