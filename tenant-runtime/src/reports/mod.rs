//! What members report, and the queue of those who look after a community (gaps G-079, G-080).
//!
//! Read `routes`, then `rules`. A report names its subject and never repeats it: what was said is read
//! where it stands, and is gone from the queue with it.

mod error;
mod routes;
mod rows;
mod rules;
mod store;
mod view;

pub use routes::routes;
pub use rules::settle;

use crate::articles::ArticleId;
use crate::posts::PostId;
use uuid::Uuid;

platform::id!(
    /// A report.
    ReportId
);

/// What is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A post or reply.
    Post(PostId),
    /// An article.
    Article(ArticleId),
}

impl Subject {
    const fn kind(self) -> &'static str {
        match self {
            Self::Post(_) => "post",
            Self::Article(_) => "article",
        }
    }

    const fn id(self) -> Uuid {
        match self {
            Self::Post(id) => id.uuid(),
            Self::Article(id) => id.uuid(),
        }
    }
}
