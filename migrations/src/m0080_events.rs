//! Events: end, place, link and capacity of an announcement with a start time, its changes, and the
//! answers of members (gap G-083).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0080_events"
    }
}

fn new_columns() -> [ColumnDef; 7] {
    [
        time_null("ends_at"),
        text_null("location"),
        text_null("link"),
        // NULL if the number of participants is not limited.
        number_null("capacity"),
        time_null("edited_at"),
        time_null("cancelled_at"),
        // Number of changes, for calendars (RFC 5545 section 3.8.7.4).
        number("revision", 0),
    ]
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for mut column in new_columns() {
            m.alter_table(announcements().add_column(&mut column).take()).await?;
        }
        let answer = vec![
            id("announcement_id"),
            id("user_id"),
            id("community_id"),
            text("answer"),
            time("updated_at"),
        ];
        table("event_answers", answer)
            .keyed_by(&["announcement_id", "user_id"])
            .belongs("announcement_id", "announcements")
            .belongs("user_id", "users")
            .belongs("community_id", "communities")
            .one_of("answer", &["yes", "no", "maybe"])
            .make(m)
            .await?;
        let newest = ["announcement_id", "updated_at", "user_id"];
        index(m, false, "event_answers_newest", "event_answers", &newest).await?;
        let of_member = ["community_id", "user_id"];
        index(m, false, "event_answers_community", "event_answers", &of_member).await?;
        index(m, false, "event_answers_user", "event_answers", &["user_id"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["event_answers"]).await?;
        for column in new_columns() {
            let name = Alias::new(column.get_column_name());
            m.alter_table(announcements().drop_column(name).take()).await?;
        }
        Ok(())
    }
}

fn announcements() -> TableAlterStatement {
    Table::alter().table(Alias::new("announcements")).take()
}
