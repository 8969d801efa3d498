//! Rate limits towards authorities: token buckets in the database, shared by all workers, at 80 %
//! of the authority's limits.
//!
//! A bucket is stored as in the generic cell rate algorithm (ITU-T I.371): a single time at which
//! it is full again. A token is therefore consumed by one conditional statement, without a prior
//! read.

use super::rows::budget::{self, Column, Entity};
use chrono::{DateTime, Utc};
use platform::config::IssuerConfig;
use platform::{Scope, System, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, Condition, DbErr};
use sha2::{Digest, Sha256};

const SECOND_US: i64 = 1_000_000;
const HOUR_US: i64 = 3_600 * SECOND_US;
const WEEK_US: i64 = 7 * 24 * HOUR_US;

/// Quantity that an authority limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bucket {
    /// New orders per account.
    Account,
    /// Certificates per registered domain.
    Domain,
    /// Certificates per set of names.
    Set,
    /// Failed validations per host.
    Host,
}

/// One bucket and its rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Allowance {
    key: String,
    burst: i64,
    every_us: i64,
}

impl Allowance {
    fn new(key: String, limit: u32, within_us: i64) -> Self {
        // 80 %, but at least one token.
        let burst = Ord::max(i64::from(limit) * 4 / 5, 1);
        Self { key, burst, every_us: within_us / burst }
    }

    pub(super) fn bucket_key(&self) -> &str {
        &self.key
    }

    /// Interval after which the bucket gains a token.
    pub(super) const fn interval_us(&self) -> i64 {
        self.every_us
    }

    /// Burst capacity, as a time.
    const fn slack_us(&self) -> i64 {
        (self.burst - 1) * self.every_us
    }

    /// Ensures that one worker at a time creates the account.
    pub(super) fn account_registration(issuer: &str) -> Self {
        Self { key: format!("{issuer}|registration"), burst: 1, every_us: 30 * SECOND_US }
    }
}

/// Buckets of an order for these names. An order that replaces a certificate by ARI is exempt (RFC
/// 9773 section 5, and the authorities' own rules); only [`delay_before_order`] delays it.
#[must_use]
pub(super) fn of_order(issuer: &IssuerConfig, names: &[String], replaces: bool) -> Vec<Allowance> {
    let mut all = Vec::new();
    if replaces {
        return all;
    }
    let limits = &issuer.limits;
    let account = bucket_key(issuer, Bucket::Account, names);
    all.extend(account.map(|key| Allowance::new(key, limits.orders_per_3_hours, 3 * HOUR_US)));
    let mut domains: Vec<&str> = names.iter().map(|name| registered_domain(name)).collect();
    domains.sort_unstable();
    domains.dedup();
    all.extend(domains.into_iter().map(|domain| {
        let key = format!("{}|domain|{domain}", issuer.name);
        Allowance::new(key, limits.per_domain_per_week, WEEK_US)
    }));
    let set = bucket_key(issuer, Bucket::Set, names);
    all.extend(set.map(|key| Allowance::new(key, limits.per_set_per_week, WEEK_US)));
    // A fixed order prevents deadlocks between transactions that lock several buckets.
    all.sort_by(|a, b| a.key.cmp(&b.key));
    all
}

/// Key of the bucket in the table; the first name leads.
fn bucket_key(issuer: &IssuerConfig, bucket: Bucket, names: &[String]) -> Option<String> {
    let first = names.first()?;
    let name = &issuer.name;
    Some(match bucket {
        Bucket::Account => format!("{name}|account"),
        Bucket::Domain => format!("{name}|domain|{}", registered_domain(first)),
        Bucket::Set => format!("{name}|set|{}", set_hash(names)),
        Bucket::Host => format!("{name}|host|{first}"),
    })
}

/// Registered domain of a name, by the Public Suffix List.
fn registered_domain(name: &str) -> &str {
    let name = name.trim_start_matches("*.");
    psl::domain_str(name).unwrap_or(name)
}

fn set_hash(names: &[String]) -> String {
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.sort_unstable();
    data_encoding::HEXLOWER.encode(&Sha256::digest(names.join(",").as_bytes())[..12])
}

/// An empty bucket, and the time of its next token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EmptyBucket {
    pub until: DateTime<Utc>,
    /// `None` for a bucket that only the authority counts and has exhausted.
    pub bucket: Option<Allowance>,
}

/// Consumes a token of every bucket, or none if one is empty; then returns the empty bucket.
///
/// # Errors
/// Database errors.
pub(super) async fn reserve(
    scope: &mut Scope<System>,
    all: &[Allowance],
) -> Result<Result<(), EmptyBucket>, DbErr> {
    let tx = scope.begin().await?;
    let now_us = tx.now().timestamp_micros();
    for allowance in all {
        if let Some(free_us) = take_one(&tx, allowance, now_us).await? {
            // The rollback returns the tokens of the other buckets.
            let until = DateTime::from_timestamp_micros(free_us).unwrap_or_default();
            return Ok(Err(EmptyBucket { until, bucket: Some(allowance.clone()) }));
        }
    }
    tx.commit().await?;
    Ok(Ok(()))
}

/// Consumes a token of every bucket, even of an empty one, because the order exists.
///
/// # Errors
/// Database errors.
pub(super) async fn consume_tokens(
    scope: &mut Scope<System>,
    all: &[Allowance],
) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let now_us = tx.now().timestamp_micros();
    let buckets = tx.global_table::<Entity>();
    for Allowance { key, every_us, .. } in all {
        let next = advance_by_token(now_us, *every_us);
        let counted =
            buckets.update(Column::Key.eq(key), |rows| rows.col_expr(Column::DueUs, next));
        counted.await?.as_many_as_there_are();
    }
    tx.commit().await
}

/// Returns the bucket that has a token last; `None` if all have one now.
///
/// # Errors
/// Database errors.
pub(super) async fn free_at(
    scope: &Scope<System>,
    all: &[Allowance],
) -> Result<Option<EmptyBucket>, DbErr> {
    let keys = Column::Key.is_in(all.iter().map(|allowance| allowance.key.as_str()));
    let buckets = scope.global::<Entity>().filter(keys).all().await?;
    let now_us = scope.now().timestamp_micros();
    let waits = buckets.iter().filter_map(|bucket| {
        let allowance = all.iter().find(|allowance| allowance.key == bucket.key)?;
        let free_us = Ord::max(bucket.due_us - allowance.slack_us(), bucket.shut_until_us);
        (free_us > now_us).then_some((Ord::max(free_us, now_us + SECOND_US), allowance))
    });
    Ok(waits.max_by_key(|(free_us, _)| *free_us).and_then(|(free_us, allowance)| {
        let until = DateTime::from_timestamp_micros(free_us)?;
        Some(EmptyBucket { until, bucket: Some(allowance.clone()) })
    }))
}

/// Number of orders that the account at an authority may make now; if none, the time of the next
/// one.
///
/// # Errors
/// Database errors.
pub(super) async fn orders_left(
    scope: &Scope<System>,
    issuer: &IssuerConfig,
) -> Result<(i64, Option<DateTime<Utc>>), DbErr> {
    let key = format!("{}|account", issuer.name);
    let account = Allowance::new(key.clone(), issuer.limits.orders_per_3_hours, 3 * HOUR_US);
    let Some(bucket) = scope.global::<Entity>().by_id(key).one().await? else {
        return Ok((account.burst, None));
    };
    let now_us = scope.now().timestamp_micros();
    let ahead_us = Ord::max(bucket.due_us - now_us, 0);
    let left = account.burst - (ahead_us + account.every_us - 1) / account.every_us;
    if bucket.shut_until_us > now_us || left <= 0 {
        let free_us = Ord::max(bucket.due_us - account.slack_us(), bucket.shut_until_us);
        return Ok((0, DateTime::from_timestamp_micros(free_us)));
    }
    Ok((left, None))
}

/// Returns `None` if a token was consumed, otherwise the time of the next one.
async fn take_one(
    tx: &Tx<'_, System>,
    allowance: &Allowance,
    now_us: i64,
) -> Result<Option<i64>, DbErr> {
    let Allowance { key, every_us, .. } = allowance;
    let slack_us = allowance.slack_us();
    let buckets = tx.global_table::<Entity>();
    let full = budget::ActiveModel { key: Set(key.clone()), due_us: Set(0), shut_until_us: Set(0) };
    buckets.insert_unless_there(full, &[Column::Key]).await?;
    let free = Condition::all()
        .add(Column::Key.eq(key))
        .add(Column::DueUs.lte(now_us + slack_us))
        .add(Column::ShutUntilUs.lte(now_us));
    let next = advance_by_token(now_us, *every_us);
    if buckets.update(free, |rows| rows.col_expr(Column::DueUs, next)).await?.is_changed() {
        return Ok(None);
    }
    let bucket = buckets.rows().by_id(key.clone()).one().await?;
    let free_us = bucket.map_or(now_us, |b| Ord::max(b.shut_until_us, b.due_us - slack_us));
    Ok(Some(Ord::max(free_us, now_us + SECOND_US)))
}

/// Delay before the next order: orders to one authority are spaced out over all workers.
///
/// # Errors
/// Database errors.
pub(super) async fn delay_before_order(
    scope: &mut Scope<System>,
    issuer: &IssuerConfig,
) -> Result<std::time::Duration, DbErr> {
    let every_us = SECOND_US / i64::from(issuer.limits.orders_per_second);
    let key = format!("{}|pace", issuer.name);
    let tx = scope.begin().await?;
    let now_us = tx.now().timestamp_micros();
    let buckets = tx.global_table::<Entity>();
    let idle = budget::ActiveModel { key: Set(key.clone()), due_us: Set(0), shut_until_us: Set(0) };
    buckets.insert_unless_there(idle, &[Column::Key]).await?;
    let mine = Column::Key.eq(&key);
    let moved = buckets
        .update_returning(mine, |rows| {
            rows.col_expr(Column::DueUs, advance_by_token(now_us, every_us))
        })
        .await?;
    tx.commit().await?;
    let turn_us = moved.first().map_or(now_us, |bucket| bucket.due_us - every_us);
    let wait_us = u64::try_from(turn_us - now_us).unwrap_or_default();
    Ok(std::time::Duration::from_micros(wait_us))
}

/// The bucket's time, limited to these bounds.
pub(super) fn later_between(least_us: i64, most_us: i64) -> Expr {
    let within = CaseStatement::new()
        .case(Expr::col(Column::DueUs).lt(least_us), least_us)
        .case(Expr::col(Column::DueUs).gt(most_us), most_us)
        .finally(Expr::col(Column::DueUs));
    Expr::expr(within)
}

/// The bucket's time, advanced by one token.
fn advance_by_token(now_us: i64, every_us: i64) -> Expr {
    let from = CaseStatement::new()
        .case(Expr::col(Column::DueUs).gt(now_us), Expr::col(Column::DueUs))
        .finally(now_us);
    Expr::expr(from).add(every_us)
}

/// Blocks the rate-limit bucket until the time that the authority stated.
///
/// # Errors
/// Database errors.
pub(super) async fn block_bucket(
    scope: &mut Scope<System>,
    issuer: &IssuerConfig,
    bucket: Bucket,
    names: &[String],
    until: DateTime<Utc>,
) -> Result<(), DbErr> {
    let Some(key) = bucket_key(issuer, bucket, names) else { return Ok(()) };
    let tx = scope.begin().await?;
    let until_us = until.timestamp_micros();
    let row = budget::ActiveModel { key: Set(key), due_us: Set(0), shut_until_us: Set(until_us) };
    let mut known = OnConflict::column(Column::Key);
    known.value(Column::ShutUntilUs, until_us);
    tx.global_table::<Entity>().upsert(row, known).await?;
    tx.commit().await
}

/// Time until which the authority refuses orders of these names; `None` if it does not.
///
/// # Errors
/// Database errors.
pub(super) async fn block_until(
    scope: &Scope<System>,
    issuer: &IssuerConfig,
    names: &[String],
) -> Result<Option<EmptyBucket>, DbErr> {
    let buckets = [Bucket::Account, Bucket::Domain, Bucket::Set, Bucket::Host];
    let keys = buckets.into_iter().filter_map(|bucket| bucket_key(issuer, bucket, names));
    let now_us = scope.now().timestamp_micros();
    let shut = Column::Key.is_in(keys).and(Column::ShutUntilUs.gt(now_us));
    let rows = scope.global::<Entity>().filter(shut).all().await?;
    let latest = rows.into_iter().max_by_key(|bucket| bucket.shut_until_us);
    Ok(latest.and_then(|shut| {
        let until = DateTime::from_timestamp_micros(shut.shut_until_us)?;
        let mut counted = of_order(issuer, names, false).into_iter();
        Some(EmptyBucket { until, bucket: counted.find(|one| one.key == shut.key) })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subdomains_of_a_registered_domain_share_a_bucket() {
        assert_eq!(registered_domain("a.b.club.co.uk"), "club.co.uk");
        assert_eq!(registered_domain("*.club.example"), "club.example");
        let sets = [["a.example", "b.example"], ["b.example", "a.example"]];
        let [one, other] = sets.map(|names| set_hash(&names.map(str::to_owned)));
        assert_eq!(one, other);
    }

    #[test]
    fn bucket_holds_80_percent_of_the_limit() {
        let bucket = Allowance::new("x".to_owned(), 300, 3 * HOUR_US);
        assert_eq!((bucket.burst, bucket.every_us), (240, 45 * SECOND_US));
        assert_eq!(Allowance::new("x".to_owned(), 1, HOUR_US).burst, 1);
    }
}
