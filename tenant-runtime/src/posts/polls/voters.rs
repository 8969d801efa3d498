//! The users who chose an option of a named poll.

use super::PollOptionId;
use super::error::PollError;
use super::rows::{poll, poll_option, vote};
use crate::posts::likers;
use crate::posts::location::PostPath;
use crate::profiles::blocks::not_blocked;
use crate::profiles::{self, UserSummary};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, Member, Problem, Scope, UserId};
use sea_orm::{ColumnTrait, Condition, QueryOrder, QuerySelect};

/// A page of voters, latest vote first, without those in a block with the viewer. At most 8 queries.
pub(super) async fn list(
    scope: &Scope<Member>,
    path: PostPath,
    option: PollOptionId,
    query: &PageQuery,
) -> Result<Page<UserSummary>, Problem> {
    use vote::Column::{CreatedAt, OptionId, UserId as Voter};
    let limit = query.row_limit(likers::LIKERS_PAGE.0, likers::LIKERS_PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let scope = &scope.on_one_connection().await?;
    let (access, post) = likers::find_readable(scope, path.post).await?;
    path.check(&post)?;
    check_named(scope, path, option).await?;
    let older = after.map(|last| last.after_in_descending(CreatedAt, Voter));
    let rows = scope
        .select::<vote::Entity>()
        .filter(OptionId.eq(option.uuid()))
        .filter(Condition::all().add_option(older))
        .filter(not_blocked(Voter, scope.viewer().id(), access.applicable_blocks()))
        .modify_select(|select| {
            select.order_by_desc(CreatedAt).order_by_desc(Voter).limit(limit + 1)
        })
        .all()
        .await?;
    let page = Page::from_rows(rows, limit, |row| TimeCursor {
        at: row.created_at,
        id: row.user_id.uuid(),
    });
    let voters: Vec<UserId> = page.items.iter().map(|row| row.user_id).collect();
    let people = profiles::load_people(scope, &voters).await?;
    let items = voters.iter().filter_map(|id| people.get(id).cloned()).collect();
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// Checks that the option belongs to the poll of the post, which is not secret.
async fn check_named(
    scope: &Scope<Member>,
    path: PostPath,
    option: PollOptionId,
) -> Result<(), Problem> {
    let of_post = poll::Column::PostId.eq(path.post.uuid());
    let poll = scope.select::<poll::Entity>().filter(of_post).one().await?;
    let poll = poll.ok_or(PollError::NotFound)?;
    if poll.secret {
        return Err(PollError::Secret.into());
    }
    let of_poll = poll_option::Column::PollId.eq(poll.id.uuid());
    let offered = scope.select::<poll_option::Entity>().by_id(option).filter(of_poll).exists();
    if offered.await? { Ok(()) } else { Err(PollError::NotFound.into()) }
}
