//! Content that a notification is about: its excerpt is shown with the item, and its removal
//! withdraws the notification.

use super::NotificationType;
use platform::{ArticleId, PostId, ThreadId};
use serde_json::Value;
use uuid::Uuid;

/// The content that a notification is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeSubject {
    /// A post or reply.
    Post { post: PostId, thread: Option<ThreadId> },
    /// A new thread.
    Thread(ThreadId),
    /// A comment on an article, whose id belongs to [`crate::articles`].
    Comment { comment: Uuid, article: Option<ArticleId> },
    /// An article that was liked.
    Article(ArticleId),
}

impl NoticeSubject {
    /// The subject of a notification with this kind and data. `None` for decisions about content,
    /// such as the removal of a post: they stay when it is removed.
    pub(super) fn from_notice(kind: NotificationType, data: &Value) -> Option<Self> {
        use NotificationType as Kind;
        if !matches!(kind, Kind::CommunityPost | Kind::CommunityReply | Kind::CommunityThread) {
            return None;
        }
        let thread = id_in(data, "threadId").map(ThreadId);
        let article = id_in(data, "articleId").map(ArticleId);
        match (id_in(data, "postId"), id_in(data, "commentId")) {
            (Some(post), _) => Some(Self::Post { post: PostId(post), thread }),
            (None, Some(comment)) => Some(Self::Comment { comment, article }),
            (None, None) => thread.map(Self::Thread).or(article.map(Self::Article)),
        }
    }

    /// Id of the content.
    #[must_use]
    pub const fn content_id(self) -> Uuid {
        match self {
            Self::Post { post, .. } => post.uuid(),
            Self::Thread(thread) => thread.uuid(),
            Self::Comment { comment, .. } => comment,
            Self::Article(article) => article.uuid(),
        }
    }

    /// Id of the thread or article that contains it.
    pub(super) fn container_id(self) -> Option<Uuid> {
        match self {
            Self::Post { thread, .. } => thread.map(|id| id.uuid()),
            Self::Comment { article, .. } => article.map(|id| id.uuid()),
            Self::Thread(_) | Self::Article(_) => None,
        }
    }
}

fn id_in(data: &Value, name: &str) -> Option<Uuid> {
    data.get(name).and_then(Value::as_str).and_then(|id| id.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_news_of_content_has_a_subject() {
        let (post, thread) = (PostId::new(), ThreadId::new());
        let data = json!({ "threadId": thread, "postId": post });
        let subject = NoticeSubject::from_notice(NotificationType::CommunityReply, &data);
        assert_eq!(subject, Some(NoticeSubject::Post { post, thread: Some(thread) }));
        assert_eq!(subject.and_then(NoticeSubject::container_id), Some(thread.uuid()));
        assert_eq!(NoticeSubject::from_notice(NotificationType::SystemMessage, &data), None);
        let data = json!({ "threadId": thread });
        let subject = NoticeSubject::from_notice(NotificationType::CommunityThread, &data);
        assert_eq!(subject, Some(NoticeSubject::Thread(thread)));
    }

    #[test]
    fn a_comment_belongs_to_its_article() {
        let (article, comment) = (ArticleId::new(), Uuid::from_u128(7));
        let of = |data| NoticeSubject::from_notice(NotificationType::CommunityReply, &data);
        let subject = of(json!({ "articleId": article, "commentId": comment }));
        assert_eq!(subject.map(NoticeSubject::content_id), Some(comment));
        assert_eq!(subject.and_then(NoticeSubject::container_id), Some(article.uuid()));
        let subject = of(json!({ "articleId": article, "reaction": true }));
        assert_eq!(subject, Some(NoticeSubject::Article(article)));
    }
}
