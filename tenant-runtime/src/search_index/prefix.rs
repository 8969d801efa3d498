//! Patterns for texts with a prefix.

/// Pattern for texts with this prefix, for `LIKE … ESCAPE '!'`.
pub(crate) fn prefix_pattern(text: &str) -> String {
    let plain = text.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("{plain}%")
}
