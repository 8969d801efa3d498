//! Revocation of a certificate whose key may be compromised (RFC 8555 section 7.6).

use super::account;
use super::desired::priority;
use super::errors::{OrderError, of_error};
use super::issuer::Issuer;
use super::leaf;
use super::rows::{held, job};
use crate::routes_feed;
use instant_acme::{RevocationReason, RevocationRequest};
use platform::Problem;
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, ExprTrait};

impl Issuer {
    /// Revokes the certificate of a host: edges stop serving it, and a new one is ordered. `false`
    /// if there is none, or its authority is no longer configured.
    ///
    /// # Errors
    /// The authority's refusal or a database error, as a problem without detail; the cause is
    /// logged.
    pub async fn revoke(&self, host: &str) -> Result<bool, Problem> {
        match self.try_revoke(host).await {
            Ok(revoked) => Ok(revoked),
            Err(OrderError::Db(error)) => Err(error.into()),
            Err(OrderError::Lost) => Ok(false),
            Err(OrderError::Failed(trouble)) => Err(Problem::internal(trouble.cause.words)),
        }
    }

    async fn try_revoke(&self, host: &str) -> Result<bool, OrderError> {
        let shop = self.issuance_context();
        let mut scope = shop.services.system("revoke a certificate");
        let newest = held::Column::Host
            .eq(host)
            .and(held::Column::SupersededAt.is_null())
            .and(held::Column::RevokedAt.is_null());
        let Some(row) = scope.global::<held::Entity>().filter(newest).one().await? else {
            return Ok(false);
        };
        let Some(authority) =
            shop.issuer_position(&row.issuer).and_then(|at| shop.authorities.get(at))
        else {
            return Ok(false);
        };
        let Ok(certificate) = leaf::first_certificate(&row.chain) else { return Ok(false) };
        let account = account::load_or_create(authority, &mut scope).await?;
        let reason = Some(RevocationReason::KeyCompromise);
        let request = RevocationRequest { certificate: &certificate, reason };
        account.revoke(&request).await.map_err(|error| of_error(&error, &row.issuer))?;
        let tx = scope.begin().await?;
        let gone = held::ActiveModel { revoked_at: Set(Some(tx.now())), ..Default::default() };
        let certificates = tx.global_table::<held::Entity>();
        certificates.update(held::Column::Id.eq(row.id), |r| r.set(gone)).await?.exactly_one()?;
        let at_once = job::ActiveModel {
            not_before: Set(tx.now()),
            priority: Set(priority::PRIORITY_EMERGENCY),
            ..Default::default()
        };
        let jobs = tx.global_table::<job::Entity>();
        jobs.update(job::Column::Host.eq(host), |r| r.set(at_once)).await?.as_many_as_there_are();
        routes_feed::raise_version(&tx).await?;
        tx.wake_after_commit(super::WAKE_CHANNEL);
        tx.commit().await?;
        tracing::warn!(host, "certificate of {host} revoked; ordering a new one");
        Ok(true)
    }
}
