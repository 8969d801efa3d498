//! Creates, revokes and serves calendar feeds.

use super::error::CalendarFeedError;
use super::rows::{ActiveModel, Column, Entity, Model, site_key};
use crate::accounts::load_contacts;
use crate::affiliations;
use crate::communities::announcements::{self, Announcement};
use crate::communities::events::calendar::to_entry;
use crate::communities::events::ical::write_calendar;
use crate::communities::events::list::in_communities_of;
use crate::communities::visible_names;
use crate::limits;
use chrono::{DateTime, TimeDelta, Utc};
use platform::limiter::{LimitKey, LimitedAction};
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, Site, UserId, Visitor, tokens};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;

/// Bytes of a token: 256 bits.
const TOKEN_BYTES: usize = 32;
/// Time for which past events stay in a feed.
const PAST_EVENTS: TimeDelta = TimeDelta::days(30);
/// Maximum number of events in a feed.
const EVENTS_MAX: u64 = 500;

/// The viewer's feed on this site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarFeed {
    /// Time when the current address was created; `null` if there is none.
    pub created_at: Option<DateTime<Utc>>,
}

/// A new feed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewCalendarFeed {
    /// Secret address, which is not shown again.
    pub url: String,
    pub created_at: DateTime<Utc>,
}

fn own_condition(site: Site) -> Condition {
    Condition::all().add(Column::Site.eq(site_key(site)))
}

/// Returns whether the viewer has a feed on this site.
pub(super) async fn find_own(scope: &Scope<Member>) -> Result<CalendarFeed, Problem> {
    let row = scope.own::<Entity>().filter(own_condition(scope.site())).one().await?;
    Ok(CalendarFeed { created_at: row.map(|row| row.created_at) })
}

/// Creates the viewer's feed on this site, or replaces its address.
pub(super) async fn renew(scope: &mut Scope<Member>) -> Result<NewCalendarFeed, Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let token = tokens::random_token::<TOKEN_BYTES>().map_err(Problem::internal)?;
    let tx = scope.begin().await?;
    let created_at = tx.now();
    let row = ActiveModel {
        user_id: Set(tx.viewer().id()),
        site: Set(site_key(tx.site())),
        token_hash: Set(tokens::hash(&token)),
        created_at: Set(created_at),
    };
    let newer = OnConflict::columns([Column::UserId, Column::Site])
        .update_columns([Column::TokenHash, Column::CreatedAt])
        .to_owned();
    tx.global_table::<Entity>().upsert(row, newer).await?;
    let url = format!("{}/api/calendar/{token}.ics", tx.facts().context.origin);
    tx.commit().await?;
    Ok(NewCalendarFeed { url, created_at })
}

/// Revokes the viewer's feed on this site, if there is one.
pub(super) async fn revoke(scope: &mut Scope<Member>) -> Result<(), Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let tx = scope.begin().await?;
    let mine = own_condition(tx.site());
    tx.own_table::<Entity>().delete(mine).await?.as_many_as_there_are();
    Ok(tx.commit().await?)
}

/// The calendar file of a feed with the events of its owner's communities on this site: those that
/// start in future or started in the last 30 days.
pub(super) async fn load_feed(scope: &Scope<Visitor>, file: &str) -> Result<String, Problem> {
    let network = LimitKey::network(scope.facts().context.client_ip);
    check_limit(scope, LimitedAction::CalendarFeedNetwork, &network).await?;
    let feed = find_feed(scope, file).await?.ok_or(CalendarFeedError::NotFound)?;
    check_limit(scope, LimitedAction::CalendarFeed, &LimitKey::user(feed.user_id)).await?;
    if !may_read(scope, feed.user_id).await? {
        return Err(CalendarFeedError::NotFound.into());
    }
    let events = load_events(scope, feed.user_id).await?;
    let mut communities: Vec<CommunityId> = events.iter().map(|event| event.community_id).collect();
    communities.sort_unstable();
    communities.dedup();
    let names = visible_names(scope, &communities).await?;
    let context = &scope.facts().context;
    let entries: Vec<_> = events
        .iter()
        .filter_map(|event| {
            let name = names.get(&event.community_id)?;
            to_entry(event, name, &context.origin)
        })
        .collect();
    Ok(write_calendar(Some(&context.brand_name), &entries))
}

async fn check_limit(
    scope: &Scope<Visitor>,
    action: LimitedAction,
    key: &LimitKey,
) -> Result<(), Problem> {
    let verdict = scope.services().limiter().count_attempt(action, key).await;
    if verdict.allowed {
        return Ok(());
    }
    let again = verdict.retry_at_words(scope.now());
    let detail = format!("Rate limit exceeded. Try again at {again}");
    Err(Problem::rate_limited(detail, verdict.retry_after_s))
}

/// The feed with the token that a file name contains, if it belongs to this site.
async fn find_feed(scope: &Scope<Visitor>, file: &str) -> Result<Option<Model>, DbErr> {
    let Some(token) = file.strip_suffix(".ics") else { return Ok(None) };
    if !tokens::has_form::<TOKEN_BYTES>(token) {
        return Ok(None);
    }
    let this = own_condition(scope.site()).add(Column::TokenHash.eq(tokens::hash(token)));
    scope.global::<Entity>().filter(this).one().await
}

/// Returns whether the owner could open the site: in good standing and, on a portal, a member of its
/// affiliation.
async fn may_read(scope: &Scope<Visitor>, user: UserId) -> Result<bool, DbErr> {
    let Some(contact) = load_contacts(scope, &[user]).await?.remove(&user) else {
        return Ok(false);
    };
    let now = scope.now();
    let is_paused =
        contact.account_status == "paused" && contact.paused_until.is_none_or(|until| until > now);
    if !contact.is_reachable() || !contact.has_completed_onboarding || is_paused {
        return Ok(false);
    }
    match scope.site() {
        Site::Main => Ok(true),
        Site::Portal(affiliation) => affiliations::is_member_of(scope, affiliation, user).await,
    }
}

async fn load_events(scope: &Scope<Visitor>, user: UserId) -> Result<Vec<Announcement>, DbErr> {
    use announcements::Column::{Id, IsActive, StartsAt};
    let these =
        in_communities_of(user).add(IsActive.eq(true)).add(StartsAt.gt(scope.now() - PAST_EVENTS));
    scope
        .select::<announcements::Entity>()
        .filter(these)
        .modify_select(|select| select.order_by_asc(StartsAt).order_by_asc(Id).limit(EVENTS_MAX))
        .all()
        .await
}
