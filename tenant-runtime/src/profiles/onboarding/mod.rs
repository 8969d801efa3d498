//! The onboarding wizard: [`completion`] ends it, `progress` stores how far a member
//! has come, so that another device or a reload continues there.

mod completion;
mod progress;
mod routes;
mod rows;
mod store;

pub use completion::complete_onboarding;
pub(super) use routes::routes;
