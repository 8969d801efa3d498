//! Runs Helm, which `scripts/install-helm.sh` installs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Oldest and newest version of Kubernetes that the chart supports.
pub const OLDEST: &str = "1.25";
pub const NEWEST: &str = "1.37";

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

pub fn chart() -> PathBuf {
    root().join("helm/guildhall")
}

pub fn read(path: &str) -> String {
    let path = chart().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Values files of the examples, sorted.
pub fn examples() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(chart().join("examples")).unwrap();
    let mut files: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .collect();
    files.sort();
    let names: Vec<_> = files.iter().map(|file| file.file_stem().unwrap()).collect();
    for name in ["large", "one-machine", "small"] {
        assert!(names.iter().any(|file| *file == name), "there is no example {name}");
    }
    files
}

pub fn example(name: &str) -> PathBuf {
    chart().join(format!("examples/{name}.yaml"))
}

pub fn run(arguments: &[&str]) -> Output {
    let program = root().join("var/tools/helm/helm");
    assert!(program.is_file(), "Helm is missing; run scripts/install.sh");
    Command::new(program).args(arguments).env_remove("KUBECONFIG").output().unwrap()
}

/// Renders a chart or its archive; `Err` carries the message that the operator sees.
pub fn render_from(
    source: &Path,
    kubernetes: &str,
    values: Option<&Path>,
    settings: &[(&str, &str)],
) -> Result<String, String> {
    let source = source.display().to_string();
    let file = values.map(|path| path.display().to_string());
    let assignments: Vec<_> = settings.iter().map(|(key, json)| format!("{key}={json}")).collect();
    let mut arguments = vec!["template", "guildhall", &source, "--namespace", "guildhall"];
    arguments.extend(["--kube-version", kubernetes]);
    arguments.extend(file.iter().flat_map(|file| ["--values", file.as_str()]));
    arguments.extend(assignments.iter().flat_map(|set| ["--set-json", set.as_str()]));
    let output = run(&arguments);
    if output.status.success() {
        Ok(String::from_utf8(output.stdout).unwrap())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Renders an example with changed values, given as JSON.
pub fn render(values: &Path, settings: &[(&str, &str)]) -> Result<String, String> {
    render_from(&chart(), NEWEST, Some(values), settings)
}

/// Notes that an operator sees after the installation.
pub fn notes(values: &Path, settings: &[(&str, &str)]) -> String {
    let (chart, file) = (chart().display().to_string(), values.display().to_string());
    let assignments: Vec<_> = settings.iter().map(|(key, json)| format!("{key}={json}")).collect();
    let mut arguments = vec!["install", "guildhall", &chart, "--namespace", "guildhall"];
    arguments.extend(["--dry-run=client", "--values", &file]);
    arguments.extend(assignments.iter().flat_map(|set| ["--set-json", set.as_str()]));
    let output = run(&arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    printed.split_once("NOTES:").expect("the notes come last").1.to_owned()
}
