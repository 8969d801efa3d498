//! Content that a notification is about, so that its removal withdraws the notification, and
//! grouping of notifications about new posts.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0071_notification_subjects"
    }
}

const COLUMNS: [&str; 3] = ["content_id", "container_id", "is_grouped"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let columns = [
            // The post, thread, comment or article; NULL for other subjects, and for notifications
            // of earlier versions. Without a foreign key: the row may be read after its content is
            // deleted.
            id_null("content_id"),
            // The thread of the post, or the article of the comment.
            id_null("container_id"),
            // True if the unread ones of a community are listed as one item.
            flag("is_grouped", false),
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
