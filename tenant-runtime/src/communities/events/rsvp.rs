//! Answers an event.

use super::answers::{AnswerCounts, EventAnswer, PageAnswers};
use super::notices;
use super::rows::{ActiveModel, Column, Entity};
use crate::communities::access;
use crate::communities::announcements::{self, Announcement, AnnouncementError, AnnouncementId};
use crate::communities::error::CommunityError;
use crate::limits;
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The viewer's answer to an event.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub struct EventAnswerChange {
    /// `null` withdraws the answer.
    pub answer: Option<EventAnswer>,
}

/// Answers to an event.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventAnswers {
    pub announcement_id: AnnouncementId,
    pub answers: AnswerCounts,
    /// The viewer's answer.
    pub own_answer: Option<EventAnswer>,
}

/// Stores the answer of the viewer, who must be a member, until the event is over. Repeating it
/// changes nothing.
pub(super) async fn answer_event(
    scope: &mut Scope<Member>,
    community: CommunityId,
    id: AnnouncementId,
    answer: Option<EventAnswer>,
) -> Result<EventAnswers, Problem> {
    let tx = scope.begin().await?;
    let access = access::lock_for_managing(&tx, community).await?;
    if access.membership.is_none() {
        return Err(CommunityError::MembersOnly.into());
    }
    limits::check_limit_within_as(&tx, LimitedAction::React, access.limit_class()).await?;
    let event = announcements::lock(&tx, community, id).await?;
    let event = event.ok_or(AnnouncementError::NotFound)?;
    let before = PageAnswers::load(&tx, &[id], tx.viewer().id()).await?;
    if before.own_of(id) == answer && event.starts_at.is_some() {
        return Ok(answers_of(id, &before));
    }
    require_open(&tx, &event)?;
    if answer == Some(EventAnswer::Yes)
        && event.capacity.is_some_and(|most| before.counts_of(id).yes >= most)
    {
        return Err(AnnouncementError::Full.into());
    }
    store(&tx, &event, answer).await?;
    if before.counts_of(id).attendees() == 0 {
        // Events of earlier versions have no reminders yet; existing ones are kept.
        notices::schedule_reminders(&tx, &event).await?;
    }
    let after = PageAnswers::load(&tx, &[id], tx.viewer().id()).await?;
    let answers = answers_of(id, &after);
    let about = json!({
        "communityId": community, "announcementId": id, "answers": answers.answers,
    });
    tx.publish(Topic::Community(community.uuid()), "announcement.rsvp", &about).await?;
    // The event of the community tells no one's answer; that of the viewer goes to their devices.
    let own = json!({
        "communityId": community, "announcementId": id, "ownAnswer": answers.own_answer,
    });
    tx.publish(Topic::User(tx.viewer().id()), "announcement.answered", &own).await?;
    tx.commit().await?;
    Ok(answers)
}

fn answers_of(id: AnnouncementId, answers: &PageAnswers) -> EventAnswers {
    EventAnswers {
        announcement_id: id,
        answers: answers.counts_of(id),
        own_answer: answers.own_of(id),
    }
}

fn require_open(tx: &Tx<'_, Member>, event: &Announcement) -> Result<(), AnnouncementError> {
    if event.starts_at.is_none() {
        return Err(AnnouncementError::NotEvent);
    }
    if event.cancelled_at.is_some() {
        return Err(AnnouncementError::Cancelled);
    }
    if event.is_over(tx.now()) || !event.is_active {
        return Err(AnnouncementError::Over);
    }
    Ok(())
}

async fn store(
    tx: &Tx<'_, Member>,
    event: &Announcement,
    answer: Option<EventAnswer>,
) -> Result<(), DbErr> {
    let me = tx.viewer().id();
    let Some(answer) = answer else {
        let mine = Condition::all()
            .add(Column::AnnouncementId.eq(event.id.uuid()))
            .add(Column::UserId.eq(me.uuid()));
        tx.table::<Entity>().delete(mine).await?.as_many_as_there_are();
        return Ok(());
    };
    let row = ActiveModel {
        announcement_id: Set(event.id),
        user_id: Set(me),
        community_id: Set(event.community_id),
        answer: Set(answer),
        updated_at: Set(tx.now()),
    };
    let newer = OnConflict::columns([Column::AnnouncementId, Column::UserId])
        .update_columns([Column::Answer, Column::UpdatedAt])
        .to_owned();
    tx.table::<Entity>().upsert(row, newer).await
}
