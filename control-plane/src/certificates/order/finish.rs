//! Requesting the certificate, and activating it.

use super::OrderRun;
use super::prove::POLL_POLICY;
use crate::certificates::authority::patiently;
use crate::certificates::desired::priority;
use crate::certificates::errors::{CertificateError, CertificateErrorKind, OrderError, of_error};
use crate::certificates::history;
use crate::certificates::leaf::{self, LeafCertificate};
use crate::certificates::queue;
use crate::certificates::renewal;
use crate::certificates::rows::job::{self, CertificateJobState};
use crate::certificates::rows::{CertificateId, LeftOut, held};
use crate::{domains, routes_feed};
use chrono::Duration;
use instant_acme::{Order, OrderStatus};
use platform::{System, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, ExprTrait};

/// Time for which a replaced certificate is kept.
const RETENTION: Duration = Duration::days(7);

impl OrderRun<'_> {
    /// Returns the chain of a validated order.
    pub(super) async fn finalize_order(&mut self, order: &mut Order) -> Result<String, OrderError> {
        if order.state().status == OrderStatus::Ready {
            let key = self.context.open_order_key(&self.claimed.job)?;
            let request = leaf::create_csr(&self.claimed.want.names, &key)
                .map_err(|error| CertificateError::temporary("no-request", error.to_string()))?;
            let asked = patiently!(order.finalize_csr(&request));
            asked.map_err(|error| self.finalization_error(&error))?;
        }
        let chain = patiently!(order.poll_certificate(&POLL_POLICY));
        match chain {
            Ok(chain) => Ok(chain),
            Err(error) if order.state().status == OrderStatus::Invalid => {
                Err(self.finalization_error(&error).into())
            }
            Err(error) => Err(of_error(&error, self.issuer_name()).into()),
        }
    }

    /// An order that fails at finalisation cannot be reused, unless the error is unrelated.
    fn finalization_error(&self, error: &instant_acme::Error) -> CertificateError {
        let trouble = of_error(error, self.issuer_name());
        match (&trouble.kind, error) {
            (CertificateErrorKind::Passing(_), instant_acme::Error::Api(_)) => {
                CertificateError { kind: CertificateErrorKind::OrderGone, cause: trouble.cause }
            }
            _ => trouble,
        }
    }

    /// Activates the certificate: the certificate, the end of the order and the new route table are
    /// one transaction, which only the current lease holder can commit.
    pub(super) async fn store_certificate(
        &mut self,
        chain: String,
    ) -> Result<CertificateId, OrderError> {
        let key = self.context.open_order_key(&self.claimed.job)?;
        let names = &self.claimed.want.names;
        let leaf = match leaf::validate_chain(&chain, &key, names, self.scope.now()) {
            Ok(leaf) => leaf,
            Err(error) => {
                let words = format!("{}: {error}", self.issuer_name());
                return Err(CertificateError::new(
                    CertificateErrorKind::OrderGone,
                    "unusable-certificate",
                    words,
                )
                .into());
            }
        };
        let id = CertificateId::new();
        let sealed = self.context.seal_key(id, &key)?;
        let tx = self.scope.begin().await?;
        let renew_at = renewal::least_crowded_time(&tx, &leaf).await?;
        queue::write_in(&tx, &self.claimed.job, job_after_success(&self.claimed.job, renew_at))
            .await?;
        replace_previous(&tx, &self.claimed.job).await?;
        history::record_issued(&tx, &self.claimed.job, (&chain, &leaf)).await?;
        domains::mark_serving(&tx, &self.claimed.job.host).await?;
        routes_feed::raise_version(&tx).await?;
        let version = routes_feed::version_in(&tx).await?;
        let life = leaf.not_after - leaf.not_before;
        let row = held::ActiveModel {
            id: Set(id),
            host: Set(self.claimed.job.host.clone()),
            names: Set(names.clone()),
            issuer: Set(self.authority.config.name.clone()),
            chain: Set(chain),
            key: Set(sealed),
            not_before: Set(leaf.not_before),
            not_after: Set(leaf.not_after),
            renew_at: Set(renew_at),
            emergency_at: Set(leaf.not_after - life / 8),
            ask_at: Set(leaf.ari_id.as_ref().map(|_| tx.now())),
            ari_id: Set(leaf.ari_id.clone()),
            created_at: Set(tx.now()),
            ordered_at: Set(self.claimed.job.ordered_at),
            answered_at: Set(self.claimed.job.answered_at),
            validated_at: Set(self.claimed.job.validated_at),
            left_out: Set(self.claimed.job.left_out.clone()),
            table_version: Set(Some(version)),
            ..Default::default()
        };
        tx.global_table::<held::Entity>().insert(row).await?;
        tx.commit().await?;
        self.log_issued(&leaf);
        Ok(id)
    }

    fn log_issued(&self, leaf: &LeafCertificate) {
        tracing::info!(
            host = self.claimed.job.host,
            issuer = self.issuer_name(),
            not_after = %leaf.not_after,
            "certificate for {} issued by {}, valid until {}",
            self.claimed.job.host,
            self.issuer_name(),
            leaf.not_after
        );
    }
}

/// Job state after success: waits for the renewal, or for the retry of names that were left out.
pub(super) fn job_after_success(
    job: &job::Model,
    renew_at: chrono::DateTime<chrono::Utc>,
) -> job::ActiveModel {
    job::ActiveModel {
        state: Set(CertificateJobState::Ready),
        not_before: Set(LeftOut::next_retry_at(job.left_out.as_ref(), renew_at)),
        left_out: Set(job.left_out.clone()),
        priority: Set(priority::PRIORITY_RENEWAL),
        attempt: Set(0),
        authority_faults: Set(0),
        lease_owner: Set(None),
        lease_until: Set(None),
        order_url: Set(None),
        key: Set(None),
        replaces: Set(None),
        ordered_at: Set(None),
        answered_at: Set(None),
        validated_at: Set(None),
        failing_since: Set(None),
        cause_code: Set(None),
        cause: Set(None),
        ..Default::default()
    }
}

async fn replace_previous(tx: &Tx<'_, System>, job: &job::Model) -> Result<(), OrderError> {
    let certificates = tx.global_table::<held::Entity>();
    let ended =
        held::Column::Host.eq(&job.host).and(held::Column::SupersededAt.lt(tx.now() - RETENTION));
    certificates.delete(ended).await?.as_many_as_there_are();
    let before = held::Column::Host.eq(&job.host).and(held::Column::SupersededAt.is_null());
    let mut change = held::ActiveModel { superseded_at: Set(Some(tx.now())), ..Default::default() };
    if job.replaces.is_some() {
        change.replaced = Set(true);
    }
    certificates.update(before, |rows| rows.set(change)).await?.as_many_as_there_are();
    Ok(())
}
