//! Overview of a community for its own page (C-027, C-028, G-012): the first members, admins,
//! threads and articles. Their lists return the rest.

use super::error::CommunityError;
use super::membership::{self, FirstMember};
use super::rows::CommunityRole;
use super::view::{self, CommunityView};
use super::{Access, access};
use crate::articles;
use crate::posts::threads;
use chrono::{DateTime, Utc};
use platform::{ArticleId, CommunityId, Member, Problem, Scope, ThreadId, UserId};
use sea_orm::DbErr;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Maximum entries of each kind.
const LISTED_MAX: usize = 50;

/// A community with its overview.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommunityDetail {
    #[serde(flatten)]
    pub community: CommunityView,
    #[serde(flatten)]
    pub inside: CommunityContents,
}

/// The first fifty members, admins, threads and articles; empty for viewers who are not members.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommunityContents {
    /// In the order of joining, like `members`.
    pub admins: Vec<UserId>,
    pub members: Vec<UserId>,
    /// When each of these admins and members joined.
    pub member_join_dates: BTreeMap<UserId, DateTime<Utc>>,
    /// Latest activity first.
    pub thread_ids: Vec<ThreadId>,
    /// Captions of these threads, in the same order.
    pub thread_captions: Vec<String>,
    /// Newest first, as far as the viewer may read them.
    pub article_ids: Vec<ArticleId>,
    /// Number of posts and replies.
    pub total_messages: i64,
}

/// One community with its overview. 15 queries for members, one more if access depends on an
/// affiliation.
pub(super) async fn get_overview(
    scope: &Scope<Member>,
    id: CommunityId,
) -> Result<CommunityDetail, Problem> {
    let scope = &scope.on_one_connection().await?;
    let access = access::load_access(scope, id).await?;
    let inside = if access.is_inside() {
        load_contents(scope, &access).await?
    } else {
        CommunityContents::default()
    };
    let shown = view::to_views(scope, vec![access.community]).await?;
    let community = shown.into_iter().next().ok_or(CommunityError::NotFound)?;
    Ok(CommunityDetail { community, inside })
}

async fn load_contents(scope: &Scope<Member>, access: &Access) -> Result<CommunityContents, DbErr> {
    let id = access.community.id;
    let people = membership::first_members(scope, access, LISTED_MAX).await?;
    let (thread_ids, thread_captions) =
        threads::latest_threads(scope, id, LISTED_MAX).await?.into_iter().unzip();
    let is_admin = |one: &&FirstMember| one.role == CommunityRole::Admin;
    Ok(CommunityContents {
        admins: people.iter().filter(is_admin).take(LISTED_MAX).map(|one| one.user_id).collect(),
        members: people.iter().take(LISTED_MAX).map(|one| one.user_id).collect(),
        member_join_dates: people.iter().map(|one| (one.user_id, one.joined_at)).collect(),
        thread_ids,
        thread_captions,
        article_ids: articles::newest_ids(scope, access, LISTED_MAX).await?,
        total_messages: access.community.total_posts,
    })
}
