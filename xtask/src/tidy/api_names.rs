//! Names in the API document: generated clients turn operation ids into functions and schemas into types.

use std::collections::BTreeMap;

use serde_json::Value;

use super::endpoints::{METHODS, read_document};

/// Verbs that an operation id may begin with.
const VERBS: &[&str] = &[
    "accept",
    "acknowledge",
    "activate",
    "add",
    "answer",
    "appoint",
    "approve",
    "archive",
    "block",
    "cancel",
    "change",
    "check",
    "claim",
    "clear",
    "close",
    "complete",
    "confirm",
    "create",
    "deactivate",
    "decline",
    "delete",
    "demote",
    "derive",
    "discard",
    "dismiss",
    "download",
    "edit",
    "end",
    "exchange",
    "export",
    "finish",
    "follow",
    "get",
    "invite",
    "join",
    "leave",
    "lift",
    "like",
    "link",
    "list",
    "mark",
    "merge",
    "moderate",
    "move",
    "open",
    "pause",
    "pin",
    "preview",
    "promote",
    "publish",
    "redeem",
    "redirect",
    "regenerate",
    "reject",
    "release",
    "remove",
    "rename",
    "renew",
    "reopen",
    "report",
    "request",
    "resend",
    "reset",
    "resolve",
    "restore",
    "resume",
    "retry",
    "revoke",
    "roll",
    "rotate",
    "save",
    "search",
    "send",
    "set",
    "sign",
    "start",
    "stream",
    "suspend",
    "test",
    "toggle",
    "transfer",
    "unblock",
    "unfollow",
    "unpause",
    "unpin",
    "unsubscribe",
    "update",
    "upload",
    "validate",
    "verify",
    "view",
    "withdraw",
];

/// Verbs that are nouns too, so that the name of a schema may begin with them.
const NOUNS_TOO: &[&str] = &[
    "answer",
    "merge",
    "view",
    "block",
    "change",
    "check",
    "claim",
    "end",
    "exchange",
    "export",
    "finish",
    "invite",
    "join",
    "like",
    "link",
    "list",
    "mark",
    "pause",
    "pin",
    "preview",
    "release",
    "report",
    "request",
    "search",
    "set",
    "sign",
    "start",
    "stream",
    "test",
    "transfer",
    "unsubscribe",
    "update",
    "upload",
];

/// Past participles without the ending "ed", and other words that are no nouns.
const NO_NOUNS: &[&str] = &[
    "About", "Begun", "Chosen", "Done", "Found", "Given", "Gone", "Held", "Hidden", "Kept",
    "Known", "Left", "Lost", "Made", "Prove", "Seen", "Sent", "Shown", "Taken", "Told", "What",
    "Who", "Why", "Written",
];

/// Nouns that end in "ed".
const NOUNS_IN_ED: &[&str] = &["Embed", "Feed", "Seed", "Speed"];

pub fn check() -> Vec<String> {
    match read_document() {
        Ok(document) => violations(&document),
        Err(problem) => vec![problem],
    }
}

fn violations(document: &Value) -> Vec<String> {
    let mut violations = Vec::new();
    let mut known: BTreeMap<&str, String> = BTreeMap::new();
    for (path, operations) in document["paths"].as_object().into_iter().flatten() {
        let operations = operations.as_object().into_iter().flatten();
        for (method, operation) in
            operations.filter(|(method, _)| METHODS.contains(&method.as_str()))
        {
            let endpoint = format!("{} {path}", method.to_uppercase());
            let id = operation["operationId"].as_str().unwrap_or_default();
            if !is_verb_and_object(id) {
                violations.push(format!(
                    "{endpoint}: the operation id `{id}` is no camelCase verb with an object"
                ));
            }
            if let Some(other) = known.insert(id, endpoint.clone()) {
                violations.push(format!("{endpoint}: {other} has the operation id `{id}` too"));
            }
        }
    }
    let schemas = document["components"]["schemas"].as_object().into_iter().flatten();
    let names = schemas.map(|(name, _)| name.as_str());
    let unclear = names.filter(|name| !is_noun(name.strip_prefix("Page_").unwrap_or(name)));
    violations.extend(unclear.map(|name| format!("the schema `{name}` is no noun in PascalCase")));
    violations
}

fn is_verb_and_object(id: &str) -> bool {
    let verb = id.split(|letter: char| !letter.is_ascii_lowercase()).next().unwrap_or_default();
    let object = &id[verb.len()..];
    VERBS.contains(&verb)
        && !object.is_empty()
        && object.chars().all(|letter| letter.is_ascii_alphanumeric())
}

fn is_noun(name: &str) -> bool {
    let words = words(name);
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    let is_participle = last.ends_with("ed") && !NOUNS_IN_ED.contains(last);
    let verb = first.to_lowercase();
    let is_command = VERBS.contains(&verb.as_str()) && !NOUNS_TOO.contains(&verb.as_str());
    let is_pascal_case = name.starts_with(|letter: char| letter.is_ascii_uppercase())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric());
    is_pascal_case && !is_participle && !is_command && !NO_NOUNS.contains(last) && *last != "Row"
        || is_pascal_case && words.len() > 1 && *last == "Row"
}

/// Splits a PascalCase name into its words.
fn words(name: &str) -> Vec<&str> {
    let mut starts: Vec<usize> =
        name.match_indices(|letter: char| letter.is_ascii_uppercase()).map(|(at, _)| at).collect();
    starts.push(name.len());
    starts.windows(2).map(|pair| &name[pair[0]..pair[1]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn document(ids: [&str; 2], schema: &str) -> Value {
        json!({
            "paths": {"/api/me": {"get": {"operationId": ids[0]}, "patch": {"operationId": ids[1]}, "parameters": []}},
            "components": {"schemas": {schema: {}}},
        })
    }

    #[test]
    fn accepts_unique_camel_case_ids_and_nouns() {
        for schema in [
            "UserProfile",
            "Page_Thread",
            "ReportReceipt",
            "StaffUserRow",
            "Feed",
            "LegalAcknowledgement",
        ] {
            assert_eq!(violations(&document(["getMe", "updateMe"], schema)), [""; 0], "{schema}");
        }
    }

    #[test]
    fn rejects_an_operation_id_used_twice() {
        let found = violations(&document(["getMe", "getMe"], "Me"));
        assert_eq!(found, ["PATCH /api/me: GET /api/me has the operation id `getMe` too"]);
    }

    #[test]
    fn rejects_ids_without_an_allowed_verb_or_an_object() {
        for id in ["list", "show", "list_members", "tenantsOverview", "GetMe", "get", "showMe", ""]
        {
            let found = violations(&document([id, "updateMe"], "Me"));
            assert_eq!(found.len(), 1, "{id}: {found:?}");
        }
    }

    #[test]
    fn rejects_schemas_named_by_participles_commands_or_question_words() {
        for schema in [
            "Kept",
            "ReportSent",
            "TransferRedeemed",
            "AddDomain",
            "Confirm",
            "Why",
            "Row",
            "user",
            "A_B",
        ] {
            let found = violations(&document(["getMe", "updateMe"], schema));
            assert_eq!(found.len(), 1, "{schema}: {found:?}");
        }
    }
}
