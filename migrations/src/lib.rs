//! Schema of Guildhall: all tables, for SQLite and PostgreSQL.
//!
//! Each migration covers one area. A released migration is never edited: changes are new migrations
//! that expand first and contract later, so that the previous version keeps running. [`kinds`]
//! declares which does what, [`rules`] checks the statements, and [`online`] changes large tables
//! (docs/operations/upgrades.md).

mod columns;
mod kinds;
mod m0001_platform;
mod m0002_identity;
mod m0003_affiliations;
mod m0004_communities;
mod m0005_tenants;
mod m0006_second_factor;
mod m0007_federated;
mod m0008_mail_flows;
mod m0009_staff;
mod m0010_people;
mod m0011_member_record;
mod m0012_certificates;
mod m0013_tenant_life;
mod m0014_brands;
mod m0015_edges;
mod m0016_domains;
mod m0017_answering;
mod m0018_certificate_steps;
mod m0019_notifications;
mod m0020_community_life;
mod m0021_conversation;
mod m0021_words;
mod m0023_picture_words;
mod m0024_speakers;
mod m0025_people_found;
mod m0026_members_in_order;
mod m0027_dotted_handles;
mod m0028_single_keys;
mod m0029_certificate_orders;
mod m0030_codes_at_portals;
mod m0031_spans;
mod m0032_whole_indexes;
mod m0033_shorter_spans;
mod m0034_affiliation_requests;
mod m0035_activity;
mod m0036_analytics_events;
mod m0037_certificates_ending;
mod m0038_missing_affiliations;
mod m0039_storage_probe;
mod m0041_first_run;
mod m0042_sign_up;
mod m0043_onboarding_progress;
mod m0044_typed_text;
mod m0045_image_addresses;
mod m0046_request_sites;
mod m0047_schema_contracts;
mod m0048_key_fingerprints;
mod m0051_conversations;
mod m0052_message_delivery;
mod m0053_cords;
mod m0054_message_words;
mod m0055_support_tickets;
mod m0056_support_chat;
mod m0057_affiliation_roles;
mod m0059_staff_roles;
mod m0060_audit_lookups;
mod m0061_notification_settings;
mod m0062_notification_delivery;
mod m0063_push;
mod m0064_mail_feedback;
mod m0065_web_builds;
mod m0066_portal_language;
mod m0068_community_founder;
mod m0069_thread_read_status;
mod m0070_thread_management;
mod m0071_notification_subjects;
mod m0072_content_lookups;
mod m0073_pinned_threads;
mod m0074_threads_by_creation;
mod m0075_post_revisions;
mod m0076_drafts;
mod m0077_polls;
mod m0078_post_files;
mod m0079_link_previews;
mod m0080_events;
mod m0081_events_by_start;
mod m0082_calendar_feeds;
mod m0089_api_tokens;
mod m0090_webhooks;
mod m0091_webhook_deliveries;
mod online;
pub mod rules;

pub use kinds::{KINDS, MigrationKind, UNDECLARED_UNTIL, kind_of, number_of};
pub use online::{IndexDefinition, create_index_concurrently};

use sea_orm_migration::{MigrationTrait, MigratorTrait};

/// Schema version that this program needs: the number of its newest migration.
#[must_use]
pub fn schema_version() -> u32 {
    let numbers = Migrator::migrations().into_iter().map(|one| number_of(one.name()));
    numbers.max().unwrap_or(0)
}

/// All migrations, in order.
#[derive(Debug)]
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        let mut all = migrations_to_40();
        all.extend(migrations_from_41());
        all
    }
}

fn migrations_to_40() -> Vec<Box<dyn MigrationTrait>> {
    vec![
        Box::new(m0001_platform::Migration),
        Box::new(m0002_identity::Migration),
        Box::new(m0003_affiliations::Migration),
        Box::new(m0004_communities::Migration),
        Box::new(m0005_tenants::Migration),
        Box::new(m0006_second_factor::Migration),
        Box::new(m0007_federated::Migration),
        Box::new(m0008_mail_flows::Migration),
        Box::new(m0009_staff::Migration),
        Box::new(m0010_people::Migration),
        Box::new(m0011_member_record::Migration),
        Box::new(m0012_certificates::Migration),
        Box::new(m0013_tenant_life::Migration),
        Box::new(m0014_brands::Migration),
        Box::new(m0015_edges::Migration),
        Box::new(m0016_domains::Migration),
        Box::new(m0017_answering::Migration),
        Box::new(m0018_certificate_steps::Migration),
        Box::new(m0019_notifications::Migration),
        Box::new(m0020_community_life::Migration),
        Box::new(m0021_conversation::Migration),
        Box::new(m0023_picture_words::Migration),
        Box::new(m0024_speakers::Migration),
        Box::new(m0025_people_found::Migration),
        Box::new(m0026_members_in_order::Migration),
        Box::new(m0027_dotted_handles::Migration),
        Box::new(m0028_single_keys::Migration),
        Box::new(m0029_certificate_orders::Migration),
        Box::new(m0030_codes_at_portals::Migration),
        Box::new(m0031_spans::Migration),
        Box::new(m0032_whole_indexes::Migration),
        Box::new(m0033_shorter_spans::Migration),
        Box::new(m0034_affiliation_requests::Migration),
        Box::new(m0035_activity::Migration),
        Box::new(m0036_analytics_events::Migration),
        Box::new(m0037_certificates_ending::Migration),
        Box::new(m0038_missing_affiliations::Migration),
        Box::new(m0039_storage_probe::Migration),
    ]
}

fn migrations_from_41() -> Vec<Box<dyn MigrationTrait>> {
    vec![
        Box::new(m0041_first_run::Migration),
        Box::new(m0042_sign_up::Migration),
        Box::new(m0043_onboarding_progress::Migration),
        Box::new(m0044_typed_text::Migration),
        Box::new(m0045_image_addresses::Migration),
        Box::new(m0046_request_sites::Migration),
        Box::new(m0047_schema_contracts::Migration),
        Box::new(m0048_key_fingerprints::Migration),
        Box::new(m0051_conversations::Migration),
        Box::new(m0052_message_delivery::Migration),
        Box::new(m0053_cords::Migration),
        Box::new(m0054_message_words::Migration),
        Box::new(m0055_support_tickets::Migration),
        Box::new(m0056_support_chat::Migration),
        Box::new(m0057_affiliation_roles::Migration),
        Box::new(m0059_staff_roles::Migration),
        Box::new(m0060_audit_lookups::Migration),
        Box::new(m0061_notification_settings::Migration),
        Box::new(m0062_notification_delivery::Migration),
        Box::new(m0063_push::Migration),
        Box::new(m0064_mail_feedback::Migration),
        Box::new(m0065_web_builds::Migration),
        Box::new(m0066_portal_language::Migration),
        Box::new(m0068_community_founder::Migration),
        Box::new(m0069_thread_read_status::Migration),
        Box::new(m0070_thread_management::Migration),
        Box::new(m0071_notification_subjects::Migration),
        Box::new(m0072_content_lookups::Migration),
        Box::new(m0073_pinned_threads::Migration),
        Box::new(m0074_threads_by_creation::Migration),
        Box::new(m0075_post_revisions::Migration),
        Box::new(m0076_drafts::Migration),
        Box::new(m0077_polls::Migration),
        Box::new(m0078_post_files::Migration),
        Box::new(m0079_link_previews::Migration),
        Box::new(m0080_events::Migration),
        Box::new(m0081_events_by_start::Migration),
        Box::new(m0082_calendar_feeds::Migration),
        Box::new(m0089_api_tokens::Migration),
        Box::new(m0090_webhooks::Migration),
        Box::new(m0091_webhook_deliveries::Migration),
    ]
}
