//! Files whose thread moved to another community. Their objects stay below the community that they
//! were uploaded to, until that community is deleted.

use super::owner;
use super::rows::file;
use crate::posts::images::copy_object;
use platform::jobs::{JobError, JobScope};
use platform::{CommunityId, System, Tx};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DbErr, QuerySelect};

/// Files per transaction.
const CHUNK: u64 = 20;

/// Copies the objects of files that belong to other communities now, before all objects of their
/// former community are deleted.
///
/// # Errors
/// Database or object store errors; the job is retried.
pub async fn keep_moved(scope: &mut JobScope, former: CommunityId) -> Result<(), JobError> {
    let blob = scope.services().blob().clone();
    loop {
        let tx = scope.begin().await?;
        let moved = next_moved(&tx, former).await?;
        if moved.is_empty() {
            return Ok(tx.commit().await?);
        }
        for row in moved {
            let address = copy_object(&blob, &row.address, &owner(row.community_id)).await?;
            let this = file::Column::Id.eq(row.id.uuid());
            let table = tx.table_across_sites::<file::Entity>();
            let changed = table.update(this, |update| {
                update.col_expr(file::Column::Address, Expr::value(address))
            });
            changed.await?.exactly_one()?;
        }
        tx.commit().await?;
    }
}

async fn next_moved(tx: &Tx<'_, System>, former: CommunityId) -> Result<Vec<file::Model>, DbErr> {
    tx.across_sites::<file::Entity>()
        .filter(file::Column::Address.starts_with(format!("/media/{}/", owner(former))))
        .filter(file::Column::CommunityId.ne(former.uuid()))
        .modify_select(|select| select.limit(CHUNK))
        .all()
        .await
}
