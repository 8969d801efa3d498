//! Web push: keys, encryption and the request to a push service.
//!
//! A browser hands out a [`PushTarget`]: the URL of its push service and two keys. A message is
//! encrypted for the browser ([`encryption`], RFC 8291), signed with the instance's key
//! ([`VapidKey`], RFC 8292), and posted to the URL ([`client`], RFC 8030). The instance's key pair
//! is created at its first use, and stored encrypted like the other secrets ([`keys`]).

mod client;
mod encryption;
mod key_row;
mod keys;
mod target;
mod vapid;

pub use client::{Delivery, PushClient, PushRequest, Urgency};
pub use encryption::{PLAINTEXT_BYTES_MAX, PushError};
pub use keys::{
    StoredPushKey, current_key, delete_unused_keys, key_list, key_of, newest_key, rotate_key,
    sealed_columns,
};
pub use target::{PushTarget, TargetError};
pub use vapid::VapidKey;

wire::id!(
    /// Id of a key pair that signs push messages.
    PushKeyId
);
