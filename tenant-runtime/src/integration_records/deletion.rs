//! Deletes the tokens and webhooks of an affiliation that ends.

use super::owner::Owner;
use super::webhook_rows::{delivery, webhook};
use super::{WebhookId, token_rows};
use platform::{AffiliationId, Tx};
use sea_orm::{ColumnTrait, DbErr};

/// Deletes the tokens and webhooks of an affiliation.
///
/// # Errors
/// Database errors.
pub async fn delete_of_affiliation<V>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
) -> Result<(), DbErr> {
    let owner = Owner::Affiliation(affiliation);
    let tokens = owner.owns(token_rows::Column::AffiliationId);
    tx.global_table::<token_rows::Entity>().delete(tokens).await?.as_many_as_there_are();
    let webhooks = owner.owns(webhook::Column::AffiliationId);
    for row in tx.global::<webhook::Entity>().filter(webhooks).all().await? {
        delete_webhook(tx, row.id).await?;
    }
    Ok(())
}

/// Deletes a webhook with its deliveries.
///
/// # Errors
/// Database errors.
pub async fn delete_webhook<V>(tx: &Tx<'_, V>, id: WebhookId) -> Result<(), DbErr> {
    let of_it = delivery::Column::WebhookId.eq(id.uuid());
    tx.global_table::<delivery::Entity>().delete(of_it).await?.as_many_as_there_are();
    let this = webhook::Column::Id.eq(id.uuid());
    tx.global_table::<webhook::Entity>().delete(this).await?.as_many_as_there_are();
    Ok(())
}
