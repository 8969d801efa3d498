//! Steps of a certificate's life, for the people who wait for it.

use super::rows::{held, job};
use crate::edges::CertificateRollout;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// State of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum CertificateStepState {
    Done,
    Now,
    Ahead,
    Failed,
}

/// A step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct CertificateStep {
    #[serde(serialize_with = "platform::language::localized")]
    what: &'static str,
    at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "platform::language::localized_option")]
    detail: Option<String>,
    state: CertificateStepState,
}

/// Steps to the first certificate, in order.
const TO_ISSUE: [&str; 6] =
    ["Records checked", "Order created", "Challenge answered", "Validated", "Issued", "Installed"];

fn build_step(
    what: &'static str,
    state: CertificateStepState,
    at: Option<DateTime<Utc>>,
    detail: impl Into<Option<String>>,
) -> CertificateStep {
    CertificateStep { what, at, detail: detail.into(), state }
}

/// Steps of an active certificate, based on the running edges.
pub(super) fn of_held(
    certificate: &held::Model,
    job: &job::Model,
    serial: Option<&str>,
    showing: &CertificateRollout,
    now: DateTime<Utc>,
) -> Vec<CertificateStep> {
    use CertificateStepState::{Ahead, Done, Failed, Now};
    let days = (certificate.not_after - certificate.not_before).num_days();
    let (is_over, issued) = (certificate.not_after <= now, Some(certificate.created_at));
    let serial = serial.map(|serial| format!("Serial {}", short_serial(serial)));
    let opens = certificate.window_start.unwrap_or(certificate.renew_at);
    let renewal = match &job.cause {
        Some(words) => build_step("Renewal", Failed, Some(job.not_before), words.clone()),
        None if job.state == job::CertificateJobState::Running => {
            build_step("Renewal", Now, None, None)
        }
        None if opens <= now => build_step("Renewal window opens", Done, Some(opens), None),
        None => build_step("Renewal window opens", Ahead, Some(opens), None),
    };
    let ends = if is_over { Failed } else { Ahead };
    let mut steps = vec![
        build_step(
            "Order created",
            Done,
            certificate.ordered_at,
            format!("{}, ECDSA P-256", certificate.issuer),
        ),
        build_step(
            "Challenge answered",
            Done,
            certificate.answered_at,
            challenge_label(job.challenge).to_owned(),
        ),
        build_step("Validated", Done, certificate.validated_at, None),
        build_step("Issued", Done, issued, serial),
        installation_step(certificate, showing),
    ];
    steps.extend(probe_step(certificate));
    steps.extend([
        build_step(
            "In use",
            if is_over { Done } else { Now },
            None,
            format!("{days} day lifetime"),
        ),
        renewal,
        build_step("Expires", ends, Some(certificate.not_after), None),
    ]);
    steps
}

/// Installation step, based on the edges' reports.
fn installation_step(certificate: &held::Model, showing: &CertificateRollout) -> CertificateStep {
    let CertificateRollout { all, with, refusal } = showing;
    let edges = if *all == 1 { "edge" } else { "edges" };
    let on = format!("On {with} of {all} {edges}");
    match refusal {
        Some((edge, cause)) => build_step(
            "Installed",
            CertificateStepState::Failed,
            None,
            format!("{on}; {edge} refused it: {cause}"),
        ),
        None if *all == 0 => {
            let state = if certificate.installed_at.is_some() {
                CertificateStepState::Done
            } else {
                CertificateStepState::Ahead
            };
            build_step(
                "Installed",
                state,
                certificate.installed_at,
                "No edge has reported recently".to_owned(),
            )
        }
        None if with == all => {
            build_step("Installed", CertificateStepState::Done, certificate.installed_at, on)
        }
        None => build_step("Installed", CertificateStepState::Now, None, on),
    }
}

/// Probe step, based on the TLS probe.
fn probe_step(certificate: &held::Model) -> Option<CertificateStep> {
    let state = if certificate.probe_fault.is_some() {
        CertificateStepState::Failed
    } else {
        CertificateStepState::Done
    };
    let at = certificate.probed_at?;
    Some(build_step("Asked for over TLS", state, Some(at), certificate.probe_words.clone()))
}

/// Steps to the first certificate: current progress, and the step that failed.
pub(super) fn to_first(job: &job::Model) -> Vec<CertificateStep> {
    let failed = job.cause_code.as_deref().map(failing_step);
    let running = job.state == job::CertificateJobState::Running;
    // The order's URL is stored before any validation.
    let reached = match (job.order_url.is_some(), failed) {
        (true, _) if job.validated_at.is_some() => 4,
        (true, _) if job.answered_at.is_some() => 3,
        (true, _) => 2,
        (false, Some(at)) if !running => at,
        (false, _) => 0,
    };
    let of = |(at, what): (usize, &&'static str)| {
        let state = if at < reached {
            CertificateStepState::Done
        } else if at == reached && failed.is_some() && !running {
            CertificateStepState::Failed
        } else if at == reached {
            CertificateStepState::Now
        } else {
            CertificateStepState::Ahead
        };
        let detail = match at {
            _ if state == CertificateStepState::Failed => job.cause.clone(),
            2 => Some(challenge_label(job.challenge).to_owned()),
            _ => None,
        };
        let when = match at {
            _ if state == CertificateStepState::Failed => Some(job.not_before),
            1 => job.ordered_at,
            2 => job.answered_at,
            3 => job.validated_at,
            _ => None,
        };
        build_step(what, state, when, detail)
    };
    TO_ISSUE.iter().enumerate().map(of).collect()
}

/// Index of the step at which a cause occurs.
fn failing_step(code: &str) -> usize {
    match code {
        "no-records" | "dns-elsewhere" | "proof-missing" | "caa-forbids" | "resolvers-silent" => 0,
        "nothing-answers" | "wrong-answer" | "zone-unchanged" => 3,
        "unusable-certificate" => 4,
        _ => 1,
    }
}

const fn challenge_label(challenge: job::Challenge) -> &'static str {
    match challenge {
        job::Challenge::Http01 => "HTTP-01 at the edge",
        job::Challenge::TlsAlpn01 => "TLS-ALPN-01 at the edge",
        job::Challenge::Dns01 => "DNS-01 in the platform's zone",
    }
}

/// First and last digits of a serial number.
fn short_serial(serial: &str) -> String {
    let parts: Vec<&str> = serial.split(':').collect();
    match parts.as_slice() {
        [a, b, _, .., y, z] => format!("{a}:{b}…{y}:{z}"),
        _ => serial.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificates::rows::job::{CertificateJobState, Challenge, Failures};

    fn job_steps(state: CertificateJobState, order: bool, cause: Option<&str>) -> job::Model {
        job::Model {
            host: "club.example".to_owned(),
            state,
            not_before: DateTime::UNIX_EPOCH,
            priority: 3,
            attempt: 0,
            authority_faults: 0,
            fence: 0,
            lease_owner: None,
            lease_until: None,
            issuer: None,
            order_url: order.then(|| "https://ca.example/order/1".to_owned()),
            key: None,
            replaces: None,
            challenge: Challenge::Http01,
            failed_at: Failures::default(),
            failing_since: None,
            cause_code: cause.map(str::to_owned),
            cause: cause.map(|_| "In a sentence.".to_owned()),
            updated_at: DateTime::UNIX_EPOCH,
            ordered_at: None,
            answered_at: None,
            validated_at: None,
            left_out: None,
        }
    }

    fn chosen_authority_step(job: &job::Model) -> String {
        let mark = |step: &CertificateStep| match step.state {
            CertificateStepState::Done => 'x',
            CertificateStepState::Now => '>',
            CertificateStepState::Ahead => '.',
            CertificateStepState::Failed => '!',
        };
        to_first(job).iter().map(mark).collect()
    }

    #[test]
    fn steps_show_progress_and_the_failed_step() {
        for (state, order, cause, expected) in [
            (CertificateJobState::Ready, false, None, ">....."),
            (CertificateJobState::Running, false, None, ">....."),
            (CertificateJobState::Running, true, None, "xx>..."),
            (CertificateJobState::Ready, false, Some("caa-forbids"), "!....."),
            (CertificateJobState::Ready, false, Some("rate-limited"), "x!...."),
            (CertificateJobState::Stopped, false, Some("nothing-answers"), "xxx!.."),
            (CertificateJobState::Running, false, Some("nothing-answers"), ">....."),
        ] {
            assert_eq!(
                chosen_authority_step(&job_steps(state, order, cause)),
                expected,
                "{cause:?}"
            );
        }
        assert_eq!(short_serial("04:9a:01:02:e1:7c"), "04:9a…e1:7c");
        assert_eq!(short_serial("04:9a"), "04:9a");
    }
}
