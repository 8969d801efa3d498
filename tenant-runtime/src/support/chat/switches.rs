//! Switches of support chat (G-050, P-17): one for the network, and one for each portal. Chat is on
//! where both are on; without a stored value, a switch is on.

use super::error::ChatError;
use super::rows::switch;
use crate::affiliations;
use crate::limits::check_limit;
use crate::support::SupportStaff;
use crate::support::activity_log::{ActivityEntry, record_activity};
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::limiter::LimitedAction;
use platform::problem::ProblemDocument;
use platform::{AffiliationId, Problem, Scope, Services, routes};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use sea_orm::sea_query::OnConflict;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Key of the switch of the network.
const NETWORK: &str = "network";

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(read, set))
}

/// Switch of a portal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PortalChatSwitch {
    affiliation_id: AffiliationId,
    name: String,
    enabled: bool,
}

/// All switches.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChatSwitches {
    /// False turns chat off everywhere.
    network: bool,
    portals: Vec<PortalChatSwitch>,
}

/// A change of one switch.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ChatSwitchChange {
    /// The affiliation of a portal; `null` for the network.
    affiliation_id: Option<AffiliationId>,
    enabled: bool,
}

/// Returns true if chat is on on this site. One query.
pub(super) async fn is_enabled<V>(scope: &Scope<V>) -> Result<bool, DbErr> {
    let here = scope.site().affiliation().map(|id| id.to_string());
    let rows = scope.global::<switch::Entity>().all().await?;
    let applies = |row: &&switch::Model| row.site == NETWORK || Some(&row.site) == here.as_ref();
    Ok(rows.iter().filter(applies).all(|row| row.enabled))
}

/// Returns the switches of the network and of all portals.
#[utoipa::path(get, path = "/staff/support/chat-switches", operation_id = "getChatSwitches",
    tag = "support",
    responses((status = 200, body = ChatSwitches), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.chat_switches", skip_all)]
async fn read(scope: Scope<SupportStaff>) -> Result<Json<ChatSwitches>, Problem> {
    Ok(Json(load(&scope).await?))
}

async fn load(scope: &Scope<SupportStaff>) -> Result<ChatSwitches, DbErr> {
    let rows = scope.global::<switch::Entity>().all().await?;
    let stored: HashMap<String, bool> =
        rows.into_iter().map(|row| (row.site, row.enabled)).collect();
    let is_on = |site: &str| stored.get(site).copied().unwrap_or(true);
    let portals = affiliations::list_portals(scope).await?.into_iter().map(|(id, name)| {
        PortalChatSwitch { affiliation_id: id, enabled: is_on(&id.to_string()), name }
    });
    Ok(ChatSwitches { network: is_on(NETWORK), portals: portals.collect() })
}

/// Turns chat on or off for the network or for a portal.
#[utoipa::path(put, path = "/staff/support/chat-switches", operation_id = "setChatSwitch",
    tag = "support", request_body = ChatSwitchChange,
    responses((status = 200, body = ChatSwitches), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.set_chat_switch", skip_all)]
async fn set(
    mut scope: Scope<SupportStaff>,
    Json(body): Json<ChatSwitchChange>,
) -> Result<Json<ChatSwitches>, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    if let Some(id) = body.affiliation_id {
        let portals = affiliations::list_portals(&scope).await?;
        if !portals.iter().any(|(portal, _)| *portal == id) {
            return Err(ChatError::PortalNotFound.into());
        }
    }
    let site = body.affiliation_id.map_or_else(|| NETWORK.to_owned(), |id| id.to_string());
    let tx = scope.begin().await?;
    let row = switch::ActiveModel {
        site: Set(site.clone()),
        enabled: Set(body.enabled),
        updated_at: Set(tx.now()),
    };
    let replaced = OnConflict::column(switch::Column::Site)
        .update_columns([switch::Column::Enabled, switch::Column::UpdatedAt])
        .to_owned();
    tx.global_table::<switch::Entity>().upsert(row, replaced).await?;
    let facts = json!({ "site": site, "enabled": body.enabled });
    record_activity(&tx, ActivityEntry::of_desk("chat.switch", facts)).await?;
    tx.commit().await?;
    Ok(Json(load(&scope).await?))
}
