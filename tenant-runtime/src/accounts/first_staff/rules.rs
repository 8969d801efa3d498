//! Validity of a setup link, and the transaction that creates the account.

use super::error::SetupError;
use super::store;
use crate::accounts::error::AccountError;
use crate::accounts::registration::{self, NewAccount, SignUpForm};
use crate::accounts::rows::account;
use crate::accounts::{addresses, passwords, sign_up};
use crate::{legal, profiles};
use platform::analytics::{self, AnalyticsEvent, AnalyticsEventType};
use platform::audit::{AuditedAction, record_action};
use platform::{Scope, Tx, UserId, Visitor, tokens};
use sea_orm::DbErr;
use serde_json::json;

/// Checks a link without using it.
pub(super) async fn check(scope: &Scope<Visitor>, token: &str) -> Result<(), SetupError> {
    if store::has_staff(scope).await? {
        return Err(SetupError::NotFound);
    }
    let link = store::find_link(scope, &tokens::hash(token)).await?;
    link.map(drop).ok_or(SetupError::LinkRefused)
}

/// Creates the first staff account. The link is checked before the form, so that invalid links cost
/// no password hash, and is deleted in the transaction, so that it works once.
pub(super) async fn create(
    scope: &mut Scope<Visitor>,
    token: &str,
    form: SignUpForm,
) -> Result<UserId, SetupError> {
    check(scope, token).await?;
    let newcomer = validated(scope, form)?;
    let hash = passwords::hash(scope.services(), &newcomer.password).await?;
    let tx = scope.begin().await?;
    if !store::consume_link(&tx, &tokens::hash(token)).await? {
        return Err(SetupError::LinkRefused);
    }
    if store::has_staff(&tx).await? {
        return Err(SetupError::NotFound);
    }
    let account = store::insert_account(&tx, &newcomer).await.map_err(|error| {
        if platform::db::is_taken(&error) { AccountError::EmailTaken } else { error.into() }
    })?;
    sign_up::insert_credential(&tx, account.id, hash).await?;
    profiles::complete_onboarding(&tx, account.id).await?;
    legal::acknowledge_for(&tx, account.id).await?;
    analytics::record_event(&tx, AnalyticsEvent::new(AnalyticsEventType::UserJoin, account.id))
        .await?;
    audit(&tx, &account).await?;
    tx.commit().await?;
    tracing::info!(user.id = %account.id, "first staff account created");
    Ok(account.id)
}

/// The rules of the sign-up form, without an invite code.
fn validated(scope: &Scope<Visitor>, form: SignUpForm) -> Result<NewAccount, AccountError> {
    let newcomer = registration::check(form, scope.services().config().auth.password_min_length)?;
    if !addresses::is_mailable(&newcomer.email) {
        return Err(AccountError::Unmailable);
    }
    let brand = &scope.facts().context.brand_name;
    passwords::check_strength(&newcomer.password, newcomer.password_context(brand))?;
    Ok(newcomer)
}

async fn audit(tx: &Tx<'_, Visitor>, account: &account::Model) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(account.id),
        action: "staff.setup",
        subject_kind: "account",
        subject_id: account.id.to_string(),
        before: json!({}),
        after: json!({ "isStaff": true }),
        reason: Some("setup link"),
    };
    record_action(tx, act).await
}
