//! Overview of an affiliation's admin area: what needs attention, and figures.

use super::administration::{check_main_site, find_with_access};
use super::roles::{HandoverView, find_handover};
use super::rows::affiliation;
use super::settings::find_settings;
use super::staff::AffiliationPortal;
use super::store;
use crate::sql::SqlReader;
use chrono::{DateTime, Duration, Utc};
use platform::affiliations::{
    AffiliationAccess, AffiliationPermission as Permission, AffiliationRole,
};
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{AffiliationId, Member, Problem, Scope, Services, routes};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

/// Members who joined in this time are new.
const NEW_MEMBER_DAYS: i64 = 30;
/// Message when the overview could not be loaded.
const LOAD_FAILED: &str = "Failed to load the overview";

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(get_overview))
}

/// Kind of an open item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum OverviewItemKind {
    PendingRequests,
    OpenInvitations,
    Handover,
    PortalDraft,
    PortalSuspended,
    Paused,
    MissingLogo,
    MissingQuestionnaire,
}

/// An open item.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OverviewItem {
    kind: OverviewItemKind,
    count: i64,
    /// Time of the oldest, if there is one.
    since: Option<DateTime<Utc>>,
}

/// Overview of an affiliation for the people who look after it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AffiliationOverview {
    id: AffiliationId,
    name: String,
    /// Role of the viewer; `null` for staff without one.
    role: Option<AffiliationRole>,
    permissions: Vec<Permission>,
    member_count: i64,
    /// Members who joined in the last 30 days.
    new_members: i64,
    pending_requests: i64,
    open_invitations: i64,
    portal: Option<AffiliationPortal>,
    handover: Option<HandoverView>,
    /// What needs attention, as far as the viewer may act on it.
    items: Vec<OverviewItem>,
}

/// Returns the overview of an affiliation, for people with a role and staff. At most 7 queries.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/overview", operation_id = "getAffiliationOverview",
    tag = "affiliations", params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = AffiliationOverview), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliations.overview", skip_all)]
async fn get_overview(
    scope: Scope<Member>,
    Path(id_or_path): Path<String>,
) -> Result<Json<AffiliationOverview>, Problem> {
    Ok(Json(load(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?))
}

async fn load(scope: &Scope<Member>, id_or_path: &str) -> Result<AffiliationOverview, Problem> {
    check_main_site(scope)?;
    let (affiliation, access) =
        find_with_access(scope, id_or_path, AffiliationAccess::has_any).await?;
    let id = affiliation.id;
    let figures = count_figures(scope, id, scope.now()).await?;
    let portal = store::open_portals(scope, &[id]).await?.remove(&id).map(AffiliationPortal::from);
    let handover = find_handover(scope, id).await?.filter(|_| access.is_admin());
    let mut items = open_items(&affiliation, &figures, portal.as_ref(), handover.as_ref());
    if affiliation.is_paused {
        let since = find_settings(scope, id).await?.paused_at;
        items.push(OverviewItem { kind: OverviewItemKind::Paused, count: 1, since });
    }
    items.retain(|item| access.allows(item.kind.required_permission()));
    let seen =
        |permission: Permission, count: i64| if access.allows(permission) { count } else { 0 };
    Ok(AffiliationOverview {
        id,
        role: access.role,
        permissions: access.permissions(),
        member_count: affiliation.member_count,
        new_members: figures.new_members,
        pending_requests: seen(Permission::ReviewRequests, figures.pending_requests),
        open_invitations: seen(Permission::Invite, figures.open_invitations),
        portal: portal.filter(|_| access.allows(Permission::EditBrand)),
        handover,
        items,
        name: affiliation.name,
    })
}

impl OverviewItemKind {
    const fn required_permission(self) -> Permission {
        match self {
            Self::PendingRequests => Permission::ReviewRequests,
            Self::OpenInvitations => Permission::Invite,
            Self::MissingLogo => Permission::EditLook,
            Self::PortalDraft | Self::PortalSuspended => Permission::EditBrand,
            Self::Handover | Self::Paused | Self::MissingQuestionnaire => Permission::ManagePage,
        }
    }
}

#[derive(Debug, Clone, FromQueryResult)]
struct Figures {
    new_members: i64,
    pending_requests: i64,
    oldest_request: Option<DateTime<Utc>>,
    open_invitations: i64,
    oldest_invitation: Option<DateTime<Utc>>,
}

async fn count_figures(
    reads: &impl SqlReader,
    id: AffiliationId,
    now: DateTime<Utc>,
) -> Result<Figures, DbErr> {
    const SQL: &str = "SELECT \
         (SELECT COUNT(*) FROM affiliation_members m \
         WHERE m.affiliation_id = $1 AND m.joined_at > $2) AS new_members, \
         (SELECT COUNT(*) FROM affiliation_requests r \
         WHERE r.affiliation_id = $1 AND r.status = 'pending') AS pending_requests, \
         (SELECT MIN(r.created_at) FROM affiliation_requests r \
         WHERE r.affiliation_id = $1 AND r.status = 'pending') AS oldest_request, \
         (SELECT COUNT(*) FROM affiliation_invitations i \
         WHERE i.affiliation_id = $1 AND i.status <> 'accepted') AS open_invitations, \
         (SELECT MIN(i.created_at) FROM affiliation_invitations i \
         WHERE i.affiliation_id = $1 AND i.status <> 'accepted') AS oldest_invitation";
    let since = now - Duration::days(NEW_MEMBER_DAYS);
    let row = reads.sql(SQL, vec![id.into(), since.into()]).one::<Figures>().await?;
    row.ok_or_else(|| DbErr::RecordNotFound(id.to_string()))
}

fn open_items(
    affiliation: &affiliation::Model,
    figures: &Figures,
    portal: Option<&AffiliationPortal>,
    handover: Option<&HandoverView>,
) -> Vec<OverviewItem> {
    use OverviewItemKind as Kind;
    let portal_state = portal.map(|portal| portal.state.as_str());
    let is_set = |set: bool| i64::from(set);
    let items = [
        (Kind::PendingRequests, figures.pending_requests, figures.oldest_request),
        (Kind::OpenInvitations, figures.open_invitations, figures.oldest_invitation),
        (Kind::Handover, is_set(handover.is_some()), handover.map(|one| one.created_at)),
        (Kind::PortalDraft, is_set(portal_state == Some("draft")), None),
        (Kind::PortalSuspended, is_set(portal_state == Some("suspended")), None),
        (Kind::MissingLogo, is_set(affiliation.logo.is_none()), None),
        (Kind::MissingQuestionnaire, is_set(affiliation.questionnaire.is_none()), None),
    ];
    let open = items.into_iter().filter(|(_, count, _)| *count > 0);
    open.map(|(kind, count, since)| OverviewItem { kind, count, since }).collect()
}
