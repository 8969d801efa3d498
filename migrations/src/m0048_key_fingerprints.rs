//! Fingerprints of the keys with which this database is used, so that a start with other keys is
//! refused.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0048_key_fingerprints"
    }
}

const FINGERPRINTS: &str = "key_fingerprints";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let columns = vec![
            text("name"),
            // Of two first starts with different keys, only one can store position 0.
            number("position", 0),
            text("fingerprint"),
            text_null("vault_key"),
            time("created_at"),
            time_null("loaded_at"),
        ];
        table(FINGERPRINTS, columns)
            .keyed_by(&["name", "position"])
            .one_of("name", &["context_key", "feed_token", "token_key"])
            .counted("position")
            .make(m)
            .await?;
        let name = "key_fingerprints_name_fingerprint";
        index(m, true, name, FINGERPRINTS, &["name", "fingerprint"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &[FINGERPRINTS]).await
    }
}
