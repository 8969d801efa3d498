//! Delivery state of notifications by email and push.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0062_notification_delivery"
    }
}

const COLUMNS: [&str; 5] = ["in_app", "setting_kind", "email_id", "emailed_at", "pushed_at"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let columns = [
            // False if the recipient has turned the kind off in the app.
            flag("in_app", true),
            // Kind in the settings; NULL for notifications of earlier versions, which are never
            // mailed or pushed.
            text_null("setting_kind"),
            // Email that contains the notification, from before it is sent.
            id_null("email_id"),
            time_null("emailed_at"),
            time_null("pushed_at"),
        ];
        for mut column in columns {
            m.alter_table(notifications().add_column(&mut column).take()).await?;
        }
        Ok(())
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for column in COLUMNS {
            m.alter_table(notifications().drop_column(Alias::new(column)).take()).await?;
        }
        Ok(())
    }
}

fn notifications() -> TableAlterStatement {
    Table::alter().table(Alias::new("notifications")).take()
}
