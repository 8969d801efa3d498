//! The last post of each of a member's communities, for the list of communities. Like in a thread, a
//! member reads only their visible history, and no post of a user in a block with them.

use crate::content::{self, TypedContent};
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::{AccountViewer, CommunityId, Member, Scope, UserId};
use sea_orm::{DbErr, FromQueryResult, Value};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Characters of the excerpt.
const EXCERPT_CHARS: usize = 80;

/// The newest post of a community that the viewer may read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommunityLastPost {
    /// Name of its author.
    pub author: String,
    /// The first 80 characters; empty if it has only pictures or files.
    pub excerpt: String,
    pub created: DateTime<Utc>,
}

/// What a member may read in a community.
#[derive(Debug, Clone, Copy)]
pub struct ReadableHistory {
    pub community: CommunityId,
    /// Only posts written later; `None` for all.
    pub since: Option<DateTime<Utc>>,
    /// Blocks that hide authors from the member.
    pub blocks: Blocks,
}

#[derive(FromQueryResult)]
struct LastPostRow {
    place: i64,
    author_id: Option<UserId>,
    #[sea_orm(nested)]
    text: TypedContent,
    created: DateTime<Utc>,
}

/// The last readable post of each community that has one, among those that the caller has checked to be
/// visible. Two queries; the index of a community's posts ends each search at the first match.
///
/// # Errors
/// Database errors.
pub async fn last_posts(
    scope: &Scope<Member>,
    histories: &[ReadableHistory],
) -> Result<HashMap<CommunityId, CommunityLastPost>, DbErr> {
    if histories.is_empty() {
        return Ok(HashMap::new());
    }
    let mut values: Vec<Value> = vec![scope.viewer().id().into()];
    let parts: Vec<String> =
        histories.iter().enumerate().map(|one| last_post_sql(one, &mut values)).collect();
    let rows = scope.raw(&parts.join(" UNION ALL "), values).all::<LastPostRow>().await?;
    let authors: Vec<UserId> = rows.iter().filter_map(|row| row.author_id).collect();
    let people = profiles::load_people(scope, &authors).await?;
    let name = |author: Option<UserId>| {
        let person = author.and_then(|id| people.get(&id).cloned());
        person
            .unwrap_or_else(|| UserSummary::deleted_account(UserId(uuid::Uuid::nil())))
            .display_name
    };
    let found = rows.into_iter().filter_map(|row| {
        let history = usize::try_from(row.place).ok().and_then(|place| histories.get(place))?;
        let last = CommunityLastPost {
            author: name(row.author_id),
            excerpt: content::post_excerpt(&row.text.content, EXCERPT_CHARS),
            created: row.created,
        };
        Some((history.community, last))
    });
    Ok(found.collect())
}

/// SQL for the last post of the `n`th community. `$1` is the viewer.
fn last_post_sql((n, history): (usize, &ReadableHistory), values: &mut Vec<Value>) -> String {
    values.push(history.community.into());
    let community = values.len();
    let later = history.since.map_or_else(String::new, |since| {
        values.push(since.into());
        format!("AND p.created > ${}", values.len())
    });
    format!(
        "SELECT CAST({n} AS BIGINT) AS place, author_id, content, content_format, created FROM \
         (SELECT p.author_id, p.content, p.content_format, p.created FROM posts p \
           WHERE p.community_id = ${community} AND p.removed_at IS NULL {later} AND {} \
           AND EXISTS (SELECT 1 FROM threads t WHERE t.id = p.thread_id AND t.removed_at IS NULL) \
           ORDER BY p.created DESC, p.id DESC LIMIT 1) AS last_{n}",
        not_blocked_sql("p.author_id", "$1", history.blocks)
    )
}
