//! Changes an affiliation's URL path, and checks whether one is available.

use super::error::UrlPathError;
use super::url_path::UrlPath;
use crate::affiliations::administration::find_managed_on_main;
use crate::affiliations::rows::path;
use platform::affiliations::AffiliationPermission;
use platform::{AffiliationId, Member, Problem, Scope, Tx, db};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, FromQueryResult};

/// Replaces or removes the affiliation's path. Returns the previous one.
pub(super) async fn change_url_path(
    tx: &Tx<'_, Member>,
    id: AffiliationId,
    wanted: Option<&UrlPath>,
) -> Result<Option<String>, Problem> {
    let of_it = || path::Column::AffiliationId.eq(id.uuid());
    let had = tx.select::<path::Entity>().filter(of_it()).one().await?.map(|row| row.url_path);
    if had.as_deref() == wanted.map(UrlPath::as_str) {
        return Ok(had);
    }
    let gone = tx.table::<path::Entity>().delete(Condition::all().add(of_it())).await?;
    gone.as_many_as_there_are();
    if let Some(wanted) = wanted {
        let (sql, values) = taken_by_id(wanted);
        if tx.raw(sql, values).one::<UrlPathRow>().await?.is_some_and(|row| row.taken) {
            return Err(UrlPathError::Taken.into());
        }
        let row = path::ActiveModel { url_path: Set(wanted.to_string()), affiliation_id: Set(id) };
        tx.table::<path::Entity>().insert(row).await.map_err(|error| {
            if db::is_taken(&error) { UrlPathError::Taken.into() } else { Problem::from(error) }
        })?;
    }
    Ok(had)
}

#[derive(FromQueryResult)]
struct UrlPathRow {
    taken: bool,
}

/// SQL that checks whether any affiliation, on all sites, has this path as its id (gap G-057).
fn taken_by_id(wanted: &UrlPath) -> (&'static str, Vec<sea_orm::Value>) {
    const SQL: &str = "SELECT EXISTS (SELECT 1 FROM affiliations WHERE id = $1) AS taken";
    // A path that is not a valid id matches no affiliation.
    let id: Option<AffiliationId> = wanted.as_str().parse().ok();
    (SQL, vec![id.map(|id| id.uuid()).into()])
}

/// Normalises a path and checks whether the affiliation could have it. Its own path counts as
/// available. 4 queries.
pub(super) async fn check(
    scope: &Scope<Member>,
    id_or_path: &str,
    typed: &str,
) -> Result<Result<UrlPath, UrlPathError>, Problem> {
    const SQL: &str = "SELECT EXISTS (SELECT 1 FROM affiliation_paths \
         WHERE url_path = $1 AND affiliation_id <> $2) AS taken";
    let permission = AffiliationPermission::ManagePage;
    let id = find_managed_on_main(scope, id_or_path, permission).await?.id;
    let wanted = match UrlPath::read(typed) {
        Ok(wanted) => wanted,
        Err(error) => return Ok(Err(error)),
    };
    let by_path = vec![wanted.as_str().into(), id.into()];
    let (sql, by_id) = taken_by_id(&wanted);
    for (sql, values) in [(SQL, by_path), (sql, by_id)] {
        if scope.raw(sql, values).one::<UrlPathRow>().await?.is_some_and(|row| row.taken) {
            return Ok(Err(UrlPathError::Taken));
        }
    }
    Ok(Ok(wanted))
}
