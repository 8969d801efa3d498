//! Measures the cost of turning each file into a photo, as for an upload (Linux only): `cargo run
//! --release -p platform --example picture_cost -- FILE...`

use platform::picture::{PictureError, decode, encode_jpeg, no_larger, on_paper};
use std::io::{Result, Write};
use std::path::Path;
use std::time::Instant;

const SIDE_PX: u32 = 1600;

fn main() -> Result<()> {
    let mut out = std::io::stdout().lock();
    for path in std::env::args_os().skip(1) {
        let file = std::fs::read(&path)?;
        // Resets the peak memory measurement.
        std::fs::write("/proc/self/clear_refs", "5")?;
        let begun = Instant::now();
        let made = photo(&file);
        let (ms, peak) = (begun.elapsed().as_millis(), peak_mb()?);
        let outcome = made.map_or_else(|error| error.to_string(), |size| format!("{size:?}"));
        let name = Path::new(&path).display();
        writeln!(out, "{name}: {} KB, {ms} ms, peak {peak} MB, {outcome}", file.len() / 1024)?;
    }
    Ok(())
}

/// Dimensions of the picture, and size of its JPEG in bytes.
fn photo(file: &[u8]) -> std::result::Result<(u32, u32, usize), PictureError> {
    let picture = decode(file, SIDE_PX)?;
    let small = on_paper(&no_larger(picture.pixels, SIDE_PX, SIDE_PX));
    Ok((picture.width, picture.height, encode_jpeg(&small, 84)?.len()))
}

fn peak_mb() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let kb = line.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok());
    Ok(kb.unwrap_or_default() / 1024)
}
