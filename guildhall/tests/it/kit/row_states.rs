//! Fixtures for states that the API cannot create, or only after a long time: accounts, communities, affiliations and
//! portals in a given state, and tables that cannot be queried.

use super::{TestApp, uuid_of};
use chrono::{DateTime, Utc};
use sea_orm::Value;

impl TestApp {
    /// Makes queries of this table fail until [`Self::restore_table`].
    pub async fn make_table_unavailable(&self, table: &str) {
        self.sql(&format!("ALTER TABLE {table} RENAME TO {table}_unavailable"), vec![]).await;
    }

    /// Makes a table available again.
    pub async fn restore_table(&self, table: &str) {
        self.sql(&format!("ALTER TABLE {table}_unavailable RENAME TO {table}"), vec![]).await;
    }

    /// Makes queries of this column fail.
    pub async fn make_column_unavailable(&self, table: &str, column: &str) {
        let sql = format!("ALTER TABLE {table} RENAME COLUMN {column} TO {column}_unavailable");
        self.sql(&sql, vec![]).await;
    }

    /// Deletes every row of a table.
    pub async fn delete_all_rows(&self, table: &str) {
        self.sql(&format!("DELETE FROM {table}"), vec![]).await;
    }

    /// Sets the moderation status of every account: `banned`, `suspended`, or none.
    pub async fn set_status_of_everyone(&self, status: Option<&str>) {
        self.sql("UPDATE users SET status = $1", vec![status.into()]).await;
    }

    /// Sets the account status of every account: `active` or `paused`.
    pub async fn set_account_status_of_everyone(&self, status: &str) {
        self.sql("UPDATE users SET account_status = $1", vec![status.into()]).await;
    }

    /// Sets or removes staff's mark that an account must verify its address again.
    pub async fn mark_everyone_unverified(&self, is_marked: bool) {
        self.sql("UPDATE users SET marked_unverified = $1", vec![is_marked.into()]).await;
    }

    /// Gives every account the tier that may create communities.
    pub async fn make_everyone_premium(&self) {
        self.sql("UPDATE users SET subscription = 'Premium'", vec![]).await;
    }

    /// Sets the time of the last authentication of every session.
    pub async fn set_auth_time_of_all_sessions(&self, time: DateTime<Utc>) {
        self.sql("UPDATE sessions SET auth_time = $1", vec![time.into()]).await;
    }

    /// Records that an account has a TOTP app.
    pub async fn add_totp(&self, user: impl Into<Value>) {
        let sql = "INSERT INTO user_mfa_settings (user_id, has_totp) VALUES ($1, TRUE)";
        self.sql(sql, vec![user.into()]).await;
    }

    /// Makes every community private.
    pub async fn make_all_communities_private(&self) {
        self.sql("UPDATE communities SET visibility = 'private'", vec![]).await;
    }

    /// Makes one community private.
    pub async fn make_community_private(&self, community: &str) {
        let sql = "UPDATE communities SET visibility = 'private' WHERE id = $1";
        self.sql(sql, vec![uuid_of(community).into()]).await;
    }

    /// Marks every community as deleted, as the first stage of a deletion does.
    pub async fn mark_all_communities_deleted(&self) {
        self.sql("UPDATE communities SET is_gone = TRUE", vec![]).await;
    }

    /// Makes a community one that new members join automatically.
    pub async fn make_default_community(&self, community: &str) {
        let sql = "UPDATE communities SET is_default_community = TRUE WHERE id = $1";
        self.sql(sql, vec![uuid_of(community).into()]).await;
    }

    /// Sets the private code of every community.
    pub async fn set_private_code(&self, code: &str) {
        self.sql("UPDATE communities SET private_code = $1", vec![code.into()]).await;
    }

    /// Makes every member of every community an admin of it.
    pub async fn make_all_members_admins(&self) {
        self.sql("UPDATE community_members SET role = 'admin'", vec![]).await;
    }

    /// Links a community to an affiliation.
    pub async fn link_community(&self, community: &str, affiliation: &str) {
        let sql =
            "INSERT INTO community_affiliations (community_id, affiliation_id) VALUES ($1, $2)";
        self.sql(sql, vec![uuid_of(community).into(), uuid_of(affiliation).into()]).await;
    }

    /// Sets the creator of an affiliation.
    pub async fn set_affiliation_creator(&self, affiliation: &str, creator: impl Into<Value>) {
        let sql = "UPDATE affiliations SET creator_id = $1 WHERE id = $2";
        self.sql(sql, vec![creator.into(), uuid_of(affiliation).into()]).await;
    }

    /// Gives an affiliation a URL path.
    pub async fn set_affiliation_path(&self, affiliation: &str, path: &str) {
        let sql = "INSERT INTO affiliation_paths (url_path, affiliation_id) VALUES ($1, $2)";
        self.sql(sql, vec![path.into(), uuid_of(affiliation).into()]).await;
    }

    /// Pauses or unpauses every affiliation.
    pub async fn set_all_affiliations_paused(&self, is_paused: bool) {
        self.sql("UPDATE affiliations SET is_paused = $1", vec![is_paused.into()]).await;
    }

    /// Makes every affiliation private or public.
    pub async fn set_all_affiliations_private(&self, is_private: bool) {
        self.sql("UPDATE affiliations SET is_private = $1", vec![is_private.into()]).await;
    }

    /// Hides every membership of an affiliation on profiles.
    pub async fn hide_all_affiliation_memberships(&self) {
        self.sql("UPDATE affiliation_members SET is_public = FALSE", vec![]).await;
    }

    /// Makes every invite code invite to an affiliation.
    pub async fn make_codes_invite_to(&self, affiliation: &str) {
        let sql = "UPDATE invite_codes SET auto_invite_affiliation_id = $1";
        self.sql(sql, vec![uuid_of(affiliation).into()]).await;
    }

    /// Sets the state of every portal.
    pub async fn set_state_of_all_portals(&self, state: &str) {
        self.sql("UPDATE tenants SET state = $1", vec![state.into()]).await;
    }

    /// Sets the state of an affiliation's portal.
    pub async fn set_portal_state(&self, affiliation: &str, state: &str) {
        let sql = "UPDATE tenants SET state = $1 WHERE affiliation_id = $2";
        self.sql(sql, vec![state.into(), uuid_of(affiliation).into()]).await;
    }

    /// Sets the version of a legal document, as if staff had published it again.
    pub async fn set_document_version(&self, key: &str, version: i64) {
        let sql = "UPDATE platform_content SET version = $1 WHERE key = $2";
        self.sql(sql, vec![version.into(), key.into()]).await;
    }
}
