//! Closes threads for new posts, and reopens them. Existing posts can still be edited, deleted and
//! liked.

use super::change;
use super::error::ManageError;
use super::lock::{self, LockedThread};
use crate::content::{ContentError, TextRule};
use crate::posts::removal::REASON_CHARS_MAX;
use crate::posts::rows::thread;
use crate::posts::threads::view::{self, ThreadView};
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, ThreadId};
use sea_orm::ActiveValue::Set;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Why a thread is closed.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClosureReason {
    /// At most 500 characters.
    #[serde(default)]
    reason: Option<String>,
}

impl ClosureReason {
    fn validated(&self) -> Result<Option<String>, Problem> {
        let refuse = |error: ContentError| {
            Problem::from(error).with_errors(vec![error.to_field_error("reason")])
        };
        let rule = TextRule::multi_line(REASON_CHARS_MAX).allow_empty();
        let reason = rule.check(self.reason.as_deref().unwrap_or_default()).map_err(refuse)?;
        Ok(Some(reason).filter(|reason| !reason.is_empty()))
    }
}

/// Closes a thread, or changes the reason of a closed one.
pub(super) async fn close(
    scope: &mut Scope<Member>,
    place: (CommunityId, ThreadId),
    why: &ClosureReason,
) -> Result<ThreadView, Problem> {
    let tx = scope.begin().await?;
    let LockedThread { access, mut thread } =
        lock::to_moderate(&tx, place, ManageError::CloseForbidden).await?;
    let reason = why.validated()?;
    let is_new = thread.closed_at.is_none();
    if is_new || thread.close_reason != reason {
        let before = state(&thread);
        if is_new {
            (thread.closed_at, thread.closed_by) = (Some(tx.now()), Some(tx.viewer().id()));
        }
        thread.close_reason = reason;
        change::set(&tx, thread.id, closure_of(&thread)).await?;
        let (states, reason) = ((before, state(&thread)), thread.close_reason.as_deref());
        change::audit(&tx, thread.id, "thread.close", states, reason).await?;
        let said = format!("{}: {}", access.community.name, reason.unwrap_or(&thread.caption));
        change::notify_starter(&tx, &thread, "Your thread was closed", &said).await?;
        change::publish(&tx, &thread).await?;
    }
    tx.commit().await?;
    view::to_view(scope, &access, thread).await
}

/// Reopens a closed thread.
pub(super) async fn reopen(
    scope: &mut Scope<Member>,
    place: (CommunityId, ThreadId),
) -> Result<ThreadView, Problem> {
    let tx = scope.begin().await?;
    let LockedThread { access, mut thread } =
        lock::to_moderate(&tx, place, ManageError::CloseForbidden).await?;
    if thread.closed_at.is_some() {
        let before = state(&thread);
        (thread.closed_at, thread.closed_by, thread.close_reason) = (None, None, None);
        change::set(&tx, thread.id, closure_of(&thread)).await?;
        change::audit(&tx, thread.id, "thread.reopen", (before, state(&thread)), None).await?;
        let said = format!("{}: {}", access.community.name, thread.caption);
        change::notify_starter(&tx, &thread, "Your thread was reopened", &said).await?;
        change::publish(&tx, &thread).await?;
    }
    tx.commit().await?;
    view::to_view(scope, &access, thread).await
}

fn closure_of(thread: &thread::Model) -> thread::ActiveModel {
    thread::ActiveModel {
        closed_at: Set(thread.closed_at),
        closed_by: Set(thread.closed_by),
        close_reason: Set(thread.close_reason.clone()),
        ..Default::default()
    }
}

fn state(thread: &thread::Model) -> Value {
    json!({ "closedAt": thread.closed_at, "reason": thread.close_reason })
}
