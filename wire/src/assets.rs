//! Hashed files of the web builds, below `/assets/`. The runtime keeps those of earlier releases,
//! and an edge asks it for a file that its own build does not have.

/// Path prefix of the files.
pub const ASSETS_PREFIX: &str = "/assets/";
/// Maximum size of a file, in bytes.
pub const ASSET_BYTES_MAX: usize = 8 * 1024 * 1024;
/// `Cache-Control` of the files: the name contains a hash of the content.
pub const ASSET_CACHING: &str = "public, max-age=31536000, immutable";
/// Length of the hash in a name.
const HASH_CHARS: usize = 8;
const NAME_CHARS_MAX: usize = 128;
const EXTENSION_CHARS_MAX: usize = 8;

/// Returns whether a file name contains a hash, as in `app-DkYx3_aB.js`. Every other name is not
/// looked up in earlier releases.
#[must_use]
pub fn is_hashed_name(name: &str) -> bool {
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    let is_extension = (1..=EXTENSION_CHARS_MAX).contains(&extension.len())
        && extension.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let is_hash_char = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    let bytes = stem.as_bytes();
    let Some(at) = bytes.len().checked_sub(HASH_CHARS + 1) else { return false };
    is_extension
        && name.len() <= NAME_CHARS_MAX
        && at > 0
        && bytes[at] == b'-'
        && bytes[at + 1..].iter().all(is_hash_char)
        && bytes[..at].iter().all(|b| is_hash_char(b) || *b == b'.')
}

/// Content type of a hashed file.
#[must_use]
pub fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "png" => "image/png",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "jpg" => "image/jpeg",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_with_a_hash_count() {
        for name in [
            "app-1a2b3c4d.js",
            "index-DkYx3_aB.js",
            "index-D-Yx3_a-.css",
            "hanken-grotesk-latin-wght-normal-DeKyB3lZ.woff2",
            "a.b-12345678.js",
        ] {
            assert!(is_hashed_name(name), "{name}");
        }
        for name in [
            "",
            "app.js",
            "missing.js",
            "app-1a2b3c4.js",
            "-1a2b3c4d.js",
            "app-1a2b3c4d",
            "app-1a2b3c4d.",
            "app-1a2b3c4d.JS",
            "app-1a2b3c4d.js.br",
            "a/app-1a2b3c4d.js",
            "app-1a2b3%4d.js",
            "äpp-1a2b3c4d.js",
            "app-1a2b3c4ä.js",
            &format!("{}-12345678.js", "a".repeat(120)),
        ] {
            assert!(!is_hashed_name(name), "{name}");
        }
    }
}
