//! Sets and lifts timeouts, and notifies the people concerned.

use super::error::TimeoutError;
use super::store;
use crate::activity::{self, Notice, NotificationType};
use crate::communities::error::CommunityError;
use crate::communities::rows::{CommunityRole, community, timeout};
use crate::communities::{Access, access, load_access, membership, store as communities};
use crate::content;
use crate::limits;
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, TimeDelta, Utc};
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, Tx, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Maximum characters of a reason.
const REASON_CHARS_MAX: usize = 500;
/// Default and maximum page size.
const TIMEOUTS_PAGE: (u64, u64) = (20, 100);

/// Predefined lengths (G-078).
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub enum TimeoutPreset {
    #[serde(rename = "1h")]
    Hour,
    #[serde(rename = "1d")]
    Day,
    #[serde(rename = "7d")]
    Week,
}

impl TimeoutPreset {
    const fn duration(self) -> TimeDelta {
        match self {
            Self::Hour => TimeDelta::hours(1),
            Self::Day => TimeDelta::days(1),
            Self::Week => TimeDelta::days(7),
        }
    }
}

/// A timeout to set. Needs either an end or a length.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewTimeout {
    pub user_id: UserId,
    pub end_date: Option<DateTime<Utc>>,
    pub preset: Option<TimeoutPreset>,
    /// At most 500 characters, shown to the member.
    #[serde(default)]
    pub reason: Option<String>,
}

/// A timeout, for moderators.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberTimeout {
    pub community_id: CommunityId,
    pub user_id: UserId,
    pub person: UserSummary,
    pub end_date: DateTime<Utc>,
    pub reason: String,
    /// Moderator who set it.
    pub set_by: Option<UserId>,
    pub created_at: DateTime<Utc>,
}

impl MemberTimeout {
    fn new(row: timeout::Model, person: UserSummary) -> Self {
        Self {
            community_id: row.community_id,
            user_id: row.user_id,
            person,
            end_date: row.end_date,
            reason: row.reason.unwrap_or_default(),
            set_by: row.set_by,
            created_at: row.created_at,
        }
    }
}

impl NewTimeout {
    fn validated(&self, now: DateTime<Utc>) -> Result<(DateTime<Utc>, String), Problem> {
        let ends = match (self.end_date, self.preset) {
            (Some(end), None) => end,
            (None, Some(preset)) => now + preset.duration(),
            _ => return Err(TimeoutError::NoEnd.into()),
        };
        if ends <= now {
            return Err(TimeoutError::PastEnd.into());
        }
        let reason = self.reason.as_deref().unwrap_or_default();
        let reason = content::check_note(reason, REASON_CHARS_MAX).map_err(|error| {
            Problem::from(error).with_errors(vec![error.to_field_error("reason")])
        })?;
        Ok((ends, reason))
    }
}

/// Active timeouts, for moderators. 3 queries per page, plus the one that loads the people.
pub(super) async fn list(
    scope: &Scope<Member>,
    id: CommunityId,
    query: &PageQuery,
) -> Result<Page<MemberTimeout>, Problem> {
    check_keeps_order(&load_access(scope, id).await?)?;
    let limit = query.row_limit(TIMEOUTS_PAGE.0, TIMEOUTS_PAGE.1);
    let rows = store::list_page(scope, id, query.decode_cursor::<TimeCursor>()?, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.end_date, id: row.user_id.uuid() });
    let ids: Vec<UserId> = page.items.iter().map(|row| row.user_id).collect();
    let mut people = profiles::load_people(scope, &ids).await?;
    let items = page.items.into_iter().filter_map(|row| {
        let person = people.remove(&row.user_id)?;
        Some(MemberTimeout::new(row, person))
    });
    Ok(Page { items: items.collect(), next_cursor: page.next_cursor })
}

fn check_keeps_order(access: &Access) -> Result<(), CommunityError> {
    if access.may_moderate() { Ok(()) } else { Err(CommunityError::AdminOnly) }
}

/// Checks that a moderator does not act on themselves: another one must lift the timeout of a
/// trustee. Staff of the platform cannot be timed out by a community.
fn check_of_another(access: &Access, me: UserId, whose: UserId) -> Result<(), TimeoutError> {
    if whose == me && !access.is_staff() { Err(TimeoutError::Own) } else { Ok(()) }
}

/// Sets a timeout. Locks the membership first, so that a concurrent post is either stored before it
/// or refused.
pub(super) async fn set_timeout(
    scope: &mut Scope<Member>,
    id: CommunityId,
    new: &NewTimeout,
) -> Result<MemberTimeout, Problem> {
    let rest = new.validated(scope.now())?;
    let tx = scope.begin().await?;
    let held = membership::lock(&tx, id, &[tx.viewer().id(), new.user_id]).await?;
    let access = access::load_access(&tx, id).await?;
    check_keeps_order(&access)?;
    limits::check_limit_within_as(&tx, LimitedAction::Moderate, access.limit_class()).await?;
    let place = held.into_iter().find(|place| place.user_id == new.user_id);
    if place.ok_or(CommunityError::NotAMember)?.role == CommunityRole::Admin {
        return Err(TimeoutError::OfAdmin.into());
    }
    check_of_another(&access, tx.viewer().id(), new.user_id)?;
    let row = store::set_timeout(&tx, id, new.user_id, rest).await?;
    let about = json!({
        "communityId": id, "userId": row.user_id, "endDate": row.end_date, "reason": row.reason,
    });
    publish_event(&tx, (id, row.user_id), "timeout.set", &about).await?;
    activity::notify(&tx, &[row.user_id], &end_timeout(&access.community, &row, about)).await?;
    let person = profiles::person_of(&tx, row.user_id).await?;
    tx.commit().await?;
    Ok(MemberTimeout::new(row, person))
}

fn end_timeout(community: &community::Model, row: &timeout::Model, about: Value) -> Notice {
    let until = row.end_date.format("%-d %B %Y at %H:%M UTC");
    let title = format!("You cannot write in {} until {until}", community.name);
    let reason = row.reason.as_deref().unwrap_or_default();
    Notice::new(NotificationType::SystemMessage, &title, reason, about).of_community(community.id)
}

/// Lifts a timeout.
pub(super) async fn lift_timeout(
    scope: &mut Scope<Member>,
    id: CommunityId,
    user: UserId,
) -> Result<(), Problem> {
    let tx = scope.begin().await?;
    let access = access::lock_for_managing(&tx, id).await?;
    check_keeps_order(&access)?;
    limits::check_limit_within_as(&tx, LimitedAction::Moderate, access.limit_class()).await?;
    check_of_another(&access, tx.viewer().id(), user)?;
    if !store::delete_timeout(&tx, id, user).await? {
        return Err(TimeoutError::NotThere.into());
    }
    let about = json!({ "communityId": id, "userId": user });
    publish_event(&tx, (id, user), "timeout.lifted", &about).await?;
    let title = format!("You can write in {} again", access.community.name);
    let message = "Your timeout was lifted.";
    let notice =
        Notice::new(NotificationType::SystemMessage, &title, message, about).of_community(id);
    activity::notify(&tx, &[user], &notice).await?;
    Ok(tx.commit().await?)
}

/// Notifies the member and the moderators.
async fn publish_event(
    tx: &Tx<'_, Member>,
    (id, user): (CommunityId, UserId),
    kind: &'static str,
    about: &Value,
) -> Result<(), DbErr> {
    let mut told = communities::moderators_of(tx, id, false).await?;
    told.retain(|moderator| *moderator != user);
    told.push(user);
    communities::publish_to_each(tx, &told, kind, about).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn active_timeout_end(
        end_date: Option<DateTime<Utc>>,
        preset: Option<TimeoutPreset>,
    ) -> Result<TimeDelta, String> {
        let now = DateTime::<Utc>::UNIX_EPOCH;
        let new = NewTimeout { user_id: UserId::new(), end_date, preset, reason: None };
        let checked = new.validated(now);
        checked.map(|(ends, _)| ends - now).map_err(|problem| problem.detail)
    }

    #[test]
    fn a_timeout_needs_an_end_or_a_length_in_the_future() {
        let at = |s| Some(DateTime::<Utc>::UNIX_EPOCH + TimeDelta::seconds(s));
        assert_eq!(active_timeout_end(None, Some(TimeoutPreset::Hour)), Ok(TimeDelta::hours(1)));
        assert_eq!(active_timeout_end(None, Some(TimeoutPreset::Day)), Ok(TimeDelta::hours(24)));
        assert_eq!(active_timeout_end(None, Some(TimeoutPreset::Week)), Ok(TimeDelta::days(7)));
        assert_eq!(active_timeout_end(at(90), None), Ok(TimeDelta::seconds(90)));
        let no_end = Err("Choose how long the timeout lasts".to_owned());
        assert_eq!(active_timeout_end(None, None), no_end);
        assert_eq!(active_timeout_end(at(90), Some(TimeoutPreset::Hour)), no_end);
        assert_eq!(
            active_timeout_end(at(0), None),
            Err("A timeout must end in the future".to_owned())
        );
    }
}
