//! Small disks, and failing disks.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;
use tokio::signal::unix::{SignalKind, signal};

/// SIGXFSZ on Linux.
const FILE_SIZE_EXCEEDED: i32 = 25;
/// Set in a copy of this test that runs in a user namespace, where it may mount.
const IN_NAMESPACE: &str = "GUILDHALL_TEST_IN_NAMESPACE";

/// An in-memory file system of a few megabytes.
pub struct SmallDisk {
    folder: TempDir,
    is_mounted: bool,
}

impl SmallDisk {
    /// Mounts a disk of this size; `None` if this process may not mount.
    pub fn mount(megabytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={megabytes}m,mode=0755");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "guildhall-test"]).arg(folder.path());
        let is_mounted = mount.status().is_ok_and(|status| status.success());
        is_mounted.then_some(Self { folder, is_mounted })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Fills it completely.
    pub fn fill(&self) {
        let mut file = File::create(self.filler()).unwrap();
        for size in [1 << 20, 4096, 1] {
            while file.write_all(&vec![1; size]).is_ok() {}
        }
    }

    /// Frees the space again.
    pub fn free(&self) {
        std::fs::remove_file(self.filler()).unwrap();
    }

    fn filler(&self) -> PathBuf {
        self.path().join("filler")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        if self.is_mounted {
            // Lazy unmount, because files may still be open.
            drop(Command::new("umount").arg("-l").arg(self.path()).status());
        }
    }
}

/// Runs the test with this name again as root of a user namespace, where it may mount.
pub fn run_in_namespace(test: &str) {
    assert!(
        std::env::var_os(IN_NAMESPACE).is_none(),
        "a disk cannot be mounted in a namespace either"
    );
    let mut again = Command::new("unshare");
    again.args(["--user", "--map-root-user", "--mount"]).arg(std::env::current_exe().unwrap());
    again.args(["--exact", test, "--nocapture"]).env(IN_NAMESPACE, "1");
    let status = again.status().expect("unshare is part of util-linux");
    assert!(status.success(), "{test} needs root or a user namespace to mount a small disk");
}

/// Writes after a file's first page fail, like on a failing disk: SQLite gets an I/O error.
pub struct FailingDisk(Rlimit);

impl FailingDisk {
    /// Creates a disk that works until told otherwise.
    pub fn new() -> Self {
        // With a handler the signal does not terminate the process.
        drop(signal(SignalKind::from_raw(FILE_SIZE_EXCEEDED)).unwrap());
        Self(getrlimit(Resource::Fsize))
    }

    pub fn begin(&self) {
        setrlimit(Resource::Fsize, Rlimit { current: Some(4096), ..self.0 }).unwrap();
    }

    pub fn end(&self) {
        setrlimit(Resource::Fsize, self.0).unwrap();
    }
}
