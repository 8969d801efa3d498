//! Activity centre (communities.md C-112 to C-121, gap G-034): order and categories of
//! notifications, and the time at which each person cleared theirs.

use crate::columns::*;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0035_activity"
    }
}

/// Categories of existing notifications, equal to those that
/// `tenant-runtime/src/activity/classes.rs` assigns to new ones. Old notifications do not show
/// whether their request or report is still open, so none requires action.
const FILL: &str = "UPDATE notifications SET \
     category = CASE \
       WHEN type LIKE 'community%' THEN 'communities' \
       WHEN type LIKE 'join%' OR type LIKE 'affiliation%' THEN 'admin' \
       WHEN CAST(data AS TEXT) LIKE '%\"ticket%' THEN 'support' \
       WHEN CAST(data AS TEXT) LIKE '%\"requestId\"%' THEN 'admin' \
       WHEN CAST(data AS TEXT) LIKE '%\"reportId\"%' THEN 'admin' \
       ELSE 'system' END, \
     priority = CASE \
       WHEN type IN ('community_announcement', 'community_event') THEN 3 \
       WHEN type LIKE 'join%' OR type LIKE 'affiliation%' THEN 3 \
       WHEN type = 'community_thread' THEN 1 \
       ELSE 2 END";

/// New columns of notifications.
const COLUMNS: [&str; 4] = ["category", "priority", "action_required", "author_id"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let columns = [
            text_or("category", "system"),
            // 3 is high, 1 is low: sorted descending, like the time.
            number("priority", 2),
            flag("action_required", false),
            // No foreign key: a notification that waits for its job may outlive the account.
            id_null("author_id"),
        ];
        for mut column in columns {
            m.alter_table(notifications().add_column(&mut column).take()).await?;
        }
        m.get_connection().execute_unprepared(FILL).await?;
        let order = ["user_id", "priority", "created_at", "id"];
        index(m, false, "notifications_order", "notifications", &order).await?;
        let unread = ["user_id", "read", "created_at"];
        index(m, false, "notifications_unread", "notifications", &unread).await?;
        index(m, false, "notifications_author", "notifications", &["author_id"]).await?;
        let settings = vec![key("user_id"), time_null("last_cleared_at")];
        table("activity_settings", settings).belongs("user_id", "users").make(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["activity_settings"]).await?;
        for name in ["notifications_order", "notifications_unread", "notifications_author"] {
            let index = Index::drop().name(name).table(Alias::new("notifications")).to_owned();
            m.drop_index(index).await?;
        }
        for column in COLUMNS {
            m.alter_table(notifications().drop_column(Alias::new(column)).take()).await?;
        }
        Ok(())
    }
}

fn notifications() -> TableAlterStatement {
    Table::alter().table(Alias::new("notifications")).take()
}
