//! Secrets of the fleet: created at the first start, readable only by this user, and kept.

use super::place::Place;
use anyhow::{Context, Result};
use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const CHARS: usize = 44;

/// Returns the secret with this name, creating it if missing.
pub fn key(place: &Place, name: &str) -> Result<String> {
    let path = place.path("keys").join(name);
    if let Ok(kept) = fs::read_to_string(&path) {
        return Ok(kept);
    }
    let mut bytes = [0; CHARS];
    let mut chance = fs::File::open("/dev/urandom").context("open /dev/urandom")?;
    chance.read_exact(&mut bytes)?;
    let made: String =
        bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 64)])).collect();
    write(&path, &made)?;
    Ok(made)
}

/// Writes a file that only this user can read.
pub fn write(path: &std::path::Path, text: &str) -> Result<()> {
    let draft = path.with_extension("draft");
    let mut options = OpenOptions::new();
    options.create(true).write(true).truncate(true).mode(0o600);
    let mut file = options.open(&draft).with_context(|| format!("write {}", path.display()))?;
    file.write_all(text.as_bytes())?;
    fs::rename(&draft, path)?;
    Ok(())
}
