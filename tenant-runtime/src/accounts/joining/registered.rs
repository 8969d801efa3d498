//! Sign-ups with an address that has an account already.
//!
//! A valid code is needed to learn that (E-058), and each such answer is counted against the code and the
//! network. Beyond that, or where the operator has switched `auth.reveal_accounts` off, everybody gets the
//! same answer and the owner of the address gets a mail.

use crate::accounts::AccountError;
use crate::accounts::invites::{self, InviteCodeId};
use crate::accounts::notices::{self, Reader};
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

/// Whether every sign-up with this code from this network gets the same answer.
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

/// Counts one answer that tells of an account; whether it may be given.
pub(super) async fn may_tell(scope: &Scope<Visitor>, code: InviteCodeId) -> bool {
    scope.services().limiter().hit_all(&limits(scope, code)).await.allowed
}

/// Mails the owner of the address, once a day at most. A use of the code is counted as a new account
/// would have counted it, so that the code does not tell what the answer hides.
pub(super) async fn tell_owner(
    scope: &mut Scope<Visitor>,
    email: &str,
    code: InviteCodeId,
) -> Result<(), AccountError> {
    let tx = scope.begin().await?;
    let this = account::Column::Email.eq(email);
    let owner = tx.doorless::<account::Entity>().filter(this).one().await?;
    invites::count_undisclosed_use(&tx, code).await?;
    if let Some(owner) = owner.filter(|owner| owner.status.is_none()) {
        let once = format!("sign-up-attempt:{}:{}", owner.id, tx.now().date_naive());
        let reader = Reader { email: &owner.email, first_name: &owner.first_name };
        notices::sign_up_attempt(&tx, &reader, once).await?;
    }
    tx.commit().await?;
    Ok(())
}
