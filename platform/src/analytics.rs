//! Analytics events: user actions, recorded in the transaction of the action together with its site
//! (affiliations.md F-125, gaps G-017, P-24). Rows are only added; reports count them by site.

use crate::db::Tx;
use crate::ids::UserId;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use wire::Site;

/// Type of event.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum AnalyticsEventType {
    /// A post or reply was created.
    CreatePost,
    /// An article was created.
    CreateArticle,
    /// A comment on an article was created.
    CreateComment,
    /// A thread was created.
    CreateThread,
    /// An article was liked.
    LikeArticle,
    /// A post was liked.
    LikePost,
    /// Someone else's article was viewed; counted once a day.
    ViewArticle,
    /// A thread was opened.
    ViewThread,
    /// A link was shared.
    ShareContent,
    /// A user joined a community.
    GroupJoin,
    /// A session was opened.
    UserLogin,
    /// An account was created.
    UserJoin,
}

impl AnalyticsEventType {
    /// All types.
    pub const ALL: [Self; 12] = [
        Self::CreatePost,
        Self::CreateArticle,
        Self::CreateComment,
        Self::CreateThread,
        Self::LikeArticle,
        Self::LikePost,
        Self::ViewArticle,
        Self::ViewThread,
        Self::ShareContent,
        Self::GroupJoin,
        Self::UserLogin,
        Self::UserJoin,
    ];

    /// Stored name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CreatePost => "create_post",
            Self::CreateArticle => "create_article",
            Self::CreateComment => "create_comment",
            Self::CreateThread => "create_thread",
            Self::LikeArticle => "like_article",
            Self::LikePost => "like_post",
            Self::ViewArticle => "view_article",
            Self::ViewThread => "view_thread",
            Self::ShareContent => "share_content",
            Self::GroupJoin => "group_join",
            Self::UserLogin => "user_login",
            Self::UserJoin => "user_join",
        }
    }

    /// Finds the type with this stored name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}

/// One counted action of a user.
#[derive(Debug, Clone, Copy)]
pub struct AnalyticsEvent {
    event: AnalyticsEventType,
    user: UserId,
    content: Option<Uuid>,
    group: Option<Uuid>,
}

impl AnalyticsEvent {
    /// Creates an event of a user.
    #[must_use]
    pub const fn new(event: AnalyticsEventType, user: UserId) -> Self {
        Self { event, user, content: None, group: None }
    }
    /// Sets the affected post, thread, article or comment.
    #[must_use]
    pub fn on_content(mut self, content: impl Into<Uuid>) -> Self {
        self.content = Some(content.into());
        self
    }
    /// Sets the community.
    #[must_use]
    pub fn in_community(mut self, group: impl Into<Uuid>) -> Self {
        self.group = Some(group.into());
        self
    }
}

/// Records an event on the transaction's site.
///
/// # Errors
/// Database errors.
pub async fn record_event<V>(tx: &Tx<'_, V>, happened: AnalyticsEvent) -> Result<(), DbErr> {
    record_at(tx, tx.site(), happened).await
}

/// Records an event on another site, for a sign-up that begins on a portal and ends on main.
///
/// # Errors
/// Database errors.
pub async fn record_at<V>(
    tx: &Tx<'_, V>,
    site: Site,
    happened: AnalyticsEvent,
) -> Result<(), DbErr> {
    const SQL: &str = "INSERT INTO analytics_events (id, event_type, user_id, content_id, group_id, \
         affiliation_id, timestamp) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let values = vec![
        Uuid::now_v7().into(),
        happened.event.name().into(),
        happened.user.into(),
        happened.content.into(),
        happened.group.into(),
        site.affiliation().map(|affiliation| affiliation.uuid()).into(),
        tx.now().into(),
    ];
    tx.execute(SQL, values).await.map(drop)
}
