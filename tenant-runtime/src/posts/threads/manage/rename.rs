//! Renames threads.

use super::change;
use super::error::ManageError;
use super::lock::{self, LockedThread};
use crate::posts::rows::thread;
use crate::posts::threads::create::validated_caption;
use crate::posts::threads::view::{self, ThreadView};
use crate::search_index::{self, TextKind};
use platform::{CommunityId, Member, Problem, Scope, ThreadId};
use sea_orm::ActiveValue::Set;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// The new caption of a thread.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ThreadChange {
    caption: Option<String>,
}

/// Renames a thread. The same rules apply as to a new one.
pub(super) async fn rename(
    scope: &mut Scope<Member>,
    place: (CommunityId, ThreadId),
    new: &ThreadChange,
) -> Result<ThreadView, Problem> {
    let tx = scope.begin().await?;
    let LockedThread { access, mut thread } =
        lock::to_manage(&tx, place, ManageError::RenameForbidden).await?;
    let caption = validated_caption(new.caption.as_deref())?;
    if caption != thread.caption {
        let before = std::mem::replace(&mut thread.caption, caption.clone());
        let row = thread::ActiveModel { caption: Set(caption), ..Default::default() };
        change::set(&tx, thread.id, row).await?;
        let texts = (thread.caption.as_str(), "");
        search_index::store_words(&tx, TextKind::Thread, thread.id.uuid(), texts).await?;
        let states = (json!({ "caption": before }), json!({ "caption": thread.caption }));
        change::audit(&tx, thread.id, "thread.rename", states, None).await?;
        let said = format!("{}: {}", access.community.name, thread.caption);
        change::notify_starter(&tx, &thread, "Your thread was renamed", &said).await?;
        change::publish(&tx, &thread).await?;
    }
    tx.commit().await?;
    view::to_view(scope, &access, thread).await
}
