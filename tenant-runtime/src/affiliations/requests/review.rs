//! Review of requests by an affiliation's admins and staff (F-058 to F-061, gap G-055).

use super::AffiliationRequestId;
use super::decide;
use super::rows::{
    AffiliationRequestStatus as Status, AffiliationRequestType as Kind, Column, Model,
};
use super::rules;
use super::store::{self, Decision, RequestFilter};
use super::view::{AffiliationRequestView, RequestReader};
use crate::affiliations::administration::find_managed;
use crate::limits::check_limit;
use platform::affiliations::AffiliationPermission;
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AffiliationId, Member, Problem, Scope};
use sea_orm::{ColumnTrait, Condition, DbErr};

/// Condition for requests to join the affiliation. The original request to create it is not shown
/// to its admins.
fn membership_requests(affiliation: AffiliationId) -> Condition {
    Condition::all()
        .add(Column::AffiliationId.eq(affiliation.uuid()))
        .add(Column::Kind.eq(Kind::Join))
}

/// Up to `limit + 1` requests to join an affiliation, or of all requests, newest first.
pub(in crate::affiliations) async fn list_rows<V>(
    scope: &Scope<V>,
    affiliation: Option<AffiliationId>,
    (status, after): (Option<Status>, Option<TimeCursor>),
    limit: u64,
) -> Result<Vec<Model>, DbErr> {
    let among = affiliation.map_or_else(Condition::all, membership_requests);
    let filter = RequestFilter { status, kind: None };
    store::list_page(scope, among, filter, after, limit).await
}

/// A page of an affiliation's requests. 6 queries.
pub(super) async fn list(
    scope: &Scope<Member>,
    id_or_path: &str,
    filter: RequestFilter,
    query: &PageQuery,
) -> Result<Page<AffiliationRequestView>, Problem> {
    let affiliation =
        find_managed(scope, id_or_path, AffiliationPermission::ReviewRequests).await?;
    rules::list_requests(
        scope,
        RequestReader::Reviewer,
        membership_requests(affiliation.id),
        filter,
        query,
    )
    .await
}

/// Answers one of its requests. `said` is validated only after the viewer's access.
pub(super) async fn answer_request(
    scope: &mut Scope<Member>,
    id_or_path: &str,
    request: AffiliationRequestId,
    said: impl FnOnce() -> Result<Decision, Problem> + Send,
) -> Result<AffiliationRequestView, Problem> {
    let affiliation =
        find_managed(scope, id_or_path, AffiliationPermission::ReviewRequests).await?;
    let decision = said()?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Review).await?;
    decide::decide_request(scope, membership_requests(affiliation.id), request, decision).await
}
