//! Notifications for delivery by email and push ([`crate::notifications`]).
//!
//! A notification that must be delivered is stored with a job ([`PLAN_JOB`]) in the same
//! transaction. Each email and each push claims its notifications before it is sent, so that no
//! notification is delivered twice.

use super::rows::notification::{ActiveModel, Column, Entity, Model};
use super::{MUTED_TYPES, NotificationId, NotificationType};
use crate::notification_settings::NotificationKind;
use crate::profiles::blocks::Blocks;
use chrono::{DateTime, Utc};
use platform::jobs::NewJob;
use platform::{AffiliationId, CommunityId, Site, SiteVisibility, System, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashSet;
use uuid::Uuid;

/// Kind of the job that plans the delivery of new notifications.
pub const PLAN_JOB: &str = "plan-notifications";

/// New notifications.
#[derive(Debug, Serialize, Deserialize)]
pub struct DeliveryPlanJob {
    pub notifications: Vec<NotificationId>,
}

/// A notification that may be delivered.
#[derive(Debug, Clone)]
pub struct DeliverableNotice {
    pub id: NotificationId,
    pub user: UserId,
    pub kind: NotificationKind,
    pub notification_type: NotificationType,
    pub title: String,
    pub message: String,
    /// Ids of its subject.
    pub data: Value,
    pub community: Option<CommunityId>,
    pub affiliation: Option<AffiliationId>,
    pub author: Option<UserId>,
    pub created_at: DateTime<Utc>,
    /// True if an email contains it.
    pub is_mailed: bool,
    /// Time of the last email about it, also about an earlier event of the same subject.
    pub emailed_at: Option<DateTime<Utc>>,
}

impl DeliverableNotice {
    fn from_row(row: Model) -> Option<Self> {
        Some(Self {
            id: row.id,
            user: row.user_id,
            kind: row.setting_kind?,
            notification_type: row.kind,
            title: row.title,
            message: row.message,
            data: row.data,
            community: row.community_id,
            affiliation: row.affiliation_id,
            author: row.author_id,
            created_at: row.created_at,
            is_mailed: row.email_id.is_some(),
            emailed_at: row.emailed_at,
        })
    }

    /// Returns true if a block between author and recipient hides it.
    #[must_use]
    pub fn is_hidden_by_block(&self) -> bool {
        MUTED_TYPES.contains(&self.notification_type)
    }

    /// An id in its data.
    #[must_use]
    pub fn subject(&self, name: &str) -> Option<Uuid> {
        self.data.get(name).and_then(Value::as_str).and_then(|id| id.parse().ok())
    }
}

/// Enqueues the job that plans the delivery of new notifications.
pub(super) async fn enqueue<V>(tx: &Tx<'_, V>, ids: &[NotificationId]) -> Result<(), DbErr> {
    let job = DeliveryPlanJob { notifications: ids.to_vec() };
    tx.enqueue(NewJob::new(PLAN_JOB, &job)?).await.map(drop)
}

fn among(ids: &[NotificationId]) -> Condition {
    Condition::all().add(Column::Id.is_in(ids.iter().map(|id| id.uuid())))
}

fn unread() -> Condition {
    Condition::all().add(Column::Read.eq(false)).add(Column::SettingKind.is_not_null())
}

/// Not mailed, or claimed by this email, which was not sent yet.
fn unsent(mail: Uuid) -> Condition {
    let claimed = Condition::all().add(Column::EmailId.eq(mail)).add(Column::EmailedAt.is_null());
    Condition::any().add(Column::EmailId.is_null()).add(claimed)
}

fn to_notices(rows: Vec<Model>) -> Vec<DeliverableNotice> {
    rows.into_iter().filter_map(DeliverableNotice::from_row).collect()
}

/// The unread ones of these notifications.
///
/// # Errors
/// Database errors.
pub async fn load_unread(
    tx: &Tx<'_, System>,
    ids: &[NotificationId],
) -> Result<Vec<DeliverableNotice>, DbErr> {
    let these = among(ids).add(unread());
    Ok(to_notices(tx.across_sites::<Entity>().filter(these).all().await?))
}

/// The unread ones of these notifications that no push was sent for.
///
/// # Errors
/// Database errors.
pub async fn load_unpushed(
    tx: &Tx<'_, System>,
    ids: &[NotificationId],
) -> Result<Vec<DeliverableNotice>, DbErr> {
    let these = among(ids).add(unread()).add(Column::PushedAt.is_null());
    Ok(to_notices(tx.across_sites::<Entity>().filter(these).all().await?))
}

/// Records that a notification is pushed. Returns false if it was read or pushed already.
///
/// # Errors
/// Database errors.
pub async fn claim_push(tx: &Tx<'_, System>, id: NotificationId) -> Result<bool, DbErr> {
    let this = among(&[id]).add(unread()).add(Column::PushedAt.is_null());
    let pushed = ActiveModel { pushed_at: Set(Some(tx.now())), ..Default::default() };
    let table = tx.table_across_sites::<Entity>();
    Ok(table.update(this, |update| update.set(pushed)).await?.is_changed())
}

/// The unread one of this id that no other email contains.
///
/// # Errors
/// Database errors.
pub async fn load_unmailed(
    tx: &Tx<'_, System>,
    id: NotificationId,
    mail: Uuid,
) -> Result<Option<DeliverableNotice>, DbErr> {
    let this = among(&[id]).add(unread()).add(unsent(mail));
    let row = tx.across_sites::<Entity>().filter(this).one().await?;
    Ok(row.and_then(DeliverableNotice::from_row))
}

/// A user's unread notifications of these kinds that no other email contains, from before `until`,
/// newest first.
///
/// # Errors
/// Database errors.
pub async fn list_unmailed(
    tx: &Tx<'_, System>,
    user: UserId,
    kinds: &[NotificationKind],
    (mail, until): (Uuid, DateTime<Utc>),
    most: u64,
) -> Result<Vec<DeliverableNotice>, DbErr> {
    let these = unread()
        .add(Column::UserId.eq(user.uuid()))
        .add(Column::SettingKind.is_in(kinds.iter().copied()))
        .add(Column::CreatedAt.lt(until))
        .add(unsent(mail));
    let rows = tx
        .across_sites::<Entity>()
        .filter(these)
        .modify_select(|select| {
            select.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).limit(most)
        })
        .all()
        .await?;
    Ok(to_notices(rows))
}

/// Claims notifications for an email that is about to be sent. Returns those that it contains;
/// others were read or are in another email meanwhile.
///
/// # Errors
/// Database errors.
pub async fn claim_mail(
    tx: &Tx<'_, System>,
    ids: &[NotificationId],
    mail: Uuid,
) -> Result<HashSet<NotificationId>, DbErr> {
    let these = among(ids).add(unread()).add(unsent(mail));
    let claimed =
        ActiveModel { email_id: Set(Some(mail)), emailed_at: Set(None), ..Default::default() };
    let table = tx.table_across_sites::<Entity>();
    let rows = table.update_returning(these, |update| update.set(claimed)).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// Records that an email was sent.
///
/// # Errors
/// Database errors.
pub async fn record_mail(tx: &Tx<'_, System>, user: UserId, mail: Uuid) -> Result<(), DbErr> {
    let these = Condition::all()
        .add(Column::UserId.eq(user.uuid()))
        .add(Column::EmailId.eq(mail))
        .add(Column::EmailedAt.is_null());
    let sent = ActiveModel { emailed_at: Set(Some(tx.now())), ..Default::default() };
    let table = tx.table_across_sites::<Entity>();
    table.update(these, |update| update.set(sent)).await?.as_many_as_there_are();
    Ok(())
}

/// How many of these notifications are visible on a site.
///
/// # Errors
/// Database errors.
pub async fn count_visible_on(
    tx: &Tx<'_, System>,
    ids: &[NotificationId],
    site: Site,
) -> Result<u64, DbErr> {
    tx.across_sites::<Entity>().filter(among(ids).add(Entity::visible_on(site))).count().await
}

/// Number of a user's unread items in the activity centre, at most `most`: of all sites, and each
/// group of new posts as one item, as the badge counts them.
///
/// # Errors
/// Database errors.
pub async fn count_unread_of(tx: &Tx<'_, System>, user: UserId, most: u64) -> Result<u64, DbErr> {
    let theirs = Condition::all()
        .add(Column::UserId.eq(user.uuid()))
        .add(Column::Read.eq(false))
        .add(Column::InApp.eq(true))
        .add(Expr::cust(super::NOT_CLEARED))
        .add(Expr::cust(super::is_item_sql(Blocks::Both)));
    let select = tx.across_sites::<Entity>().filter(theirs);
    let rows = select
        .modify_select(|select| select.select_only().column(Column::Id).limit(most))
        .all_tuples::<(NotificationId,)>()
        .await?;
    Ok(rows.len() as u64)
}
