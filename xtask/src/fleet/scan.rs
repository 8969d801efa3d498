//! TLS scans of the edge with external tools: sslyze against Mozilla's intermediate configuration,
//! and optionally testssl.sh, which takes a minute.

use super::messages::HOSTS;
use super::parts::tool;
use super::place::Place;
use crate::process::say;
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::fs;
use std::process::Command;

/// Scans every host of the running fleet.
///
/// # Errors
/// A finding of a tool, or a missing tool.
pub fn scan(place: &Place, thorough: bool) -> Result<()> {
    for host in HOSTS {
        let origin = place.origin(*host);
        let address = origin.trim_start_matches("https://");
        sslyze(place, address)?;
        say(&format!("  {address} is compliant with Mozilla's intermediate configuration\n"));
        if thorough {
            testssl(place, address)?;
            say(&format!("  {address} has no finding of testssl.sh above low\n"));
        }
    }
    Ok(())
}

fn sslyze(place: &Place, address: &str) -> Result<()> {
    let mut sslyze = Command::new(tool("sslyze/bin/sslyze")?);
    sslyze.arg("--mozilla_config=intermediate").arg("--certinfo_ca_file");
    sslyze.arg(place.path("pebble-root.pem")).arg(format!("{address}{{127.0.0.1}}"));
    let judged = sslyze.output().context("start sslyze")?;
    let said = String::from_utf8_lossy(&judged.stdout);
    // Exits successfully even if a server could not be reached.
    let compliant = judged.status.success() && said.contains("OK - Compliant");
    ensure!(compliant, "{said}{}", String::from_utf8_lossy(&judged.stderr));
    Ok(())
}

fn testssl(place: &Place, address: &str) -> Result<()> {
    let report = place.path("testssl.json");
    drop(fs::remove_file(&report));
    let mut testssl = Command::new("testssl");
    testssl.args("--ip 127.0.0.1 --color 0 --warnings off -p -s -f -S -h -U --add-ca".split(' '));
    testssl.arg(place.path("pebble-root.pem")).arg("--jsonfile").arg(&report);
    let judged = testssl.arg(format!("https://{address}")).output();
    judged.context("start testssl; it is in the package testssl.sh")?;
    let report = fs::read_to_string(&report).context("testssl left no report")?;
    let report: Value = serde_json::from_str(&report)?;
    let findings = report.as_array().context("testssl's report is no list")?;
    let loud = ["MEDIUM", "HIGH", "CRITICAL", "FATAL"];
    let found: Vec<String> = findings
        .iter()
        .filter(|one| loud.iter().any(|severity| one["severity"] == *severity))
        .filter(|one| !is_pebbles(one))
        .map(|one| format!("{}: {}", one["id"], one["finding"]))
        .collect();
    ensure!(findings.len() > 50, "testssl ran only {} checks", findings.len());
    if !found.is_empty() {
        bail!("{address}: {}", found.join("\n"));
    }
    Ok(())
}

/// Certificates of a test authority contain no revocation endpoint.
fn is_pebbles(finding: &Value) -> bool {
    finding["id"].as_str().is_some_and(|id| id.contains("revocation"))
}
