//! Sign-ups whose response must not reveal whether the address has an account.
//!
//! The request does the same for every address: it counts a use of the code and enqueues a job, in
//! one transaction. Only the job looks the address up, so neither the response nor its duration
//! depends on it. The job creates the account, or mails the owner of the address.

use super::{existing_account, store};
use crate::accounts::AccountError;
use crate::accounts::invites::{self, InviteCodeId};
use crate::accounts::registration::NewAccount;
use crate::accounts::rows::account;
use crate::accounts::verification;
use crate::integration_records::{EmittedEvent, WebhookEvent, emit};
use platform::analytics::{self, AnalyticsEvent, AnalyticsEventType};
use platform::jobs::{JobError, JobScope, NewJob};
use platform::mail::MailBrand;
use platform::{Scope, Site, Tx, UserId, Visitor};
use sea_orm::ColumnTrait;
use serde::{Deserialize, Serialize};

/// Kind of the job that creates the account, or mails the owner of the address.
pub const SIGN_UP_JOB: &str = "sign-up";

/// A hidden sign-up. The job's payload is deleted when the job is done.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HiddenSignUp {
    /// Id of the account to create: a repeated job recognises its own account by it.
    user: UserId,
    email: String,
    first_name: String,
    last_name: String,
    /// Argon2id hash; the password itself is never stored.
    password_hash: String,
    /// Code whose use the request has counted.
    code: InviteCodeId,
    /// Site of the request.
    site: Site,
    /// Brand of that site, with the language of the request.
    brand: MailBrand,
}

/// Counts a use of the code and enqueues the sign-up. Does not look the address up.
pub(super) async fn enqueue(
    scope: &mut Scope<Visitor>,
    newcomer: &NewAccount,
    code: InviteCodeId,
    password_hash: String,
) -> Result<(), AccountError> {
    let sign_up = HiddenSignUp {
        user: UserId::new(),
        email: newcomer.email.clone(),
        first_name: newcomer.first_name.clone(),
        last_name: newcomer.last_name.clone(),
        password_hash,
        code,
        site: scope.site(),
        brand: MailBrand::of_site(&scope.facts().context),
    };
    let tx = scope.begin().await?;
    invites::count_use(&tx, code, sign_up.site).await?;
    tx.enqueue(NewJob::new(SIGN_UP_JOB, &sign_up)?).await?;
    tx.commit().await?;
    Ok(())
}

/// Creates the account, or mails the owner of the address if it has one.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn complete_hidden_sign_up(
    mut scope: JobScope,
    sign_up: HiddenSignUp,
) -> Result<(), JobError> {
    let tx = scope.begin().await?;
    let this = account::Column::Email.eq(sign_up.email.as_str());
    match tx.global::<account::Entity>().filter(this).one().await? {
        // An earlier attempt of this job has created it.
        Some(owner) if owner.id == sign_up.user => return Ok(()),
        Some(owner) => existing_account::mail_owner(&tx, &owner, sign_up.brand).await?,
        None => create(&tx, sign_up).await.map_err(JobError::retryable)?,
    }
    tx.commit().await?;
    Ok(())
}

async fn create<V: Send + Sync>(tx: &Tx<'_, V>, sign_up: HiddenSignUp) -> Result<(), AccountError> {
    let newcomer = store::NewAccountRow {
        id: sign_up.user,
        email: &sign_up.email,
        first_name: &sign_up.first_name,
        last_name: &sign_up.last_name,
        is_undisclosed: true,
        language: sign_up.brand.language.unwrap_or_default(),
    };
    let account = store::insert(tx, newcomer).await?;
    store::insert_credential(tx, account.id, sign_up.password_hash).await?;
    invites::store_use(tx, sign_up.code, &account).await?;
    let joined = AnalyticsEvent::new(AnalyticsEventType::UserJoin, account.id);
    analytics::record_at(tx, sign_up.site, joined).await?;
    emit(tx, EmittedEvent::new(WebhookEvent::MemberJoined, account.id)).await?;
    verification::mail_link_for(tx, &account, sign_up.brand).await?;
    tracing::info!(user.id = %account.id, "account created");
    Ok(())
}
