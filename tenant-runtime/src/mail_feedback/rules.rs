//! Unsubscribing with a token, and resuming emails.

use super::error::MailFeedbackError;
use super::rows::suppression;
use super::view::MailSubscription;
use super::{UnsubscribeKind, tokens};
use crate::accounts;
use crate::notification_settings::{EmailStop, NotificationKind, stop_email};
use crate::sql::SqlReader;
use platform::vault::Vault;
use platform::{AccountViewer, Member, Scope, UserId, Visitor};
use sea_orm::{ColumnTrait, Condition, DbErr};

impl From<UnsubscribeKind> for EmailStop {
    fn from(kind: UnsubscribeKind) -> Self {
        Self::Kind(match kind {
            UnsubscribeKind::Mention => NotificationKind::Mention,
            UnsubscribeKind::Reply => NotificationKind::Reply,
            UnsubscribeKind::Message => NotificationKind::Message,
            UnsubscribeKind::Announcement => NotificationKind::Announcement,
            UnsubscribeKind::Event => NotificationKind::Event,
            UnsubscribeKind::Request => NotificationKind::Request,
            UnsubscribeKind::Decision => NotificationKind::Decision,
            UnsubscribeKind::Digest => return Self::Digest,
        })
    }
}

/// Kind of emails that a token stops, and their address.
pub(super) async fn target_of(
    scope: &Scope<Visitor>,
    token: &str,
) -> Result<MailSubscription, MailFeedbackError> {
    let (user, kind) = verify(scope, &scope.services().keys().vault, token).await?;
    let address = accounts::email_of(scope, user).await?.ok_or(MailFeedbackError::Token)?;
    Ok(MailSubscription::new(kind, &address))
}

/// Stops the emails of a token.
pub(super) async fn unsubscribe(
    scope: &mut Scope<Visitor>,
    token: &str,
) -> Result<(), MailFeedbackError> {
    let tx = scope.begin().await?;
    let (user, kind) = verify(&tx, &tx.services().keys().vault, token).await?;
    stop_email(&tx, user, kind.into()).await?;
    tx.commit().await?;
    Ok(())
}

async fn verify(
    reads: &impl SqlReader,
    vault: &Vault,
    token: &str,
) -> Result<(UserId, UnsubscribeKind), MailFeedbackError> {
    let (user, kind) = tokens::parse_link_token(token).ok_or(MailFeedbackError::Token)?;
    let secret =
        tokens::stored_secret_of(reads, vault, user).await?.ok_or(MailFeedbackError::Token)?;
    let is_valid = tokens::is_link_token_of(&secret, token, user, kind);
    is_valid.then_some((user, kind)).ok_or(MailFeedbackError::Token)
}

/// Removes the suppression of the viewer's address, for any reason: they ask for the emails.
pub(super) async fn resume_email(scope: &mut Scope<Member>) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let Some(address) = accounts::email_of(&tx, tx.viewer().id()).await? else { return Ok(()) };
    let this = Condition::all().add(suppression::Column::Address.eq(address));
    tx.global_table::<suppression::Entity>().delete(this).await?.as_many_as_there_are();
    tx.commit().await
}
