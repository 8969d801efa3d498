//! Effect of each migration on programs of earlier versions. A migration expands first; a later
//! release contracts, once no program needs the old form.

/// Effect of a migration on programs of earlier versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MigrationKind {
    /// Only adds: programs of earlier versions keep working.
    Expand,
    /// Removes or changes something that earlier programs use.
    Contract {
        /// Programs whose newest migration has a smaller number cannot work any more.
        programs_below: u32,
        /// What was removed, for the message of a program that is refused.
        reason: &'static str,
    },
}

/// Kind of each migration after [`UNDECLARED_UNTIL`]. A test requires one line per migration.
pub const KINDS: &[(&str, MigrationKind)] = &[
    ("m0047_schema_contracts", MigrationKind::Expand),
    ("m0048_key_fingerprints", MigrationKind::Expand),
    ("m0051_conversations", MigrationKind::Expand),
    ("m0052_message_delivery", MigrationKind::Expand),
    ("m0053_cords", MigrationKind::Expand),
    ("m0054_message_words", MigrationKind::Expand),
    ("m0055_support_tickets", MigrationKind::Expand),
    ("m0056_support_chat", MigrationKind::Expand),
    ("m0057_affiliation_roles", MigrationKind::Expand),
    ("m0059_staff_roles", MigrationKind::Expand),
    ("m0060_audit_lookups", MigrationKind::Expand),
    ("m0061_notification_settings", MigrationKind::Expand),
    ("m0062_notification_delivery", MigrationKind::Expand),
    ("m0063_push", MigrationKind::Expand),
    ("m0064_mail_feedback", MigrationKind::Expand),
    ("m0065_web_builds", MigrationKind::Expand),
    ("m0066_portal_language", MigrationKind::Expand),
    ("m0068_community_founder", MigrationKind::Expand),
    ("m0069_thread_read_status", MigrationKind::Expand),
    ("m0070_thread_management", MigrationKind::Expand),
    ("m0071_notification_subjects", MigrationKind::Expand),
    ("m0072_content_lookups", MigrationKind::Expand),
    ("m0073_pinned_threads", MigrationKind::Expand),
    ("m0074_threads_by_creation", MigrationKind::Expand),
    ("m0075_post_revisions", MigrationKind::Expand),
    ("m0076_drafts", MigrationKind::Expand),
    ("m0077_polls", MigrationKind::Expand),
    ("m0078_post_files", MigrationKind::Expand),
    ("m0079_link_previews", MigrationKind::Expand),
    ("m0080_events", MigrationKind::Expand),
    ("m0081_events_by_start", MigrationKind::Expand),
    ("m0082_calendar_feeds", MigrationKind::Expand),
    ("m0089_api_tokens", MigrationKind::Expand),
    ("m0090_webhooks", MigrationKind::Expand),
    ("m0091_webhook_deliveries", MigrationKind::Expand),
];

/// Last migration from before kinds were declared. All until then ran at the start of a program,
/// and earlier programs refuse them.
pub const UNDECLARED_UNTIL: u32 = 46;

/// Returns the kind of a migration.
#[must_use]
pub fn kind_of(name: &str) -> MigrationKind {
    let declared = KINDS.iter().find(|(declared, _)| *declared == name);
    declared.map_or(MigrationKind::Expand, |(_, kind)| *kind)
}

/// Returns the number of a migration, such as 47 for `m0047_schema_contracts`; 0 for another name.
#[must_use]
pub fn number_of(name: &str) -> u32 {
    let digits = name.strip_prefix('m').and_then(|rest| rest.split('_').next());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}
