//! Support conversations for staff (F-112, F-114).

use super::error::ChatError;
use super::rows::{ChatStatus, conversation};
use super::thread::{self, NewChatMessage, check_text};
use super::view::{ChatMessageView, ChatReader, ConversationView};
use super::{SupportConversationId, ending, events, store};
use crate::accounts::accounts_matching;
use crate::limits::{check_limit, check_limit_within};
use crate::support::SupportStaff;
use crate::support::activity_log::{ActivityEntry, record_activity};
use crate::support::assignee::{deserialize_given, is_staff_account};
use crate::support::error::SupportError;
use crate::support::filter::{parse_set, substring_pattern};
use crate::support::rows::SupportPriority;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, Problem, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, Func, LikeExpr};
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde::Deserialize;
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (20, 100);
/// Maximum characters of a search.
const SEARCH_CHARS_MAX: usize = 100;

/// Filters of the inbox; each one that is omitted allows everything.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct ConversationFilter {
    /// Statuses, separated by commas.
    status: Option<String>,
    /// Id of a member of staff, `me` or `none`.
    assigned_to: Option<String>,
    /// Part of the topic, or of the person's name or email address.
    q: Option<String>,
}

impl ConversationFilter {
    fn to_condition(&self, viewer: &SupportStaff) -> Result<Condition, SupportError> {
        use conversation::Column::{AssignedToId, OwnerId, Status, Topic};
        let status = parse_set::<ChatStatus>(self.status.as_deref())?;
        let assignee = match self.assigned_to.as_deref().filter(|text| !text.is_empty()) {
            None => None,
            Some("none") => Some(AssignedToId.is_null()),
            Some("me") => Some(AssignedToId.eq(viewer.id().uuid())),
            Some(id) => {
                let id: UserId = id.parse().map_err(|_| SupportError::Filter)?;
                Some(AssignedToId.eq(id.uuid()))
            }
        };
        let text: String =
            self.q.as_deref().unwrap_or_default().trim().chars().take(SEARCH_CHARS_MAX).collect();
        let search = (!text.is_empty()).then(|| {
            let pattern = substring_pattern(&text);
            let like = LikeExpr::new(pattern.as_str()).escape('!');
            Condition::any()
                .add(Expr::expr(Func::lower(Expr::col((conversation::Entity, Topic)))).like(like))
                .add(OwnerId.in_subquery(accounts_matching(&pattern)))
        });
        Ok(Condition::all()
            .add_option(status.map(|some| Status.is_in(some)))
            .add_option(assignee)
            .add_option(search))
    }
}

/// Changes of a conversation; omitted fields stay.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SupportConversationChange {
    /// Version of the conversation that the change is based on.
    pub version: i64,
    pub status: Option<ChatStatus>,
    pub priority: Option<SupportPriority>,
    /// A member of staff, or `null` for no one. Assigning starts the work on an open conversation,
    /// unless a status is given.
    #[serde(default, deserialize_with = "deserialize_given")]
    #[schema(value_type = Option<String>)]
    pub assigned_to: Option<Option<UserId>>,
}

/// Conversations of all sites, last updated first. 2 queries.
pub(super) async fn list(
    scope: &Scope<SupportStaff>,
    filter: &ConversationFilter,
    query: &PageQuery,
) -> Result<Page<ConversationView>, Problem> {
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let fits = filter.to_condition(scope.viewer())?;
    let rows = store::list_page(scope, fits, query.decode_cursor()?, limit).await?;
    let cursor = |row: &conversation::Model| TimeCursor { at: row.updated_at, id: row.id.uuid() };
    let page = Page::from_rows(rows, limit, cursor);
    let next_cursor = page.next_cursor;
    Ok(Page { items: store::load_views(scope, ChatReader::Staff, &page.items).await?, next_cursor })
}

/// One conversation. 2 queries.
pub(super) async fn read(
    scope: &Scope<SupportStaff>,
    id: SupportConversationId,
) -> Result<ConversationView, Problem> {
    let row = store::find(scope, id, Condition::all()).await?;
    Ok(store::load_view(scope, ChatReader::Staff, &row).await?)
}

/// Sends a message as staff.
pub(super) async fn send(
    scope: &mut Scope<SupportStaff>,
    id: SupportConversationId,
    key: &IdempotencyKey,
    new: &NewChatMessage,
) -> Result<CreatedResponse<ChatMessageView>, Problem> {
    let text = check_text(&new.content)?;
    let tx = scope.begin().await?;
    let path = format!("/staff/support/conversations/{id}");
    let fingerprint = idempotency::request_fingerprint(&path, new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    check_limit_within(&tx, LimitedAction::SupportMessage).await?;
    let row = store::lock(&tx, id, Condition::all()).await?;
    let (row, view) = thread::insert(&tx, &row, text, true).await?;
    let entry = ActivityEntry::of_conversation("conversation.reply", id.uuid(), json!({}));
    record_activity(&tx, entry).await?;
    ending::send_answer(&tx, &row, &view).await?;
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

/// Marks a conversation as read by staff.
pub(super) async fn mark_read(
    scope: &mut Scope<SupportStaff>,
    id: SupportConversationId,
) -> Result<ConversationView, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::MarkRead).await?;
    let tx = scope.begin().await?;
    let row = store::lock(&tx, id, Condition::all()).await?;
    let read = conversation::ActiveModel { staff_unread: Set(0), ..Default::default() };
    let row = store::update(&tx, &row, read).await?;
    events::publish_change(&tx, &row).await?;
    let view = store::load_view(&tx, ChatReader::Staff, &row).await?;
    tx.commit().await?;
    Ok(view)
}

/// Changes status, priority or assignee. The transcript is mailed when it is closed.
pub(super) async fn change(
    scope: &mut Scope<SupportStaff>,
    id: SupportConversationId,
    new: &SupportConversationChange,
) -> Result<ConversationView, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::SupportMessage).await?;
    let tx = scope.begin().await?;
    let before = store::lock(&tx, id, Condition::all()).await?;
    if before.version != new.version {
        return Err(ChatError::Changed.into());
    }
    if let Some(Some(assignee)) = new.assigned_to
        && !is_staff_account(&tx, assignee).await?
    {
        return Err(ChatError::StaffNotFound.into());
    }
    let after = store::change(&tx, &before, to_change(&tx, &before, new)).await?;
    record_changes(&tx, &before, &after).await?;
    if after.status == ChatStatus::Closed && before.status != ChatStatus::Closed {
        ending::send_transcript(&tx, &after).await?;
    }
    events::publish_change(&tx, &after).await?;
    let view = store::load_view(&tx, ChatReader::Staff, &after).await?;
    tx.commit().await?;
    Ok(view)
}

fn to_change(
    tx: &Tx<'_, SupportStaff>,
    before: &conversation::Model,
    new: &SupportConversationChange,
) -> conversation::ActiveModel {
    let mut change = conversation::ActiveModel::default();
    let starts = matches!(new.assigned_to, Some(Some(_))) && before.status == ChatStatus::Open;
    let status = new.status.or(starts.then_some(ChatStatus::InProgress));
    if let Some(status) = status.filter(|status| *status != before.status) {
        change.status = Set(status);
        change.ended_at = Set((status == ChatStatus::Closed).then(|| tx.now()));
    }
    if let Some(priority) = new.priority {
        change.priority = Set(priority);
    }
    if let Some(assignee) = new.assigned_to {
        change.assigned_to_id = Set(assignee);
    }
    change
}

async fn record_changes(
    tx: &Tx<'_, SupportStaff>,
    before: &conversation::Model,
    after: &conversation::Model,
) -> Result<(), DbErr> {
    let id = after.id.uuid();
    if before.status != after.status {
        let facts = json!({ "from": before.status, "to": after.status });
        let entry = ActivityEntry::of_conversation("conversation.status", id, facts);
        record_activity(tx, entry).await?;
    }
    if before.assigned_to_id != after.assigned_to_id {
        let facts = json!({ "from": before.assigned_to_id, "to": after.assigned_to_id });
        let entry = ActivityEntry::of_conversation("conversation.assign", id, facts);
        record_activity(tx, entry).await?;
    }
    Ok(())
}
