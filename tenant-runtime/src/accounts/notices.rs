//! Mails about changes of an account, so that the owner notices an attack.

use chrono::{DateTime, Utc};
use platform::Tx;
use platform::mail::{MailBrand, MailContent, MailJob};
use sea_orm::DbErr;

/// Recipient of a notice.
pub(super) struct NoticeRecipient<'a> {
    pub email: &'a str,
    pub first_name: &'a str,
}

/// The password was changed.
pub(super) async fn send_password_changed<V>(
    tx: &Tx<'_, V>,
    reader: &NoticeRecipient<'_>,
) -> Result<(), DbErr> {
    let origin = &tx.facts().context.origin;
    let content = MailContent::PasswordChanged {
        first_name: reader.first_name.to_owned(),
        when: format_time(tx.now()),
        recovery: format!("{origin}/forgot-password"),
    };
    send(tx, reader, content).await
}

/// A sign-in in a browser that has not been used before.
pub(super) async fn send_new_device<V>(
    tx: &Tx<'_, V>,
    reader: &NoticeRecipient<'_>,
    session: &platform::sessions::row::Model,
) -> Result<(), DbErr> {
    let origin = &tx.facts().context.origin;
    let unknown = || "not known".to_owned();
    let content = MailContent::NewDevice {
        first_name: reader.first_name.to_owned(),
        device: session.ua_summary.clone().unwrap_or_else(unknown),
        network: session.ip_prefix.clone().unwrap_or_else(unknown),
        when: format_time(session.created_at),
        devices: format!("{origin}/settings/devices"),
    };
    send(tx, reader, content).await
}

/// Someone tried to sign up with the address of this account, on the site of `brand`. `once` is
/// the mail's deduplication key.
pub(super) async fn send_sign_up_attempt<V>(
    tx: &Tx<'_, V>,
    reader: &NoticeRecipient<'_>,
    brand: MailBrand,
    once: String,
) -> Result<(), DbErr> {
    let origin = &brand.origin;
    let content = MailContent::SignUpAttempt {
        first_name: reader.first_name.to_owned(),
        login: format!("{origin}/login"),
        recovery: format!("{origin}/forgot-password"),
    };
    let mail = MailJob { to: reader.email.to_owned(), brand, content };
    tx.enqueue(mail.to_job()?.once_as(once)).await.map(drop)
}

async fn send<V>(
    tx: &Tx<'_, V>,
    reader: &NoticeRecipient<'_>,
    content: MailContent,
) -> Result<(), DbErr> {
    let brand = MailBrand::of_site(&tx.facts().context);
    let mail = MailJob { to: reader.email.to_owned(), brand, content };
    tx.enqueue(mail.to_job()?).await.map(drop)
}

fn format_time(at: DateTime<Utc>) -> String {
    at.format("%-d %B %Y at %H:%M UTC").to_string()
}
