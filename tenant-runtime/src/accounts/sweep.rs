//! Deletes expired tokens and mailed links.

use super::google;
use super::links;
use super::rows::{device_sign_out, email_token, mfa_challenge, passkey_ceremony, used_token};
use chrono::Duration;
use platform::jobs::JobScope;
use sea_orm::{ColumnTrait, Condition, DbErr};

/// Margin after the expiry, for clock differences between hosts.
const MARGIN: Duration = Duration::hours(1);

/// How long a verification link is kept, so that its holder gets a precise error.
const VERIFICATION_LINK_MEMORY: Duration = Duration::days(30);

/// Deletes expired records of used tokens and sign-outs, and expired links, sign-ins and
/// challenges.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let old = tx.now() - MARGIN;
    let marks = used_token::Column::ExpiresAt.lt(old);
    tx.global_table::<used_token::Entity>().delete(marks).await?.as_many_as_there_are();
    let links = Condition::any()
        .add(links::verification_expired_before(tx.now() - VERIFICATION_LINK_MEMORY))
        .add(links::reset_expired_before(old));
    tx.global_table::<email_token::Entity>().delete(links).await?.as_many_as_there_are();
    google::sweep(&tx, old).await?;
    let waiting = mfa_challenge::Column::ExpiresAt.lt(old);
    tx.global_table::<mfa_challenge::Entity>().delete(waiting).await?.as_many_as_there_are();
    let asked = passkey_ceremony::Column::ExpiresAt.lt(old);
    tx.global_table::<passkey_ceremony::Entity>().delete(asked).await?.as_many_as_there_are();
    let sign_outs = device_sign_out::Column::SignedOutAt.lt(old);
    tx.global_table::<device_sign_out::Entity>().delete(sign_outs).await?.as_many_as_there_are();
    tx.commit().await
}
