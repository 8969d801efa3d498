//! Lists and ends sessions of the viewer.

use super::error::DeviceError;
use chrono::{DateTime, Utc};
use platform::db::{JsonSelect, JsonType};
use platform::scope::AccountViewer;
use platform::sessions::row::{Column, Entity, Model};
use platform::{Scope, SessionId, SignedIn, sessions, step_up};
use sea_orm::{ColumnTrait, Condition, QueryOrder};
use serde::Deserialize;

/// Expiry times of a session that was not ended.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionExpiry {
    idle_expires_at: DateTime<Utc>,
    absolute_expires_at: DateTime<Utc>,
}

impl SessionExpiry {
    /// Returns true if it has not expired.
    #[must_use]
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        self.idle_expires_at > now && self.absolute_expires_at > now
    }
}

/// SQL for the user's sessions that were not ended: a list of [`SessionExpiry`], selected together with the
/// user. An account has at most twenty; opening another ends the oldest.
#[must_use]
pub fn open_sessions_sql(select: &JsonSelect) -> String {
    const FROM: &str = "sessions d WHERE d.user_id = u.id AND d.revoked_at IS NULL";
    let ends = select.json_object(&[
        ("idleExpiresAt", JsonType::Plain, "d.idle_expires_at"),
        ("absoluteExpiresAt", JsonType::Plain, "d.absolute_expires_at"),
    ]);
    select.json_list(&ends, FROM, "d.id")
}

/// The viewer's live sessions on all hosts: the current one first, then by last use.
pub(super) async fn list(scope: &Scope<SignedIn>) -> Result<Vec<Model>, DeviceError> {
    let now = scope.now();
    let live = Condition::all()
        .add(Column::RevokedAt.is_null())
        .add(Column::IdleExpiresAt.gt(now))
        .add(Column::AbsoluteExpiresAt.gt(now));
    let newest = |select: sea_orm::Select<Entity>| select.order_by_desc(Column::LastSeenAt);
    let mut found = scope.own::<Entity>().filter(live).modify_select(newest).all().await?;
    let here = scope.viewer().session();
    // The sort is stable: the others keep their order.
    found.sort_by_key(|session| session.id != here);
    Ok(found)
}

/// Ends a session of the viewer, and those transferred from it.
pub(super) async fn end_one(
    scope: &mut Scope<SignedIn>,
    session: SessionId,
) -> Result<(), DeviceError> {
    step_up::require_recent_auth(scope)?;
    let user = scope.viewer().id();
    let tx = scope.begin().await?;
    let live = Column::RevokedAt.is_null();
    let own = tx.own::<Entity>().by_id(session).filter(live).one().await?;
    if own.is_none() {
        return Err(DeviceError::NotFound);
    }
    sessions::revoke(&tx, user, session, "ended-by-owner").await?;
    tx.commit().await?;
    tracing::info!(user.id = %user, session.id = %session, "session ended from another session");
    Ok(())
}

/// Ends all sessions of the viewer except the current one.
pub(super) async fn end_others(scope: &mut Scope<SignedIn>) -> Result<(), DeviceError> {
    step_up::require_recent_auth(scope)?;
    let session = scope.facts().session.clone().ok_or(DeviceError::NotFound)?;
    let tx = scope.begin().await?;
    sessions::revoke_others(&tx, &session, "ended-by-owner").await?;
    tx.commit().await?;
    tracing::info!(user.id = %session.user_id, "other sessions of the account ended");
    Ok(())
}
