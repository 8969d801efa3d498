//! What the routes read, by the owner of the token.

use super::caller::ApiCaller;
use crate::integration_records::{Owner, TokenScope};
use crate::{accounts, affiliations, communities, profiles};
use affiliations::{API_PAGE, ApiMember};
use chrono::{DateTime, Utc};
use communities::ApiCommunity;
use platform::page::{Page, PageQuery};
use platform::{AffiliationId, CommunityId, Problem, Scope, UserId, Visitor};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The token of a request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ApiIdentity {
    /// Name of the token.
    name: String,
    owner: ApiOwner,
    scopes: Vec<TokenScope>,
    created: DateTime<Utc>,
    expires: DateTime<Utc>,
}

/// Owner of a token.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
enum ApiOwner {
    /// The whole network.
    Network { name: String },
    /// One affiliation.
    Affiliation { id: AffiliationId, name: String },
}

/// Cursor of a list in the order of ids.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct IdCursor<I> {
    id: I,
}

/// The token and its owner. At most one query.
pub(super) async fn identify(caller: ApiCaller) -> Result<ApiIdentity, DbErr> {
    let owner = match caller.owner() {
        Owner::Network => {
            ApiOwner::Network { name: caller.scope.facts().context.brand_name.clone() }
        }
        Owner::Affiliation(id) => {
            let name = affiliations::name_of(&caller.scope, id).await?.unwrap_or_default();
            ApiOwner::Affiliation { id, name }
        }
    };
    let token = caller.token;
    Ok(ApiIdentity {
        owner,
        name: token.name,
        scopes: token.scopes,
        created: token.created,
        expires: token.expires,
    })
}

/// A page of members: of the affiliation, or all accounts. 3 queries, or 2 for the network.
pub(super) async fn list_members(
    scope: &Scope<Visitor>,
    affiliation: Option<AffiliationId>,
    query: &PageQuery,
) -> Result<Page<ApiMember>, Problem> {
    if let Some(affiliation) = affiliation {
        return affiliations::list_api_members(scope, affiliation, query).await;
    }
    let limit = query.row_limit(API_PAGE.0, API_PAGE.1);
    let after = query.decode_cursor::<IdCursor<UserId>>()?.map(|cursor| cursor.id);
    let rows = accounts::list_after(scope, after, limit + 1).await?;
    let page = Page::from_rows(rows, limit, |row| IdCursor { id: row.id });
    let ids: Vec<UserId> = page.items.iter().map(|row| row.id).collect();
    let mut people = profiles::load_people(scope, &ids).await?;
    let items = page.items.into_iter().filter_map(|row| {
        let person = people.remove(&row.id)?;
        Some(ApiMember {
            id: row.id,
            display_name: person.display_name,
            handle: person.handle,
            joined: None,
            role: None,
            created: Some(row.joined_date),
        })
    });
    Ok(Page { items: items.collect(), next_cursor: page.next_cursor })
}

/// A page of communities: of the affiliation, or all. One query.
pub(super) async fn list_communities(
    scope: &Scope<Visitor>,
    affiliation: Option<AffiliationId>,
    query: &PageQuery,
) -> Result<Page<ApiCommunity>, Problem> {
    let limit = query.row_limit(API_PAGE.0, API_PAGE.1);
    let after = query.decode_cursor::<IdCursor<CommunityId>>()?.map(|cursor| cursor.id);
    let rows = communities::list_api_communities(scope, affiliation, after, limit + 1).await?;
    Ok(Page::from_rows(rows, limit, |row| IdCursor { id: row.id }))
}
