//! All data of the signed-in user for their own pages, read by one statement. For `GET /api/me`,
//! with which every page starts, it is loaded together with the session; other routes load it
//! separately.

use super::blocks;
use super::error::ProfileError;
use super::rows::profile;
use crate::accounts::{devices, second_factor};
use crate::affiliations::{self, PendingInvitation, UserAffiliation};
use crate::communities::{self, JoinedCommunity, OwnTimeout};
use crate::legal;
use crate::posts;
use platform::db::{JsonSelect, JsonType};
use platform::request::SessionPrefetch;
use platform::{AccountViewer, AffiliationId, CommunityId, Scope, UserId};
use sea_orm::DbErr;
use serde::Deserialize;

/// Data to be loaded together with the session for `GET /api/me`.
pub const ME_PREFETCH: SessionPrefetch = SessionPrefetch { path: "/api/me", sql: record_sql };

/// The user, with related data of all features.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Record {
    pub row: profile::Model,
    pub handle: Option<HandleRecord>,
    pub ties: Vec<UserAffiliation>,
    pub administered: Vec<AffiliationId>,
    pub pending_invitation: Option<PendingInvitation>,
    pub joined: Vec<JoinedCommunity>,
    pub created: Vec<CommunityId>,
    pub timeouts: Vec<OwnTimeout>,
    pub blocked: Vec<UserId>,
    pub counts: posts::Counts,
    pub sessions: Vec<devices::SessionExpiry>,
    pub second_factor: second_factor::FactorFacts,
    /// `None` if it could not be loaded.
    #[serde(default)]
    pub legal: Option<legal::AcknowledgementFacts>,
}

/// A user's handle, as they spell it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandleRecord {
    pub shown_as: String,
}

/// Loads the viewer's record, unless it was loaded with their session. If the acknowledgements
/// cannot be loaded, loads the record without them.
pub(super) async fn read<V: AccountViewer>(scope: &Scope<V>) -> Result<Record, ProfileError> {
    let text = match &scope.facts().session_prefetch {
        Some(beside) => Some(beside.clone()),
        None => match scope.viewer_json(record_sql).await {
            Err(error) if !platform::db::is_away(&error) => {
                tracing::error!(%error, "failed to load legal acknowledgements; users must acknowledge again");
                scope.viewer_json(without_legal).await?
            }
            read => read?,
        },
    };
    let text = text.ok_or(ProfileError::NotFound)?;
    serde_json::from_str(&text).map_err(|error| DbErr::Json(error.to_string()).into())
}

fn record_sql(select: &JsonSelect) -> String {
    let mut parts = of_features(select);
    parts.push(("legal", legal::acknowledgements_sql(select)));
    select.json_parts(&parts)
}

fn without_legal(select: &JsonSelect) -> String {
    select.json_parts(&of_features(select))
}

fn of_features(select: &JsonSelect) -> Vec<(&'static str, String)> {
    let handle = select.json_object(&[("shownAs", JsonType::Plain, "h.shown_as")]);
    vec![
        ("row", select.json_row::<profile::Entity>("u")),
        ("handle", select.json_one(&handle, "handles h WHERE h.user_id = u.id")),
        ("ties", affiliations::memberships_sql(select)),
        ("administered", affiliations::administered_affiliations_sql(select)),
        ("pendingInvitation", affiliations::pending_invitation_sql(select)),
        ("joined", communities::joined_communities_sql(select)),
        ("created", communities::created_communities_sql(select)),
        ("timeouts", communities::timeouts_sql(select)),
        ("blocked", blocks::blocked_users_sql(select)),
        ("counts", posts::post_counts_sql(select)),
        ("sessions", devices::open_sessions_sql(select)),
        ("secondFactor", second_factor::factors_sql(select)),
    ]
}
