//! Threads of a community, and the summary of each in the thread list (C-072 to C-076).

mod create;
mod lookup;
mod manage;
mod routes;
mod rules;
mod store;
mod view;

pub use manage::{
    ERASURE_JOB, FOLLOWERS_JOB, FollowerNotices, SubscriptionLevel, ThreadErasure,
    delete_subscriptions, delete_subscriptions_of_community, erase_thread, is_muted_sql,
    notify_followers, subscription_records,
};
pub use store::latest_threads;
pub use view::{LastPost, ThreadUpdate, ThreadView};

pub(super) use manage::enqueue_follower_notices;

use platform::Services;
use platform::api::ApiRouter;

pub(super) fn routes() -> ApiRouter<Services> {
    routes::routes().merge(manage::routes()).merge(lookup::routes())
}
