//! Queries on the published files.

use super::WebBuildId;
use super::build_files::BuildFile;
use super::rows::{asset, build};
use chrono::{DateTime, Utc};
use platform::{Scope, System, Tx, Visitor};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};

/// Rows of one statement.
const CHUNK: usize = 200;
/// Forms of one file.
const FORMS_MAX: u64 = 2;

/// Finds the published release with this marker.
pub(super) async fn find_published(
    scope: &Scope<System>,
    marker: &str,
) -> Result<Option<build::Model>, DbErr> {
    let published = is_published().add(build::Column::Marker.eq(marker));
    scope.global::<build::Entity>().filter(published).one().await
}

/// Makes an earlier release current again. Returns false if it was deleted meanwhile.
pub(super) async fn restore(tx: &Tx<'_, System>, id: WebBuildId) -> Result<bool, DbErr> {
    let earlier = is_published().add(build::Column::Id.eq(id));
    let never = Expr::value(None::<DateTime<Utc>>);
    let restored = tx
        .global_table::<build::Entity>()
        .update_returning(earlier, |update| update.col_expr(build::Column::SupersededAt, never))
        .await?;
    if restored.is_empty() {
        return Ok(false);
    }
    supersede_all_except(tx, id).await?;
    Ok(true)
}

/// Stores a release whose files are about to be uploaded.
pub(super) async fn insert_unpublished(
    tx: &Tx<'_, System>,
    id: WebBuildId,
    marker: &str,
) -> Result<(), DbErr> {
    let row = build::ActiveModel {
        id: Set(id),
        marker: Set(marker.to_owned()),
        created_at: Set(tx.now()),
        published_at: Set(None),
        superseded_at: Set(None),
    };
    tx.global_table::<build::Entity>().insert(row).await.map(drop)
}

/// Stores the names of an uploaded release and makes it the current one.
pub(super) async fn insert_published(
    tx: &Tx<'_, System>,
    id: WebBuildId,
    files: &[BuildFile],
) -> Result<(), DbErr> {
    for some in files.chunks(CHUNK) {
        let rows = some.iter().map(|file| asset::ActiveModel {
            build_id: Set(id),
            app: Set(file.app.to_owned()),
            name: Set(file.name.clone()),
            coding: Set(file.coding.to_owned()),
            digest: Set(file.digest.clone()),
        });
        tx.global_table::<asset::Entity>().insert_many(rows.collect()).await?;
    }
    let now = Expr::value(tx.now());
    tx.global_table::<build::Entity>()
        .update(build::Column::Id.eq(id), |update| update.col_expr(build::Column::PublishedAt, now))
        .await?
        .exactly_one()?;
    supersede_all_except(tx, id).await
}

async fn supersede_all_except(tx: &Tx<'_, System>, id: WebBuildId) -> Result<(), DbErr> {
    let others =
        is_published().add(build::Column::SupersededAt.is_null()).add(build::Column::Id.ne(id));
    let now = Expr::value(tx.now());
    tx.global_table::<build::Entity>()
        .update(others, |update| update.col_expr(build::Column::SupersededAt, now))
        .await?
        .as_many_as_there_are();
    Ok(())
}

/// Finds the forms of a file in the newest release that has it.
pub(super) async fn find_forms(
    scope: &Scope<Visitor>,
    app: &str,
    name: &str,
) -> Result<Vec<asset::Model>, DbErr> {
    let wanted = Condition::all().add(asset::Column::App.eq(app)).add(asset::Column::Name.eq(name));
    let newest_first = |select: sea_orm::Select<asset::Entity>| {
        select.order_by_desc(asset::Column::BuildId).limit(FORMS_MAX)
    };
    let mut forms =
        scope.global::<asset::Entity>().filter(wanted).modify_select(newest_first).all().await?;
    let newest = forms.first().map(|form| form.build_id);
    forms.retain(|form| Some(form.build_id) == newest);
    Ok(forms)
}

fn is_published() -> Condition {
    Condition::all().add(build::Column::PublishedAt.is_not_null())
}
