//! Staff mark a community as default or not; the change is recorded in the audit log.

use super::backfill_members;
use crate::communities::error::CommunityError;
use crate::communities::rows::community;
use crate::communities::store;
use platform::StaffWith;
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::staff::Moderation;
use platform::{AccountViewer, CommunityId, Problem, Scope};
use sea_orm::ActiveValue::Set;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// New value of the setting.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DefaultCommunityChange {
    is_default_community: bool,
}

/// Current value of the setting.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DefaultCommunitySetting {
    community_id: CommunityId,
    is_default_community: bool,
}

/// Marks a community as default, or as ordinary.
pub(super) async fn set(
    scope: &mut Scope<StaffWith<Moderation>>,
    id: CommunityId,
    wish: DefaultCommunityChange,
) -> Result<DefaultCommunitySetting, Problem> {
    let to = wish.is_default_community;
    let tx = scope.begin().await?;
    let before = store::lock(&tx, id).await?.ok_or(CommunityError::NotFound)?;
    if before.is_default_community != to {
        let change = community::ActiveModel { is_default_community: Set(to), ..Default::default() };
        store::set(&tx, id, change).await?;
        let act = AuditedAction {
            actor: Some(tx.viewer().id()),
            action: "community.default",
            subject_kind: "community",
            subject_id: id.to_string(),
            before: json!({ "isDefaultCommunity": before.is_default_community }),
            after: json!({ "isDefaultCommunity": to }),
            reason: None,
        };
        record_action(&tx, act).await?;
        let about = json!({ "communityId": id });
        tx.publish(Topic::Community(id.uuid()), "community.updated", &about).await?;
        if to {
            backfill_members::begin(&tx, id).await?;
        }
    }
    tx.commit().await?;
    Ok(DefaultCommunitySetting { community_id: id, is_default_community: to })
}
