//! Reports that arrive as emails: who may receive one, and its effect.

use super::record::{self, ReportedAddress};
use super::report::{ParsedReport, parse_report};
use super::return_path::ReturnPath;
use super::smtp_session::{Inbox, Recipient};
use super::tokens;
use crate::accounts;
use metrics::counter;
use platform::Services;
use platform::telemetry::MAIL_FEEDBACK;
use platform::tokens::equal_in_constant_time;
use sea_orm::DbErr;

/// The mailbox of the return path.
pub struct ReportInbox {
    services: Services,
    return_path: ReturnPath,
}

impl ReportInbox {
    /// The mailbox of this return path.
    pub const fn new(services: Services, return_path: ReturnPath) -> Self {
        Self { services, return_path }
    }

    /// Address that a token names; `None` if it is not one of ours, or its account has another
    /// address by now.
    async fn address_of(&self, token: &str) -> Result<Option<ReportedAddress>, DbErr> {
        let Some(user) = tokens::parse_return_path_token(token) else { return Ok(None) };
        let scope = self.services.system("verify the return path of an email");
        let vault = &self.services.keys().vault;
        let Some(address) = accounts::email_of(&scope, user).await? else { return Ok(None) };
        let secret = tokens::stored_secret_of(&scope, vault, user).await?;
        let Some(secret) = secret else { return Ok(None) };
        let expected = tokens::return_path_token(&secret, user, &address);
        let is_own = equal_in_constant_time(token, &expected);
        Ok(is_own.then_some(ReportedAddress { address, user: Some(user) }))
    }
}

impl Inbox for ReportInbox {
    async fn recipient(&self, address: &str) -> Result<Option<Recipient>, DbErr> {
        if self.return_path.is_plain(address) {
            return Ok(Some(Recipient::Plain));
        }
        let Some(token) = self.return_path.token_of(address) else { return Ok(None) };
        Ok(self.address_of(&token).await?.map(|_| Recipient::Token(token)))
    }

    /// A report that was received twice, because its sender lost the connection, has the same effect
    /// as one.
    async fn receive(&self, recipient: &Recipient, raw: &[u8]) -> Result<(), DbErr> {
        let unknown = || counter!(MAIL_FEEDBACK, "kind" => "unknown").increment(1);
        let Some(ParsedReport { report, token }) = parse_report(raw, &self.return_path) else {
            unknown();
            return Ok(());
        };
        let token = match recipient {
            Recipient::Token(token) => Some(token.clone()),
            Recipient::Plain => token,
        };
        let about = match token {
            Some(token) => self.address_of(&token).await?,
            None => None,
        };
        let Some(about) = about else {
            unknown();
            return Ok(());
        };
        let mut scope = self.services.system("record a report about an email");
        let tx = scope.begin().await?;
        record::record(&tx, &about, &report).await?;
        tx.commit().await
    }
}
