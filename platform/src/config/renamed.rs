//! Old names of settings, accepted for one release.

use config::{Map, Value, ValueKind};

/// Old and new path of every renamed setting. A path through a list applies to all its items.
const RENAMED: &[(&str, &str)] = &[
    ("analytics.patience_seconds", "analytics.statement_timeout_s"),
    ("certificates.dns_update.lag_ms", "certificates.dns_update.propagation_ms"),
    ("certificates.issuers.patience_s", "certificates.issuers.request_timeout_s"),
    ("certificates.spread_ms", "certificates.challenge_propagation_ms"),
    ("edge.answer_idle_seconds", "edge.response_idle_timeout_s"),
    ("edge.body.grace_seconds", "edge.body.grace_s"),
    ("edge.body.idle_seconds", "edge.body.idle_timeout_s"),
    ("edge.drain_delay_s", "server.shutdown_delay_s"),
    ("edge.head_seconds", "edge.header_read_timeout_s"),
    ("edge.hello_seconds", "edge.tls_handshake_timeout_s"),
    ("edge.idle_seconds", "edge.connection_idle_timeout_s"),
    ("edge.notice_seconds", "server.shutdown_delay_s"),
    ("edge.spread_seconds", "edge.drain_spread_s"),
    ("edge.stream_idle_seconds", "edge.stream_idle_timeout_s"),
    ("edge.untaken_seconds", "edge.write_timeout_s"),
    ("edge.upload.grace_seconds", "edge.upload.grace_s"),
    ("edge.upload.idle_seconds", "edge.upload.idle_timeout_s"),
    ("edge.upstream.waiting_per_tenant", "edge.upstream.queue_per_tenant"),
    ("edge.upstream.waiting_seconds", "edge.upstream.queue_timeout_s"),
    ("limits.redis_patience_ms", "limits.redis_timeout_ms"),
    ("security.argon2.waiting_max", "security.argon2.queue_max"),
    ("server.drain_seconds", "server.drain_timeout_s"),
];

/// New name of a setting, if `path` is an old one. An item of a list is named by its index, such as
/// `certificates.issuers[0].patience_s`.
pub(super) fn new_name(path: &str) -> Option<String> {
    let (section, _) = path.rsplit_once('.')?;
    let without_index = |part: &str| part.split('[').next().map(str::to_owned);
    let plain: Vec<String> = path.split('.').filter_map(without_index).collect();
    let (_, new) = RENAMED.iter().find(|(old, _)| *old == plain.join("."))?;
    let (new_section, field) = new.rsplit_once('.')?;
    let is_moved = plain.len() == 2 && section != new_section;
    Some(if is_moved { (*new).to_owned() } else { format!("{section}.{field}") })
}

/// Renames the old settings of a configuration file. Returns the old names that it contained. A new
/// name in the same file takes precedence.
pub(super) fn rename_in(root: &mut Map<String, Value>) -> Vec<&'static str> {
    let found = RENAMED.iter().filter(|(old, new)| {
        let (section, old) = old.rsplit_once('.').unwrap_or(("", old));
        let (new_section, new) = new.rsplit_once('.').unwrap_or(("", new));
        if section != new_section {
            return move_between(root, (section, old), (new_section, new));
        }
        let path: Vec<&str> = section.split('.').collect();
        rename_below(root, &path, old, new)
    });
    found.map(|(old, _)| *old).collect()
}

/// Moves a setting to another top-level section.
fn move_between(root: &mut Map<String, Value>, old: (&str, &str), new: (&str, &str)) -> bool {
    let Some(ValueKind::Table(section)) = root.get_mut(old.0).map(|value| &mut value.kind) else {
        return false;
    };
    let Some(value) = section.remove(old.1) else { return false };
    let empty = || Value::new(None, ValueKind::Table(Map::new()));
    let section = root.entry(new.0.to_owned()).or_insert_with(empty);
    if let ValueKind::Table(section) = &mut section.kind {
        section.entry(new.1.to_owned()).or_insert(value);
    }
    true
}

fn rename_below(table: &mut Map<String, Value>, path: &[&str], old: &str, new: &str) -> bool {
    let Some((first, rest)) = path.split_first() else {
        let Some(value) = table.remove(old) else { return false };
        table.entry(new.to_owned()).or_insert(value);
        return true;
    };
    match table.get_mut(*first).map(|value| &mut value.kind) {
        Some(ValueKind::Table(inner)) => rename_below(inner, rest, old, new),
        Some(ValueKind::Array(items)) => {
            let renamed = items.iter_mut().filter_map(|item| match &mut item.kind {
                ValueKind::Table(inner) => Some(rename_below(inner, rest, old, new)),
                _ => None,
            });
            // Every item is renamed, so this must not stop at the first.
            renamed.fold(false, |any, renamed| any | renamed)
        }
        _ => false,
    }
}
