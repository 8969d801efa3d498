//! Category, tab and priority of notifications in the activity centre (C-112, C-115, C-117, gap
//! G-054).

use super::NotificationType;
use crate::notification_settings::NotificationKind;
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Categories of C-115.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum ActivityCategory {
    /// Posts and announcements in communities.
    #[sea_orm(string_value = "communities")]
    Communities,
    /// Decisions about the user, and requests that await their decision.
    #[sea_orm(string_value = "admin")]
    Admin,
    /// The user's tickets. Has no tab of its own and is shown with the system category (G-054).
    #[sea_orm(string_value = "support")]
    Support,
    /// All other notifications.
    #[sea_orm(string_value = "system")]
    System,
}

/// Priorities of C-117; the database sorts by their numbers.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "i64", db_type = "BigInteger")]
#[serde(rename_all = "lowercase")]
pub enum ActivityPriority {
    /// Announcements, events, decisions, and requests that await an answer.
    #[sea_orm(num_value = 3)]
    High,
    /// Notifications that concern the user personally: replies, mentions, messages, system
    /// messages.
    #[sea_orm(num_value = 2)]
    Medium,
    /// News for a whole community, such as a new thread.
    #[sea_orm(num_value = 1)]
    Low,
}

/// Tabs of C-112.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActivityTab {
    #[default]
    All,
    /// Category `communities`.
    Communities,
    /// Category `admin`: decisions and requests.
    Admin,
    /// Categories `system` and `support`.
    System,
}

/// Items to list by whether they were read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReadState {
    #[default]
    All,
    Unread,
    Read,
}

impl ReadState {
    /// Value of `read`; `None` for all.
    pub(super) const fn is_read(self) -> Option<bool> {
        match self {
            Self::All => None,
            Self::Unread => Some(false),
            Self::Read => Some(true),
        }
    }
}

impl ActivityTab {
    /// The categories of the tab; `None` for all.
    pub(super) const fn tab_categories(self) -> Option<&'static [ActivityCategory]> {
        match self {
            Self::All => None,
            Self::Communities => Some(&[ActivityCategory::Communities]),
            Self::Admin => Some(&[ActivityCategory::Admin]),
            Self::System => Some(&[ActivityCategory::System, ActivityCategory::Support]),
        }
    }
}

/// Kinds about a post, reply, thread or direct message. They are hidden if the recipient and the
/// author have blocked each other. Announcements are always shown.
pub(super) const MUTED_TYPES: [NotificationType; 4] = [
    NotificationType::CommunityPost,
    NotificationType::CommunityReply,
    NotificationType::CommunityThread,
    NotificationType::DirectMessage,
];

/// Returns true if notifications of this kind can be hidden by a block.
pub(super) fn is_hidden_by_block(kind: NotificationType) -> bool {
    MUTED_TYPES.contains(&kind)
}

/// Category of a notification, derived from its kind, since the specification does not define it:
/// `community_…` belongs to communities; decisions, requests and reports to admin; a system message
/// about a ticket to support (G-054).
pub(super) fn category_of(
    kind: NotificationType,
    action_required: bool,
    data: &Value,
) -> ActivityCategory {
    use NotificationType as Kind;
    match kind {
        _ if action_required => ActivityCategory::Admin,
        Kind::CommunityPost
        | Kind::CommunityReply
        | Kind::CommunityThread
        | Kind::CommunityAnnouncement
        | Kind::CommunityEvent => ActivityCategory::Communities,
        Kind::JoinApproved
        | Kind::JoinRejected
        | Kind::AffiliationApproved
        | Kind::AffiliationRejected => ActivityCategory::Admin,
        Kind::SystemMessage if has_name_with_prefix(data, &["ticket"]) => ActivityCategory::Support,
        Kind::SystemMessage if has_name_with_prefix(data, &REQUEST_ID_FIELDS) => {
            ActivityCategory::Admin
        }
        Kind::DirectMessage | Kind::SystemMessage => ActivityCategory::System,
    }
}

/// Kind of a notification in the recipient's settings.
pub(super) fn setting_kind_of(
    kind: NotificationType,
    action_required: bool,
    data: &Value,
) -> NotificationKind {
    use NotificationType as Type;
    let names = |keys: &[&str]| has_name_with_prefix(data, keys);
    match kind {
        _ if action_required => NotificationKind::Request,
        _ if names(&["mention"]) => NotificationKind::Mention,
        Type::CommunityPost => NotificationKind::Mention,
        Type::CommunityReply => NotificationKind::Reply,
        Type::CommunityThread | Type::CommunityAnnouncement => NotificationKind::Announcement,
        Type::CommunityEvent => NotificationKind::Event,
        Type::DirectMessage => NotificationKind::Message,
        Type::JoinApproved
        | Type::JoinRejected
        | Type::AffiliationApproved
        | Type::AffiliationRejected => NotificationKind::Decision,
        // The owner of a ticket is told who answered; the others are asked to answer.
        Type::SystemMessage if names(&["staffName"]) => NotificationKind::Reply,
        Type::SystemMessage if names(&["ticket"]) || names(&REQUEST_ID_FIELDS) => {
            NotificationKind::Request
        }
        Type::SystemMessage if names(&["visibility"]) => NotificationKind::Announcement,
        Type::SystemMessage => NotificationKind::Decision,
    }
}

/// Returns true if the unread notifications of this kind in a community are listed as one item: new
/// posts that do not mention the recipient.
pub(super) fn is_grouped(kind: NotificationType, data: &Value) -> bool {
    kind == NotificationType::CommunityPost && !has_name_with_prefix(data, &["mention"])
}

/// Keys in a notification's data that name the subject of a question.
const REQUEST_ID_FIELDS: [&str; 3] = ["requestId", "affiliationRequestId", "reportId"];

fn has_name_with_prefix(data: &Value, beginnings: &[&str]) -> bool {
    let is_one = |key: &String| beginnings.iter().any(|begin| key.starts_with(begin));
    data.as_object().is_some_and(|data| data.keys().any(is_one))
}

/// Priority of a notification (C-117). Unlisted kinds are medium, except new threads, which all
/// members of a community receive.
pub(super) const fn priority_of(kind: NotificationType, action_required: bool) -> ActivityPriority {
    use NotificationType as Kind;
    match kind {
        _ if action_required => ActivityPriority::High,
        Kind::CommunityAnnouncement
        | Kind::CommunityEvent
        | Kind::JoinApproved
        | Kind::JoinRejected
        | Kind::AffiliationApproved
        | Kind::AffiliationRejected => ActivityPriority::High,
        Kind::CommunityThread => ActivityPriority::Low,
        Kind::CommunityPost | Kind::CommunityReply | Kind::DirectMessage | Kind::SystemMessage => {
            ActivityPriority::Medium
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tickets_are_in_the_support_category_and_the_system_tab() {
        let of = |data| category_of(NotificationType::SystemMessage, false, &data);
        assert_eq!(of(json!({ "ticketId": "1" })), ActivityCategory::Support);
        assert_eq!(of(json!({ "communityId": "1" })), ActivityCategory::System);
        assert!(
            ActivityTab::System
                .tab_categories()
                .is_some_and(|all| all.contains(&ActivityCategory::Support))
        );
    }

    #[test]
    fn requests_that_need_an_answer_are_admin_items_with_high_priority() {
        let data = json!({ "requestId": "1" });
        assert_eq!(
            category_of(NotificationType::SystemMessage, true, &data),
            ActivityCategory::Admin
        );
        assert_eq!(priority_of(NotificationType::SystemMessage, true), ActivityPriority::High);
        assert_eq!(
            category_of(NotificationType::JoinRejected, false, &data),
            ActivityCategory::Admin
        );
    }

    #[test]
    fn groups_new_posts_but_not_mentions() {
        let (post, reply) = (NotificationType::CommunityPost, NotificationType::CommunityReply);
        assert!(is_grouped(post, &json!({ "postId": "1" })));
        assert!(!is_grouped(post, &json!({ "postId": "1", "mention": true })));
        assert!(!is_grouped(reply, &json!({ "postId": "1" })));
    }

    #[test]
    fn ranks_announcements_and_decisions_above_replies_and_replies_above_threads() {
        use NotificationType as Kind;
        let of = |kind| priority_of(kind, false);
        for kind in [Kind::CommunityAnnouncement, Kind::CommunityEvent, Kind::AffiliationApproved] {
            assert_eq!(of(kind), ActivityPriority::High);
        }
        assert_eq!(
            (of(Kind::CommunityReply), of(Kind::CommunityThread)),
            (ActivityPriority::Medium, ActivityPriority::Low)
        );
    }
}
