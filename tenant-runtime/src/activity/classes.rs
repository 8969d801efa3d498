//! Where a notification stands in the activity centre: its category, its tab, its priority
//! (C-112, C-115, C-117, gap G-054).

use super::NoticeKind;
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// The categories of C-115.
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
    /// What is said and announced in communities.
    #[sea_orm(string_value = "communities")]
    Communities,
    /// What was decided about somebody, and what waits for their decision.
    #[sea_orm(string_value = "admin")]
    Admin,
    /// Their tickets. It has no tab of its own and is shown with the system's (G-054).
    #[sea_orm(string_value = "support")]
    Support,
    /// Everything else.
    #[sea_orm(string_value = "system")]
    System,
}

/// The priorities of C-117; the database orders them by their numbers.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "i64", db_type = "BigInteger")]
#[serde(rename_all = "lowercase")]
#[schema(as = ActivityPriority)]
pub enum Priority {
    /// Announcements, events, decisions, and what waits for an answer.
    #[sea_orm(num_value = 3)]
    High,
    /// What concerns the person: replies, mentions, messages, what the product has to say.
    #[sea_orm(num_value = 2)]
    Medium,
    /// What is news to a whole community, such as a new thread.
    #[sea_orm(num_value = 1)]
    Low,
}

/// The tabs of C-112.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ActivityTab)]
pub enum Tab {
    /// Everything.
    #[default]
    All,
    /// Of communities.
    Communities,
    /// Decisions and requests.
    Admin,
    /// Of the product, and of tickets.
    System,
}

impl Tab {
    /// What it shows, if that is not everything.
    pub(super) const fn categories(self) -> Option<&'static [Category]> {
        match self {
            Self::All => None,
            Self::Communities => Some(&[Category::Communities]),
            Self::Admin => Some(&[Category::Admin]),
            Self::System => Some(&[Category::System, Category::Support]),
        }
    }
}

/// What people said in a community of their own accord: who is estranged from them reads none of it. An
/// announcement is everybody's, as the list of them is.
pub(super) const HUSHED: [NoticeKind; 3] =
    [NoticeKind::CommunityPost, NoticeKind::CommunityReply, NoticeKind::CommunityThread];

/// Whether a notice is one of them.
pub(super) fn is_hushed(kind: NoticeKind) -> bool {
    HUSHED.contains(&kind)
}

/// Where a notice belongs. Nothing in the specification says so but the names: a `community_…` is of
/// communities; a decision is an admin's matter, and so is a request or a report, whoever may answer it; a
/// system message about a ticket is support (G-054).
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

/// What a question is about, as the data of its notice names it.
const ASKED: [&str; 3] = ["requestId", "affiliationRequestId", "reportId"];

fn names(data: &Value, beginnings: &[&str]) -> bool {
    let is_one = |key: &String| beginnings.iter().any(|begin| key.starts_with(begin));
    data.as_object().is_some_and(|data| data.keys().any(is_one))
}

/// How much it matters (C-117). What is not named there is the person's own matter, but for a new thread,
/// which everybody in a community is told of.
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
    fn a_ticket_is_support_and_shown_with_the_systems() {
        let of = |data| category(NoticeKind::SystemMessage, false, &data);
        assert_eq!(of(json!({ "ticketId": "1" })), Category::Support);
        assert_eq!(of(json!({ "communityId": "1" })), Category::System);
        assert!(Tab::System.categories().is_some_and(|all| all.contains(&Category::Support)));
    }

    #[test]
    fn what_waits_for_an_answer_is_an_admins_matter_and_comes_first() {
        let data = json!({ "requestId": "1" });
        assert_eq!(category(NoticeKind::SystemMessage, true, &data), Category::Admin);
        assert_eq!(priority(NoticeKind::SystemMessage, true), Priority::High);
        assert_eq!(category(NoticeKind::JoinRejected, false, &data), Category::Admin);
    }

    #[test]
    fn announcements_and_decisions_come_before_replies_and_these_before_threads() {
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
