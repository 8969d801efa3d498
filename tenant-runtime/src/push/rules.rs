//! Creates, lists and deletes push subscriptions.

use super::PushSubscriptionId;
use super::error::PushSubscriptionError;
use super::rows::{Entity, Model};
use super::store;
use super::view::NewPushSubscription;
use platform::push::{PushTarget, current_key};
use platform::sessions::agent;
use platform::{Member, Scope};
use sea_orm::DbErr;

/// Maximum subscriptions of a person, as many as they can have sessions.
pub const SUBSCRIPTIONS_MAX: usize = 20;
/// Maximum characters of a device's name.
const DEVICE_NAME_CHARS_MAX: usize = 100;
const UNNAMED_DEVICE: &str = "Browser";
/// Attempts to store a subscription that another request stores at the same time.
const ATTEMPTS_MAX: usize = 3;

/// A validated subscription.
pub(super) struct SubscriptionForm {
    pub target: PushTarget,
    pub device_name: String,
}

/// Public key for new subscriptions; the key pair is created at the first call.
pub(super) async fn public_key(scope: &mut Scope<Member>) -> Result<String, PushSubscriptionError> {
    if let Some(key) = store::newest_public_key(scope).await? {
        return Ok(key);
    }
    let tx = scope.begin().await?;
    let key = current_key(&tx).await?;
    tx.commit().await?;
    Ok(key.public_key)
}

/// The viewer's subscriptions on this site, the newest first.
pub(super) async fn list(scope: &Scope<Member>) -> Result<Vec<Model>, DbErr> {
    store::list_on_site(scope).await
}

/// Stores a subscription. One browser has one: its earlier owner, if any, loses it.
pub(super) async fn subscribe(
    scope: &mut Scope<Member>,
    body: &NewPushSubscription,
) -> Result<Model, PushSubscriptionError> {
    let form = validated(scope, body)?;
    for _ in 1..ATTEMPTS_MAX {
        match store::store(scope, &form).await {
            Err(error) if platform::db::is_taken(&error) => {}
            stored => return Ok(stored?),
        }
    }
    Ok(store::store(scope, &form).await?)
}

fn validated(
    scope: &Scope<Member>,
    body: &NewPushSubscription,
) -> Result<SubscriptionForm, PushSubscriptionError> {
    let allows_local = scope.services().config().push.allow_local_services;
    let (p256dh, auth) = (&body.keys.p256dh, &body.keys.auth);
    let target = PushTarget::new(&body.endpoint, p256dh, auth, allows_local)?;
    let name = body.device_name.trim();
    if name.chars().count() > DEVICE_NAME_CHARS_MAX {
        return Err(PushSubscriptionError::DeviceName);
    }
    let agent = scope.facts().user_agent.as_deref().and_then(agent::summarize_user_agent);
    let device_name = match name {
        "" => agent.unwrap_or_else(|| UNNAMED_DEVICE.to_owned()),
        name => name.to_owned(),
    };
    Ok(SubscriptionForm { target, device_name })
}

/// Deletes a subscription of the viewer, on any site.
pub(super) async fn unsubscribe(
    scope: &mut Scope<Member>,
    id: PushSubscriptionId,
) -> Result<(), PushSubscriptionError> {
    let is_own = scope.own::<Entity>().by_id(id).exists().await?;
    if !is_own {
        return Err(PushSubscriptionError::NotFound);
    }
    let tx = scope.begin().await?;
    store::delete(&tx, id).await?;
    tx.commit().await?;
    Ok(())
}
