//! Settings of an affiliation: who joins and invites, and the reason of a pause.

use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Tx};
use sea_orm::{DbErr, FromQueryResult};
use serde_json::{Value, json};

/// Stored settings.
#[derive(Debug, Clone, Default)]
pub(super) struct AffiliationSettings {
    /// Requests from confirmed addresses of these domains are approved at once.
    pub auto_approve_domains: Vec<String>,
    pub admins_may_invite: bool,
    pub pause_reason: Option<String>,
    pub paused_at: Option<DateTime<Utc>>,
}

/// The settings of an affiliation; defaults if none are stored. One query.
pub(super) async fn find_settings(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
) -> Result<AffiliationSettings, DbErr> {
    #[derive(FromQueryResult)]
    struct SettingsRow {
        auto_approve_domains: Value,
        admins_may_invite: bool,
        pause_reason: Option<String>,
        paused_at: Option<DateTime<Utc>>,
    }
    const SQL: &str = "SELECT auto_approve_domains, admins_may_invite, pause_reason, paused_at \
         FROM affiliation_settings WHERE affiliation_id = $1";
    let row = reads.sql(SQL, vec![affiliation.into()]).one::<SettingsRow>().await?;
    Ok(row.map_or_else(AffiliationSettings::default, |row| AffiliationSettings {
        auto_approve_domains: serde_json::from_value(row.auto_approve_domains).unwrap_or_default(),
        admins_may_invite: row.admins_may_invite,
        pause_reason: row.pause_reason,
        paused_at: row.paused_at,
    }))
}

/// Stores who joins at once and who invites.
pub(super) async fn store_joining<V>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
    domains: &[String],
    admins_may_invite: bool,
) -> Result<(), DbErr> {
    const SQL: &str = "INSERT INTO affiliation_settings \
         (affiliation_id, auto_approve_domains, admins_may_invite, updated_at) \
         VALUES ($1, $2, $3, $4) ON CONFLICT (affiliation_id) DO UPDATE SET \
         auto_approve_domains = excluded.auto_approve_domains, \
         admins_may_invite = excluded.admins_may_invite, updated_at = excluded.updated_at";
    let values =
        vec![affiliation.into(), json!(domains).into(), admins_may_invite.into(), tx.now().into()];
    tx.execute(SQL, values).await.map(drop)
}

/// Stores the reason and time of a pause, or removes both.
pub(super) async fn store_pause<V>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
    reason: Option<&str>,
) -> Result<(), DbErr> {
    const SQL: &str = "INSERT INTO affiliation_settings \
         (affiliation_id, auto_approve_domains, pause_reason, paused_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (affiliation_id) DO UPDATE SET \
         pause_reason = excluded.pause_reason, paused_at = excluded.paused_at, \
         updated_at = excluded.updated_at";
    let now = tx.now();
    let values = vec![
        affiliation.into(),
        json!([]).into(),
        reason.map(str::to_owned).into(),
        reason.map(|_| now).into(),
        now.into(),
    ];
    tx.execute(SQL, values).await.map(drop)
}
