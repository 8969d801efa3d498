//! Staff endpoints (accounts.md; gaps G-035, G-038,
//! G-043, G-065, G-091, G-095, G-096, G-123).

mod affiliations;
mod alerts;
mod audit;
mod bulk;
mod codes;
mod content_filter;
mod documents;
mod history;
mod jobs;
mod overview;
mod roles;
mod search;
mod setup;
mod user_page;
mod users;
mod view_as;
