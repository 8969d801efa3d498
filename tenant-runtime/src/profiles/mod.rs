//! People: what each says about themselves ([`me`](routes)), how they get through onboarding, and
//! how others see them beside what they wrote ([`people`]).

mod accounts_of;
mod error;
mod me;
mod onboarding;
mod people;
mod routes;
mod rows;
mod rules;
mod store;

pub use accounts_of::{emails, lock_subscription};
pub use error::ProfileError;
pub use people::{Person, people, person_of};
pub use routes::routes;
