//! Brands with drafts, published versions and rollback, their uploads, and preview links for people
//! without an account (gaps G-120).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0014_brands"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for mut column in new_columns() {
            let add = Table::alter().table(Alias::new("brands")).add_column(&mut column).take();
            m.alter_table(add).await?;
        }
        let drafts = Expr::col(Alias::new("state")).eq("draft");
        index_where(m, true, "brands_draft", "brands", &["tenant_id"], drafts).await?;
        // One link per tenant: a new one replaces the previous one.
        table(
            "brand_previews",
            vec![
                key("tenant_id"),
                text("token_hash"),
                id_null("created_by"),
                time("created_at"),
                time("expires_at"),
            ],
        )
        .belongs("tenant_id", "tenants")
        .make(m)
        .await?;
        index(m, true, "brand_previews_token", "brand_previews", &["token_hash"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["brand_previews"]).await?;
        let index = Index::drop().name("brands_draft").table(Alias::new("brands")).to_owned();
        m.drop_index(index).await?;
        for column in new_columns() {
            let name = Alias::new(column.get_column_name());
            let gone = Table::alter().table(Alias::new("brands")).drop_column(name).take();
            m.alter_table(gone).await?;
        }
        Ok(())
    }
}

fn new_columns() -> Vec<ColumnDef> {
    vec![
        // Increases with every change of a draft, to detect concurrent changes.
        number("revision", 1),
        text_null("mark_url"),
        text_null("picture_url"),
        // Maximum of each channel over the picture's pixels, and the overlay opacity that its text
        // needs.
        text_null("picture_peak"),
        text_null("picture_scrim"),
        // Base URL of the icons, without size and extension.
        text_null("icons_url"),
        text_null("mail_sender_name"),
        text_null("mail_footer"),
        json_null("footer_links"),
        time_null("updated_at"),
    ]
}
