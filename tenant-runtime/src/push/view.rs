//! Bodies of the API.

use super::PushSubscriptionId;
use super::rows::Model;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Public key of this instance.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushKey {
    /// P-256 point of 65 bytes, base64url: the `applicationServerKey` of a subscription.
    pub public_key: String,
}

/// A browser that receives push messages.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushSubscription {
    pub id: PushSubscriptionId,
    pub device_name: String,
    pub created_at: DateTime<Utc>,
    /// Time of the last message that the push service accepted.
    pub last_used_at: Option<DateTime<Utc>>,
}

impl From<Model> for PushSubscription {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            device_name: row.device_name,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
        }
    }
}

/// All push subscriptions of the viewer on this site.
#[derive(Serialize, ToSchema)]
pub struct PushSubscriptionList {
    pub items: Vec<PushSubscription>,
}

/// Keys of a browser's subscription, base64url.
#[derive(Deserialize, ToSchema)]
pub struct PushSubscriptionKeys {
    /// P-256 point of 65 bytes.
    pub p256dh: String,
    /// Authentication secret of 16 bytes.
    pub auth: String,
}

/// A browser's subscription, as `PushSubscription.toJSON()` returns it, with a name for the device.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPushSubscription {
    /// URL of the push service.
    pub endpoint: String,
    pub keys: PushSubscriptionKeys,
    /// Name in the list; the browser's name if empty.
    #[serde(default)]
    pub device_name: String,
}
