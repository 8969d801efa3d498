//! Validates and applies a password change.

use super::error::PasswordError;
use crate::accounts::credentials::{self, PasswordOwner, SELECT_HOLDER};
use crate::accounts::links::{self, LinkPurpose};
use crate::accounts::notices::{self, NoticeRecipient};
use crate::accounts::{device, passwords, registration};
use http::HeaderValue;
use platform::events::Topic;
use platform::limiter::{LimitKey, LimitedAction};
use platform::problem::FieldError;
use platform::scope::AccountViewer;
use platform::{Scope, SignedIn, sessions, step_up};
use serde_json::json;

/// Minimum characters of a new password, unless the operator requires more than the default
/// of the sign-up form (G-039).
const CHARS_MIN: usize = 6;
const SIGN_UP_CHARS_MIN: usize = 8;

/// The submitted form.
pub(super) struct PasswordChangeForm {
    pub current: String,
    pub new: String,
    pub again: String,
    /// Ends the other sessions if true.
    pub sign_out_others: bool,
}

/// Changes the viewer's password. Returns the cookie with the session's new token.
pub(super) async fn change(
    scope: &mut Scope<SignedIn>,
    change: PasswordChangeForm,
) -> Result<Option<HeaderValue>, PasswordError> {
    check_form(&change, scope.services().config().auth.password_min_length)?;
    check_session(scope)?;
    let sql = format!("{SELECT_HOLDER} u.id = $1");
    let id = scope.viewer().id();
    let holder = scope.raw(&sql, vec![id.uuid().into()]).one::<PasswordOwner>().await?;
    let holder = holder.ok_or(PasswordError::NoAccount)?;
    check_current(scope, &holder, &change.current).await?;
    let brand = scope.facts().context.brand_name.clone();
    if !registration::has_all_classes(&change.new)
        || passwords::check_strength(&change.new, holder.password_context(&brand)).is_err()
    {
        return Err(PasswordError::Weak);
    }
    let hash = passwords::hash(scope.services(), &change.new).await;
    let hash = hash.map_err(PasswordError::NotHashed)?;

    let (session, session_id) = (scope.facts().session.clone(), scope.viewer().session());
    let tx = scope.begin().await?;
    let now = tx.raw(&sql, vec![id.uuid().into()]).one::<PasswordOwner>().await?;
    let now = now.ok_or(PasswordError::NoAccount)?;
    if now.status.is_some() {
        return Err(PasswordError::Disabled);
    }
    if !credentials::replace_password(&tx, &holder, hash).await? {
        // A concurrent change was first: the typed password is no longer the current one.
        return Err(PasswordError::Wrong);
    }
    links::invalidate_links(&tx, LinkPurpose::Reset, id).await?;
    if let Some(session) = session.filter(|_| change.sign_out_others) {
        sessions::revoke_others(&tx, &session, "password-changed").await?;
    }
    let cookie = sessions::renew_as_it_is(&tx, session_id).await?;
    let reader = NoticeRecipient { email: &holder.email, first_name: &holder.first_name };
    notices::send_password_changed(&tx, &reader).await?;
    tx.publish(Topic::User(id), "me.changed", &json!({})).await?;
    tx.commit().await?;
    tracing::info!(user.id = %id, "password changed");
    Ok(cookie)
}

/// Validates the form without any lookup.
fn check_form(change: &PasswordChangeForm, sign_up_min: usize) -> Result<(), PasswordError> {
    let chars_min = if sign_up_min > SIGN_UP_CHARS_MIN { sign_up_min } else { CHARS_MIN };
    let mut fields = Vec::new();
    if change.current.is_empty() {
        let message = "Current password is required to change your password";
        fields.push(FieldError::new("currentPassword", "current-password-required", message));
    }
    let chars = change.new.chars().count();
    if chars < chars_min {
        let message = format!("Password must be at least {chars_min} characters long");
        fields.push(FieldError::new("newPassword", "password-too-short", message));
    } else if chars > registration::password_chars_max() {
        let most = registration::password_chars_max();
        let message = format!("Password must be no more than {most} characters long");
        fields.push(FieldError::new("newPassword", "password-too-long", message));
    }
    if change.new != change.again {
        let message = "Passwords do not match";
        fields.push(FieldError::new("confirmPassword", "passwords-differ", message));
    }
    if fields.is_empty() { Ok(()) } else { Err(PasswordError::Fields(fields)) }
}

/// A password is not sufficient for a session that was opened with a second factor or transferred
/// from another host; these need recent authentication of their own kind.
fn check_session(scope: &Scope<SignedIn>) -> Result<(), PasswordError> {
    let session = scope.facts().session.as_ref();
    if session.is_some_and(|session| session.aal < 2 && !session.is_transferred) {
        return Ok(());
    }
    Ok(step_up::require_fresh_for_password(scope)?)
}

/// Checks the current password, with a limited number of attempts.
async fn check_current(
    scope: &Scope<SignedIn>,
    holder: &PasswordOwner,
    typed: &str,
) -> Result<(), PasswordError> {
    if holder.email.is_empty() {
        return Err(PasswordError::NoEmail);
    }
    let Some(hash) = holder.password_hash.clone() else { return Err(PasswordError::NoPassword) };
    if typed.chars().count() > registration::password_chars_max() {
        return Err(PasswordError::Malformed);
    }
    let limiter = scope.services().limiter();
    // A stolen session must not lock out a device that the account has used before.
    let known = device::find_known_device(scope.services(), scope.facts(), &holder.email);
    let key = LimitKey::user(holder.id).combined_with(&LimitKey::device(known.as_deref()));
    let verdict = limiter.count_attempt(LimitedAction::PasswordProof, &key).await;
    if !verdict.allowed {
        return Err(PasswordError::Limit(verdict));
    }
    let right = passwords::is_right(scope.services(), typed, Some(hash)).await;
    if !right.map_err(PasswordError::NotCompared)? {
        return Err(PasswordError::Wrong);
    }
    limiter.clear(LimitedAction::PasswordProof, &key).await;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message_for(current: &str, new: &str, again: &str, sign_up_min: usize) -> String {
        let change = PasswordChangeForm {
            current: current.to_owned(),
            new: new.to_owned(),
            again: again.to_owned(),
            sign_out_others: true,
        };
        check_form(&change, sign_up_min).map_or_else(|error| error.to_string(), |()| String::new())
    }

    #[test]
    fn reports_missing_and_invalid_fields_of_the_form() {
        assert_eq!(message_for("old", "sixsix", "sixsix", 8), "");
        assert_eq!(
            message_for("", "short", "short", 8),
            "Current password is required to change your password, \
             Password must be at least 6 characters long"
        );
        assert_eq!(message_for("old", "sixsix", "other!", 8), "Passwords do not match");
        let long = "x".repeat(129);
        assert_eq!(
            message_for("old", &long, &long, 8),
            "Password must be no more than 128 characters long"
        );
    }

    #[test]
    fn reports_a_failed_password_check_as_an_error_not_as_a_wrong_password() {
        use crate::accounts::AccountError;
        use platform::CatalogueError;
        let busy = PasswordError::NotCompared(AccountError::Busy);
        assert_eq!(
            (busy.to_string(), busy.retry_after_s()),
            ("Failed to re-authenticate".to_owned(), Some(1))
        );
        assert_eq!(PasswordError::NoAccount.to_string(), "User account not found");
        assert_eq!(PasswordError::Disabled.to_string(), "This account has been disabled.");
    }

    #[test]
    fn applies_a_configured_minimum_above_the_default() {
        let twelve = "Password must be at least 12 characters long";
        assert_eq!(message_for("old", "elevenchars", "elevenchars", 12), twelve);
    }
}
