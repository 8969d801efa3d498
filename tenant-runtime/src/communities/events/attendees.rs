//! The people who answered an event.

use super::answers::EventAnswer;
use super::rows::{Column, Entity};
use crate::communities::access;
use crate::communities::announcements::{self, AnnouncementId};
use crate::profiles::blocks::not_blocked;
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, UserId};
use sea_orm::{ColumnTrait, Condition, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;

/// Default and maximum page size.
const ATTENDEES_PAGE: (u64, u64) = (20, 100);

/// A person who answered an event.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EventAttendee)]
pub struct AttendeeView {
    pub person: UserSummary,
    pub answer: EventAnswer,
    /// Time of the answer.
    pub at: DateTime<Utc>,
}

/// A page of the people with this answer, or who answered yes or maybe; newest answer first, without
/// those in a block with the viewer. At most 6 queries.
pub(super) async fn list(
    scope: &Scope<Member>,
    (community, id): (CommunityId, AnnouncementId),
    answer: Option<EventAnswer>,
    query: &PageQuery,
) -> Result<Page<AttendeeView>, Problem> {
    use Column::{AnnouncementId, Answer, UpdatedAt, UserId as User};
    let limit = query.row_limit(ATTENDEES_PAGE.0, ATTENDEES_PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let scope = &scope.on_one_connection().await?;
    let access = access::load_access(scope, community).await?;
    announcements::find_inside(scope, community, id).await?;
    let attends = match answer {
        Some(answer) => Answer.eq(answer),
        None => Answer.is_in([EventAnswer::Yes, EventAnswer::Maybe]),
    };
    let rows = scope
        .select::<Entity>()
        .filter(Condition::all().add(AnnouncementId.eq(id.uuid())).add(attends))
        .filter(
            Condition::all()
                .add_option(after.map(|last| last.after_in_descending(UpdatedAt, User))),
        )
        .filter(not_blocked(User, scope.viewer().id(), access.applicable_blocks()))
        .modify_select(|select| {
            select.order_by_desc(UpdatedAt).order_by_desc(User).limit(limit + 1)
        })
        .all()
        .await?;
    let page = Page::from_rows(rows, limit, |row| TimeCursor {
        at: row.updated_at,
        id: row.user_id.uuid(),
    });
    let ids: Vec<UserId> = page.items.iter().map(|row| row.user_id).collect();
    let people = profiles::load_people(scope, &ids).await?;
    let items = page.items.into_iter().filter_map(|row| {
        let person = people.get(&row.user_id)?.clone();
        Some(AttendeeView { person, answer: row.answer, at: row.updated_at })
    });
    Ok(Page { items: items.collect(), next_cursor: page.next_cursor })
}
