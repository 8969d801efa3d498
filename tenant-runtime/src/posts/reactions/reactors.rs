//! The users who reacted to a post, and what their list shares with that of an article.

use super::REACTIONS;
use crate::posts::LIKERS_PAGE;
use crate::posts::error::{PostError, REACTION_FAILED, REACTIONS_FAILED};
use crate::posts::likers::find_readable;
use crate::posts::reactions::{NewReaction, PostReactions, toggle_reaction};
use crate::posts::rows::reaction;
use crate::profiles::blocks::not_blocked;
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::IdempotencyKey;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{AccountViewer, Member, PostId, Problem, Scope, Services, UserId, routes};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub(in crate::posts) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list, react))
}

/// Reaction and page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReactionsQuery {
    /// Only reactions with this emoji; all if omitted.
    pub emoji: Option<String>,
    /// Cursor from the previous page; omit it for the first page.
    pub cursor: Option<String>,
    /// Maximum number of items per page; 20 by default.
    pub limit: Option<u64>,
}

impl ReactionsQuery {
    /// The emoji, and the page.
    #[must_use]
    pub fn into_parts(self) -> (Option<String>, PageQuery) {
        let Self { emoji, cursor, limit } = self;
        (emoji, PageQuery { cursor, limit })
    }
}

/// A reaction of a user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reactor {
    pub person: UserSummary,
    pub emoji: String,
    pub at: DateTime<Utc>,
}

/// Cursor of a page of reactions: a user may have several.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReactionCursor {
    /// Time and user of the last reaction.
    pub last: TimeCursor,
    /// Its emoji.
    pub emoji: String,
}

impl ReactionCursor {
    /// Condition for the reactions after this one, newest first, on the columns of time, user and
    /// emoji.
    pub fn after_condition<C: ColumnTrait>(self, [at, user, emoji]: [C; 3]) -> Condition {
        let same = Condition::all()
            .add(at.eq(self.last.at))
            .add(user.eq(self.last.id))
            .add(emoji.lt(self.emoji));
        Condition::any().add(self.last.after_in_descending(at, user)).add(same)
    }
}

/// A page of reactions from their users, emojis and times. One query.
///
/// # Errors
/// Database errors.
pub async fn to_reactors(
    scope: &Scope<Member>,
    page: Page<(UserId, String, DateTime<Utc>)>,
) -> Result<Page<Reactor>, DbErr> {
    let ids: Vec<UserId> = page.items.iter().map(|(user, ..)| *user).collect();
    let people = profiles::load_people(scope, &ids).await?;
    let items = page.items.into_iter().filter_map(|(user, emoji, at)| {
        Some(Reactor { person: people.get(&user)?.clone(), emoji, at })
    });
    Ok(Page { items: items.collect(), next_cursor: page.next_cursor })
}

/// Adds a reaction of the viewer to a post, or removes it.
#[utoipa::path(post, path = "/posts/{id}/reactions", operation_id = "togglePostReaction",
    tag = "posts",
    params(("id" = PostId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewReaction,
    responses((status = 200, body = PostReactions), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "posts.react", skip_all, fields(post.id = %id))]
async fn react(
    mut scope: Scope<Member>,
    Path(id): Path<PostId>,
    key: IdempotencyKey,
    Json(body): Json<NewReaction>,
) -> Result<Json<PostReactions>, Problem> {
    Ok(Json(toggle_reaction(&mut scope, &key, id, &body).await.or_detail(REACTION_FAILED)?))
}

/// Lists the reactions to a post, newest first, without those of users in a block with the viewer. At
/// most 6 queries.
#[utoipa::path(get, path = "/posts/{id}/reactions", operation_id = "listPostReactions",
    tag = "posts", params(("id" = PostId, Path), ReactionsQuery),
    responses((status = 200, body = Page<Reactor>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "posts.reactions", skip_all, fields(post.id = %id))]
async fn list(
    scope: Scope<Member>,
    Path(id): Path<PostId>,
    Query(query): Query<ReactionsQuery>,
) -> Result<Json<Page<Reactor>>, Problem> {
    Ok(Json(load_page(&scope, id, query).await.or_detail(REACTIONS_FAILED)?))
}

async fn load_page(
    scope: &Scope<Member>,
    id: PostId,
    query: ReactionsQuery,
) -> Result<Page<Reactor>, Problem> {
    use reaction::Column::{CreatedAt, Emoji, PostId, UserId};
    let (emoji, query) = query.into_parts();
    if emoji.as_deref().is_some_and(|emoji| !REACTIONS.contains(&emoji)) {
        return Err(PostError::UnknownReaction.into());
    }
    let limit = query.row_limit(LIKERS_PAGE.0, LIKERS_PAGE.1);
    let after = query.decode_cursor::<ReactionCursor>()?;
    let scope = &scope.on_one_connection().await?;
    let (access, _) = find_readable(scope, id).await?;
    let such = Condition::all()
        .add(PostId.eq(id.uuid()))
        .add_option(emoji.map(|emoji| Emoji.eq(emoji)))
        .add_option(after.map(|after| after.after_condition([CreatedAt, UserId, Emoji])));
    let rows = scope
        .select::<reaction::Entity>()
        .filter(such)
        .filter(not_blocked(UserId, scope.viewer().id(), access.applicable_blocks()))
        .modify_select(|select| {
            let newest = select.order_by_desc(CreatedAt).order_by_desc(UserId);
            newest.order_by_desc(Emoji).limit(limit + 1)
        })
        .all()
        .await?;
    let page = Page::from_rows(rows, limit, |row| ReactionCursor {
        last: TimeCursor { at: row.created_at, id: row.user_id.uuid() },
        emoji: row.emoji.clone(),
    });
    let page = page.map_items(|row| (row.user_id, row.emoji, row.created_at));
    Ok(to_reactors(scope, page).await?)
}
