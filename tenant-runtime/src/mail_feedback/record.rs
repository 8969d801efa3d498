//! Records reports about emails, and suppresses addresses.

use super::MailFeedbackId;
use super::report::MailReport;
use super::rows::{SuppressionReason, feedback, suppression};
use crate::accounts;
use chrono::Duration;
use metrics::counter;
use platform::mail::EnhancedStatus;
use platform::telemetry::MAIL_FEEDBACK;
use platform::{System, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{DbErr, Iterable};

/// Time for which a report counts for the notice to staff.
const RECENT: Duration = Duration::days(1);

/// Address that a report is about, and its account if it has one.
pub struct ReportedAddress {
    pub address: String,
    pub user: Option<UserId>,
}

/// Records a report. A bounce or a complaint suppresses the address; a complaint stays one after a
/// bounce, because it is the recipient's wish.
///
/// # Errors
/// Database errors.
pub async fn record(
    tx: &Tx<'_, System>,
    about: &ReportedAddress,
    report: &MailReport,
) -> Result<(), DbErr> {
    let (kind, status) = match report {
        MailReport::Bounce(status) => ("bounce", Some(status)),
        MailReport::Delay(status) => ("delay", status.as_ref()),
        MailReport::Complaint => ("complaint", None),
    };
    let row = feedback::ActiveModel {
        id: Set(MailFeedbackId::new()),
        user_id: Set(about.user),
        kind: Set(kind.to_owned()),
        status_code: Set(status.map(EnhancedStatus::to_string)),
        created_at: Set(tx.now()),
        recent_until: Set(tx.now() + RECENT),
    };
    tx.global_table::<feedback::Entity>().insert(row).await?;
    counter!(MAIL_FEEDBACK, "kind" => kind).increment(1);
    match report {
        MailReport::Bounce(_) => suppress(tx, about, SuppressionReason::Bounced, status).await,
        MailReport::Complaint => suppress(tx, about, SuppressionReason::Complained, None).await,
        MailReport::Delay(_) => Ok(()),
    }
}

async fn suppress(
    tx: &Tx<'_, System>,
    about: &ReportedAddress,
    reason: SuppressionReason,
    status: Option<&EnhancedStatus>,
) -> Result<(), DbErr> {
    use suppression::{ActiveModel, Column, Entity};
    let address = accounts::normalised_email(&about.address);
    let table = tx.global_table::<Entity>();
    let known = table.rows().by_id(address.clone()).one().await?;
    let has_complained =
        known.as_ref().is_some_and(|row| row.reason == SuppressionReason::Complained);
    let row = ActiveModel {
        address: Set(address),
        user_id: Set(about.user),
        reason: Set(if has_complained { SuppressionReason::Complained } else { reason }),
        status_code: Set(status.map(EnhancedStatus::to_string)),
        since: Set(known.map_or(tx.now(), |row| row.since)),
        updated_at: Set(tx.now()),
    };
    let changed = Column::iter().filter(|column| !matches!(column, Column::Address));
    let replace = OnConflict::column(Column::Address).update_columns(changed).to_owned();
    table.upsert(row, replace).await
}
