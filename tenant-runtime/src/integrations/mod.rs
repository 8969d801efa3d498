//! Integrations of the network and of affiliations: tokens with which programs read the public API,
//! and webhooks, which receive events.
//!
//! An [`Owner`] is the network, for administrators, or one affiliation, for its owner and admins. Both
//! manage theirs on the main site only (P-16). Read `owner`, then `api_tokens`, `webhooks` and
//! `public_api`. [Decision 21](../../../docs/decisions/021-tokens-and-webhooks-belong-to-an-owner.md)

mod api_tokens;
mod export;
mod owner;
mod public_api;
pub mod webhooks;

pub use export::export_of;

use owner::Owner;
use platform::api::ApiRouter;
use platform::jobs::JobScope;
use platform::{AffiliationId, Services, Tx};
use sea_orm::DbErr;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .merge(api_tokens::routes())
        .merge(webhooks::routes())
        .merge(public_api::routes())
}

/// Deletes the tokens and webhooks of an affiliation that ends.
///
/// # Errors
/// Database errors.
pub async fn delete_of_affiliation<V: Send + Sync>(
    tx: &Tx<'_, V>,
    affiliation: AffiliationId,
) -> Result<(), DbErr> {
    let owner = Owner::Affiliation(affiliation);
    api_tokens::delete_of(tx, owner).await?;
    webhooks::delete_of(tx, owner).await
}

/// Deletes tokens that ended long ago, and old deliveries.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    api_tokens::sweep(scope).await?;
    webhooks::sweep(scope).await
}
