//! Failures of an order, classified by their consequence (edge design, section 5.4).

use super::budget::Bucket;
use super::client::{AcmeRefusal, LeaseOver};
use super::rows::OmittedCertificateName;
use super::rows::job::Challenge;
use chrono::{DateTime, Utc};
use instant_acme::{Error, Identifier, Problem};
use sea_orm::DbErr;

/// Reason why an order does not continue.
#[derive(Debug)]
pub(super) enum OrderError {
    /// The lease on the host is lost.
    Lost,
    /// Database error.
    Db(DbErr),
    /// Failure that is reported to people.
    Failed(CertificateError),
}

impl From<DbErr> for OrderError {
    fn from(error: DbErr) -> Self {
        Self::Db(error)
    }
}

impl From<CertificateError> for OrderError {
    fn from(error: CertificateError) -> Self {
        Self::Failed(error)
    }
}

/// A cause, with a stable code for programs and a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ErrorCause {
    pub code: &'static str,
    pub words: String,
}

/// Maximum stored characters of a sentence.
const WORDS_MAX: usize = 400;

impl ErrorCause {
    pub(super) fn new(code: &'static str, words: impl Into<String>) -> Self {
        let words: String = words.into();
        Self { code, words: words.chars().take(WORDS_MAX).collect() }
    }
}

/// Consequence of a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CertificateErrorKind {
    /// A fault of the authority or the network: retry soon from the same step, not before the
    /// stated time.
    Passing(Option<DateTime<Utc>>),
    /// Our own fault: retry soon from the same step.
    Ours,
    /// A fault of the host: its DNS or its server. `validated` tells whether the authority counted
    /// a failed validation.
    Host { validated: bool },
    /// A limit of the authority, and its end.
    Limited(Bucket, Option<DateTime<Utc>>),
    /// Our own rate limit is exhausted until this time.
    Budget(DateTime<Utc>),
    /// The authority refuses the host permanently.
    Refused,
    /// The authority refuses these names permanently; the others of the order may be issued.
    RefusedNames(Vec<OmittedCertificateName>),
    /// A fault of the partner name; the host itself may be fine. `validated` as for the host.
    Partner { name: String, validated: bool },
    /// The authority does not know our account.
    AccountGone,
    /// The certificate to replace was already replaced.
    AlreadyReplaced,
    /// The order no longer exists or cannot be finished.
    OrderGone,
    /// The authority refused our nonce too many times.
    BadNonce,
}

/// A failure: kind and cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CertificateError {
    pub kind: CertificateErrorKind,
    pub cause: ErrorCause,
}

impl CertificateError {
    pub(super) fn new(
        kind: CertificateErrorKind,
        code: &'static str,
        words: impl Into<String>,
    ) -> Self {
        Self { kind, cause: ErrorCause::new(code, words) }
    }

    /// A failure of our own.
    pub(super) fn internal() -> Self {
        Self::new(CertificateErrorKind::Ours, "internal", "An internal error occurred.")
    }

    /// A failure of the authority or the connection to it.
    pub(super) fn temporary(code: &'static str, words: impl Into<String>) -> Self {
        Self::new(CertificateErrorKind::Passing(None), code, words)
    }
}

/// Returns whether only the nonce was refused, so that the same call can be repeated at once.
pub(super) fn is_bad_nonce(error: &Error) -> bool {
    matches!(error, Error::Api(problem) if kind_of(problem) == "badNonce")
}

/// Returns whether the authority definitively refused a call. After a broken connection or a server
/// error the call may have had an effect.
pub(super) fn was_refused(error: &Error) -> bool {
    match error {
        Error::Api(_) | Error::Unsupported(_) => true,
        Error::Other(inner) => {
            inner.downcast_ref::<AcmeRefusal>().is_some_and(|answered| answered.status < 500)
        }
        _ => false,
    }
}

/// Returns whether a call never left this process.
pub(super) fn was_not_sent(error: &Error) -> bool {
    matches!(error, Error::Other(inner) if inner.is::<LeaseOver>())
}

/// Interprets an instant-acme error.
pub(super) fn of_error(error: &Error, issuer: &str) -> CertificateError {
    match error {
        Error::Api(problem) => of_problem(problem, issuer, None),
        error if was_not_sent(error) => CertificateError::internal(),
        Error::Other(inner) => match inner.downcast_ref::<AcmeRefusal>() {
            Some(answered) => of_answer(answered, issuer),
            None => unreachable_authority(issuer, &inner.to_string()),
        },
        Error::Unsupported(what) => CertificateError::new(
            CertificateErrorKind::AlreadyReplaced,
            "authority-cannot",
            format!("{issuer}: no {what}"),
        ),
        Error::Timeout(_) => CertificateError::temporary(
            "authority-slow",
            format!("{issuer} has not finished yet; the next check is soon."),
        ),
        other => CertificateError::temporary(
            "authority-unreadable",
            format!("{issuer} sent an unreadable response ({other})."),
        ),
    }
}

fn unreachable_authority(issuer: &str, what: &str) -> CertificateError {
    CertificateError::temporary(
        "authority-unreachable",
        format!("{issuer} does not answer ({what})."),
    )
}

/// Interprets an error response without a problem document, or one about rate limits.
fn of_answer(answered: &AcmeRefusal, issuer: &str) -> CertificateError {
    let detail = answered.detail.as_deref().unwrap_or("no reason given");
    if answered.status == 429 || answered.kind.as_deref() == Some("rateLimited") {
        let bucket = bucket_of(detail);
        let words = format!("{issuer} accepts no more for now ({detail}).");
        return CertificateError::new(
            CertificateErrorKind::Limited(bucket, answered.retry_at),
            "rate-limited",
            words,
        );
    }
    let words = format!("{issuer} has a server error (status {}: {detail}).", answered.status);
    CertificateError::new(
        CertificateErrorKind::Passing(answered.retry_at),
        "authority-in-trouble",
        words,
    )
}

/// Determines the limit from the text, because authorities state it only there.
fn bucket_of(detail: &str) -> Bucket {
    let detail = detail.to_ascii_lowercase();
    if detail.contains("exact set") || detail.contains("duplicate") {
        Bucket::Set
    } else if detail.contains("failed authorization") || detail.contains("failed validation") {
        Bucket::Host
    } else if detail.contains("certificates") && detail.contains("already issued for") {
        Bucket::Domain
    } else {
        Bucket::Account
    }
}

/// Interprets a problem document (RFC 8555 section 6.7); `by` is set for the result of a
/// validation.
pub(super) fn of_problem(
    problem: &Problem,
    issuer: &str,
    by: Option<Challenge>,
) -> CertificateError {
    let detail = problem.detail.as_deref().unwrap_or("no reason given");
    let host = |code, words: &str| {
        let kind = CertificateErrorKind::Host { validated: by.is_some() };
        CertificateError::new(kind, code, format!("{words} {issuer} says: {detail}"))
    };
    let fixed = |kind, code| CertificateError::new(kind, code, format!("{issuer} says: {detail}"));
    let refused = refused_names(problem, issuer);
    if let Some(first) = refused.first() {
        let words = first.words.clone();
        return CertificateError::new(
            CertificateErrorKind::RefusedNames(refused),
            "name-refused",
            words,
        );
    }
    match kind_of(problem) {
        "badNonce" => fixed(CertificateErrorKind::BadNonce, "authority-in-trouble"),
        "accountDoesNotExist" => fixed(CertificateErrorKind::AccountGone, "account-unknown"),
        "alreadyReplaced" => fixed(CertificateErrorKind::AlreadyReplaced, "already-replaced"),
        "rateLimited" => {
            fixed(CertificateErrorKind::Limited(bucket_of(detail), None), "rate-limited")
        }
        "rejectedIdentifier" | "unsupportedIdentifier" => {
            let words = format!("{issuer} issues no certificate for this name: {detail}");
            CertificateError::new(CertificateErrorKind::Refused, "name-refused", words)
        }
        "caa" => {
            let words = format!("A CAA record in the DNS forbids {issuer} to issue: {detail}");
            CertificateError::new(CertificateErrorKind::Refused, "caa-forbids", words)
        }
        "connection" | "tls" => host("nothing-answers", nothing_answers(by)),
        "dns" => host("no-records", "The DNS of this host gives no usable answer."),
        "unauthorized" | "incorrectResponse" if by.is_some() => {
            host("wrong-answer", "Another server answers for this host: its DNS points elsewhere.")
        }
        "externalAccountRequired"
        | "userActionRequired"
        | "invalidContact"
        | "unsupportedContact" => fixed(CertificateErrorKind::Passing(None), "account-refused"),
        "malformed" | "unauthorized" => fixed(CertificateErrorKind::OrderGone, "order-refused"),
        _ if problem.status == Some(404) => fixed(CertificateErrorKind::OrderGone, "order-refused"),
        _ => fixed(CertificateErrorKind::Passing(None), "authority-in-trouble"),
    }
}

/// Names that subproblems (RFC 8555 section 6.7.1) refuse permanently.
fn refused_names(problem: &Problem, issuer: &str) -> Vec<OmittedCertificateName> {
    let refused = problem.subproblems.iter().filter_map(|part| {
        let kind = last_part(part.r#type.as_deref());
        let for_good = matches!(kind, "rejectedIdentifier" | "unsupportedIdentifier");
        let Some(Identifier::Dns(name)) = part.identifier.as_ref().filter(|_| for_good) else {
            return None;
        };
        let detail = part.detail.as_deref().unwrap_or("no reason given");
        let words = format!("{issuer} issues no certificate for {name}: {detail}");
        Some(OmittedCertificateName { name: name.clone(), words, again_at: None })
    });
    refused.collect()
}

const fn nothing_answers(by: Option<Challenge>) -> &'static str {
    match by {
        Some(Challenge::TlsAlpn01) => "Nothing answers for this host on port 443.",
        _ => "Nothing answers for this host on port 80.",
    }
}

fn kind_of(problem: &Problem) -> &str {
    last_part(problem.r#type.as_deref())
}

/// Problem type without its prefix.
fn last_part(kind: Option<&str>) -> &str {
    let kind = kind.unwrap_or_default();
    kind.rsplit_once(':').map_or(kind, |(_, last)| last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_limit_error_blocks_the_named_bucket() {
        for (words, bucket) in [
            ("too many new orders (300) from this account in the last 3h0m0s", Bucket::Account),
            ("too many certificates (50) already issued for \"club.example\"", Bucket::Domain),
            (
                "too many certificates (5) already issued for this exact set of identifiers",
                Bucket::Set,
            ),
            ("too many failed authorizations (5) for \"club.example\"", Bucket::Host),
        ] {
            assert_eq!(bucket_of(words), bucket, "{words}");
        }
    }

    #[test]
    fn distinguishes_faults_of_the_host_from_those_of_the_authority() {
        let said = |kind: &str, by| {
            let kind = format!("urn:ietf:params:acme:error:{kind}");
            let problem = serde_json::from_value(serde_json::json!({ "type": kind }));
            of_problem(&problem.unwrap_or_else(|e| panic!("{e}")), "CA", by).kind
        };
        let by = Some(Challenge::Http01);
        for host in ["connection", "dns", "unauthorized", "incorrectResponse", "tls"] {
            assert_eq!(said(host, by), CertificateErrorKind::Host { validated: true }, "{host}");
        }
        for refused in ["rejectedIdentifier", "caa"] {
            assert_eq!(said(refused, by), CertificateErrorKind::Refused, "{refused}");
        }
        assert_eq!(said("serverInternal", by), CertificateErrorKind::Passing(None));
        assert_eq!(said("accountDoesNotExist", None), CertificateErrorKind::AccountGone);
        assert_eq!(said("malformed", None), CertificateErrorKind::OrderGone);
    }
}
