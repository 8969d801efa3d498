//! Lists of the public API: an affiliation's members as its admins see them, and requests as reviewers
//! see them, without texts and email addresses.

use super::access::role_holders;
use super::requests::{
    self, AffiliationRequestId, AffiliationRequestStatus, AffiliationRequestType,
};
use super::rows::member;
use crate::profiles;
use chrono::{DateTime, Utc};
use platform::affiliations::AffiliationRole;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AffiliationId, Problem, Scope, UserId, Visitor};
use sea_orm::{ColumnTrait, Condition, QueryOrder, QuerySelect};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Default and maximum page size of the public API.
pub const API_PAGE: (u64, u64) = (100, 500);

/// A member in the public API.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiMember {
    pub id: UserId,
    /// First and last name.
    pub display_name: String,
    pub handle: Option<String>,
    /// Time of joining the affiliation; only for tokens of an affiliation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joined: Option<DateTime<Utc>>,
    /// Role in the affiliation; only for tokens of an affiliation, and only if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<AffiliationRole>,
    /// Time of creation of the account; only for tokens of the network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created: Option<DateTime<Utc>>,
}

/// All members of an affiliation, in the order in which they joined. 3 queries.
///
/// # Errors
/// An invalid cursor; database errors.
pub async fn list_api_members(
    scope: &Scope<Visitor>,
    affiliation: AffiliationId,
    query: &PageQuery,
) -> Result<Page<ApiMember>, Problem> {
    use member::Column::{AffiliationId, JoinedAt, UserId as Of};
    let limit = query.row_limit(API_PAGE.0, API_PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let rows = scope
        .select::<member::Entity>()
        .filter(AffiliationId.eq(affiliation.uuid()))
        .filter(
            Condition::all().add_option(after.map(|last| last.after_in_ascending(JoinedAt, Of))),
        )
        .modify_select(|select| select.order_by_asc(JoinedAt).order_by_asc(Of).limit(limit + 1))
        .all()
        .await?;
    let page = Page::from_rows(rows, limit, |row| TimeCursor {
        at: row.joined_at,
        id: row.user_id.uuid(),
    });
    let ids: Vec<UserId> = page.items.iter().map(|row| row.user_id).collect();
    let mut people = profiles::load_people(scope, &ids).await?;
    let holders = role_holders(scope, affiliation).await?;
    let roles: HashMap<_, _> = holders.into_iter().map(|one| (one.user_id, one.role)).collect();
    let items = page.items.into_iter().filter_map(|row| {
        let person = people.remove(&row.user_id)?;
        Some(ApiMember {
            id: row.user_id,
            display_name: person.display_name,
            handle: person.handle,
            joined: Some(row.joined_at),
            role: roles.get(&row.user_id).copied(),
            created: None,
        })
    });
    Ok(Page { items: items.collect(), next_cursor: page.next_cursor })
}

/// A request to join an affiliation, or to add one to the directory, in the public API.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiRequest {
    pub id: AffiliationRequestId,
    #[serde(rename = "type")]
    pub kind: AffiliationRequestType,
    pub status: AffiliationRequestStatus,
    /// `null` for a new affiliation until it is created.
    pub affiliation_id: Option<AffiliationId>,
    pub user_id: UserId,
    pub created: DateTime<Utc>,
    /// Time of the decision.
    pub reviewed: Option<DateTime<Utc>>,
}

/// Requests to join an affiliation, or all requests, newest first. One query.
///
/// # Errors
/// An invalid cursor; database errors.
pub async fn list_api_requests(
    scope: &Scope<Visitor>,
    affiliation: Option<AffiliationId>,
    status: Option<AffiliationRequestStatus>,
    query: &PageQuery,
) -> Result<Page<ApiRequest>, Problem> {
    let limit = query.row_limit(API_PAGE.0, API_PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let rows = requests::list_rows(scope, affiliation, (status, after), limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created_at, id: row.id.uuid() });
    Ok(page.map_items(|row| ApiRequest {
        id: row.id,
        kind: row.kind,
        status: row.status,
        affiliation_id: row.affiliation_id,
        user_id: row.user_id,
        created: row.created_at,
        reviewed: row.reviewed_at,
    }))
}
