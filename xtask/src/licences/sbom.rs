//! Software bill of materials in CycloneDX 1.6 (JSON).

use super::package::{Ecosystem, Package};
use anyhow::Result;
use serde_json::{Value, json};
use spdx::Expression;
use std::collections::BTreeSet;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Describes packages. Equal input gives equal bytes.
pub fn text(packages: &[Package], created: &str) -> Result<String> {
    let root = format!("pkg:cargo/guildhall@{VERSION}");
    let known: BTreeSet<String> = packages.iter().map(Package::url).collect();
    let dependencies: Vec<Value> = packages
        .iter()
        .filter(|package| package.ecosystem == Ecosystem::Cargo)
        .map(|package| {
            let mut on: Vec<_> =
                package.dependencies.iter().filter(|url| known.contains(*url)).collect();
            on.sort();
            on.dedup();
            json!({ "ref": package.url(), "dependsOn": on })
        })
        .collect();
    let bill = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": created,
            "component": {
                "type": "application",
                "bom-ref": root,
                "name": "guildhall",
                "version": VERSION,
                "purl": root,
                "licenses": [{ "license": { "id": "Apache-2.0" } }],
            },
        },
        "components": packages.iter().map(component).collect::<Vec<_>>(),
        "dependencies": dependencies,
    });
    Ok(serde_json::to_string_pretty(&bill)? + "\n")
}

fn component(package: &Package) -> Value {
    let mut described = json!({
        "type": "library",
        "bom-ref": package.url(),
        "name": package.name,
        "version": package.version,
        "purl": package.url(),
    });
    if let Some(licence) = package.licence.as_deref().and_then(standard_expression) {
        described["licenses"] = json!([{ "expression": licence }]);
    }
    if let Some(sum) = &package.checksum {
        described["hashes"] = json!([{ "alg": sum.algorithm, "content": sum.hex }]);
    }
    described
}

/// Old manifests separate alternatives with a slash, which the format does not know.
fn standard_expression(licence: &str) -> Option<String> {
    match Expression::canonicalize(licence) {
        Ok(Some(standard)) => Some(standard),
        Ok(None) => Some(licence.to_owned()),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::package::Checksum;
    use super::*;

    #[test]
    fn names_each_package_with_url_licence_and_checksum() -> Result<()> {
        let package = Package {
            ecosystem: Ecosystem::Cargo,
            name: "url".to_owned(),
            version: "2.5.0".to_owned(),
            licence: Some("MIT/Apache-2.0".to_owned()),
            folder: None,
            checksum: Some(Checksum { algorithm: "SHA-256", hex: "ab".to_owned() }),
            from_registry: true,
            delivered: true,
            authors: Vec::new(),
            dependencies: vec!["pkg:cargo/unknown@1.0.0".to_owned()],
        };
        let packages = [package];
        let made = text(&packages, "2026-01-01T00:00:00Z")?;
        assert_eq!(made, text(&packages, "2026-01-01T00:00:00Z")?);
        let bill: Value = serde_json::from_str(&made)?;
        assert_eq!(bill["components"][0]["purl"], "pkg:cargo/url@2.5.0");
        assert_eq!(bill["components"][0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(bill["components"][0]["hashes"][0]["content"], "ab");
        assert_eq!(bill["dependencies"][0]["dependsOn"], json!([]));
        assert_eq!(bill["metadata"]["timestamp"], "2026-01-01T00:00:00Z");
        Ok(())
    }
}
