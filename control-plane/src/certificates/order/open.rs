//! Continues an order, or creates one.

use super::lost::LostOrder;
use super::{OrderRun, delete_order, partner};
use crate::certificates::authority::patiently;
use crate::certificates::budget::{self, Allowance, EmptyBucket};
use crate::certificates::errors::{
    CertificateError, CertificateErrorKind, OrderError, of_error, was_not_sent, was_refused,
};
use crate::certificates::leaf;
use crate::certificates::queue;
use crate::certificates::retry_slots;
use crate::certificates::rows::job::{self, Challenge};
use crate::domains;
use instant_acme::{CertificateIdentifier, Identifier, NewOrder, Order};
use sea_orm::ActiveValue::Set;
use std::borrow::Cow;

impl OrderRun<'_> {
    pub(super) async fn open(&mut self) -> Result<Order, OrderError> {
        if let Some(url) = self.claimed.job.order_url.clone()
            && self.claimed.job.key.is_some()
        {
            let resumed = patiently!(self.account.order(url.clone()));
            return resumed.map_err(|error| of_error(&error, self.issuer_name()).into());
        }
        let replaces = self.certificate_to_replace();
        let lost = self.find_lost_order().await?;
        if let LostOrder::Found(url) = lost {
            return self.resume_lost_order(url).await;
        }
        let is_paid = matches!(lost, LostOrder::NeverMade)
            && self.claimed.job.replaces.is_some() == replaces.is_some();
        let needed = if is_paid { Vec::new() } else { self.needed_allowances(replaces.is_some()) };
        // Checked twice: hosts that wait for the rate limit then cost no DNS queries, and only
        // valid hosts consume tokens.
        self.check_budget(&needed).await?;
        self.run_preflight().await?;
        // Nothing has been consumed yet if the worker dies during this wait.
        tokio::time::sleep(budget::delay_before_order(self.scope, &self.authority.config).await?)
            .await;
        let taken = budget::reserve(self.scope, &needed).await?;
        if let Err(empty) = taken {
            return Err(self.over_budget(empty).await?.into());
        }
        // A lost lease is detected here at the latest, before anything is ordered.
        self.keep_key(replaces.clone()).await?;
        let order = self.create_order(replaces.as_deref()).await?;
        match self.record_order_url(order.url().to_owned()).await {
            Ok(()) => Ok(order),
            Err(OrderError::Lost) => {
                self.count_late().await?;
                Err(OrderError::Lost)
            }
            Err(other) => Err(other),
        }
    }

    /// Rate limit buckets of an order for these names.
    fn needed_allowances(&self, replaces: bool) -> Vec<Allowance> {
        budget::of_order(&self.authority.config, &self.claimed.want.names.0, replaces)
    }

    /// Counts an order that the authority made for us after the host passed to another worker. The
    /// other worker may have made its own order without consuming tokens; counting one too many is
    /// safer than one too few.
    async fn count_late(&mut self) -> Result<(), OrderError> {
        let (host, issuer) = (&self.claimed.job.host, self.issuer_name());
        tracing::warn!(
            host,
            issuer,
            "an order for {host} was made after its lease; it counts towards the rate limit"
        );
        let needed = self.needed_allowances(self.claimed.job.replaces.is_some());
        Ok(budget::consume_tokens(self.scope, &needed).await?)
    }

    /// Continues an order whose URL was not stored.
    async fn resume_lost_order(&mut self, url: String) -> Result<Order, OrderError> {
        let found = patiently!(self.account.order(url.clone()));
        let order = found.map_err(|error| of_error(&error, self.issuer_name()))?;
        self.record_order_url(url).await?;
        Ok(order)
    }

    /// Stores an order's URL.
    async fn record_order_url(&mut self, url: String) -> Result<(), OrderError> {
        let (url, at) = (Some(url), Some(self.scope.now()));
        (self.claimed.job.order_url, self.claimed.job.ordered_at) = (url.clone(), at);
        let change =
            job::ActiveModel { order_url: Set(url), ordered_at: Set(at), ..Default::default() };
        queue::write(self.scope, &self.claimed.job, change).await
    }

    /// Runs the preflight checks. The host is checked first, so that its errors are reported first.
    /// A custom domain has to be verified again for every order.
    async fn run_preflight(&mut self) -> Result<(), CertificateError> {
        let led_here = self.claimed.job.challenge != Challenge::Dns01;
        for name in &self.claimed.want.names.0 {
            let caa = &self.authority.config.caa;
            let seen = self.context.preflight.check(name, caa, led_here).await;
            seen.map_err(|trouble| {
                partner::separate_partner(&self.claimed.job.host, name, trouble)
            })?;
        }
        let (host, names) = (&self.claimed.job.host, &self.claimed.want.names.0);
        let doubt = domains::find_doubt(self.scope, host, names).await.map_err(|problem| {
            tracing::error!(?problem, host, "failed to look up domain verification for {host}");
            CertificateError::internal()
        })?;
        let Some(doubt) = doubt else { return Ok(()) };
        let silent = doubt.is_silence();
        let kind = if silent {
            CertificateErrorKind::Passing(None)
        } else {
            CertificateErrorKind::Host { validated: false }
        };
        let trouble = CertificateError::new(kind, doubt.code, doubt.words);
        Err(partner::separate_partner(host, &doubt.name, trouble))
    }

    async fn check_budget(&mut self, needed: &[Allowance]) -> Result<(), OrderError> {
        let (config, names) = (&self.authority.config, &self.claimed.want.names.0);
        let shut = budget::block_until(self.scope, config, names).await?;
        let free = match shut {
            Some(empty) => Some(empty),
            None => budget::free_at(self.scope, needed).await?,
        };
        match free {
            Some(empty) => Err(self.over_budget(empty).await?.into()),
            None => Ok(()),
        }
    }

    async fn over_budget(&mut self, empty: EmptyBucket) -> Result<CertificateError, OrderError> {
        let until = match &empty.bucket {
            Some(bucket) => {
                retry_slots::reserve_retry_time(self.scope, bucket, empty.until).await?
            }
            None => empty.until,
        };
        let words = format!(
            "Waiting for {} to accept more certificates, until {}.",
            self.issuer_name(),
            until.format("%Y-%m-%d %H:%M UTC")
        );
        Ok(CertificateError::new(
            CertificateErrorKind::Budget(until),
            retry_slots::WAITING_CAUSE,
            words,
        ))
    }

    /// Returns the certificate to replace, if its authority supports renewal information.
    fn certificate_to_replace(&self) -> Option<String> {
        let held = self.held.as_ref()?;
        let known = held.window_start.is_some()
            && held.issuer == self.authority.config.name
            && !held.replaced
            && !self.claimed.without_replacing;
        held.ari_id.clone().filter(|_| known)
    }

    /// Creates a key for the order and stores it before the order is made.
    async fn keep_key(&mut self, replaces: Option<String>) -> Result<(), OrderError> {
        let trouble = |what: String| CertificateError::temporary("no-key", what);
        let key = leaf::new_key().map_err(|error| trouble(error.to_string()))?;
        let sealed = self.context.seal_order_key(&self.claimed.job.host, &key)?;
        let issuer = Some(self.issuer_name().to_owned());
        let job = &mut self.claimed.job;
        (job.key, job.issuer) = (Some(sealed.clone()), issuer.clone());
        job.replaces.clone_from(&replaces);
        (job.ordered_at, job.answered_at, job.validated_at) = (None, None, None);
        let change = job::ActiveModel {
            key: Set(Some(sealed)),
            issuer: Set(issuer),
            replaces: Set(replaces),
            order_url: Set(None),
            ordered_at: Set(None),
            answered_at: Set(None),
            validated_at: Set(None),
            ..Default::default()
        };
        queue::write(self.scope, &self.claimed.job, change).await
    }

    async fn create_order(&mut self, replaces: Option<&str>) -> Result<Order, OrderError> {
        let names = self.claimed.want.names.0.iter();
        let identifiers: Vec<Identifier> = names.cloned().map(Identifier::Dns).collect();
        let mut new = NewOrder::new(&identifiers);
        if let Some(profile) = &self.authority.config.profile {
            new = new.profile(profile);
        }
        if let Some((authority, serial)) = replaces.and_then(|id| id.split_once('.')) {
            new = new.replaces(CertificateIdentifier {
                authority_key_identifier: Cow::Borrowed(authority),
                serial: Cow::Borrowed(serial),
            });
        }
        let made = patiently!(self.account.new_order(&new));
        if made.as_ref().is_err_and(|error| was_refused(error) || was_not_sent(error)) {
            // No order was made, so there is none to search.
            delete_order(self.scope, self.claimed).await?;
        }
        made.map_err(|error| of_error(&error, self.issuer_name()).into())
    }
}
