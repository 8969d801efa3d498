//! What an affiliation asks of those who want to belong to it (F-048 to F-054, gap G-031).
//!
//! `model` is what a questionnaire is, `read` turns what an admin wrote into one, `defaults` are the
//! sets there are without one, `answers` holds what was answered to it. `rules` says who reads and who
//! writes it.

mod answers;
mod defaults;
mod error;
mod model;
mod read;
mod routes;
mod rules;
mod settings;

pub(super) use answers::{Answer, check};
pub(super) use read::of_affiliation;
pub(super) use routes::routes;
