//! Free space in the data folder.

use super::Finding;
use super::context::Context;
use rustix::fs::statvfs;
use std::path::Path;

const CHECK: &str = "disk";
const MEBIBYTE: u64 = 1 << 20;
/// Below this, writes fail soon.
const FREE_MIN: u64 = 64 * MEBIBYTE;
const FREE_GOOD: u64 = 1024 * MEBIBYTE;

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let folder = &context.config.data_dir;
    let address = folder.display().to_string();
    // Before the first start the folder does not exist.
    let existing = folder.ancestors().find(|path| path.is_dir()).unwrap_or(Path::new("."));
    let finding = match statvfs(existing) {
        Ok(space) => {
            let free = space.f_bavail.saturating_mul(space.f_frsize);
            let has_files = space.f_files > 0;
            if has_files && space.f_favail == 0 {
                Finding::failed(CHECK, "no inode is free").advise("Delete files that are not used.")
            } else {
                judge(free)
            }
        }
        Err(error) => Finding::warning(CHECK, format!("the free space is not known: {error}")),
    };
    vec![finding.at("data_dir", address)]
}

fn judge(free: u64) -> Finding {
    let text = format!("{} MiB are free", free / MEBIBYTE);
    match free {
        free if free < FREE_MIN => Finding::failed(CHECK, text)
            .advise("Free space or enlarge the disk. On a full disk only reads succeed."),
        free if free < FREE_GOOD => Finding::warning(CHECK, text).advise("Enlarge the disk soon."),
        _ => Finding::ok(CHECK, text),
    }
}
