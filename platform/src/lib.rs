//! Shared foundation of the servers, owned by no feature.
//!
//! Start with [`scope`] (viewer, site, and access to the database), then [`db`] (rows and
//! transactions), [`problem`] (error responses), [`events`] (live events), [`sessions`] and
//! [`services`] (the parts of a process).
#![warn(missing_docs)]

pub mod affiliations;
pub mod alerts;
pub mod analytics;
pub mod api;
pub mod audit;
pub mod blob;
pub mod bus;
pub mod clock;
pub mod config;
pub mod content_filters;
pub mod conversations;
pub mod cookies;
pub mod data_folder;
pub mod db;
mod db_failure;
pub mod events;
pub mod extract;
pub mod handler;
pub mod heartbeat;
pub mod idempotency;
pub mod ids;
pub mod job_admin;
pub mod jobs;
pub mod key_records;
pub mod language;
pub mod limiter;
pub mod mail;
mod main_host;
pub mod outbound;
pub mod page;
pub mod picture;
pub mod private_files;
pub mod problem;
pub mod push;
pub mod random;
pub mod request;
pub mod retention;
pub mod route_version;
pub mod scope;
pub mod sealed_column;
pub mod services;
pub mod sessions;
pub mod staff;
pub mod staff_work;
pub mod step_up;
pub mod storable;
pub mod table_access;
pub mod telemetry;
pub mod tokens;
pub mod upload;
pub mod vault;

pub use clock::Clock;
pub use db::{Database, SiteIndependent, SiteVisibility, Tx, UserOwned};
pub use ids::{
    AffiliationId, ArticleId, CommunityId, PostId, SessionId, TenantId, ThreadId, UserId,
};
pub use language::Language;
pub use main_host::MainHost;
pub use problem::{CatalogueError, Problem, ProblemEntry};
pub use scope::{
    AccountViewer, Applicant, Member, Scope, SignedIn, Staff, StaffWith, System, Visitor,
};
pub use services::Services;
pub use wire::Site;
pub use wire::id;
