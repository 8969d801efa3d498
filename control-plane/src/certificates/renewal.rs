//! Renewal time of a certificate: the authority's renewal window (ARI, RFC 9773), or a random time
//! between 60 and 70 % of its lifetime, so that certificates issued together are not renewed
//! together.

use super::account;
use super::context::IssuanceContext;
use super::desired::priority;
use super::errors::OrderError;
use super::leaf::LeafCertificate;
use super::retry::scale_duration;
use super::rows::held::{self, ActiveModel, Column, Entity};
use super::rows::{LeftOut, job};
use chrono::{DateTime, Duration, Utc};
use instant_acme::{CertificateIdentifier, Error, RenewalInfo};
use platform::{Scope, System, Tx, random};
use sea_orm::ActiveValue::Set;
use sea_orm::{
    ColumnTrait, Condition, DbErr, EntityTrait, ExprTrait, QueryFilter, QuerySelect, QueryTrait,
};
use std::borrow::Cow;

/// Bounds of the interval between two queries of an authority (edge design, section 5.4).
const ASK_SOONEST: Duration = Duration::hours(1);
const ASK_LATEST: Duration = Duration::hours(24);
/// Minimum age at renewal, or a twentieth of the lifetime if that is shorter. It limits the
/// authority's renewal window: an authority that declares every new certificate due would otherwise
/// cause endless orders, because renewals count towards no limit.
const KEPT_AT_LEAST: Duration = Duration::hours(6);
/// Maximum certificates queried per run.
const AT_ONCE: u64 = 50;

/// Number of random candidates.
const RENEWALS_PER_RUN: usize = 3;
/// Two renewals within this time of each other count as close together.
const WINDOW_TOLERANCE: Duration = Duration::minutes(30);

/// Renewal time without an authority's window. Counted from now if the certificate is older, so
/// that a new one is never due at once.
#[must_use]
pub(super) fn without_window(leaf: &LeafCertificate, now: DateTime<Utc>) -> DateTime<Utc> {
    let start = Ord::max(leaf.not_before, now);
    start + scale_duration(leaf.not_after - start, random::random_between(0.60..0.70))
}

/// Like `without_window`, but chooses among several random times the one with the fewest other
/// renewals nearby. A single random choice would put twice as many into one hour as into another.
///
/// # Errors
/// Database errors.
pub(super) async fn least_crowded_time(
    tx: &Tx<'_, System>,
    leaf: &LeafCertificate,
) -> Result<DateTime<Utc>, DbErr> {
    let mut least: Option<(u64, DateTime<Utc>)> = None;
    for _ in 0..RENEWALS_PER_RUN {
        let drawn = without_window(leaf, tx.now());
        let around = job::Column::State
            .eq(job::CertificateJobState::Ready)
            .and(job::Column::Priority.eq(priority::PRIORITY_RENEWAL))
            .and(
                job::Column::NotBefore.between(drawn - WINDOW_TOLERANCE, drawn + WINDOW_TOLERANCE),
            );
        let busy = tx.global::<job::Entity>().filter(around).count().await?;
        if least.is_none_or(|(others, _)| busy < others) {
            least = Some((busy, drawn));
        }
    }
    Ok(least.map_or_else(|| without_window(leaf, tx.now()), |(_, drawn)| drawn))
}

/// Queries the authorities for the certificates that are due for a query, each by one worker;
/// returns their number.
///
/// # Errors
/// Database errors. An authority that does not answer is queried again in an hour; the previous
/// renewal time stays.
pub(super) async fn fetch_renewal_info(context: &IssuanceContext) -> Result<usize, OrderError> {
    let mut scope = context.services.system("query renewal information");
    let due = take_due(&mut scope).await?;
    let count = due.len();
    for certificate in due {
        match ask_about(context, &mut scope, &certificate).await {
            Ok(()) => {}
            Err(OrderError::Failed(trouble)) => {
                let (host, cause) = (&certificate.host, &trouble.cause.words);
                tracing::warn!(
                    host,
                    cause,
                    "failed to query renewal information for {host}; keeping the previous time"
                );
            }
            Err(other) => return Err(other),
        }
    }
    Ok(count)
}

/// Advances the query time before the query, so that no other worker repeats it.
async fn take_due(scope: &mut Scope<System>) -> Result<Vec<held::Model>, DbErr> {
    let tx = scope.begin().await?;
    let now = tx.now();
    let due = || {
        Condition::all()
            .add(Column::AskAt.lte(now))
            .add(Column::SupersededAt.is_null())
            .add(Column::RevokedAt.is_null())
            // A certificate that expires soon is renewed independently of the authority.
            .add(Column::EmergencyAt.gt(now))
    };
    let some = Entity::find().select_only().column(Column::Id).filter(due()).limit(AT_ONCE);
    let later = ActiveModel { ask_at: Set(Some(now + ASK_SOONEST)), ..Default::default() };
    // Repeats the condition: of two workers that selected the same row, the second finds it
    // changed.
    let rows = due().add(Column::Id.in_subquery(some.into_query()));
    let taken = tx.global_table::<Entity>().update_returning(rows, |rows| rows.set(later)).await?;
    tx.commit().await?;
    Ok(taken)
}

async fn ask_about(
    context: &IssuanceContext,
    scope: &mut Scope<System>,
    certificate: &held::Model,
) -> Result<(), OrderError> {
    let id = certificate.ari_id.as_deref().and_then(|id| id.split_once('.'));
    let authority =
        context.issuer_position(&certificate.issuer).and_then(|at| context.authorities.get(at));
    let (Some((key_id, serial)), Some(authority)) = (id, authority) else {
        return write(scope, certificate, without_renewal_info()).await;
    };
    let id = CertificateIdentifier {
        authority_key_identifier: Cow::Borrowed(key_id),
        serial: Cow::Borrowed(serial),
    };
    let account = account::load_or_create(authority, scope).await?;
    match account.renewal_info(&id).await {
        Ok((info, wait)) => {
            let wait = Duration::from_std(wait).unwrap_or(ASK_LATEST);
            let ask_at = scope.now() + Ord::clamp(wait, ASK_SOONEST, ASK_LATEST);
            let change = apply_window(certificate, renewal_window(&info));
            write(scope, certificate, ActiveModel { ask_at: Set(Some(ask_at)), ..change }).await
        }
        Err(Error::Unsupported(_)) => write(scope, certificate, without_renewal_info()).await,
        Err(error) => Err(super::errors::of_error(&error, &certificate.issuer).into()),
    }
}

fn without_renewal_info() -> ActiveModel {
    ActiveModel { ask_at: Set(None), ..Default::default() }
}

fn renewal_window(info: &RenewalInfo) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let window = &info.suggested_window;
    let moment = |seconds| DateTime::from_timestamp(seconds, 0);
    Some((moment(window.start.unix_timestamp())?, moment(window.end.unix_timestamp())?))
}

/// Applies a renewal window: an unchanged window keeps the chosen time, a new one gets a new time,
/// and an invalid one is ignored.
fn apply_window(
    certificate: &held::Model,
    window: Option<(DateTime<Utc>, DateTime<Utc>)>,
) -> ActiveModel {
    let Some((start, end)) = window.filter(|w| makes_sense(certificate, w)) else {
        return ActiveModel::default();
    };
    if certificate.window_start == Some(start) && certificate.window_end == Some(end) {
        return ActiveModel::default();
    }
    let end_usable = Ord::min(end, certificate.emergency_at);
    let drawn = start + scale_duration(end_usable - start, random::random_between(0.0..1.0));
    let life = certificate.not_after - certificate.not_before;
    let chosen = Ord::max(drawn, certificate.created_at + Ord::min(life / 20, KEPT_AT_LEAST));
    ActiveModel {
        window_start: Set(Some(start)),
        window_end: Set(Some(end)),
        renew_at: Set(chosen),
        ..Default::default()
    }
}

/// Returns whether the window is valid: it must not end before it starts, or start shortly before
/// expiry.
fn makes_sense(certificate: &held::Model, window: &(DateTime<Utc>, DateTime<Utc>)) -> bool {
    window.0 < window.1 && window.0 < certificate.emergency_at
}

/// Updates the certificate, and its host's job if that only waits for the renewal.
async fn write(
    scope: &mut Scope<System>,
    certificate: &held::Model,
    change: ActiveModel,
) -> Result<(), OrderError> {
    let renew_at = change.renew_at.clone().into_value();
    let tx = scope.begin().await?;
    let this = Column::Id.eq(certificate.id).and(Column::SupersededAt.is_null());
    let written =
        tx.global_table::<Entity>().update(this, |rows| rows.set(change)).await?.is_changed();
    if written && renew_at.is_some() {
        let known = tx.global::<Entity>().by_id(certificate.id).one().await?;
        let waiting = Condition::all()
            .add(job::Column::Host.eq(&certificate.host))
            .add(job::Column::State.eq(job::CertificateJobState::Ready))
            .add(job::Column::Priority.eq(priority::PRIORITY_RENEWAL))
            .add(job::Column::Attempt.eq(0))
            // A due job is not postponed, because an operator may have scheduled it.
            .add(job::Column::NotBefore.gt(tx.now()));
        let jobs = tx.global_table::<job::Entity>();
        let job = jobs.rows().by_id(certificate.host.clone()).one().await?;
        if let (Some(known), Some(job)) = (known, job) {
            let at = LeftOut::next_retry_at(job.left_out.as_ref(), known.renew_at);
            let moved = job::ActiveModel { not_before: Set(at), ..Default::default() };
            jobs.update(waiting, |rows| rows.set(moved)).await?.as_many_as_there_are();
        }
    }
    Ok(tx.commit().await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificates::rows::{CertificateId, Names};

    fn certificate(days: i64) -> held::Model {
        let start = DateTime::UNIX_EPOCH;
        let not_after = start + Duration::days(days);
        held::Model {
            id: CertificateId::new(),
            host: "club.example".to_owned(),
            names: Names(vec!["club.example".to_owned()]),
            issuer: "ca".to_owned(),
            chain: String::new(),
            key: String::new(),
            not_before: start,
            not_after,
            renew_at: start + Duration::days(days * 2 / 3),
            emergency_at: not_after - Duration::days(days) / 8,
            ari_id: None,
            window_start: None,
            window_end: None,
            ask_at: None,
            replaced: false,
            revoked_at: None,
            superseded_at: None,
            created_at: start,
            ordered_at: None,
            answered_at: None,
            validated_at: None,
            left_out: None,
            table_version: None,
            installed_at: None,
            probed_at: None,
            probe_fault: None,
            probe_words: None,
        }
    }

    fn at(days: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + Duration::days(days)
    }

    #[test]
    fn renewals_of_a_batch_are_spread_over_a_tenth_of_the_lifetime() {
        let leaf = LeafCertificate { not_before: at(0), not_after: at(90), ari_id: None };
        let moments: Vec<_> = (0..1_000).map(|_| without_window(&leaf, at(0))).collect();
        assert!(moments.iter().all(|moment| (at(54)..=at(63)).contains(moment)));
        let busiest = (54..63)
            .map(|day| moments.iter().filter(|m| (at(day)..at(day + 1)).contains(*m)).count())
            .max();
        assert!(busiest.is_some_and(|most| most < 200), "{busiest:?} on one of nine days");
    }

    #[test]
    fn renewal_time_is_kept_while_the_window_is_unchanged() {
        let mut known = certificate(90);
        let first = apply_window(&known, Some((at(58), at(60))));
        let Some(chosen) = first.renew_at.clone().take() else { panic!("nothing was chosen") };
        assert!((at(58)..=at(60)).contains(&chosen));
        (known.renew_at, known.window_start, known.window_end) =
            (chosen, Some(at(58)), Some(at(60)));
        let second = apply_window(&known, Some((at(58), at(60))));
        assert!(second.renew_at.is_not_set(), "the same window keeps the moment");
    }

    #[test]
    fn new_certificate_is_not_renewed_before_its_minimum_age() {
        for (days, hours) in [(90, 6), (6, 6), (2, 2)] {
            let known = certificate(days);
            let chosen = apply_window(&known, Some((at(-3), at(-1)))).renew_at.take();
            let kept = chosen.map(|moment| (moment - known.created_at).num_hours());
            assert_eq!(kept, Some(hours), "of {days} days");
        }
    }

    #[test]
    fn past_window_renews_now_and_invalid_window_is_ignored() {
        let known = certificate(90);
        let past = apply_window(&known, Some((at(5), at(6)))).renew_at.take();
        assert!(past.is_some_and(|moment| moment <= at(6)));
        for absurd in
            [(at(60), at(59)), (at(60), at(60)), (at(47_000), at(47_002)), (at(85), at(86))]
        {
            assert!(apply_window(&known, Some(absurd)).renew_at.is_not_set(), "{absurd:?}");
        }
        let long = apply_window(&known, Some((at(50), at(400)))).renew_at.take();
        assert!(long.is_some_and(|moment| moment <= known.emergency_at));
    }
}
