//! Category, tab and priority of notifications in the activity centre (C-112, C-115, C-117, gap
//! G-054).

use super::NoticeKind;
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
#[schema(as = ActivityCategory)]
pub enum Category {
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
#[schema(as = ActivityPriority)]
pub enum Priority {
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
#[schema(as = ActivityTab)]
pub enum Tab {
    #[default]
    All,
    /// Category `communities`.
    Communities,
    /// Category `admin`: decisions and requests.
    Admin,
    /// Categories `system` and `support`.
    System,
}

impl Tab {
    /// The categories of the tab; `None` for all.
    pub(super) const fn categories(self) -> Option<&'static [Category]> {
        match self {
            Self::All => None,
            Self::Communities => Some(&[Category::Communities]),
            Self::Admin => Some(&[Category::Admin]),
            Self::System => Some(&[Category::System, Category::Support]),
        }
    }
}

/// Kinds that report what a member wrote; hidden if the recipient and the author have blocked each
/// other. Announcements are never hidden, as in their list.
pub(super) const HUSHED: [NoticeKind; 3] =
    [NoticeKind::CommunityPost, NoticeKind::CommunityReply, NoticeKind::CommunityThread];

/// Returns true if notifications of this kind can be hidden by a block.
pub(super) fn is_hushed(kind: NoticeKind) -> bool {
    HUSHED.contains(&kind)
}

/// Category of a notification, derived from its kind, since the specification does not define it:
/// `community_…` belongs to communities; decisions, requests and reports to admin; a system message
/// about a ticket to support (G-054).
pub(super) fn category(kind: NoticeKind, action_required: bool, data: &Value) -> Category {
    use NoticeKind as Kind;
    match kind {
        _ if action_required => Category::Admin,
        Kind::CommunityPost
        | Kind::CommunityReply
        | Kind::CommunityThread
        | Kind::CommunityAnnouncement
        | Kind::CommunityEvent => Category::Communities,
        Kind::JoinApproved
        | Kind::JoinRejected
        | Kind::AffiliationApproved
        | Kind::AffiliationRejected => Category::Admin,
        Kind::SystemMessage if names(data, &["ticket"]) => Category::Support,
        Kind::SystemMessage if names(data, &ASKED) => Category::Admin,
        Kind::DirectMessage | Kind::SystemMessage => Category::System,
    }
}

/// Keys in a notification's data that name the subject of a question.
const ASKED: [&str; 3] = ["requestId", "affiliationRequestId", "reportId"];

fn names(data: &Value, beginnings: &[&str]) -> bool {
    let is_one = |key: &String| beginnings.iter().any(|begin| key.starts_with(begin));
    data.as_object().is_some_and(|data| data.keys().any(is_one))
}

/// Priority of a notification (C-117). Unlisted kinds are medium, except new threads, which all
/// members of a community receive.
pub(super) const fn priority(kind: NoticeKind, action_required: bool) -> Priority {
    use NoticeKind as Kind;
    match kind {
        _ if action_required => Priority::High,
        Kind::CommunityAnnouncement
        | Kind::CommunityEvent
        | Kind::JoinApproved
        | Kind::JoinRejected
        | Kind::AffiliationApproved
        | Kind::AffiliationRejected => Priority::High,
        Kind::CommunityThread => Priority::Low,
        Kind::CommunityPost | Kind::CommunityReply | Kind::DirectMessage | Kind::SystemMessage => {
            Priority::Medium
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tickets_are_in_the_support_category_and_the_system_tab() {
        let of = |data| category(NoticeKind::SystemMessage, false, &data);
        assert_eq!(of(json!({ "ticketId": "1" })), Category::Support);
        assert_eq!(of(json!({ "communityId": "1" })), Category::System);
        assert!(Tab::System.categories().is_some_and(|all| all.contains(&Category::Support)));
    }

    #[test]
    fn requests_that_need_an_answer_are_admin_items_with_high_priority() {
        let data = json!({ "requestId": "1" });
        assert_eq!(category(NoticeKind::SystemMessage, true, &data), Category::Admin);
        assert_eq!(priority(NoticeKind::SystemMessage, true), Priority::High);
        assert_eq!(category(NoticeKind::JoinRejected, false, &data), Category::Admin);
    }

    #[test]
    fn ranks_announcements_and_decisions_above_replies_and_replies_above_threads() {
        use NoticeKind as Kind;
        let of = |kind| priority(kind, false);
        for kind in [Kind::CommunityAnnouncement, Kind::CommunityEvent, Kind::AffiliationApproved] {
            assert_eq!(of(kind), Priority::High);
        }
        assert_eq!(
            (of(Kind::CommunityReply), of(Kind::CommunityThread)),
            (Priority::Medium, Priority::Low)
        );
    }
}
