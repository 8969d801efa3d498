//! Recovery of an order whose URL was never stored, because the worker died or the response was
//! lost.

use super::OrderRun;
use crate::certificates::account_orders::{self, OrderSearch};
use crate::certificates::errors::OrderError;
use crate::certificates::queue;
use crate::certificates::rows::job;
use platform::audit::{AuditedAction, record_action};
use sea_orm::ActiveValue::Set;
use serde_json::json;

/// Result of the search.
pub(super) enum LostOrder {
    /// No order was requested.
    Never,
    /// The order exists at this URL.
    Found(String),
    /// The order was requested but never made; its rate limit tokens can be reused.
    NeverMade,
    /// The authority cannot tell. The tokens stay consumed, and the next order consumes new ones.
    Unknown,
}

impl OrderRun<'_> {
    /// Searches the order. A key is stored before the request, so a key without a URL indicates a
    /// possible order.
    pub(super) async fn find_lost_order(&mut self) -> Result<LostOrder, OrderError> {
        let job = &self.claimed.job;
        let asked_here = job.issuer.as_deref() == Some(self.issuer_name());
        if job.key.is_none() || !asked_here {
            return Ok(LostOrder::Never);
        }
        let names = &self.claimed.want.names.0;
        let found = account_orders::find(self.authority, self.scope, names).await?;
        let host = &self.claimed.job.host;
        match found {
            OrderSearch::Open(url) => {
                tracing::info!(
                    host,
                    "found an order for {host} that was not stored; continuing with it"
                );
                Ok(LostOrder::Found(url))
            }
            OrderSearch::Nothing => Ok(LostOrder::NeverMade),
            OrderSearch::NotListed => {
                self.record_lost_order().await?;
                Ok(LostOrder::Unknown)
            }
        }
    }

    /// Records the lost order in the audit log, once, and starts again.
    async fn record_lost_order(&mut self) -> Result<(), OrderError> {
        let (host, issuer) = (self.claimed.job.host.clone(), self.issuer_name().to_owned());
        tracing::warn!(
            host,
            "an order for {host} at {issuer} may be lost; it counts towards the rate limit"
        );
        self.claimed.job.key = None;
        let tx = self.scope.begin().await?;
        let change = job::ActiveModel { key: Set(None), ..Default::default() };
        queue::write_in(&tx, &self.claimed.job, change).await?;
        let act = AuditedAction {
            actor: None,
            action: "certificate.order-lost",
            subject_kind: "host",
            subject_id: host,
            before: json!({ "issuer": issuer, "askedAt": self.claimed.job.updated_at }),
            after: json!({ "ordersCounted": 2 }),
            reason: Some("the authority was asked, and its answer was never noted"),
        };
        record_action(&tx, act).await?;
        Ok(tx.commit().await?)
    }
}
