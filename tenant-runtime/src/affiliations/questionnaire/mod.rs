//! Questionnaire for applicants to an affiliation (F-048 to F-054, gap G-031).
//!
//! `model` defines a questionnaire, `read` parses the admin's text, `defaults` has the questions
//! used without one, `answers` validates answers. `rules` and `settings` decide who may read and
//! write it.

mod answers;
mod defaults;
mod error;
mod model;
mod read;
mod routes;
mod rules;
mod settings;

pub(super) use answers::{ApplicationAnswer, check};
pub(super) use read::of_affiliation;
pub(super) use routes::routes;
