//! Tests of a whole instance, through HTTP and its edge. `GUILDHALL_TEST_BACKEND` selects the backend:
//! `sqlite` (the default) with in-process services, or `postgres` with Redis.
#![expect(
    clippy::disallowed_methods,
    reason = "tests look at the product from outside: they have no scope"
)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on says where and stops"
)]

mod community_fixture;
mod kit;

mod accounts;
mod activity;
mod activity_items;
mod affiliation_admins;
mod affiliation_desk;
mod affiliation_pages;
mod affiliation_requests;
mod affiliations;
mod analytics;
mod articles;
mod badges;
mod communities;
mod control;
mod cookies;
mod cords;
mod costly;
mod csp_reports;
mod demo;
mod devices;
mod drafts;
mod edge;
mod faults;
mod feed;
mod housekeeping;
mod integrations;
mod invitations;
mod job_limits;
mod languages;
mod ledger;
mod legal;
mod live;
mod load_fixture;
mod mail;
mod mail_feedback;
mod mail_sites;
mod matrix;
mod messages;
mod metrics;
mod notifications;
mod onboarding;
mod operations;
mod own_data;
mod people;
mod portals;
mod posts;
mod profiles;
mod push;
mod queued_requests;
mod rate_limits;
mod read_state;
mod record;
mod roles;
mod search;
mod secrecy;
mod sessions;
mod staff;
mod statements;
mod support;
mod support_chat;
mod transfers;
mod typed_text;
mod unstorable_text;
mod usage;
mod waitlist;
mod web_assets;
