//! Read-only view as a member: a staff member's own session shows the product as a member for a few
//! minutes. The session row names the member; the session lookup then returns the member's account.
//! Requests that change anything, and private data, are refused before any handler runs.

use crate::db::Tx;
use crate::ids::{SessionId, UserId};
use crate::problem::{CatalogueError, ProblemEntry};
use crate::sessions::CurrentSession;
use chrono::{DateTime, Duration, Utc};
use http::Method;
use sea_orm::DbErr;

/// Duration of a view.
const VIEW_DURATION: Duration = Duration::minutes(15);
/// Path of the request that ends a view, with `DELETE`.
pub const VIEW_AS_PATH: &str = "/api/view-as";
/// Path of the request that ends the session.
const SIGN_OUT_PATH: &str = "/api/usersSignout";

/// Parts of a path with which a view does not include it: conversations, tickets and chats.
const PRIVATE_SEGMENTS: [&str; 2] = ["conversations", "support"];
/// Paths that a view does not include, with all below them: the member's own data and security
/// settings, notifications and live events (which include messages), and transfers to portals.
const PRIVATE_PATHS: [&str; 12] = [
    "/api/introductions",
    "/api/live",
    "/api/me/drafts",
    "/api/me/export",
    "/api/me/message-settings",
    "/api/me/mfa",
    "/api/me/passkeys",
    "/api/me/sessions",
    "/api/notifications",
    "/api/presence",
    "/api/transfer",
    "/transfer",
];

/// A staff member views the product as a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ViewAs {
    /// The staff member.
    pub staff_id: UserId,
    /// The viewed member.
    pub user_id: UserId,
    /// End of the view.
    pub ends_at: DateTime<Utc>,
}

/// Reason of a refusal during a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ViewAsError {
    /// The request would change something.
    #[error("You are viewing Guildhall as a member. This view is read-only.")]
    ReadOnly,
    /// The request reads messages, tickets or security settings.
    #[error("Messages and security settings are not part of this view.")]
    Private,
}

impl CatalogueError for ViewAsError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::ReadOnly => ProblemEntry::forbidden("view-as-read-only"),
            Self::Private => ProblemEntry::forbidden("view-as-private"),
        }
    }
}

/// Refuses a request that a view does not include: only the end of the view and of the session are
/// changes that it allows. A session check is refused as well, because its token could open a
/// session of the member.
///
/// # Errors
/// [`ViewAsError`].
pub fn check_view(
    session: Option<&CurrentSession>,
    method: &Method,
    path: &str,
) -> Result<(), ViewAsError> {
    if session.is_none_or(|session| session.view_as.is_none()) {
        return Ok(());
    }
    let ends_view = *method == Method::DELETE && path == VIEW_AS_PATH;
    if ends_view || path == SIGN_OUT_PATH {
        return Ok(());
    }
    let is_below = |private: &str| {
        path.strip_prefix(private).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let is_private_segment = |part: &str| PRIVATE_SEGMENTS.contains(&part);
    if PRIVATE_PATHS.into_iter().any(is_below) || path.split('/').any(is_private_segment) {
        return Err(ViewAsError::Private);
    }
    if method.is_safe() { Ok(()) } else { Err(ViewAsError::ReadOnly) }
}

/// Begins a view of a member in a staff member's session; returns its end.
///
/// # Errors
/// Database errors.
pub async fn begin_view<V>(
    tx: &Tx<'_, V>,
    session: SessionId,
    member: UserId,
) -> Result<DateTime<Utc>, DbErr> {
    const SQL: &str = "UPDATE sessions SET viewed_user_id = $2, viewed_until = $3 WHERE id = $1";
    let ends_at = tx.now() + VIEW_DURATION;
    tx.execute(SQL, vec![session.into(), member.into(), ends_at.into()]).await?;
    Ok(ends_at)
}

/// Ends the view of a session.
///
/// # Errors
/// Database errors.
pub async fn end_view<V>(tx: &Tx<'_, V>, session: SessionId) -> Result<(), DbErr> {
    const SQL: &str =
        "UPDATE sessions SET viewed_user_id = NULL, viewed_until = NULL WHERE id = $1";
    tx.execute(SQL, vec![session.into()]).await.map(drop)
}

/// Ends all views by a staff member, and all views of them.
///
/// # Errors
/// Database errors.
pub async fn end_views_of<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    const SQL: &str = "UPDATE sessions SET viewed_user_id = NULL, viewed_until = NULL \
         WHERE viewed_until IS NOT NULL AND (user_id = $1 OR viewed_user_id = $1)";
    tx.execute(SQL, vec![user.into()]).await.map(drop)
}
