//! One-line summary of a host's certificate, for lists.

use super::status::{HostStatus, host_statuses};
use super::{PortalCertificate, portal_certificate};
use chrono::{DateTime, Utc};
use platform::Scope;
use sea_orm::DbErr;
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// State of a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum CertificateState {
    /// Active and valid.
    Valid,
    /// Active, but the last renewal attempt failed; it is retried.
    Renewing,
    /// Missing or not renewed; needs action.
    Failed,
    /// Not issued yet.
    Waiting,
    /// Not requested.
    None,
    /// The instance serves plain HTTP.
    NotNeeded,
}

impl CertificateState {
    /// Urgency for sorting; lower is more urgent.
    pub(crate) const fn urgency(self) -> u8 {
        match self {
            Self::Failed => 0,
            Self::Renewing => 1,
            Self::Waiting => 2,
            Self::Valid => 3,
            Self::None => 4,
            Self::NotNeeded => 5,
        }
    }
}

/// Summary of a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CertificateSummary {
    pub state: CertificateState,
    /// Text below the state: the next step, or the problem.
    #[serde(serialize_with = "platform::language::localized")]
    pub words: String,
    pub good_until: Option<DateTime<Utc>>,
    /// Time of the next renewal or attempt.
    pub next_at: Option<DateTime<Utc>>,
}

/// Certificates of many hosts, read at once.
#[derive(Debug)]
pub(crate) struct Summaries {
    portals: PortalCertificate,
    is_on: bool,
    known: HashMap<String, HostStatus>,
    now: DateTime<Utc>,
}

/// Short texts of the causes that only the operator of the host's DNS can fix.
const AUTHORITY_CAUSES: [(&str, &str); 7] = [
    ("caa-forbids", "CAA record refuses our issuer"),
    ("no-records", "no address record found"),
    ("dns-elsewhere", "its DNS leads elsewhere"),
    ("proof-missing", "its TXT record is gone"),
    ("nothing-answers", "nothing answers there"),
    ("wrong-answer", "another server answers there"),
    ("name-refused", "the issuer refuses this name"),
];

impl Summaries {
    /// Reads the certificates: `portals` are platform hosts, `own` the first names of other
    /// certificates.
    ///
    /// # Errors
    /// Database errors.
    pub(crate) async fn read<V>(
        scope: &Scope<V>,
        portals: &[String],
        own: &[String],
    ) -> Result<Self, DbErr> {
        let config = scope.services().config();
        let kind = portal_certificate(config);
        let mut asked = own.to_vec();
        match &kind {
            PortalCertificate::None => {}
            PortalCertificate::Wildcard(name) => asked.push(name.clone()),
            PortalCertificate::Own => asked.extend_from_slice(portals),
        }
        Ok(Self {
            is_on: config.server.main_origin.starts_with("https://"),
            known: host_statuses(scope, &asked).await?,
            portals: kind,
            now: scope.now(),
        })
    }

    /// Summary of a platform host.
    pub(crate) fn of_portal(&self, host: &str) -> CertificateSummary {
        match &self.portals {
            PortalCertificate::None => not_needed(),
            PortalCertificate::Wildcard(name) => {
                let mut summary = self.summary_of(name);
                if summary.state == CertificateState::Valid {
                    "platform wildcard".clone_into(&mut summary.words);
                }
                summary
            }
            PortalCertificate::Own => self.summary_of(host),
        }
    }

    /// Summary of any other host.
    pub(crate) fn summary_of(&self, host: &str) -> CertificateSummary {
        if !self.is_on {
            return not_needed();
        }
        self.known
            .get(host)
            .map_or_else(CertificateSummary::not_requested, |status| summarize(status, self.now))
    }
}

fn not_needed() -> CertificateSummary {
    // The state needs no further text.
    CertificateSummary {
        state: CertificateState::NotNeeded,
        words: String::new(),
        good_until: None,
        next_at: None,
    }
}

impl CertificateSummary {
    /// Summary of a certificate that was not requested.
    pub(crate) fn not_requested() -> Self {
        let words = "not requested".to_owned();
        Self { state: CertificateState::None, words, good_until: None, next_at: None }
    }
}

/// Builds the summary of a host.
pub(super) fn summarize(status: &HostStatus, now: DateTime<Utc>) -> CertificateSummary {
    let good = status.good_until.is_some_and(|until| until > now);
    let theirs = status.cause.as_ref().and_then(|(code, _)| {
        AUTHORITY_CAUSES.iter().find(|(known, _)| known == code).map(|(_, words)| *words)
    });
    let (state, words) = match (&status.cause, theirs) {
        (None, _) if good => (CertificateState::Valid, renewal_text(status)),
        (None, _) if status.under_way => (CertificateState::Waiting, "being issued".to_owned()),
        (None, _) => (CertificateState::Waiting, "about to be requested".to_owned()),
        (Some((_, said)), None) if status.stopped => (CertificateState::Failed, said.clone()),
        (Some(_), Some(words)) if status.stopped || !good => {
            (CertificateState::Failed, words.to_owned())
        }
        (Some(_), _) if good => (CertificateState::Renewing, attempt_text(status)),
        (Some(_), _) => (CertificateState::Waiting, attempt_text(status)),
    };
    let next_at = (!status.stopped).then_some(status.next_at);
    CertificateSummary { state, words, good_until: status.good_until, next_at }
}

fn renewal_text(status: &HostStatus) -> String {
    format!("renews {}", status.next_at.format("%-d %B"))
}

fn attempt_text(status: &HostStatus) -> String {
    format!("attempt {} failed", status.attempt.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Duration;

    fn said(good: bool, cause: Option<&str>, stopped: bool) -> (CertificateState, String) {
        let now = DateTime::UNIX_EPOCH;
        let status = HostStatus {
            good_until: good.then(|| now + Duration::days(30)),
            issuer: None,
            under_way: false,
            stopped,
            attempt: 2,
            next_at: now + Duration::days(13),
            cause: cause.map(|code| (code.to_owned(), "In a sentence.".to_owned())),
        };
        let summary = summarize(&status, now);
        assert_eq!(summary.next_at.is_none(), stopped);
        (summary.state, summary.words)
    }

    #[test]
    fn summary_shows_the_next_step_or_the_problem() {
        use CertificateState::{Failed, Renewing, Valid, Waiting};
        for (good, cause, stopped, state, words) in [
            (true, None, false, Valid, "renews 14 January"),
            (false, None, false, Waiting, "about to be requested"),
            (false, Some("caa-forbids"), false, Failed, "CAA record refuses our issuer"),
            (true, Some("caa-forbids"), true, Failed, "CAA record refuses our issuer"),
            (true, Some("caa-forbids"), false, Renewing, "attempt 2 failed"),
            (true, Some("authority-slow"), false, Renewing, "attempt 2 failed"),
            (false, Some("authority-slow"), false, Waiting, "attempt 2 failed"),
            (false, Some("authority-slow"), true, Failed, "In a sentence."),
        ] {
            assert_eq!(said(good, cause, stopped), (state, words.to_owned()), "{cause:?}");
        }
    }
}
