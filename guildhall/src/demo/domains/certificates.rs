//! Certificates of the domains with their history. They are signed by their own key, so that an
//! instance that serves https can present them.

use super::{DomainEntry, duration_of, records};
use crate::demo::DemoError;
use crate::demo::cast::DomainCertificate;
use crate::demo::random::id_at;
use crate::demo::store::{Rows, row};
use crate::demo::world::World;
use chrono::{DateTime, Datelike, Duration, Utc};
use control_plane::certificates::{CertificateId, seal_certificate_key};
use platform::Services;
use rcgen::{CertificateParams, DistinguishedName, KeyPair, SerialNumber};
use serde_json::json;
use uuid::Uuid;

const ISSUER: &str = "Let’s Encrypt";
const LIFETIME: Duration = Duration::days(90);
/// Age at which a certificate is renewed.
const RENEWAL_AGE: Duration = Duration::days(61);
/// Delays after the failed attempts to renew one.
const RETRY_DELAYS: [Duration; 5] = [
    Duration::minutes(2),
    Duration::minutes(10),
    Duration::hours(1),
    Duration::hours(4),
    Duration::hours(12),
];
/// Priority of a renewal.
const PRIORITY_RENEWAL: i64 = 4;

/// Rows of the tables of certificates.
pub struct CertificateRows {
    wants: Rows,
    jobs: Rows,
    held: Rows,
    orders: Rows,
}

impl Default for CertificateRows {
    fn default() -> Self {
        Self {
            wants: Rows::new("certificate_wants", &["id", "names", "tenant_id", "wanted_at"]),
            jobs: Rows::new("acme_jobs", JOB_COLUMNS),
            held: Rows::new("certificates", HELD_COLUMNS),
            orders: Rows::new("certificate_orders", ORDER_COLUMNS),
        }
    }
}

/// An attempt to renew a certificate that has failed.
struct FailedRenewal {
    attempts: i64,
    since: DateTime<Utc>,
    last: DateTime<Utc>,
    next: DateTime<Utc>,
    code: &'static str,
    words: String,
}

impl CertificateRows {
    /// Adds the certificate of a domain, if it has one.
    pub fn add(
        &mut self,
        services: &Services,
        world: &World,
        entry: &DomainEntry<'_>,
    ) -> Result<(), DemoError> {
        let Some(certificate) = &entry.domain.certificate else { return Ok(()) };
        let host = &entry.domain.host;
        let issued = world.now - duration_of(&certificate.issued)?;
        let approved = entry.approved.unwrap_or(issued);
        let failed = failed_renewal(world, entry, certificate)?;
        self.wants.add(row![host.clone(), json!([host]), entry.tenant, approved]);
        let renew_at = failed.as_ref().map_or(issued + RENEWAL_AGE, |it| it.since);
        self.jobs.add(row![
            host.clone(),
            "ready",
            failed.as_ref().map_or(renew_at, |it| it.next),
            PRIORITY_RENEWAL,
            failed.as_ref().map_or(0, |it| it.attempts),
            "http-01",
            json!([]),
            failed.as_ref().map(|it| it.since),
            failed.as_ref().map(|it| it.code),
            failed.as_ref().map(|it| it.words.clone()),
            failed.as_ref().map_or(issued, |it| it.last),
        ]);
        let first = serial_of(host, approved);
        self.add_issued(host, approved, &first);
        let serial = serial_of(host, issued);
        self.add_issued(host, issued, &serial);
        if let Some(failed) = failed {
            self.add_failed(host, &failed);
        }
        self.add_held(services, host, (issued, renew_at), serial)
    }

    fn add_issued(&mut self, host: &str, at: DateTime<Utc>, serial: &SerialNumber) {
        self.orders.add(row![
            id_at(&format!("order/{host}"), at),
            host,
            "issued",
            Some(ISSUER),
            None::<String>,
            None::<String>,
            1_i64,
            Some(at - Duration::seconds(22)),
            at,
            at,
            Some(serial.to_string()),
            Some(at + LIFETIME),
        ]);
    }

    fn add_failed(&mut self, host: &str, failed: &FailedRenewal) {
        self.orders.add(row![
            id_at(&format!("order/{host}"), failed.since),
            host,
            "failed",
            None::<String>,
            Some(failed.code),
            Some(failed.words.clone()),
            failed.attempts,
            None::<DateTime<Utc>>,
            failed.since,
            failed.last,
            None::<String>,
            None::<DateTime<Utc>>,
        ]);
    }

    fn add_held(
        &mut self,
        services: &Services,
        host: &str,
        (issued, renew_at): (DateTime<Utc>, DateTime<Utc>),
        serial: SerialNumber,
    ) -> Result<(), DemoError> {
        let id = id_at(&format!("certificate/{host}"), issued);
        let (chain, key) = sign(host, issued, serial)
            .map_err(|error| DemoError::Data(format!("certificate of {host}: {error}")))?;
        let key = seal_certificate_key(services, CertificateId(id), &key)
            .map_err(|error| DemoError::Data(format!("key of {host}: {error}")))?;
        let not_after = issued + LIFETIME;
        let before = |seconds| Some(issued - Duration::seconds(seconds));
        let after = |seconds| Some(issued + Duration::seconds(seconds));
        self.held.add(row![
            id,
            host,
            json!([host]),
            ISSUER,
            chain,
            key,
            issued,
            not_after,
            renew_at,
            not_after - LIFETIME / 8,
            issued,
            before(22),
            before(19),
            before(3),
            1_i64,
            after(7),
            after(9),
            "Our edge shows it, by table 1",
        ]);
        Ok(())
    }

    /// The rows, in the order of their references.
    pub fn into_rows(self) -> [Rows; 4] {
        [self.wants, self.jobs, self.held, self.orders]
    }
}

fn failed_renewal(
    world: &World,
    entry: &DomainEntry<'_>,
    certificate: &DomainCertificate,
) -> Result<Option<FailedRenewal>, DemoError> {
    let Some(next) = &certificate.next_attempt else { return Ok(None) };
    let next = world.now + duration_of(next)?;
    let attempts = certificate.failed_renewals;
    let wrong = || DemoError::Data(format!("renewals of {}", entry.domain.host));
    let count = usize::try_from(attempts).map_err(|_| wrong())?;
    let delays = RETRY_DELAYS.get(..count).ok_or_else(wrong)?;
    let last = next - delays.last().copied().ok_or_else(wrong)?;
    let before: Duration = delays.iter().rev().skip(1).sum();
    let found = records::records(&entry.domain.host, &entry.domain.records, &entry.expected)?;
    let (code, words) = records::cause(&found).ok_or_else(wrong)?;
    Ok(Some(FailedRenewal { attempts, since: last - before, last, next, code, words }))
}

fn serial_of(host: &str, at: DateTime<Utc>) -> SerialNumber {
    let id: Uuid = id_at(&format!("serial/{host}"), at);
    // The first byte is that of a positive number.
    SerialNumber::from_slice(&[&[0x04], id.as_bytes().as_slice()].concat())
}

/// A certificate signed by its own key, and the key.
fn sign(
    host: &str,
    issued: DateTime<Utc>,
    serial: SerialNumber,
) -> Result<(String, String), rcgen::Error> {
    let key = KeyPair::generate_for(&rcgen::PKCS_ECDSA_P256_SHA256)?;
    let mut params = CertificateParams::new(vec![host.to_owned()])?;
    params.distinguished_name = DistinguishedName::new();
    params.serial_number = Some(serial);
    let midnight = |at: DateTime<Utc>| {
        let (month, day) = (u8::try_from(at.month()), u8::try_from(at.day()));
        rcgen::date_time_ymd(at.year(), month.unwrap_or(1), day.unwrap_or(1))
    };
    params.not_before = midnight(issued);
    params.not_after = midnight(issued + LIFETIME);
    Ok((params.self_signed(&key)?.pem(), key.serialize_pem()))
}

const JOB_COLUMNS: &[&str] = &[
    "host",
    "state",
    "not_before",
    "priority",
    "attempt",
    "challenge",
    "failed_at",
    "failing_since",
    "cause_code",
    "cause",
    "updated_at",
];
const HELD_COLUMNS: &[&str] = &[
    "id",
    "host",
    "names",
    "issuer",
    "chain",
    "key",
    "not_before",
    "not_after",
    "renew_at",
    "emergency_at",
    "created_at",
    "ordered_at",
    "answered_at",
    "validated_at",
    "table_version",
    "installed_at",
    "probed_at",
    "probe_words",
];
const ORDER_COLUMNS: &[&str] = &[
    "id",
    "host",
    "outcome",
    "issuer",
    "cause_code",
    "cause",
    "tries",
    "ordered_at",
    "first_at",
    "last_at",
    "serial",
    "good_until",
];
