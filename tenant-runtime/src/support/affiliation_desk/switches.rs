//! Staff decide which affiliations answer the tickets of their portal.

use crate::affiliations;
use crate::limits::check_limit;
use crate::support::SupportStaff;
use crate::support::activity_log::{ActivityEntry, record_activity};
use crate::support::error::SupportError;
use crate::support::events;
use crate::support::rows::{TicketDesk, TicketStatus, affiliation_desk, ticket};
use crate::support::store;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::limiter::LimitedAction;
use platform::problem::ProblemDocument;
use platform::{AccountViewer, AffiliationId, Problem, Scope, Services, Tx, routes};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{ExprTrait, LockType, OnConflict};
use sea_orm::{ColumnTrait, DbErr, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashSet;
use utoipa::ToSchema;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(read, set))
}

/// Switch of an affiliation's desk.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AffiliationDeskSwitch {
    affiliation_id: AffiliationId,
    name: String,
    enabled: bool,
}

/// The switches of all affiliations with a portal.
#[derive(Debug, Serialize, ToSchema)]
struct AffiliationDeskSwitches {
    items: Vec<AffiliationDeskSwitch>,
}

/// A change of one switch.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AffiliationDeskChange {
    affiliation_id: AffiliationId,
    enabled: bool,
}

/// Returns true if the people of the affiliation answer new tickets of its portal. One query.
pub(in crate::support) async fn is_enabled<V: Send + Sync>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
) -> Result<bool, DbErr> {
    let found = tx.global::<affiliation_desk::Entity>().by_id(affiliation).one().await?;
    Ok(found.is_some())
}

/// Returns the switch of each affiliation with a portal.
#[utoipa::path(get, path = "/staff/support/affiliation-desks",
    operation_id = "getAffiliationDesks", tag = "support",
    responses((status = 200, body = AffiliationDeskSwitches),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.affiliation_desks", skip_all)]
async fn read(scope: Scope<SupportStaff>) -> Result<Json<AffiliationDeskSwitches>, Problem> {
    Ok(Json(load(&scope).await?))
}

async fn load(scope: &Scope<SupportStaff>) -> Result<AffiliationDeskSwitches, DbErr> {
    let rows = scope.global::<affiliation_desk::Entity>().all().await?;
    let enabled: HashSet<AffiliationId> = rows.iter().map(|row| row.affiliation_id).collect();
    let portals = affiliations::list_portals(scope).await?;
    let items = portals.into_iter().map(|(id, name)| AffiliationDeskSwitch {
        affiliation_id: id,
        enabled: enabled.contains(&id),
        name,
    });
    Ok(AffiliationDeskSwitches { items: items.collect() })
}

/// Lets the people of an affiliation answer the tickets of its portal, or no longer. When the desk
/// is turned off, its tickets that are not closed move to platform staff.
#[utoipa::path(put, path = "/staff/support/affiliation-desks",
    operation_id = "setAffiliationDesk", tag = "support", request_body = AffiliationDeskChange,
    responses((status = 200, body = AffiliationDeskSwitches),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.set_affiliation_desk", skip_all)]
async fn set(
    mut scope: Scope<SupportStaff>,
    Json(body): Json<AffiliationDeskChange>,
) -> Result<Json<AffiliationDeskSwitches>, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let portals = affiliations::list_portals(&scope).await?;
    if !portals.iter().any(|(portal, _)| *portal == body.affiliation_id) {
        return Err(SupportError::PortalNotFound.into());
    }
    let tx = scope.begin().await?;
    if body.enabled {
        turn_on(&tx, body.affiliation_id).await?;
    } else {
        turn_off(&tx, body.affiliation_id).await?;
    }
    let facts = json!({ "affiliationId": body.affiliation_id, "enabled": body.enabled });
    record_activity(&tx, ActivityEntry::of_desk("affiliation-desk.switch", facts)).await?;
    tx.commit().await?;
    Ok(Json(load(&scope).await?))
}

async fn turn_on(tx: &Tx<'_, SupportStaff>, affiliation: AffiliationId) -> Result<(), DbErr> {
    let row = affiliation_desk::ActiveModel {
        affiliation_id: Set(affiliation),
        enabled_by: Set(Some(tx.viewer().id())),
        created_at: Set(tx.now()),
    };
    let kept = OnConflict::column(affiliation_desk::Column::AffiliationId)
        .update_column(affiliation_desk::Column::EnabledBy)
        .to_owned();
    tx.global_table::<affiliation_desk::Entity>().upsert(row, kept).await.map(drop)
}

async fn turn_off(tx: &Tx<'_, SupportStaff>, affiliation: AffiliationId) -> Result<(), DbErr> {
    use affiliation_desk::Column::AffiliationId as Desk;
    let table = tx.global_table::<affiliation_desk::Entity>();
    table.delete(Desk.eq(affiliation.uuid())).await?.as_many_as_there_are();
    let theirs = ticket::Column::AffiliationId
        .eq(affiliation.uuid())
        .and(ticket::Column::Desk.eq(TicketDesk::Affiliation))
        .and(ticket::Column::Status.ne(TicketStatus::Closed));
    let rows = tx
        .select::<ticket::Entity>()
        .filter(theirs)
        .modify_select(|select| select.order_by_asc(ticket::Column::Id).lock(LockType::NoKeyUpdate))
        .all()
        .await?;
    for row in rows {
        // The people of the affiliation lose the ticket, so they are told before it moves.
        events::publish_change(tx, &row).await?;
        let moved = ticket::ActiveModel {
            desk: Set(TicketDesk::Platform),
            assigned_to_id: Set(None),
            ..Default::default()
        };
        store::change(tx, &row, moved).await?;
    }
    Ok(())
}
