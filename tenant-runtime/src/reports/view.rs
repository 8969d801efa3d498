//! Reports in API responses, for moderators.

use super::rows::{Model, ReportStatus, ReportSubject};
use super::{ReportId, Subject};
use crate::articles;
use crate::communities;
use crate::posts;
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::{CommunityId, Scope, ThreadId, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A report.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Report)]
pub struct ReportView {
    pub id: ReportId,
    pub community_id: CommunityId,
    pub community_name: String,
    pub subject_kind: ReportSubject,
    pub subject_id: String,
    /// Thread of a reported post.
    pub thread_id: Option<ThreadId>,
    /// Author of the content; `null` if the account was deleted.
    pub author: Option<UserSummary>,
    /// Beginning of the content; `null` if it was deleted.
    pub excerpt: Option<String>,
    pub reporter: Option<UserSummary>,
    pub reason: String,
    pub status: ReportStatus,
    pub created_at: DateTime<Utc>,
    pub handled_by: Option<UserSummary>,
    pub handled_at: Option<DateTime<Utc>>,
}

/// A page of reports.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reports {
    pub items: Vec<ReportView>,
    /// Cursor of the next page; `null` at the end.
    pub next_cursor: Option<String>,
    /// Number of open reports on all pages.
    pub open_count: u64,
}

/// Converts reports to views: one query each for posts, articles and communities, and 2 for people.
pub(super) async fn to_views<V: Send + Sync>(
    scope: &Scope<V>,
    rows: Vec<Model>,
) -> Result<Vec<ReportView>, DbErr> {
    let (mut of_posts, mut of_articles) = (Vec::new(), Vec::new());
    for row in &rows {
        match row.reported_subject() {
            Subject::Post(id) => of_posts.push(id),
            Subject::Article(id) => of_articles.push(id),
        }
    }
    let posts = posts::reported_posts(scope, &of_posts).await?;
    let articles = articles::reported_excerpts(scope, &of_articles).await?;
    let places: Vec<CommunityId> = rows.iter().map(|row| row.community_id).collect();
    let names = communities::visible_names(scope, &places).await?;
    let people: Vec<UserId> = rows
        .iter()
        .flat_map(|row| [row.subject_author_id, row.reporter_id, row.handled_by])
        .flatten()
        .collect();
    let people = profiles::load_people(scope, &people).await?;
    let person = |id: Option<UserId>| id.and_then(|id| people.get(&id).cloned());
    let shown = rows.into_iter().map(|row| {
        let (thread_id, excerpt) = match row.reported_subject() {
            Subject::Post(id) => {
                let post = posts.get(&id);
                (post.map(|post| post.thread_id), post.map(|post| post.excerpt.clone()))
            }
            Subject::Article(id) => (None, articles.get(&id).cloned()),
        };
        ReportView {
            id: row.id,
            community_id: row.community_id,
            community_name: names.get(&row.community_id).cloned().unwrap_or_default(),
            subject_kind: row.subject_kind,
            subject_id: row.subject_id.simple().to_string(),
            thread_id,
            author: person(row.subject_author_id),
            excerpt,
            reporter: person(row.reporter_id),
            reason: row.reason,
            status: row.status,
            created_at: row.created_at,
            handled_by: person(row.handled_by),
            handled_at: row.handled_at,
        }
    });
    Ok(shown.collect())
}

/// A report in the response to its sender.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportReceipt {
    pub id: ReportId,
    pub community_id: CommunityId,
    pub subject_id: String,
    pub reason: String,
    pub status: ReportStatus,
    pub created_at: DateTime<Utc>,
}

impl From<Model> for ReportReceipt {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            community_id: row.community_id,
            subject_id: row.subject_id.simple().to_string(),
            reason: row.reason,
            status: row.status,
            created_at: row.created_at,
        }
    }
}
