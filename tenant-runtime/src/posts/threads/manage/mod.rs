//! Management of threads: renaming, pinning and moving by admins and staff; closing and removal by
//! moderators; following and muting by members. [`lock`] checks who may do it and locks the thread,
//! [`change`] records and publishes what was done.

mod change;
mod closure;
mod erasure;
mod error;
mod followers;
mod lock;
mod move_thread;
mod moved_rows;
mod pins;
mod removal;
mod rename;
mod routes;
mod subscription;

pub use erasure::{ERASURE_JOB, ThreadErasure, erase_thread};
pub use followers::{FOLLOWERS_JOB, FollowerNotices, notify_followers};
pub use subscription::{
    SubscriptionLevel, delete_subscriptions, delete_subscriptions_of_community, is_muted_sql,
    subscription_records,
};

pub(super) use pins::pinned_rows;
pub(super) use routes::routes;
pub(super) use subscription::own_subscriptions;

pub(in crate::posts) use followers::enqueue_follower_notices;
