//! What somebody has done here, in numbers and times, as their own record holds it (A-053, A-191,
//! G-070).

use super::rows::profile;
use crate::accounts::devices::Ends;
use crate::posts::Counts;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// What the viewer has done. Posts, comments and likes are those that the door shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Activity {
    /// Posts of their own.
    posts_count: i64,
    /// Replies.
    comments_count: i64,
    /// Posts they like.
    likes_given: i64,
    /// When they last signed in.
    last_login: Option<DateTime<Utc>>,
    login_metrics: LoginMetrics,
    /// Browsers that are signed in now, as `GET /api/me/sessions` lists them (A-053, G-070).
    devices: usize,
    /// When the account was made.
    created_at: DateTime<Utc>,
    /// When it was last changed, by them or by staff.
    updated_at: DateTime<Utc>,
}

/// How somebody signs in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoginMetrics {
    /// How often they did; being carried to a portal is none.
    sign_ins: i64,
    /// When they last did.
    last_sign_in: Option<DateTime<Utc>>,
}

impl Activity {
    pub fn of(row: &profile::Model, counts: Counts, open: &[Ends], now: DateTime<Utc>) -> Self {
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
