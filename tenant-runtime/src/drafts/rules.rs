//! Stores, lists and deletes drafts of the viewer.

use super::TextDraftId;
use super::error::DraftError;
use super::routes::{DraftReplyTarget, DraftText};
use super::rows::{ActiveModel, Column, Entity, Model};
use crate::content::ContentError;
use crate::limits;
use crate::profiles;
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder};
use serde_json::json;

/// Maximum drafts of a person, on all sites; a further one replaces the oldest.
const DRAFTS_MAX: u64 = 200;
const TEXT_CHARS_MAX: usize = 20_000;
const PLACE_CHARS_MAX: usize = 120;
const NAME_CHARS_MAX: usize = 200;

fn is_place(place: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b":_-".contains(&byte);
    (1..=PLACE_CHARS_MAX).contains(&place.len()) && place.bytes().all(is_part)
}

fn check(place: &str, draft: &DraftText) -> Result<(), Problem> {
    if !is_place(place) {
        return Err(DraftError::Place.into());
    }
    let refused = |error: ContentError| {
        Err(Problem::from(error).with_errors(vec![error.to_field_error("text")]))
    };
    if draft.text.is_empty() && draft.reply_to.is_none() {
        return refused(ContentError::Empty);
    }
    if draft.text.chars().count() > TEXT_CHARS_MAX {
        return refused(ContentError::TooLong(TEXT_CHARS_MAX));
    }
    let is_valid = |to: &DraftReplyTarget| {
        is_place(&to.parent_post_id) && to.name.chars().count() <= NAME_CHARS_MAX
    };
    if draft.reply_to.as_ref().is_none_or(is_valid) {
        Ok(())
    } else {
        Err(DraftError::ReplyTo.into())
    }
}

/// Condition for the draft of a user at a place, on the site of the query.
fn draft_at(user: UserId, place: &str) -> Condition {
    Condition::all().add(Column::UserId.eq(user.uuid())).add(Column::Place.eq(place))
}

/// The viewer's drafts on this site, the last changed first.
pub(super) async fn list(scope: &Scope<Member>) -> Result<Vec<Model>, DbErr> {
    scope
        .select::<Entity>()
        .filter(Column::UserId.eq(scope.viewer().id().uuid()))
        .modify_select(|select| select.order_by_desc(Column::Updated).order_by_desc(Column::Id))
        .all()
        .await
}

/// Stores a draft.
pub(super) async fn save(
    scope: &mut Scope<Member>,
    place: String,
    draft: DraftText,
) -> Result<Model, Problem> {
    check(&place, &draft)?;
    let tx = scope.begin().await?;
    limits::check_limit_within(&tx, LimitedAction::KeepDraft).await?;
    let me = tx.viewer().id();
    // Two devices may store the first draft of a place at once.
    profiles::lock(&tx, &[me]).await?;
    let row = upsert(&tx, place, draft).await?;
    delete_oldest(&tx, me).await?;
    publish(&tx, "draft.updated", &row).await?;
    tx.commit().await?;
    Ok(row)
}

async fn upsert(tx: &Tx<'_, Member>, place: String, draft: DraftText) -> Result<Model, DbErr> {
    let me = tx.viewer().id();
    let (reply_to_id, reply_to_name) =
        draft.reply_to.map(|to| (to.parent_post_id, to.name)).unzip();
    let change = ActiveModel {
        text: Set(draft.text),
        reply_to_id: Set(reply_to_id),
        reply_to_name: Set(reply_to_name),
        updated: Set(tx.now()),
        ..Default::default()
    };
    let table = tx.table::<Entity>();
    let stored =
        table.update_returning(draft_at(me, &place), |update| update.set(change.clone())).await?;
    match stored.into_iter().next() {
        Some(row) => Ok(row),
        None => {
            let row = ActiveModel {
                id: Set(TextDraftId::new()),
                user_id: Set(me),
                affiliation_id: Set(tx.site().affiliation()),
                place: Set(place),
                ..change
            };
            table.insert(row).await
        }
    }
}

async fn delete_oldest(tx: &Tx<'_, Member>, user: UserId) -> Result<(), DbErr> {
    const SQL: &str = "DELETE FROM drafts WHERE user_id = $1 AND id NOT IN \
         (SELECT id FROM drafts WHERE user_id = $1 ORDER BY updated DESC, id DESC LIMIT $2)";
    tx.execute(SQL, vec![user.into(), DRAFTS_MAX.cast_signed().into()]).await.map(drop)
}

/// Deletes a draft, if there is one.
pub(super) async fn delete(scope: &mut Scope<Member>, place: &str) -> Result<(), Problem> {
    if !is_place(place) {
        return Err(DraftError::Place.into());
    }
    let tx = scope.begin().await?;
    limits::check_limit_within(&tx, LimitedAction::KeepDraft).await?;
    let this = draft_at(tx.viewer().id(), place);
    for row in tx.table::<Entity>().delete_returning(this).await? {
        publish(&tx, "draft.removed", &row).await?;
    }
    Ok(tx.commit().await?)
}

/// Notifies the viewer's devices. Without the text: the event log keeps what a draft no longer has.
async fn publish(tx: &Tx<'_, Member>, kind: &'static str, row: &Model) -> Result<(), DbErr> {
    let event = json!({
        "place": row.place, "updated": row.updated, "affiliationId": row.affiliation_id,
    });
    tx.publish(Topic::User(row.user_id), kind, &event).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_at_most_120_safe_characters() {
        for place in ["draft:0192f0c1", "a_B-9", &"a".repeat(120)] {
            assert!(is_place(place), "{place}");
        }
        for place in ["", "a b", "a/b", "ä", "a.b", &"a".repeat(121)] {
            assert!(!is_place(place), "{place}");
        }
    }
}
