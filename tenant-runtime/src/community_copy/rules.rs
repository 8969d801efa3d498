//! Access to an export, and the order of its parts.

use super::lines::Line;
use crate::communities::{self, CommunityError, CommunityId};
use crate::{articles, posts};
use platform::audit::{self, Act};
use platform::limiter::LimitedAction;
use platform::page::TimeCursor;
use platform::{Identified, Member, Problem, Scope, proof};
use serde_json::json;

/// Kinds of lines, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Threads,
    Posts,
    Images,
    Articles,
    Comments,
    Announcements,
}

impl Part {
    const fn next(self) -> Option<Self> {
        match self {
            Self::Threads => Some(Self::Posts),
            Self::Posts => Some(Self::Images),
            Self::Images => Some(Self::Articles),
            Self::Articles => Some(Self::Comments),
            Self::Comments => Some(Self::Announcements),
            Self::Announcements => None,
        }
    }
}

/// A running export.
pub(super) struct Copying {
    scope: Scope<Member>,
    community: CommunityId,
    /// Line that comes before all parts.
    first: Option<String>,
    part: Option<Part>,
    after: Option<TimeCursor>,
}

/// The export stops: the viewer is no longer an admin, or the database is unavailable.
#[derive(Debug, thiserror::Error)]
#[error("the copy was interrupted")]
pub(super) struct Interrupted;

/// Starts an export, for an admin with recent authentication, and records it in the audit log.
pub(super) async fn begin(mut scope: Scope<Member>, id: CommunityId) -> Result<Copying, Problem> {
    communities::spend(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let access = communities::reach(&scope, id).await?;
    if !access.is_admin() {
        return Err(CommunityError::AdminOnly.into());
    }
    proof::require_fresh(&scope)?;
    let tx = scope.begin().await?;
    let act = Act {
        actor: Some(tx.viewer().id()),
        action: "community.export",
        subject_kind: "community",
        subject_id: id.to_string(),
        before: json!({}),
        after: json!({}),
        reason: None,
    };
    audit::record(&tx, act).await?;
    tx.commit().await?;
    let community = access.community;
    let said = json!({
        "kind": "community", "id": id, "name": community.name,
        "description": community.description, "groupType": community.group_type,
        "visibility": community.visibility, "memberCount": community.member_count,
        "created": community.created,
    });
    let first = Some(format!("{said}\n"));
    Ok(Copying { scope, community: id, first, part: Some(Part::Threads), after: None })
}

impl Copying {
    /// The next lines; `None` at the end.
    pub async fn next(&mut self) -> Result<Option<String>, Interrupted> {
        if let Some(first) = self.first.take() {
            return Ok(Some(first));
        }
        while let Some(part) = self.part {
            let lines = self.read(part).await.map_err(|problem| {
                tracing::warn!(cause = %problem.detail, "community export interrupted");
                Interrupted
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
    async fn read(&self, part: Part) -> Result<Vec<Line>, Problem> {
        if !communities::reach(&self.scope, self.community).await?.is_admin() {
            return Err(CommunityError::AdminOnly.into());
        }
        let from = (self.community, self.after);
        let lines = match part {
            Part::Threads => posts::threads_copied(&self.scope, from).await,
            Part::Posts => posts::posts_copied(&self.scope, from).await,
            Part::Images => {
                let blob = self.scope.services().blob();
                return posts::images::images_copied(&self.scope, blob, from).await;
            }
            Part::Articles => articles::articles_copied(&self.scope, from).await,
            Part::Comments => articles::comments_copied(&self.scope, from).await,
            Part::Announcements => communities::announcements_copied(&self.scope, from).await,
        };
        Ok(lines?)
    }
}
