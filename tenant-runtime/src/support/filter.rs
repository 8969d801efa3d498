//! Filters with several values.

use super::error::SupportError;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Most values of one set.
const VALUES_MAX: usize = 20;

/// The values of a set, separated by commas; `None` if the set is omitted or empty.
pub(super) fn parse_set<T: DeserializeOwned>(
    text: Option<&str>,
) -> Result<Option<Vec<T>>, SupportError> {
    let names = text.unwrap_or_default().split(',').map(str::trim).filter(|name| !name.is_empty());
    let mut values = Vec::new();
    for name in names.take(VALUES_MAX) {
        let value = serde_json::from_value(Value::String(name.to_owned()));
        values.push(value.map_err(|_| SupportError::Filter)?);
    }
    Ok(Some(values).filter(|values| !values.is_empty()))
}

/// Pattern of `LIKE … ESCAPE '!'` in lower case for texts that contain this one.
pub(super) fn substring_pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.to_lowercase().chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::rows::TicketStatus;

    #[test]
    fn parses_sets_and_rejects_unknown_values() {
        let of = |text| parse_set::<TicketStatus>(text);
        assert_eq!(of(None), Ok(None));
        assert_eq!(of(Some(" , ")), Ok(None));
        let two = vec![TicketStatus::Open, TicketStatus::InProgress];
        assert_eq!(of(Some("open, in_progress")), Ok(Some(two)));
        assert_eq!(of(Some("open,done")), Err(SupportError::Filter));
    }

    #[test]
    fn escapes_wildcards_in_the_search_pattern() {
        assert_eq!(substring_pattern("50%_Off!"), "%50!%!_off!!%");
    }
}
