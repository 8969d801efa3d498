//! Live events about an affiliation, so that open pages are updated.

use super::access::role_holders;
use platform::events::Topic;
use platform::{AffiliationId, Tx, UserId};
use sea_orm::DbErr;
use serde_json::json;
use std::collections::BTreeSet;

/// Kind of the event.
const KIND: &str = "affiliation.changed";

/// Tells the people who look after the affiliation, staff and these people that it has changed.
pub(super) async fn publish_change<V: Send + Sync>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
    others: &[UserId],
) -> Result<(), DbErr> {
    let holders = role_holders(tx, affiliation).await?;
    let mut people: BTreeSet<UserId> = holders.iter().map(|holder| holder.user_id).collect();
    people.extend(others);
    let about = json!({ "affiliationId": affiliation });
    let topics = people.into_iter().map(Topic::User).chain([Topic::Staff]);
    tx.publish_each(KIND, topics.map(|topic| (topic, about.clone())).collect()).await
}

/// Tells every client that an affiliation was paused, resumed or merged: it appears in the
/// directory and on many pages.
pub(super) async fn publish_to_everyone<V>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
) -> Result<(), DbErr> {
    tx.publish(Topic::Everyone, KIND, &json!({ "affiliationId": affiliation })).await.map(drop)
}
