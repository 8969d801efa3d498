//! The domain: the features of Guildhall, one folder each.
//!
//! Start at [`router`], then read any feature from its `mod.rs`: routes (HTTP), rules (decisions),
//! store (queries). A feature calls the public functions of others and never their tables.

pub mod accounts;
pub mod activity;
mod activity_list;
pub mod affiliations;
pub mod alerts;
pub mod analytics;
pub mod articles;
pub mod badges;
mod bulk;
pub mod communities;
pub mod community_export;
pub mod content;
pub mod cord_activity;
pub mod cords;
pub mod csp_reports;
pub mod drafts;
pub mod feed;
pub mod health;
pub mod integration_records;
pub mod integrations;
pub mod introductions;
pub mod legal;
pub mod limits;
pub mod live;
pub mod mail_feedback;
pub mod media;
pub mod messages;
pub mod notification_settings;
pub mod notifications;
pub mod own_data;
pub mod people;
pub mod posts;
pub mod profiles;
pub mod push;
pub mod reports;
pub mod router;
pub mod search;
pub mod sql;
pub mod staff;
pub mod support;
pub mod waitlist;
pub mod web_assets;

pub use router::{openapi, router};
