//! Rendering and packaging are reproducible.

use crate::helm::{NEWEST, example, examples, render, render_from, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn two_renderings_have_the_same_bytes() {
    for file in examples() {
        assert_eq!(render(&file, &[]).unwrap(), render(&file, &[]).unwrap(), "{}", file.display());
    }
}

/// A change of the rendered objects is visible in a review. `cargo insta review` accepts it.
#[test]
fn the_example_for_one_machine_renders_as_recorded() {
    let text = render(&example("one-machine"), &[]).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    insta::assert_snapshot!("one_machine", text.replace(version, "VERSION"));
}

fn package(folder: &Path) -> PathBuf {
    let script = root().join("scripts/chart.sh");
    let output = Command::new(script).arg(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let version = env!("CARGO_PKG_VERSION");
    folder.join(format!("guildhall-{version}.tgz"))
}

#[test]
fn the_package_depends_on_the_files_alone() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [first, second] = folders.each_ref().map(|folder| package(folder.path()));
    assert_eq!(fs::read(&first).unwrap(), fs::read(second).unwrap());

    let mut list = Command::new("tar");
    list.args(["--list", "--verbose", "--numeric-owner", "--utc", "--file"]).arg(&first);
    let printed = String::from_utf8(list.output().unwrap().stdout).unwrap();
    assert!(printed.lines().count() > 20, "{printed}");
    for line in printed.lines() {
        assert!(line.contains(" 0/0 ") && line.contains(" 1970-01-01 00:00 "), "{line}");
        assert!(line.starts_with("-rw-r--r--") || line.starts_with("drwxr-xr-x"), "{line}");
    }

    let values = example("large");
    let packed = render_from(&first, NEWEST, Some(&values), &[]).unwrap();
    assert_eq!(packed, render(&values, &[]).unwrap());
}
