//! Access to an export, and the order of its parts.

use super::lines::ExportLine;
use crate::communities::{self, CommunityError};
use crate::limits;
use crate::{articles, posts};
use platform::audit::{self, AuditedAction};
use platform::limiter::LimitedAction;
use platform::page::TimeCursor;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, step_up};
use serde_json::json;

/// Kinds of lines, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExportPart {
    Threads,
    Posts,
    Revisions,
    Polls,
    Images,
    Files,
    Articles,
    Comments,
    Announcements,
}

impl ExportPart {
    const fn next(self) -> Option<Self> {
        match self {
            Self::Threads => Some(Self::Posts),
            Self::Posts => Some(Self::Revisions),
            Self::Revisions => Some(Self::Polls),
            Self::Polls => Some(Self::Images),
            Self::Images => Some(Self::Files),
            Self::Files => Some(Self::Articles),
            Self::Articles => Some(Self::Comments),
            Self::Comments => Some(Self::Announcements),
            Self::Announcements => None,
        }
    }
}

/// A running export.
pub(super) struct CommunityExport {
    scope: Scope<Member>,
    community: CommunityId,
    /// Line that comes before all parts.
    first: Option<String>,
    part: Option<ExportPart>,
    after: Option<TimeCursor>,
}

/// The export stops: the viewer is no longer an admin, or the database is unavailable.
#[derive(Debug, thiserror::Error)]
#[error("the copy was interrupted")]
pub(super) struct ExportInterruption;

/// Starts an export, for an admin with recent authentication, and records it in the audit log.
pub(super) async fn begin(
    mut scope: Scope<Member>,
    id: CommunityId,
) -> Result<CommunityExport, Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let access = communities::load_access(&scope, id).await?;
    if !access.is_admin() {
        return Err(CommunityError::AdminOnly.into());
    }
    step_up::require_recent_auth(&scope)?;
    let tx = scope.begin().await?;
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: "community.export",
        subject_kind: "community",
        subject_id: id.to_string(),
        before: json!({}),
        after: json!({}),
        reason: None,
    };
    audit::record_action(&tx, act).await?;
    tx.commit().await?;
    let community = access.community;
    let said = json!({
        "kind": "community", "id": id, "name": community.name,
        "description": community.description, "groupType": community.group_type,
        "visibility": community.visibility, "memberCount": community.member_count,
        "created": community.created,
    });
    let first = Some(format!("{said}\n"));
    Ok(CommunityExport {
        scope,
        community: id,
        first,
        part: Some(ExportPart::Threads),
        after: None,
    })
}

impl CommunityExport {
    /// The next lines; `None` at the end.
    pub async fn next(&mut self) -> Result<Option<String>, ExportInterruption> {
        if let Some(first) = self.first.take() {
            return Ok(Some(first));
        }
        while let Some(part) = self.part {
            let lines = self.read(part).await.map_err(|problem| {
                tracing::warn!(cause = %problem.detail, "community export interrupted");
                ExportInterruption
            })?;
            self.after = lines.last().map(|line| line.place);
            if lines.is_empty() {
                (self.part, self.after) = (part.next(), None);
            }
            if !lines.is_empty() {
                return Ok(Some(lines.iter().map(|line| format!("{}\n", line.said)).collect()));
            }
        }
        Ok(None)
    }

    /// The next lines of one kind. The viewer's access is checked for each chunk.
    async fn read(&self, part: ExportPart) -> Result<Vec<ExportLine>, Problem> {
        if !communities::load_access(&self.scope, self.community).await?.is_admin() {
            return Err(CommunityError::AdminOnly.into());
        }
        let from = (self.community, self.after);
        let lines = match part {
            ExportPart::Threads => posts::thread_export_sql(&self.scope, from).await,
            ExportPart::Posts => posts::post_export_sql(&self.scope, from).await,
            ExportPart::Revisions => posts::revision_export_sql(&self.scope, from).await,
            ExportPart::Polls => posts::poll_export_sql(&self.scope, from).await,
            ExportPart::Images => {
                let blob = self.scope.services().blob();
                return posts::images::image_export_sql(&self.scope, blob, from).await;
            }
            ExportPart::Files => {
                let blob = self.scope.services().blob();
                return posts::files::file_export_sql(&self.scope, blob, from).await;
            }
            ExportPart::Articles => articles::article_export_sql(&self.scope, from).await,
            ExportPart::Comments => articles::comment_export_sql(&self.scope, from).await,
            ExportPart::Announcements => {
                communities::announcement_export_sql(&self.scope, from).await
            }
        };
        Ok(lines?)
    }
}
