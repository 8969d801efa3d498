//! Native apps whose links the main site lets them open.

use super::ConfigErrors;
use super::lists::deserialize_list;
use serde::{Deserialize, Serialize};

/// Length of a fingerprint in bytes.
const FINGERPRINT_BYTES: usize = 32;
/// Length of Apple's team id.
const TEAM_CHARS: usize = 10;

/// Native apps that open links of the main site. Without them `/.well-known/assetlinks.json` and
/// `/.well-known/apple-app-site-association` do not exist.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NativeAppsConfig {
    /// Package name of the Android app, such as `example.guildhall.app`.
    pub android_package: Option<String>,
    /// SHA-256 fingerprints of the certificates that sign the Android app, as `keytool` prints
    /// them.
    #[serde(deserialize_with = "deserialize_list")]
    pub android_fingerprints: Vec<String>,
    /// Ids of the iOS apps: team id, dot, bundle id.
    #[serde(deserialize_with = "deserialize_list")]
    pub ios_app_ids: Vec<String>,
}

impl NativeAppsConfig {
    pub(super) fn check(&self, faults: &mut ConfigErrors) {
        faults.require(
            self.android_package.as_deref().is_none_or(is_dotted_name),
            "native_apps.android_package: must be a package name, such as example.guildhall.app",
        );
        faults.require(
            self.android_package.is_some() != self.android_fingerprints.is_empty(),
            "native_apps.android_package, native_apps.android_fingerprints: both are required \
             together",
        );
        faults.require(
            self.android_fingerprints.iter().all(|text| is_fingerprint(text)),
            "native_apps.android_fingerprints: must be 32 bytes in hexadecimal with colons",
        );
        faults.require(
            self.ios_app_ids.iter().all(|id| is_ios_app_id(id)),
            "native_apps.ios_app_ids: must be a team id of 10 characters, a dot and a bundle id",
        );
    }
}

fn is_dotted_name(text: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
    };
    text.contains('.') && text.split('.').all(is_part)
}

fn is_fingerprint(text: &str) -> bool {
    let is_byte = |byte: &str| {
        byte.len() == 2 && byte.bytes().all(|b| b.is_ascii_digit() || (b'A'..=b'F').contains(&b))
    };
    text.split(':').count() == FINGERPRINT_BYTES && text.split(':').all(is_byte)
}

fn is_ios_app_id(text: &str) -> bool {
    text.split_once('.').is_some_and(|(team, bundle)| {
        team.len() == TEAM_CHARS
            && team.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
            && is_dotted_name(bundle)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(package: Option<&str>, fingerprints: &[&str], ids: &[&str]) -> usize {
        let owned = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        let apps = NativeAppsConfig {
            android_package: package.map(str::to_owned),
            android_fingerprints: owned(fingerprints),
            ios_app_ids: owned(ids),
        };
        let mut faults = ConfigErrors::default();
        apps.check(&mut faults);
        faults.0.len()
    }

    #[test]
    fn rejects_malformed_ids_and_incomplete_apps() {
        let print = ["AB"; 32].join(":");
        let print = print.as_str();
        assert_eq!(faults(None, &[], &[]), 0);
        assert_eq!(faults(Some("example.guildhall.app"), &[print], &["A1B2C3D4E5.example.app"]), 0);
        assert_eq!(faults(Some("example.guildhall.app"), &[], &[]), 1);
        assert_eq!(faults(None, &[print], &[]), 1);
        assert_eq!(faults(Some("guildhall"), &[print], &[]), 1);
        assert_eq!(faults(Some("example.app"), &["AB:CD"], &[]), 1);
        assert_eq!(faults(Some("example.app"), &[&print.to_lowercase()], &[]), 1);
        for id in ["example.app", "A1B2C3D4E5", "a1b2c3d4e5.example.app", "A1B2C3D4E5.app"] {
            assert_eq!(faults(None, &[], &[id]), 1, "{id}");
        }
    }
}
