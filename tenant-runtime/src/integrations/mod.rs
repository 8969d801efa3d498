//! Integrations of the network and of affiliations: tokens with which programs read the public API,
//! and webhooks, which receive events.
//!
//! An `Owner` is the network, for administrators, or one affiliation, for its owner and admins. Both
//! manage theirs on the main site only (P-16). Their rows and the events
//! are in `integration_records`. Read `owner`, then `api_tokens`, `webhooks` and
//! `public_api`. [Decision 21](../../../docs/decisions/021-tokens-and-webhooks-belong-to-an-owner.md)

mod api_tokens;
mod owner;
mod public_api;
pub mod webhooks;

use platform::Services;
use platform::api::ApiRouter;
use platform::jobs::JobScope;
use sea_orm::DbErr;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .merge(api_tokens::routes())
        .merge(webhooks::routes())
        .merge(public_api::routes())
}

/// Deletes tokens that ended long ago, and old deliveries.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    api_tokens::sweep(scope).await?;
    webhooks::sweep(scope).await
}
