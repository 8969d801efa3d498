//! Sign-ups with an address that already has an account.
//!
//! Learning this needs a valid code (E-058), and each such response is counted per code and
//! network. Above the limit, or if the operator has switched `auth.reveal_accounts` off, all
//! sign-ups get the same response, and the owner of the address gets a mail.

use crate::accounts::AccountError;
use crate::accounts::invites::{self, InviteCodeId};
use crate::accounts::notices::{self, NoticeRecipient};
use crate::accounts::rows::account;
use platform::limiter::{LimitKey, LimitedAction};
use platform::{Scope, Visitor};
use sea_orm::ColumnTrait;

fn limits(scope: &Scope<Visitor>, code: InviteCodeId) -> [(LimitedAction, LimitKey); 2] {
    [
        (LimitedAction::RegisteredEmailCode, LimitKey::code(code)),
        (LimitedAction::RegisteredEmailNetwork, LimitKey::network(scope.facts().context.client_ip)),
    ]
}

/// Returns true if all sign-ups with this code from this network get the same response.
pub(super) async fn hides(scope: &Scope<Visitor>, code: InviteCodeId) -> bool {
    if scope.services().config().auth.hides_accounts_at_sign_up() {
        return true;
    }
    let limiter = scope.services().limiter();
    for (action, key) in limits(scope, code) {
        if !limiter.check(action, &key).await.allowed {
            return true;
        }
    }
    false
}

/// Counts a response that reveals an account. Returns whether it is within the limit.
pub(super) async fn may_notify(scope: &Scope<Visitor>, code: InviteCodeId) -> bool {
    scope.services().limiter().hit_all(&limits(scope, code)).await.allowed
}

/// Mails the owner of the address, at most once a day. Counts a use of the code like for a new
/// account, so that the count does not reveal what the response hides.
pub(super) async fn notify_owner(
    scope: &mut Scope<Visitor>,
    email: &str,
    code: InviteCodeId,
) -> Result<(), AccountError> {
    let tx = scope.begin().await?;
    let this = account::Column::Email.eq(email);
    let owner = tx.global::<account::Entity>().filter(this).one().await?;
    invites::count_undisclosed_use(&tx, code).await?;
    if let Some(owner) = owner.filter(|owner| owner.status.is_none()) {
        let once = format!("sign-up-attempt:{}:{}", owner.id, tx.now().date_naive());
        let reader = NoticeRecipient { email: &owner.email, first_name: &owner.first_name };
        notices::sign_up_attempt(&tx, &reader, once).await?;
    }
    tx.commit().await?;
    Ok(())
}
