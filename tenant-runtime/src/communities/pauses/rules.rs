//! Pauses and resumes a community. A paused community accepts no new members (C-139).

use super::error::PauseError;
use super::list::StaffCommunity;
use crate::activity::{self, Notice, NotificationType};
use crate::communities::error::CommunityError;
use crate::communities::rows::{CommunityStatus, GroupType, community};
use crate::communities::store;
use crate::content::{self, ContentError};
use chrono::{DateTime, Utc};
use platform::StaffWith;
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::problem::FieldError;
use platform::staff::Moderation;
use platform::{AccountViewer, CatalogueError, CommunityId, Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use serde_json::{Value, json};

const REASON_CHARS_MAX: usize = 500;

/// A change of the pause.
#[derive(Debug, Clone, Copy)]
pub(super) enum PauseChange {
    /// Pauses until this time, or until it is lifted. Replaces an existing pause.
    Pause(Option<DateTime<Utc>>),
    /// Lifts the pause early.
    Unpause,
}

impl PauseChange {
    /// Name of the moderation action (C-142); a trust circle counts as a group (G-075).
    const fn moderation_action(self, of: GroupType) -> &'static str {
        match (self, of) {
            (Self::Pause(_), GroupType::Community) => "community_pause",
            (Self::Unpause, GroupType::Community) => "community_unpause",
            (Self::Pause(_), GroupType::TrustCircle) => "group_pause",
            (Self::Unpause, GroupType::TrustCircle) => "group_unpause",
        }
    }

    fn check(self, community: &community::Model, now: DateTime<Utc>) -> Result<(), Problem> {
        match self {
            Self::Pause(Some(until)) if until <= now => {
                let error = PauseError::PastEnd;
                let field = FieldError::new("pausedUntil", error.entry().code, error.to_string());
                Err(Problem::from(error).with_errors(vec![field]))
            }
            Self::Unpause if !community.is_paused(now) => Err(PauseError::NotPaused.into()),
            Self::Pause(_) | Self::Unpause => Ok(()),
        }
    }
}

/// Pauses a community or lifts its pause. The reason is required and shown to its admins.
pub(super) async fn change(
    scope: &mut Scope<StaffWith<Moderation>>,
    id: CommunityId,
    change: PauseChange,
    reason: &str,
) -> Result<StaffCommunity, Problem> {
    let reason = validated(reason)?;
    let tx = scope.begin().await?;
    let before = store::lock(&tx, id).await?.ok_or(CommunityError::NotFound)?;
    change.check(&before, tx.now())?;
    let after = write(&tx, &before, change, &reason).await?;
    audit(&tx, change.moderation_action(after.group_type), (&before, &after), &reason).await?;
    publish_event(&tx, &after, &reason).await?;
    let shown = StaffCommunity::new(after, tx.now());
    tx.commit().await?;
    Ok(shown)
}

fn validated(reason: &str) -> Result<String, Problem> {
    let reason = content::check_note(reason, REASON_CHARS_MAX).and_then(|reason| {
        if reason.is_empty() { Err(ContentError::Required) } else { Ok(reason) }
    });
    reason.map_err(|error| Problem::from(error).with_errors(vec![error.to_field_error("reason")]))
}

async fn write(
    tx: &Tx<'_, StaffWith<Moderation>>,
    before: &community::Model,
    change: PauseChange,
    reason: &str,
) -> Result<community::Model, DbErr> {
    let (status, paused_until, pause_reason) = match change {
        PauseChange::Pause(until) => (CommunityStatus::Paused, until, Some(reason.to_owned())),
        PauseChange::Unpause => (CommunityStatus::Active, None, None),
    };
    let after = community::Model { status, paused_until, pause_reason, ..before.clone() };
    let changed = community::ActiveModel {
        status: Set(after.status),
        paused_until: Set(after.paused_until),
        pause_reason: Set(after.pause_reason.clone()),
        ..Default::default()
    };
    store::set(tx, after.id, changed).await?;
    Ok(after)
}

async fn audit(
    tx: &Tx<'_, StaffWith<Moderation>>,
    action: &'static str,
    (before, after): (&community::Model, &community::Model),
    reason: &str,
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action,
        subject_kind: "community",
        subject_id: after.id.to_string(),
        before: audit_value(before),
        after: audit_value(after),
        reason: Some(reason),
    };
    record_action(tx, act).await
}

fn audit_value(row: &community::Model) -> Value {
    json!({ "name": row.name, "status": row.status, "pausedUntil": row.paused_until })
}

/// Publishes the change to open streams and sends a notification to the admins.
async fn publish_event(
    tx: &Tx<'_, StaffWith<Moderation>>,
    row: &community::Model,
    reason: &str,
) -> Result<(), DbErr> {
    let about = json!({ "communityId": row.id });
    tx.publish(Topic::Community(row.id.uuid()), "community.updated", &about).await?;
    let title = match (row.status, row.paused_until) {
        (CommunityStatus::Active, _) => format!("{} is no longer paused", row.name),
        (CommunityStatus::Paused, None) => format!("{} is paused", row.name),
        (CommunityStatus::Paused, Some(until)) => {
            format!("{} is paused until {}", row.name, until.format("%-d %B %Y at %H:%M UTC"))
        }
    };
    let admins = store::moderators_of(tx, row.id, true).await?;
    let notice = Notice::new(NotificationType::SystemMessage, &title, reason, about);
    activity::notify(tx, &admins, &notice.of_community(row.id)).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::communities::rows::Visibility;
    use chrono::TimeDelta;

    #[test]
    fn rejects_a_pause_that_ends_in_the_past_and_lifting_without_a_pause() {
        let now = platform::Clock::system_clock().now();
        let community = community::Model::new_for_tests(Visibility::Public, now);
        let of =
            |change: PauseChange| change.check(&community, now).map_err(|problem| problem.detail);
        assert_eq!(of(PauseChange::Pause(None)), Ok(()));
        assert_eq!(of(PauseChange::Pause(Some(now + TimeDelta::seconds(1)))), Ok(()));
        let past = Err("A pause must end in the future.".to_owned());
        assert_eq!(of(PauseChange::Pause(Some(now))), past);
        assert_eq!(of(PauseChange::Unpause), Err("This community is not paused".to_owned()));
    }

    #[test]
    fn audit_action_of_a_trust_circle_names_a_group() {
        let of = |change: PauseChange| {
            [GroupType::Community, GroupType::TrustCircle].map(|g| change.moderation_action(g))
        };
        assert_eq!(of(PauseChange::Pause(None)), ["community_pause", "group_pause"]);
        assert_eq!(of(PauseChange::Unpause), ["community_unpause", "group_unpause"]);
    }
}
