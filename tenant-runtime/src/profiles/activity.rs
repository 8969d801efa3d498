//! The viewer's activity in numbers and times, for their own profile (A-053, A-191, A-195, A-203;
//! G-070).

use super::rows::profile;
use crate::accounts::devices::SessionExpiry;
use crate::posts::Counts;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// The viewer's activity. Posts, comments and likes are those visible on this site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Activity {
    /// Posts that are not replies.
    posts_count: i64,
    /// Number of replies.
    comments_count: i64,
    /// Number of likes given.
    likes_given: i64,
    /// Last sign-in.
    last_login: Option<DateTime<Utc>>,
    login_metrics: LoginMetrics,
    /// Signed-in browsers, as listed by `GET /api/me/sessions` (A-053, G-070).
    devices: usize,
    /// When the account was created.
    created_at: DateTime<Utc>,
    /// Last change, by the user or by staff.
    updated_at: DateTime<Utc>,
}

/// Sign-in statistics.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoginMetrics {
    /// Number of sign-ins, without transfers to a portal.
    sign_ins: i64,
    /// Last sign-in.
    last_sign_in: Option<DateTime<Utc>>,
}

impl Activity {
    pub fn from_rows(
        row: &profile::Model,
        counts: Counts,
        open: &[SessionExpiry],
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            posts_count: counts.posts,
            comments_count: counts.comments,
            likes_given: counts.likes_given,
            last_login: row.last_login,
            login_metrics: LoginMetrics { sign_ins: row.sign_ins, last_sign_in: row.last_login },
            devices: open.iter().filter(|session| session.is_live(now)).count(),
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}
