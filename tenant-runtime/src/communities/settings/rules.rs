//! Changes the settings of a community.

use crate::communities::error::CommunityError;
use crate::communities::rows::community;
use crate::communities::view::CommunityView;
use crate::communities::{access, rules, store};
use crate::content;
use crate::limits;
use crate::search_index::{self, TextKind};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{CommunityId, Member, Problem, Scope, Tx};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{ActiveModelTrait, ActiveValue, DbErr};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Settings to change; omitted ones stay.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommunityChange {
    pub name: Option<String>,
    pub description: Option<String>,
    /// True if members may start threads, like admins.
    pub members_may_start_threads: Option<bool>,
    /// True if members see only content written after they joined.
    pub history_from_join: Option<bool>,
}

impl CommunityChange {
    fn validated(&self) -> Result<community::ActiveModel, Problem> {
        let name = self.name.as_deref().map(content::check_title).transpose();
        let description = self.description.as_deref().map(content::check_description).transpose();
        match (name, description) {
            (Ok(name), Ok(description)) => Ok(community::ActiveModel {
                name: set_if_given(name),
                description: set_if_given(description),
                members_may_start_threads: set_if_given(self.members_may_start_threads),
                history_from_join: set_if_given(self.history_from_join),
                ..Default::default()
            }),
            (name, description) => Err(content::to_problem(name.err(), description.err())),
        }
    }
}

fn set_if_given<T: Into<sea_orm::Value>>(value: Option<T>) -> ActiveValue<T> {
    value.map_or(NotSet, Set)
}

/// Changes a community's settings, as an admin.
pub(super) async fn change(
    scope: &mut Scope<Member>,
    id: CommunityId,
    wish: &CommunityChange,
) -> Result<CommunityView, Problem> {
    let change = wish.validated()?;
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await?;
    let access = access::lock_for_managing(&tx, id).await?;
    if !access.is_admin() {
        return Err(CommunityError::AdminOnly.into());
    }
    if change.is_changed() {
        store::set(&tx, id, change).await?;
        if wish.name.is_some() || wish.description.is_some() {
            search_index::refresh(&tx, TextKind::Community, &[id.uuid()]).await?;
        }
        publish_event(&tx, &access.community, wish).await?;
    }
    tx.commit().await?;
    rules::get_community(scope, id).await
}

/// Publishes the change to the community. Includes whether the visible history changed, because
/// open streams filter events by it.
async fn publish_event(
    tx: &Tx<'_, Member>,
    before: &community::Model,
    wish: &CommunityChange,
) -> Result<(), DbErr> {
    let mut about = json!({ "communityId": before.id });
    let turned = wish.history_from_join.filter(|now| *now != before.history_from_join);
    if let Some(now) = turned {
        about["historyFromJoin"] = now.into();
    }
    let topic = Topic::Community(before.id.uuid());
    tx.publish(topic, "community.updated", &about).await.map(drop)
}
