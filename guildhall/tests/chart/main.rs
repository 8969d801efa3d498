//! The Helm chart, from an operator's view: rendered with each example, and checked as a whole. A
//! separate target, because it needs Helm instead of a database.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test stops at the first failure")]

mod breakages;
mod helm;
mod house_rules;
mod manifests;
mod package;
mod rules;
mod schemas;
mod settings;
mod validation;
mod values;
