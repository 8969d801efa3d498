//! The end of the wizard: all three documents agreed to, in one call (A-163 to A-170, G-037).

use super::error::ProfileError;
use super::rows::profile;
use super::store;
use crate::communities::defaults as communities;
use chrono::{DateTime, Utc};
use platform::events::Topic;
use platform::sessions::Standing;
use platform::{Identified, Scope, SignedIn};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{ActiveValue, DbErr};
use serde_json::json;

/// What was ticked.
pub(super) struct Agreements {
    pub terms: bool,
    pub guidelines: bool,
    pub privacy: bool,
}

/// Finishes the wizard. An agreement that still holds keeps its date.
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
    let standing = Standing::of(&row.standing_row(), tx.now(), cutoff);
    store::update_own(&tx, finished(&standing, tx.now())).await?;
    let me = tx.viewer().id();
    tx.publish(Topic::User(me), "me.changed", &json!({})).await?;
    communities::follow_belonging(&tx, me).await?;
    tx.commit().await?;
    Ok(true)
}

/// Dates only for what was missing or out of date.
fn finished(standing: &Standing, now: DateTime<Utc>) -> profile::ActiveModel {
    let dated = |due: bool| -> ActiveValue<Option<DateTime<Utc>>> {
        if due { Set(Some(now)) } else { NotSet }
    };
    profile::ActiveModel {
        has_completed_onboarding: Set(true),
        agreed_to_terms_at: dated(standing.needs_terms),
        agreed_to_guidelines_at: dated(standing.needs_guidelines),
        agreed_to_privacy_at: dated(standing.needs_privacy),
        ..Default::default()
    }
}
