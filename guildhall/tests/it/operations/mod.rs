//! Commands for operators: backup, restore, and key rotation.

mod backup;
mod drill;
mod keys;

use crate::kit::{Process, TestApp, free_address, listening, until_served};
use std::fs::Permissions;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Names of the keys, with their setting for a file.
const KEYS: [(&str, &str, &str); 3] = [
    ("context_key", "security.context_key_file", "context.key"),
    ("feed_token", "security.feed_token_file", "feed.key"),
    ("token_key", "security.token_key_file", "token.key"),
];

/// The program on the data of a test's instance, with the keys in files.
struct Instance {
    settings: Vec<(String, String)>,
    keys: PathBuf,
}

impl Instance {
    /// The instance of `app`, whose keys are written to its key folder.
    fn of(app: &TestApp) -> Self {
        let mut settings = app.settings();
        let setting = |name: &str| {
            let found = settings.iter().rfind(|(setting, _)| setting == name);
            found.map(|(_, value)| value.clone()).unwrap()
        };
        let keys = Path::new(&setting("data_dir")).join("keys");
        std::fs::create_dir_all(&keys).unwrap();
        let values = KEYS.map(|(key, ..)| setting(&format!("security.{key}")));
        settings
            .retain(|(name, _)| !KEYS.iter().any(|(key, ..)| *name == format!("security.{key}")));
        for ((_, setting, file), value) in KEYS.iter().zip(values) {
            let path = keys.join(file);
            std::fs::write(&path, format!("{value}\n")).unwrap();
            std::fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
            settings.push(((*setting).to_owned(), path.display().to_string()));
        }
        Self { settings, keys }
    }

    fn command(&self, words: &[&str]) -> Command {
        command(words, &self.settings)
    }

    /// Runs a command and returns its output, which must be a success.
    async fn run(&self, words: &[&str]) -> String {
        let output = output_of(self.command(words)).await;
        assert!(output.status.success(), "{words:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that is refused, and returns the reason.
    async fn refusal(&self, words: &[&str]) -> String {
        refusal_of(self.command(words)).await
    }

    async fn up(&self) -> (Process, SocketAddr) {
        let address = free_address();
        let mut program = self.command(&["up"]);
        for (name, value) in listening(address) {
            program.arg("--set").arg(format!("{name}={value}"));
        }
        let process = Process::spawn(&mut program);
        until_served(address).await;
        (process, address)
    }

    fn key_file(&self, file: &str) -> Vec<String> {
        let text = std::fs::read_to_string(self.keys.join(file)).unwrap();
        text.lines().map(str::to_owned).collect()
    }
}

fn command(words: &[&str], settings: &[(String, String)]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_guildhall"));
    program.args(words);
    for (name, value) in settings {
        program.arg("--set").arg(format!("{name}={value}"));
    }
    program
}

async fn output_of(mut program: Command) -> Output {
    tokio::task::spawn_blocking(move || program.output().unwrap()).await.unwrap()
}

async fn refusal_of(program: Command) -> String {
    let output = output_of(program).await;
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Settings of an instance in a new data folder, which serves the pages of `app`.
fn elsewhere(app: &TestApp, data: &Path) -> Vec<(String, String)> {
    let is_shared = |name: &str| name.starts_with("server.") || name.starts_with("auth.");
    let mut settings = app.settings();
    settings.retain(|(name, _)| is_shared(name));
    settings.push(("data_dir".to_owned(), data.display().to_string()));
    settings
}
