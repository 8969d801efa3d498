//! Completion of the wizard: agreement to all three documents in one call (A-163 to A-170, G-037),
//! which also acknowledges them on this site (G-126).

use super::store as progress;
use crate::communities::defaults as communities;
use crate::legal;
use crate::profiles::error::ProfileError;
use crate::profiles::rows::profile;
use crate::profiles::store;
use chrono::{DateTime, Utc};
use platform::events::Topic;
use platform::sessions::AccountStatus;
use platform::{AccountViewer, Scope, SignedIn, Tx, UserId};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{ActiveValue, ColumnTrait, DbErr};
use serde_json::json;

/// The ticked boxes.
pub(super) struct Agreements {
    pub terms: bool,
    pub guidelines: bool,
    pub privacy: bool,
}

/// Completes the wizard. Agreements that are still valid keep their date.
pub(super) async fn complete(
    scope: &mut Scope<SignedIn>,
    agreed: &Agreements,
) -> Result<(), ProfileError> {
    if !(agreed.terms && agreed.guidelines && agreed.privacy) {
        return Err(ProfileError::NotAgreed);
    }
    let done = write(scope).await.map_err(ProfileError::Onboarding)?;
    if done { Ok(()) } else { Err(ProfileError::NotFound) }
}

async fn write(scope: &mut Scope<SignedIn>) -> Result<bool, DbErr> {
    let cutoff = scope.services().config().auth.agreement_cutoff;
    let tx = scope.begin().await?;
    let Some(row) = store::own_in(&tx).await? else { return Ok(false) };
    let standing = AccountStatus::from_row(&row.status_row(), tx.now(), cutoff);
    store::update_own(&tx, completed_profile(&standing, tx.now())).await?;
    // Otherwise a new user would have to agree twice: here and in the pop-up on the same site.
    legal::acknowledge_all(&tx).await?;
    progress::delete_own(&tx).await?;
    let me = tx.viewer().id();
    tx.publish(Topic::User(me), "me.changed", &json!({})).await?;
    communities::update_default_memberships(&tx, me).await?;
    tx.commit().await?;
    Ok(true)
}

/// Completes the wizard for an account that never sees it: the first staff account.
///
/// # Errors
/// Database errors.
pub async fn complete_onboarding<V: Send + Sync>(
    tx: &Tx<'_, V>,
    user: UserId,
) -> Result<(), DbErr> {
    let now = tx.now();
    let change = profile::ActiveModel {
        has_completed_onboarding: Set(true),
        agreed_to_terms_at: Set(Some(now)),
        agreed_to_guidelines_at: Set(Some(now)),
        agreed_to_privacy_at: Set(Some(now)),
        updated_at: Set(now),
        ..Default::default()
    };
    let table = tx.table::<profile::Entity>();
    let changed = table.update(profile::Column::Id.eq(user.uuid()), |update| update.set(change));
    changed.await?.exactly_one()?;
    communities::update_default_memberships(tx, user).await
}

/// Sets the dates of missing or outdated agreements only.
fn completed_profile(status: &AccountStatus, now: DateTime<Utc>) -> profile::ActiveModel {
    let dated = |due: bool| -> ActiveValue<Option<DateTime<Utc>>> {
        if due { Set(Some(now)) } else { NotSet }
    };
    profile::ActiveModel {
        has_completed_onboarding: Set(true),
        agreed_to_terms_at: dated(status.needs_terms),
        agreed_to_guidelines_at: dated(status.needs_guidelines),
        agreed_to_privacy_at: dated(status.needs_privacy),
        ..Default::default()
    }
}
