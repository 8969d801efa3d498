//! Who and what is in a community, as its own page names them (C-027, C-028, G-012): the first of each.
//! The lists have the rest.

use super::error::CommunityError;
use super::membership::{self, FirstMember};
use super::rows::Role;
use super::view::{self, CommunityView};
use super::{Access, CommunityId, access};
use crate::articles::{self, ArticleId};
use crate::posts::{ThreadId, threads};
use chrono::{DateTime, Utc};
use platform::{Member, Problem, Scope, UserId};
use sea_orm::DbErr;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Members, admins, threads and articles that are named, of each.
const NAMED: usize = 50;

/// A community as its own page shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommunityDetail {
    #[serde(flatten)]
    pub community: CommunityView,
    #[serde(flatten)]
    pub inside: Inside,
}

/// Who and what is in a community: the first fifty of each, and nothing for who is not inside.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CommunityInside)]
pub struct Inside {
    /// In the order they joined, as the members are.
    pub admins: Vec<UserId>,
    pub members: Vec<UserId>,
    /// When each of these admins and members joined.
    pub member_join_dates: BTreeMap<UserId, DateTime<Utc>>,
    /// The latest activity first.
    pub thread_ids: Vec<ThreadId>,
    /// The captions of these threads, in the same order.
    pub thread_captions: Vec<String>,
    /// The newest first, of those that the viewer reads.
    pub article_ids: Vec<ArticleId>,
    /// Posts and replies.
    pub total_messages: i64,
}

/// One community and what is in it. 15 queries for those inside, one more when only an affiliation can
/// open it.
pub(super) async fn show(
    scope: &Scope<Member>,
    id: CommunityId,
) -> Result<CommunityDetail, Problem> {
    let scope = &scope.on_one_connection().await?;
    let access = access::reach(scope, id).await?;
    let inside = if access.is_inside() { within(scope, &access).await? } else { Inside::default() };
    let shown = view::show(scope, vec![access.community]).await?;
    let community = shown.into_iter().next().ok_or(CommunityError::NotFound)?;
    Ok(CommunityDetail { community, inside })
}

async fn within(scope: &Scope<Member>, access: &Access) -> Result<Inside, DbErr> {
    let id = access.community.id;
    let people = membership::first(scope, access, NAMED).await?;
    let (thread_ids, thread_captions) =
        threads::latest(scope, id, NAMED).await?.into_iter().unzip();
    let is_admin = |one: &&FirstMember| one.role == Role::Admin;
    Ok(Inside {
        admins: people.iter().filter(is_admin).take(NAMED).map(|one| one.user_id).collect(),
        members: people.iter().take(NAMED).map(|one| one.user_id).collect(),
        member_join_dates: people.iter().map(|one| (one.user_id, one.joined_at)).collect(),
        thread_ids,
        thread_captions,
        article_ids: articles::newest(scope, access, NAMED).await?,
        total_messages: access.community.total_posts,
    })
}
