//! Order history of a host for the people who manage the portal: every issued certificate, and
//! every failure. Waiting for our own rate limit is not recorded.

use super::errors::{CertificateError, CertificateErrorKind};
use super::leaf::{self, LeafCertificate};
use super::queue::ClaimedHost;
use super::rows::job;
use super::rows::past::{ActiveModel, Column, Entity, Model, OrderOutcome};
use super::rows::{OrderId, past};
use super::view::CertificateCause;
use chrono::{DateTime, Utc};
use platform::{Scope, System, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect, Select};
use serde::Serialize;
use utoipa::ToSchema;

/// Maximum stored rows per host: years of renewals, or some weeks of failures.
const STORED_ORDERS_MAX: u64 = 100;

/// Result of an order for a host's certificate.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CertificateOrder {
    id: OrderId,
    outcome: past::OrderOutcome,
    /// `None` if no order was made.
    issuer: Option<String>,
    cause: Option<CertificateCause>,
    /// Number of consecutive identical failures.
    tries: i64,
    ordered_at: Option<DateTime<Utc>>,
    first_at: DateTime<Utc>,
    last_at: DateTime<Utc>,
    serial: Option<String>,
    good_until: Option<DateTime<Utc>>,
}

/// Records an issued certificate.
///
/// # Errors
/// Database errors.
pub(super) async fn record_issued(
    tx: &Tx<'_, System>,
    job: &job::Model,
    (chain, leaf): (&str, &LeafCertificate),
) -> Result<(), DbErr> {
    let row = ActiveModel {
        outcome: Set(OrderOutcome::Issued),
        issuer: Set(job.issuer.clone()),
        serial: Set(leaf::serial_number(chain)),
        good_until: Set(Some(leaf.not_after)),
        ordered_at: Set(job.ordered_at),
        ..new_row(tx, &job.host)
    };
    store_row(tx, &job.host, row).await
}

/// Records a failure. An identical failure just before is counted in the same row.
///
/// # Errors
/// Database errors.
pub(super) async fn record_failure(
    tx: &Tx<'_, System>,
    claimed: &ClaimedHost,
    error: &CertificateError,
) -> Result<(), DbErr> {
    if matches!(error.kind, CertificateErrorKind::Budget(_)) {
        return Ok(());
    }
    let (job, cause) = (&claimed.job, &error.cause);
    let ordered = job.order_url.is_some();
    let issuer = job.issuer.clone().filter(|_| ordered);
    let again = last_entry(tx, &job.host).await?.filter(|last| {
        last.outcome == OrderOutcome::Failed
            && last.cause_code.as_deref() == Some(cause.code)
            && last.issuer == issuer
    });
    let row = ActiveModel {
        outcome: Set(OrderOutcome::Failed),
        issuer: Set(issuer),
        cause_code: Set(Some(cause.code.to_owned())),
        cause: Set(Some(cause.words.clone())),
        ordered_at: Set(job.ordered_at.filter(|_| ordered)),
        ..new_row(tx, &job.host)
    };
    let Some(again) = again else { return store_row(tx, &job.host, row).await };
    let change = ActiveModel {
        tries: Set(again.tries + 1),
        cause: row.cause,
        last_at: row.last_at,
        ..Default::default()
    };
    let table = tx.global_table::<Entity>();
    table.update(Column::Id.eq(again.id), |rows| rows.set(change)).await?.exactly_one()
}

fn new_row(tx: &Tx<'_, System>, host: &str) -> ActiveModel {
    ActiveModel {
        id: Set(OrderId::new()),
        host: Set(host.to_owned()),
        tries: Set(1),
        first_at: Set(tx.now()),
        last_at: Set(tx.now()),
        issuer: Set(None),
        cause_code: Set(None),
        cause: Set(None),
        serial: Set(None),
        good_until: Set(None),
        ..Default::default()
    }
}

async fn store_row(tx: &Tx<'_, System>, host: &str, row: ActiveModel) -> Result<(), DbErr> {
    let table = tx.global_table::<Entity>();
    table.insert(row).await?;
    let first_too_many =
        |rows: Select<Entity>| newest_first(rows).offset(STORED_ORDERS_MAX).limit(1);
    let of_host = || Column::Host.eq(host);
    let rows = tx.global::<Entity>().filter(of_host()).modify_select(first_too_many);
    let Some(over) = rows.one().await? else { return Ok(()) };
    let older = Condition::all().add(of_host()).add(Column::FirstAt.lte(over.first_at));
    table.delete(older).await?.as_many_as_there_are();
    Ok(())
}

async fn last_entry(tx: &Tx<'_, System>, host: &str) -> Result<Option<Model>, DbErr> {
    let rows = tx.global::<Entity>().filter(Column::Host.eq(host)).modify_select(newest_first);
    rows.one().await
}

fn newest_first(rows: Select<Entity>) -> Select<Entity> {
    rows.order_by_desc(Column::FirstAt).order_by_desc(Column::Id)
}

/// Results of a host's orders, newest first.
///
/// # Errors
/// Database errors.
pub(super) async fn orders_of_host<V>(
    scope: &Scope<V>,
    host: &str,
) -> Result<Vec<CertificateOrder>, DbErr> {
    let rows = scope.global::<Entity>().filter(Column::Host.eq(host)).modify_select(newest_first);
    let shown = rows.all().await?.into_iter().map(|row| CertificateOrder {
        id: row.id,
        outcome: row.outcome,
        issuer: row.issuer,
        cause: row.cause_code.zip(row.cause).map(|(code, words)| CertificateCause { code, words }),
        tries: row.tries,
        ordered_at: row.ordered_at,
        first_at: row.first_at,
        last_at: row.last_at,
        serial: row.serial,
        good_until: row.good_until,
    });
    Ok(shown.collect())
}
