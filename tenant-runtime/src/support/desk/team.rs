//! Roster of support staff: presence, workload and times.

use super::statistics::to_hours;
use crate::support::SupportStaff;
use crate::support::TicketId;
use crate::support::chat::{SupportConversationId, count_active};
use crate::support::error::TEAM_FAILED;
use crate::support::presence::{self, StaffMember};
use chrono::{DateTime, Duration, Utc};
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Problem, Scope, Services, UserId, routes};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Period of the counts and times.
const PERIOD: Duration = Duration::days(30);

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list))
}

/// A member of support staff.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SupportTeamMember {
    user_id: UserId,
    display_name: String,
    profile_picture: Option<String>,
    online: bool,
    last_seen_at: Option<DateTime<Utc>>,
    viewing_ticket_id: Option<TicketId>,
    viewing_conversation_id: Option<SupportConversationId>,
    /// Assigned tickets that are open or in progress.
    open_tickets: i64,
    /// Assigned conversations that are open, in progress or waiting.
    active_conversations: i64,
    /// Tickets that they have replied to within 30 days.
    tickets_answered: i64,
    /// Assigned tickets that were resolved or closed within 30 days.
    tickets_closed: i64,
    /// Of their assigned tickets that were created within 30 days, in hours with one decimal.
    average_first_answer_time: Option<f64>,
    /// Of their assigned tickets that were resolved within 30 days, in hours with one decimal.
    average_resolution_time: Option<f64>,
}

/// The roster.
#[derive(Debug, Serialize, ToSchema)]
struct SupportTeam {
    items: Vec<SupportTeamMember>,
}

#[derive(Debug, Default, FromQueryResult)]
struct WorkloadRow {
    assigned_to_id: Option<UserId>,
    open_tickets: i64,
    tickets_closed: i64,
    first_answer: Option<f64>,
    resolution: Option<f64>,
}

#[derive(FromQueryResult)]
struct AnsweredRow {
    staff_id: UserId,
    tickets: i64,
}

/// Lists the members of support staff with their presence, workload and times. 5 queries.
#[utoipa::path(get, path = "/staff/support/team", operation_id = "listSupportTeam",
    tag = "support",
    responses((status = 200, body = SupportTeam), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.team", skip_all)]
async fn list(scope: Scope<SupportStaff>) -> Result<Json<SupportTeam>, Problem> {
    Ok(Json(load(&scope).await.or_detail(TEAM_FAILED)?))
}

async fn load(scope: &Scope<SupportStaff>) -> Result<SupportTeam, DbErr> {
    const WORKLOAD: &str = "SELECT assigned_to_id, \
         SUM(CASE WHEN status IN ('open', 'in_progress') THEN 1 ELSE 0 END) AS open_tickets, \
         SUM(CASE WHEN closed_at >= $1 THEN 1 ELSE 0 END) AS tickets_closed, \
         CAST(AVG(CASE WHEN created_at >= $1 THEN first_answer_ms END) AS DOUBLE PRECISION) \
           AS first_answer, \
         CAST(AVG(CASE WHEN closed_at >= $1 THEN resolution_ms END) AS DOUBLE PRECISION) \
           AS resolution \
         FROM support_tickets WHERE assigned_to_id IS NOT NULL GROUP BY assigned_to_id";
    const ANSWERED: &str = "SELECT staff_id, COUNT(DISTINCT ticket_id) AS tickets \
         FROM support_activity WHERE action = 'ticket.reply' AND created_at >= $1 \
         AND staff_id IS NOT NULL GROUP BY staff_id";
    let scope = &scope.on_one_connection().await?;
    let since = scope.now() - PERIOD;
    let rows = scope.raw(WORKLOAD, vec![since.into()]).all::<WorkloadRow>().await?;
    let mut workload: HashMap<UserId, WorkloadRow> =
        rows.into_iter().filter_map(|row| Some((row.assigned_to_id?, row))).collect();
    let rows = scope.raw(ANSWERED, vec![since.into()]).all::<AnsweredRow>().await?;
    let answered: HashMap<UserId, i64> =
        rows.into_iter().map(|row| (row.staff_id, row.tickets)).collect();
    let active = count_active(scope).await?;
    let members = presence::list_members(scope).await?.into_iter().map(|member| {
        let row = workload.remove(&member.contact.id).unwrap_or_default();
        let count = |counts: &HashMap<UserId, i64>| counts.get(&member.contact.id).copied();
        let counts = (count(&answered).unwrap_or(0), count(&active).unwrap_or(0));
        to_view(member, &row, counts)
    });
    Ok(SupportTeam { items: members.collect() })
}

fn to_view(
    member: StaffMember,
    row: &WorkloadRow,
    (tickets_answered, active_conversations): (i64, i64),
) -> SupportTeamMember {
    SupportTeamMember {
        user_id: member.contact.id,
        display_name: member.contact.display_name(),
        profile_picture: member.contact.profile_picture,
        online: member.is_online,
        last_seen_at: member.last_seen_at,
        viewing_ticket_id: member.viewing.ticket_id,
        viewing_conversation_id: member.viewing.conversation_id,
        open_tickets: row.open_tickets,
        active_conversations,
        tickets_answered,
        tickets_closed: row.tickets_closed,
        average_first_answer_time: row.first_answer.map(to_hours),
        average_resolution_time: row.resolution.map(to_hours),
    }
}
