//! A page of members reads only its own rows: PostgreSQL's plans with several thousand members
//! (C-027, C-028).

use crate::community_fixture::CommunityFixture;
use crate::kit::uuid_of;
use crate::plans::plan_of;

/// Enough that sorting all of them costs more than an index scan.
const PEOPLE: i64 = 5_000;

const FILL: &str = "INSERT INTO users (id, email, first_name, last_name, is_profile_private, \
     profile_visibility, directory_visibility, email_verified, has_completed_onboarding, \
     followers_count, joined_date, created_at, updated_at) \
     SELECT gen_random_uuid(), 'one' || n || '@many.example', 'Name' || n, 'Family', FALSE, \
     'public', 'public', TRUE, TRUE, 0, now(), now(), now() FROM generate_series(1, $1) AS n";
const JOIN: &str = "INSERT INTO community_members (community_id, user_id, role, joined_at) \
     SELECT $1, u.id, 'member', now() - u.place * interval '1 minute' FROM \
     (SELECT id, row_number() OVER (ORDER BY id) AS place FROM users \
     WHERE email LIKE '%@many.example') AS u";

#[tokio::test]
async fn member_and_admin_lists_use_their_indexes() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    hall.app.sql(FILL, vec![PEOPLE.into()]).await;
    hall.app.sql(JOIN, vec![uuid_of(&hall.community).into()]).await;
    hall.app.sql("ANALYZE community_members", vec![]).await;
    for who in [&hall.ada, &bob] {
        let shown = who.get(&hall.path("")).await.expect(200).body;
        assert_eq!(shown["members"].as_array().unwrap().len(), 50);
        assert_eq!(shown["admins"].as_array().unwrap().len(), 1);
        let page = plan_of(&hall.app, who, &hall.path(""), "AS first").await;
        for index in ["community_members_joined", "community_admins_joined"] {
            assert!(page.contains(index), "{page}");
        }
        let list =
            plan_of(&hall.app, who, &hall.path("/members"), "ORDER BY \"community_members\"").await;
        assert!(list.contains("Index Scan using community_members_joined"), "{list}");
    }
}
