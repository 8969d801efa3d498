//! Activity that makes cords stronger, as events for [`crate::cords`]: published in the transaction
//! of the activity, so that each one counts exactly once (gaps G-085, G-086).

use chrono::{DateTime, Utc};
use platform::events::Topic;
use platform::{AffiliationId, CommunityId, Tx, UserId};
use sea_orm::{DbErr, Value};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Event type; consumers within the product read it from the event log.
pub const CORD_ACTIVITY: &str = "cord.activity";

/// Kind of activity between two people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ActivityKind {
    /// A message in a conversation of two that both have accepted.
    DirectMessage,
    /// A reply to a post.
    Reply,
    /// A comment on an article.
    ArticleComment,
    /// A like of a post or article.
    Like,
    /// A vouch.
    Vouch,
    /// An introduction that both people accepted, for each two of the three.
    Introduction,
    /// A joined community of which the other is a member.
    CommunityJoin,
    /// A joined affiliation of which the other is a member.
    AffiliationJoin,
    /// The same, if the affiliation is a professional one.
    ProfessionalJoin,
    /// A week in which both were active.
    SameWeek,
    /// Replies to each other within 24 hours.
    MutualReply,
    /// An article marked as helpful.
    HelpfulMark,
}

impl ActivityKind {
    /// All kinds.
    pub const ALL: [Self; 12] = [
        Self::DirectMessage,
        Self::Reply,
        Self::ArticleComment,
        Self::Like,
        Self::Vouch,
        Self::Introduction,
        Self::CommunityJoin,
        Self::AffiliationJoin,
        Self::ProfessionalJoin,
        Self::SameWeek,
        Self::MutualReply,
        Self::HelpfulMark,
    ];
}

/// Activity of one person that concerns another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PairActivity {
    pub kind: ActivityKind,
    pub from: UserId,
    pub to: UserId,
    /// Object of the activity. The same activity of a person on the same object counts once, so
    /// that a repeated like adds nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<Uuid>,
}

impl PairActivity {
    /// Creates an activity that counts each time.
    #[must_use]
    pub const fn new(kind: ActivityKind, from: UserId, to: UserId) -> Self {
        Self { kind, from, to, object: None }
    }

    /// Counts only once for this object.
    #[must_use]
    pub fn once_for(mut self, object: impl Into<Uuid>) -> Self {
        self.object = Some(object.into());
        self
    }
}

/// A group that a person has joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "id", rename_all = "camelCase")]
pub enum JoinedGroup {
    Community(CommunityId),
    Affiliation(AffiliationId),
}

/// Payload of the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ActivityPayload {
    Pair(PairActivity),
    Join { group: JoinedGroup, user: UserId },
}

/// Publishes an activity between two people. Does nothing if they are the same.
///
/// # Errors
/// Database errors.
pub async fn publish<V>(tx: &Tx<'_, V>, activity: PairActivity) -> Result<(), DbErr> {
    if activity.from == activity.to {
        return Ok(());
    }
    let payload = ActivityPayload::Pair(activity);
    tx.publish(Topic::Internal, CORD_ACTIVITY, &payload).await.map(drop)
}

/// Publishes that a person has joined a group.
///
/// # Errors
/// Database errors.
pub async fn publish_join<V>(
    tx: &Tx<'_, V>,
    group: JoinedGroup,
    user: UserId,
) -> Result<(), DbErr> {
    let payload = ActivityPayload::Join { group, user };
    tx.publish(Topic::Internal, CORD_ACTIVITY, &payload).await.map(drop)
}

/// Selects the existing members of a group that get a stronger cord with a new one.
#[derive(Debug, Clone, Copy)]
pub struct EarlierMembers {
    /// The new member.
    pub user: UserId,
    pub joined_at: DateTime<Utc>,
    /// Only this many, those who joined last.
    pub newest: i64,
    /// Only members after this one, in id order.
    pub after: Option<UserId>,
    pub limit: i64,
}

impl EarlierMembers {
    /// Values of the SQL statement of a group: its id, and `$2` to `$6`.
    #[must_use]
    pub fn sql_values(self, group: impl Into<Value>) -> Vec<Value> {
        let after = self.after.map_or_else(Uuid::nil, |after| after.uuid());
        let oldest = (self.newest - 1).max(0);
        vec![
            group.into(),
            self.joined_at.into(),
            self.user.into(),
            oldest.into(),
            after.into(),
            self.limit.into(),
        ]
    }
}
