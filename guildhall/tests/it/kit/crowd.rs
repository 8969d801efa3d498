//! Many members, created without hashing a password for each.

use super::{Browser, TestApp, uuid_of};
use sea_orm::Value;
use uuid::Uuid;

impl TestApp {
    /// Copies of a member's account, signed in at a host where that member is signed in.
    pub async fn crowd(&self, like: &Browser, host: &str, size: usize) -> Vec<Browser> {
        let like = uuid_of(&self.id_of(like).await);
        let mut crowd = Vec::new();
        for _ in 0..size {
            let id = Uuid::now_v7();
            self.copy_account(like, id).await;
            let browser = self.browser();
            browser.plant_cookie(host, "csst", &self.copy_session(like, id, host).await);
            crowd.push(browser);
        }
        crowd
    }

    /// Copies of a member's account, without sessions.
    pub async fn copy_accounts(&self, like: &Browser, size: usize) {
        let like = uuid_of(&self.id_of(like).await);
        for _ in 0..size {
            self.copy_account(like, Uuid::now_v7()).await;
        }
    }

    async fn copy_account(&self, like: Uuid, id: Uuid) {
        let columns = "first_name, last_name, email_verified, has_completed_onboarding, \
            agreed_to_terms_at, agreed_to_guidelines_at, agreed_to_privacy_at, joined_date, \
            created_at, updated_at";
        let sql = format!(
            "INSERT INTO users (id, email, {columns}) SELECT $1, $2, {columns} FROM users WHERE id = $3"
        );
        let address = format!("crowd-{}@people.example", id.simple());
        self.sql(&sql, vec![Value::from(id), address.into(), like.into()]).await;
    }

    /// Returns the token of the new session.
    async fn copy_session(&self, like: Uuid, id: Uuid, host: &str) -> String {
        let token = format!("v1.crowd-{}", id.simple());
        let columns = "kind, audience_host, tenant_id, stay_signed_in, auth_time, amr, aal, \
            created_at, last_seen_at, idle_expires_at, absolute_expires_at";
        let sql = format!(
            "INSERT INTO sessions (id, token_hash, user_id, {columns}) SELECT $1, $2, $3, {columns} \
             FROM sessions WHERE user_id = $4 AND audience_host = $5 LIMIT 1"
        );
        let hash = platform::tokens::hash(&token);
        let session = Value::from(Uuid::now_v7());
        let values = vec![session, hash.into(), id.into(), like.into(), host.into()];
        self.sql(&sql, values).await;
        token
    }

    /// Adds all copied members to a community and to an affiliation.
    pub async fn crowd_joins(&self, community: &str, affiliation: &str) {
        let (community, affiliation) = (uuid_of(community), uuid_of(affiliation));
        let now = self.clock.now();
        let belong = "INSERT INTO affiliation_members (affiliation_id, user_id, is_public, joined_at) \
            SELECT $1, id, TRUE, $2 FROM users WHERE email LIKE 'crowd-%'";
        self.sql(belong, vec![affiliation.into(), now.into()]).await;
        let join = "INSERT INTO community_members (community_id, user_id, role, joined_at) \
            SELECT $1, id, 'member', $2 FROM users WHERE email LIKE 'crowd-%'";
        self.sql(join, vec![community.into(), now.into()]).await;
        let count = "UPDATE communities SET member_count = (SELECT COUNT(*) FROM community_members m \
            WHERE m.community_id = communities.id) WHERE id = $1";
        self.sql(count, vec![community.into()]).await;
    }
}
