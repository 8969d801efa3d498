//! Every endpoint says who is refused: one that is missing from the matrix has not been thought of.

use serde_json::Value;

use super::Source;

const DOCUMENT: &str = "docs/openapi.json";
const MATRIX: &str = "guildhall/tests/it/refusals.toml";

/// Methods of HTTP, as the keys of the operations of a path.
pub(super) const METHODS: &[&str] = &["get", "post", "put", "patch", "delete"];

/// Reads the committed API document.
pub(super) fn read_document() -> Result<Value, String> {
    let document = std::fs::read_to_string(DOCUMENT).unwrap_or_default();
    serde_json::from_str(&document)
        .map_err(|_| format!("{DOCUMENT} is not there, or no JSON: run `make gen`"))
}

pub fn check(sources: &[Source]) -> Vec<String> {
    let document = match read_document() {
        Ok(document) => document,
        Err(problem) => return vec![problem],
    };
    let matrix = sources.iter().find(|source| source.path == MATRIX);
    let matrix = matrix.map(|source| source.text.as_str()).unwrap_or_default();
    missing(&document, matrix)
}

fn missing(document: &Value, matrix: &str) -> Vec<String> {
    let mut findings = Vec::new();
    for (path, operations) in document["paths"].as_object().into_iter().flatten() {
        let methods = operations.as_object().into_iter().flatten().map(|(method, _)| method);
        for method in methods.filter(|method| METHODS.contains(&method.as_str())) {
            let endpoint = format!("{} {path}", method.to_uppercase());
            if !matrix.contains(&format!("\"{endpoint}\"")) {
                findings.push(format!("{endpoint} is not in {MATRIX}"));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reports_an_endpoint_missing_from_the_matrix() {
        let document = json!({"paths": {"/api/me": {"get": {}, "patch": {}, "parameters": []}}});
        let findings = missing(&document, "\"GET /api/me\" = [401]");
        assert_eq!(findings, ["PATCH /api/me is not in guildhall/tests/it/refusals.toml"]);
    }
}
