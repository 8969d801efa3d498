//! Reads conversations.

use super::error::MessageError;
use super::message_list::messages_by_id;
use super::rows::{ListFolder, conversation, participant};
use super::store::{ListPart, ParticipantStatus, may_read};
use super::view::{ConversationContext, ConversationView, MessageReceipt};
use super::{ConversationId, MessageId, contact, presence, store};
use crate::profiles::blocks::{BlockedUsers, Blocks, blocked_pairs};
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, Member, Problem, Scope, UserId};
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, Condition, DbErr, QuerySelect};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::{IntoParams, ToSchema};

/// Default and maximum page size of conversations (C-096).
const CONVERSATIONS_PAGE: (u64, u64) = (25, 100);
/// Largest number that a badge shows; one more means "more than".
const BADGE_MAX: u64 = 100;
/// Used characters of the name filter.
const NAME_CHARS_MAX: usize = 100;

/// Part of the viewer's conversations.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ConversationFilter {
    /// True for the archived ones.
    #[serde(default)]
    pub archived: bool,
    /// True for the message requests that the viewer has received and not answered. They are in no
    /// other list.
    #[serde(default)]
    pub requests: bool,
    /// Part of a group's title, or of the name of another participant.
    pub q: Option<String>,
}

impl ConversationFilter {
    fn to_list_part(&self) -> ListPart {
        let name = self.q.as_deref().unwrap_or_default();
        let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let name: String = name.chars().take(NAME_CHARS_MAX).collect();
        ListPart {
            folder: if self.requests { ListFolder::Requests } else { ListFolder::Inbox },
            is_archived: self.archived,
            name: Some(name).filter(|name| !name.is_empty()),
        }
    }
}

/// The viewer's conversations on this site, latest message first. 6 queries.
pub(super) async fn list_conversations(
    scope: &Scope<Member>,
    filter: &ConversationFilter,
    query: &PageQuery,
) -> Result<Page<ConversationView>, Problem> {
    let scope = &scope.on_one_connection().await?;
    let limit = query.row_limit(CONVERSATIONS_PAGE.0, CONVERSATIONS_PAGE.1);
    let before = query.decode_cursor::<TimeCursor>()?;
    let rows = store::page_of_viewer(scope, &filter.to_list_part(), before, limit).await?;
    let page = Page::from_rows(rows, limit, |row| TimeCursor {
        at: row.last_updated,
        id: row.conversation_id.uuid(),
    });
    let next_cursor = page.next_cursor;
    Ok(Page { items: to_views(scope, page.items).await?, next_cursor })
}

/// One conversation of the viewer. 6 queries.
pub(super) async fn read_one(
    scope: &Scope<Member>,
    id: ConversationId,
) -> Result<ConversationView, Problem> {
    let scope = &scope.on_one_connection().await?;
    let mine = scope.select::<participant::Entity>().by_id((id, scope.viewer().id())).one().await?;
    let mine = mine.ok_or(MessageError::NotFound)?;
    Ok(to_views(scope, vec![mine]).await?.pop().ok_or(MessageError::NotFound)?)
}

async fn to_views(
    scope: &Scope<Member>,
    mine: Vec<participant::Model>,
) -> Result<Vec<ConversationView>, DbErr> {
    let me = scope.viewer().id();
    let ids: Vec<ConversationId> = mine.iter().map(|row| row.conversation_id).collect();
    let rows = store::by_ids(scope, &ids).await?;
    let last: Vec<MessageId> = rows.iter().filter_map(|row| row.last_message_id).collect();
    let mut rows: HashMap<_, _> = rows.into_iter().map(|row| (row.id, row)).collect();
    let last = messages_by_id(scope, &last).await?;
    let mut participants: HashMap<ConversationId, Vec<ParticipantStatus>> = HashMap::new();
    for one in store::participants_of(scope, &ids).await? {
        participants.entry(one.conversation_id).or_default().push(one);
    }
    let everyone: Vec<UserId> = participants.values().flatten().map(|one| one.user_id).collect();
    let people = profiles::load_people(scope, &everyone).await?;
    let blocked = blocked_pairs(scope, me).await?;
    let views = mine.iter().filter_map(|mine| {
        let row = rows.remove(&mine.conversation_id)?;
        let participants = participants.remove(&row.id).unwrap_or_default();
        let users: Vec<UserId> = participants.iter().map(|one| one.user_id).collect();
        let last = row.last_message_id.and_then(|id| last.get(&id));
        let status = visible_status(&row, me, &participants, &blocked);
        let context = ConversationContext {
            participants: to_summaries(&users, &people),
            last_message: last.filter(|last| may_read(&row, mine, last, &blocked)),
            receipts: status.receipts(),
            presence: status.presence(scope.now()),
            refusal: contact::refusal(&row, &users, me, &blocked),
        };
        Some(ConversationView::new(row, mine, context))
    });
    Ok(views.collect())
}

pub(super) fn to_summaries(
    users: &[UserId],
    people: &HashMap<UserId, UserSummary>,
) -> Vec<UserSummary> {
    let person = |user: &UserId| {
        people.get(user).cloned().unwrap_or_else(|| UserSummary::deleted_account(*user))
    };
    users.iter().map(person).collect()
}

/// Receipts and presence are shared in open conversations only, except between people in a block.
fn visible_status<'p>(
    row: &conversation::Model,
    me: UserId,
    participants: &'p [ParticipantStatus],
    blocked: &BlockedUsers,
) -> VisibleStatus<'p> {
    let is_visible = |one: &&ParticipantStatus| {
        row.is_open() && one.user_id != me && !blocked.contains_user(one.user_id, Blocks::Both)
    };
    VisibleStatus {
        mine: participants.iter().find(|one| one.user_id == me),
        others: participants.iter().filter(is_visible).collect(),
    }
}

/// The viewer's own status, and that of the others that the viewer could see. A setting that is off
/// applies in both directions; without a row it is on.
struct VisibleStatus<'p> {
    mine: Option<&'p ParticipantStatus>,
    others: Vec<&'p ParticipantStatus>,
}

impl VisibleStatus<'_> {
    fn receipts(&self) -> Vec<MessageReceipt> {
        let sends = |one: &ParticipantStatus| one.sends_receipts.unwrap_or(true);
        if !self.mine.is_some_and(sends) {
            return Vec::new();
        }
        let sending = self.others.iter().filter(|one| sends(one));
        sending
            .map(|one| MessageReceipt {
                user_id: one.user_id,
                delivered_at: Ord::max(one.delivered_at, one.last_read_at),
                seen_at: one.last_read_at,
            })
            .collect()
    }

    fn presence(&self, now: DateTime<Utc>) -> Vec<presence::UserPresence> {
        let shows = |one: &ParticipantStatus| one.shows_presence.unwrap_or(true);
        if !self.mine.is_some_and(shows) {
            return Vec::new();
        }
        let shown = self.others.iter().filter(|one| shows(one));
        shown.map(|one| presence::UserPresence::new(one.user_id, one.last_active_at, now)).collect()
    }
}

/// Numbers of the viewer's conversations for badges; 100 means more than 99.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConversationSummary {
    /// Conversations with unread messages, without muted and archived ones and requests.
    pub unread: i64,
    /// Message requests that the viewer has not answered.
    pub requests: i64,
}

/// Numbers for the badges of messages. 2 queries.
pub(super) async fn load_summary(scope: &Scope<Member>) -> Result<ConversationSummary, DbErr> {
    use participant::Column::{Archived, Folder};
    let scope = &scope.on_one_connection().await?;
    let requests = Condition::all().add(Folder.eq(ListFolder::Requests)).add(Archived.eq(false));
    Ok(ConversationSummary {
        unread: unread_here(scope).await?,
        requests: count_up_to_max(scope, requests).await?,
    })
}

/// Number of conversations with unread messages for the badge: those on this site that are neither
/// muted nor archived; 100 means more than 99. One query.
///
/// # Errors
/// Database errors.
pub async fn unread_here(scope: &Scope<Member>) -> Result<i64, DbErr> {
    use participant::Column::{Archived, Folder, MarkedUnread, Muted, UnreadMessages};
    let is_unread = UnreadMessages.gt(0).or(MarkedUnread.eq(true));
    let counted = Condition::all()
        .add(Folder.eq(ListFolder::Inbox))
        .add(Archived.eq(false))
        .add(Muted.eq(false))
        .add(is_unread);
    count_up_to_max(scope, counted).await
}

async fn count_up_to_max(scope: &Scope<Member>, which: Condition) -> Result<i64, DbErr> {
    use participant::Column::{ConversationId, UserId};
    let found: Vec<super::ConversationId> = scope
        .select::<participant::Entity>()
        .filter(UserId.eq(scope.viewer().id().uuid()))
        .filter(which)
        .modify_select(|select| select.select_only().column(ConversationId).limit(BADGE_MAX))
        .all_tuples()
        .await?;
    Ok(i64::try_from(found.len()).unwrap_or(i64::MAX))
}

/// Returns true if the conversation is visible on this site; its participants are not checked.
///
/// # Errors
/// Database errors.
pub async fn is_visible_here(scope: &Scope<Member>, id: ConversationId) -> Result<bool, DbErr> {
    scope.select::<conversation::Entity>().by_id(id).exists().await
}
