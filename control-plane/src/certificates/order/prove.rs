//! Validation of an order's names.

use super::{OrderRun, partner};
use crate::certificates::authority::patiently;
use crate::certificates::errors::{
    CertificateError, CertificateErrorKind, OrderError, of_error, of_problem,
};
use crate::certificates::queue;
use crate::certificates::rows::answer;
use crate::certificates::rows::job::{self, Challenge};
use crate::routes_feed;
use instant_acme::{
    AuthorizationStatus, ChallengeStatus, ChallengeType, Error, Order, OrderStatus, Problem,
    RetryPolicy,
};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use std::collections::BTreeMap;
use std::time::Duration;

/// Polling of an order: instant-acme's intervals, or `Retry-After` if the authority sends it.
pub(super) const POLL_POLICY: RetryPolicy = RetryPolicy::new()
    .initial_delay(Duration::from_millis(150))
    .backoff(1.6)
    .timeout(Duration::from_secs(180));

/// Challenge of one name.
struct ChallengeProof {
    host: String,
    token: String,
    key_authorization: String,
    dns_text: String,
}

impl OrderRun<'_> {
    pub(super) async fn prove_control(&mut self, order: &mut Order) -> Result<(), OrderError> {
        match order.state().status {
            OrderStatus::Pending => {}
            OrderStatus::Invalid => return Err(self.validation_error(order).await),
            _ => return Ok(()),
        }
        let kind = self.claimed.job.challenge;
        let asked = patiently!(pending_challenges(order, kind));
        let asked = asked.map_err(|error| of_error(&error, self.issuer_name()))?;
        match kind {
            Challenge::Dns01 => self.add_to_zone(&asked).await?,
            _ => self.publish(&asked, kind).await?,
        }
        // A lost lease is detected here at the latest, before the authority counts a validation.
        let at = Some(self.scope.now());
        self.claimed.job.answered_at = at;
        let answered = job::ActiveModel { answered_at: Set(at), ..Default::default() };
        queue::write(self.scope, &self.claimed.job, answered).await?;
        let told = set_ready(order, kind).await;
        told.map_err(|(name, error)| self.error_while_notifying(&name, &error, kind))?;
        let outcome = patiently!(order.poll_ready(&POLL_POLICY));
        let proven = matches!(order.state().status, OrderStatus::Ready | OrderStatus::Valid);
        self.claimed.job.validated_at = proven.then(|| self.scope.now());
        match outcome {
            Ok(OrderStatus::Ready) => Ok(()),
            Ok(_) => Err(self.validation_error(order).await),
            Err(_) if order.state().status == OrderStatus::Invalid => {
                Err(self.validation_error(order).await)
            }
            // The order became valid before it was seen as ready.
            Err(_) if order.state().status == OrderStatus::Valid => Ok(()),
            Err(error) => Err(of_error(&error, self.issuer_name()).into()),
        }
    }

    /// Error of the call that starts the validation. A fast authority already reports the
    /// validation result there, so the text is interpreted like one.
    fn error_while_notifying(&self, name: &str, error: &Error, by: Challenge) -> CertificateError {
        match error {
            Error::Api(problem) => self.validation_failure(name, problem, by),
            other => of_error(other, self.issuer_name()),
        }
    }

    /// Error of one name. Errors of the authority itself keep their kind.
    fn validation_failure(&self, name: &str, problem: &Problem, by: Challenge) -> CertificateError {
        let trouble = of_problem(problem, self.issuer_name(), Some(by));
        match trouble.kind {
            CertificateErrorKind::Passing(_) => trouble,
            _ => partner::separate_partner(&self.claimed.job.host, name, trouble),
        }
    }

    /// Publishes the challenge answers to every edge, and waits until the edges serve them.
    async fn publish(
        &mut self,
        asked: &[ChallengeProof],
        kind: Challenge,
    ) -> Result<(), OrderError> {
        let tx = self.scope.begin().await?;
        queue::write_in(&tx, &self.claimed.job, job::ActiveModel::default()).await?;
        let answers = tx.global_table::<answer::Entity>();
        for one in asked {
            let row = answer::ActiveModel {
                token: Set(one.token.clone()),
                owner: Set(self.claimed.job.host.clone()),
                host: Set(one.host.clone()),
                kind: Set(kind),
                key_authorization: Set(one.key_authorization.clone()),
                created_at: Set(tx.now()),
            };
            answers.insert_unless_there(row, &[answer::Column::Token]).await?;
        }
        routes_feed::raise_version(&tx).await?;
        tx.commit().await?;
        let version = routes_feed::table_version(self.scope).await?;
        Ok(self.context.wait_for_rollout(version).await?)
    }

    async fn add_to_zone(&self, asked: &[ChallengeProof]) -> Result<(), CertificateError> {
        let Some(zone) = &self.context.zone else {
            let words = "A wildcard needs certificates.dns_update, which is not configured.";
            return Err(CertificateError::new(CertificateErrorKind::Refused, "no-zone", words));
        };
        // A name and its wildcard are validated at the same record name.
        let mut texts: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for one in asked {
            texts.entry(&one.host).or_default().push(one.dns_text.clone());
        }
        for (host, texts) in texts {
            let put = zone.add_record(host, &texts).await;
            put.map_err(|error| CertificateError::temporary("zone-unchanged", error.to_string()))?;
        }
        tokio::time::sleep(zone.propagation_delay()).await;
        Ok(())
    }

    /// Removes the challenge answers.
    pub(super) async fn withdraw(&mut self) -> Result<(), OrderError> {
        if self.claimed.job.challenge == Challenge::Dns01 {
            let names = self.claimed.want.names.0.clone();
            for name in names.iter().map(|name| name.trim_start_matches("*.")) {
                if let Some(zone) = &self.context.zone
                    && let Err(error) = zone.remove_records(name).await
                {
                    // The next order for the name clears the record first.
                    tracing::warn!(%error, "failed to remove ACME TXT record for {name}; will retry");
                }
            }
            return Ok(());
        }
        let tx = self.scope.begin().await?;
        let ours = answer::Column::Owner.eq(&self.claimed.job.host);
        if tx.global_table::<answer::Entity>().delete(ours).await?.is_changed() {
            routes_feed::raise_version(&tx).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Reason of a failed validation: the challenge has the best message, the order the second
    /// best. Errors of the host come before those of its partner.
    async fn validation_error(&self, order: &mut Order) -> OrderError {
        let by = self.claimed.job.challenge;
        let mut beside: Option<CertificateError> = None;
        let mut all = order.authorizations();
        while let Some(next) = all.next().await {
            let Ok(mut authorization) = next else { continue };
            if patiently!(authorization.refresh()).is_err() {
                continue;
            }
            let name = authorization.identifier().to_string();
            let failed = authorization.challenges.iter().find_map(|one| one.error.as_ref());
            let Some(problem) = failed else { continue };
            let trouble = self.validation_failure(&name, problem, by);
            if !matches!(trouble.kind, CertificateErrorKind::Partner { .. }) {
                return trouble.into();
            }
            beside.get_or_insert(trouble);
        }
        if let Some(trouble) = beside {
            return trouble.into();
        }
        match &order.state().error {
            Some(problem) => of_problem(problem, self.issuer_name(), Some(by)).into(),
            None => {
                let words = format!("{} did not say why it refused.", self.issuer_name());
                CertificateError::new(
                    CertificateErrorKind::Host { validated: true },
                    "refused-without-reason",
                    words,
                )
                .into()
            }
        }
    }
}

/// Open challenges of this kind.
async fn pending_challenges(
    order: &mut Order,
    kind: Challenge,
) -> Result<Vec<ChallengeProof>, Error> {
    let mut asked = Vec::new();
    let mut all = order.authorizations();
    while let Some(next) = all.next().await {
        let mut authorization = next?;
        if authorization.status != AuthorizationStatus::Pending {
            continue;
        }
        let Some(challenge) = authorization.challenge(wire_kind(kind)) else {
            return Err(Error::Str("the challenge that we answer"));
        };
        let key_authorization = challenge.key_authorization();
        let name = challenge.identifier().to_string();
        asked.push(ChallengeProof {
            host: name.trim_start_matches("*.").to_owned(),
            token: challenge.token.clone(),
            dns_text: key_authorization.dns_value(),
            key_authorization: key_authorization.as_str().to_owned(),
        });
    }
    Ok(asked)
}

/// Asks the authority to validate. A validation in progress is not requested again. The error
/// contains the name.
async fn set_ready(order: &mut Order, kind: Challenge) -> Result<(), (String, Error)> {
    let mut all = order.authorizations();
    while let Some(next) = all.next().await {
        let mut authorization = next.map_err(|error| (String::new(), error))?;
        if authorization.status != AuthorizationStatus::Pending {
            continue;
        }
        let name = authorization.identifier().to_string();
        let Some(mut challenge) = authorization.challenge(wire_kind(kind)) else { continue };
        if challenge.status == ChallengeStatus::Pending {
            let told: Result<(), Error> = patiently!(challenge.set_ready());
            told.map_err(|error| (name, error))?;
        }
    }
    Ok(())
}

const fn wire_kind(kind: Challenge) -> ChallengeType {
    match kind {
        Challenge::Http01 => ChallengeType::Http01,
        Challenge::TlsAlpn01 => ChallengeType::TlsAlpn01,
        Challenge::Dns01 => ChallengeType::Dns01,
    }
}
