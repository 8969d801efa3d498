//! Results of the orders for a host's certificate. They are deleted with the request for it, so
//! that a later owner of the name cannot see the earlier owner's orders.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0029_certificate_orders"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        table(
            "certificate_orders",
            vec![
                key("id"),
                text("host"),
                text("outcome"),
                text_null("issuer"),
                text_null("cause_code"),
                text_null("cause"),
                // Number of consecutive identical failures in one row.
                number("tries", 1),
                time_null("ordered_at"),
                time("first_at"),
                time("last_at"),
                text_null("serial"),
                time_null("good_until"),
            ],
        )
        .belongs("host", "certificate_wants")
        .one_of("outcome", &["issued", "failed"])
        .counted("tries")
        .make(m)
        .await?;
        let columns = ["host", "first_at", "id"];
        index(m, false, "certificate_orders_host", "certificate_orders", &columns).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["certificate_orders"]).await
    }
}
