//! Analytics events: what people did, in the transaction that did it, with the door it was done at
//! (affiliations.md F-125, gaps G-017, P-24). Rows are only ever added; who reads them counts them by door.

use crate::db::Tx;
use crate::ids::UserId;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use wire::Door;

/// What can happen.
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
    /// A post or a reply.
    CreatePost,
    /// An article.
    CreateArticle,
    /// A comment on an article.
    CreateComment,
    /// A thread.
    CreateThread,
    /// A like of an article.
    LikeArticle,
    /// A like of a post.
    LikePost,
    /// A look at somebody else's article, once a day.
    ViewArticle,
    /// A thread that was opened.
    ViewThread,
    /// A link that was passed on.
    ShareContent,
    /// Somebody came into a community.
    GroupJoin,
    /// A session was opened.
    UserLogin,
    /// An account was made.
    UserJoin,
}

impl AnalyticsEventType {
    /// All of them.
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

    /// Its name, as it is kept.
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

    /// What has this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}

/// Something that happened.
#[derive(Debug, Clone, Copy)]
pub struct AnalyticsEvent {
    event: AnalyticsEventType,
    user: UserId,
    content: Option<Uuid>,
    group: Option<Uuid>,
}

impl AnalyticsEvent {
    /// Somebody did this.
    #[must_use]
    pub const fn of(event: AnalyticsEventType, user: UserId) -> Self {
        Self { event, user, content: None, group: None }
    }
    /// To this post, thread, article or comment.
    #[must_use]
    pub fn on(mut self, content: impl Into<Uuid>) -> Self {
        self.content = Some(content.into());
        self
    }
    /// In this community.
    #[must_use]
    pub fn within(mut self, group: impl Into<Uuid>) -> Self {
        self.group = Some(group.into());
        self
    }
}

/// Writes down what happened at the transaction's door.
///
/// # Errors
/// The database's.
pub async fn note<V>(tx: &Tx<'_, V>, happened: AnalyticsEvent) -> Result<(), DbErr> {
    note_at(tx, tx.door(), happened).await
}

/// Writes down what happened at a door that the transaction acts for: a sign-up that a portal began and
/// main ends.
///
/// # Errors
/// The database's.
pub async fn note_at<V>(tx: &Tx<'_, V>, door: Door, happened: AnalyticsEvent) -> Result<(), DbErr> {
    const SQL: &str = "INSERT INTO analytics_events (id, event_type, user_id, content_id, group_id, \
         affiliation_id, timestamp) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let values = vec![
        Uuid::now_v7().into(),
        happened.event.name().into(),
        happened.user.into(),
        happened.content.into(),
        happened.group.into(),
        door.affiliation().map(|affiliation| affiliation.uuid()).into(),
        tx.now().into(),
    ];
    tx.execute(SQL, values).await.map(drop)
}
