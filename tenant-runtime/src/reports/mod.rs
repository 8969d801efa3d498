//! Reports by members, and the queue of a community's moderators (gaps G-079, G-080).
//!
//! Read `routes`, then `rules`. A report refers to its subject and stores no copy: the content is
//! read from its own table, and disappears from the queue when it is deleted.

mod error;
mod of_posts;
mod routes;
mod rows;
mod rules;
mod store;
mod view;
mod work;

pub use error::ReportError;
pub use of_posts::{close_reports_about_posts, move_reports_about_posts};
pub use routes::routes;
pub use rows::ReportStatus;
pub use rules::close_reports_about;
pub use work::OPEN_REPORTS;

use platform::{ArticleId, PostId};
use uuid::Uuid;

platform::id!(
    /// Id of a report.
    ReportId
);

/// The reported content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    Post(PostId),
    Article(ArticleId),
}

impl Subject {
    const fn subject_kind(self) -> &'static str {
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
