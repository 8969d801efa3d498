//! Subscription tiers (A-006, G-038).

use super::super::error::StaffError;
use super::actions::{REASON_CHARS_MAX, check_target, write_down};
use crate::content;
use chrono::{DateTime, Utc};
use platform::StaffWith;
use platform::events::Topic;
use platform::staff::Administration;
use platform::{Scope, UserId};
use sea_orm::FromQueryResult;
use serde::Serialize;
use serde_json::json;

/// A subscription tier and its period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, FromQueryResult)]
#[serde(rename_all = "camelCase")]
pub(super) struct Tier {
    pub subscription: String,
    pub subscription_start_date: Option<DateTime<Utc>>,
    pub subscription_end_date: Option<DateTime<Utc>>,
}

/// Sets a user's subscription tier (G-038).
pub(super) async fn set_tier(
    scope: &mut Scope<StaffWith<Administration>>,
    user: UserId,
    tier: Tier,
    reason: &str,
) -> Result<(), StaffError> {
    let reason = content::check_note(reason, REASON_CHARS_MAX)?;
    let ends = tier.subscription_start_date.zip(tier.subscription_end_date);
    if ends.is_some_and(|(start, end)| end <= start) {
        return Err(StaffError::TierEndsEarly);
    }
    let tx = scope.begin().await?;
    check_target(&tx, user, false).await?;
    let read = "SELECT subscription, subscription_start_date, subscription_end_date \
         FROM users WHERE id = $1";
    let before = tx.raw(read, vec![user.into()]).one::<Tier>().await?;
    let before = before.ok_or(StaffError::NotFound)?;
    let write = "UPDATE users SET subscription = $2, subscription_start_date = $3, \
         subscription_end_date = $4, updated_at = $5 WHERE id = $1";
    let values = vec![
        user.into(),
        tier.subscription.clone().into(),
        tier.subscription_start_date.into(),
        tier.subscription_end_date.into(),
        tx.now().into(),
    ];
    tx.execute(write, values).await?;
    let reason = Some(reason.as_str()).filter(|reason| !reason.is_empty());
    write_down(&tx, "account.subscription", user, reason, (json!(before), json!(tier))).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await?;
    tx.commit().await?;
    Ok(())
}
