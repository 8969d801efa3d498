//! Handles that differ only in trailing dots look alike: `@ada.` at the end of a sentence refers to
//! one member.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0027_dotted_handles"
    }
}

/// The same folding as `profiles::handles::looks_like`. Existing handles that differ only in their
/// dots are both kept.
const FOLD: &str = "UPDATE handles SET looks_like = rtrim(looks_like, '.') WHERE looks_like LIKE '%.' \
    AND NOT EXISTS (SELECT 1 FROM handles o WHERE o.handle <> handles.handle \
    AND rtrim(o.looks_like, '.') = rtrim(handles.looks_like, '.') \
    AND (o.looks_like NOT LIKE '%.' OR o.handle < handles.handle))";
/// The folding of m0010.
const UNFOLD: &str = "UPDATE handles SET looks_like = replace(replace(replace(replace(replace(\
    handle, 'rn', 'm'), 'vv', 'w'), '0', 'o'), '1', 'l'), 'i', 'l') \
    WHERE handle LIKE '%.' AND looks_like IS NOT NULL";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        m.get_connection().execute_unprepared(FOLD).await.map(drop)
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        m.get_connection().execute_unprepared(UNFOLD).await.map(drop)
    }
}
