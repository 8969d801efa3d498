//! Sign-ups with an address that already has an account.
//!
//! Learning this needs a valid code (E-058), and each such response is counted per code and
//! network. Above the limit, or if the operator has switched `auth.reveal_accounts` off, all
//! sign-ups get the same response after the same work, and the owner of the address gets a mail.

use crate::accounts::invites::InviteCodeId;
use crate::accounts::notices::{self, NoticeRecipient};
use crate::accounts::rows::account;
use platform::limiter::{LimitKey, LimitedAction};
use platform::mail::MailBrand;
use platform::{Scope, Tx, Visitor};
use sea_orm::DbErr;

fn sign_up_limits(scope: &Scope<Visitor>, code: InviteCodeId) -> [(LimitedAction, LimitKey); 2] {
    [
        (LimitedAction::RegisteredEmailCode, LimitKey::code(code)),
        (LimitedAction::RegisteredEmailNetwork, LimitKey::network(scope.facts().context.client_ip)),
    ]
}

/// Returns true if all sign-ups with this code from this network get the same response.
pub(super) async fn hides_registration(scope: &Scope<Visitor>, code: InviteCodeId) -> bool {
    if scope.services().config().auth.hides_accounts_at_sign_up() {
        return true;
    }
    let limiter = scope.services().limiter();
    for (action, key) in sign_up_limits(scope, code) {
        if !limiter.check(action, &key).await.allowed {
            return true;
        }
    }
    false
}

/// Counts a response that reveals an account. Returns whether it is within the limit.
pub(super) async fn may_notify(scope: &Scope<Visitor>, code: InviteCodeId) -> bool {
    scope.services().limiter().count_attempts(&sign_up_limits(scope, code)).await.allowed
}

/// Mails the owner of the address, at most once a day.
pub(super) async fn mail_owner<V>(
    tx: &Tx<'_, V>,
    owner: &account::Model,
    brand: MailBrand,
) -> Result<(), DbErr> {
    if owner.status.is_some() {
        return Ok(());
    }
    let once = format!("sign-up-attempt:{}:{}", owner.id, tx.now().date_naive());
    let reader = NoticeRecipient { email: &owner.email, first_name: &owner.first_name };
    notices::send_sign_up_attempt(tx, &reader, brand, once).await
}
