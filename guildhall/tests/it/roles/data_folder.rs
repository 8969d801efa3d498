//! Data folder of an embedded instance: exclusive use, and refusals before any change.

use crate::kit::{Browser, Process, free_address, listening, until_served, write_site};
use rustix::process::getuid;
use std::collections::BTreeMap;
use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_guildhall");

/// An embedded instance whose program the test starts.
struct Instance {
    folder: TempDir,
}

/// All paths below a folder, with permissions, modification time and content.
type Snapshot = BTreeMap<PathBuf, (u32, std::time::SystemTime, Vec<u8>)>;

impl Instance {
    fn new() -> Self {
        // TLS provider of the HTTP client; a second installation has no effect.
        drop(rustls::crypto::aws_lc_rs::default_provider().install_default());
        let folder = tempfile::tempdir().unwrap();
        write_site(&folder);
        Self { folder }
    }

    /// Its data folder.
    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn database(&self) -> PathBuf {
        self.data().join("guildhall.db")
    }

    /// The program with this instance's settings.
    fn program(&self, words: &[&str], settings: &[(&str, String)]) -> Command {
        self.program_as(Command::new(BINARY), words, settings)
    }

    /// Like [`Self::program`], without root's right to write everywhere.
    fn bound_program(&self, words: &[&str], settings: &[(&str, String)]) -> Command {
        if !getuid().is_root() {
            return self.program(words, settings);
        }
        let mut command = Command::new("setpriv");
        command.args(["--bounding-set", "-dac_override,-dac_read_search", BINARY]);
        self.program_as(command, words, settings)
    }

    fn program_as(
        &self,
        mut command: Command,
        words: &[&str],
        settings: &[(&str, String)],
    ) -> Command {
        command.current_dir(self.folder.path());
        let at = |name: &str| self.folder.path().join(name).display().to_string();
        let own = [
            ("data_dir", at("data")),
            ("server.web_main_dir", at("web-main")),
            ("server.web_brand_dir", at("web-brand")),
        ];
        for (name, value) in own.iter().chain(settings) {
            command.arg("--set").arg(format!("{name}={value}"));
        }
        command.args(words);
        command
    }

    fn run(&self, words: &[&str], settings: &[(&str, String)]) -> Output {
        self.program(words, settings).output().unwrap()
    }

    /// Starts it, and waits until it serves.
    async fn up(&self) -> Process {
        let address = free_address();
        let process = Process::spawn(&mut self.program(&["up"], &listening(address)));
        until_served(address).await;
        process
    }

    /// Starts and stops it once, so that a database exists.
    async fn with_database() -> Self {
        let instance = Self::new();
        assert!(instance.up().await.terminate().await.0.success());
        instance
    }

    /// Error output of a refused start.
    fn refusal(&self) -> String {
        refusal(&self.run(&["up"], &listening(free_address())))
    }
}

fn refusal(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn snapshot(folder: &Path) -> Snapshot {
    let mut found = Snapshot::new();
    let mut left = vec![folder.to_owned()];
    while let Some(path) = left.pop() {
        let metadata = path.metadata().unwrap();
        let content = if metadata.is_dir() {
            left.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
            Vec::new()
        } else {
            fs::read(&path).unwrap()
        };
        let about = (metadata.permissions().mode(), metadata.modified().unwrap(), content);
        found.insert(path, about);
    }
    found
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn commands_that_only_read_leave_an_empty_folder_empty() {
    let instance = Instance::new();
    let before = snapshot(instance.folder.path());
    for words in [&["doctor"][..], &["openapi"], &["help"], &["--version"], &["staff", "--help"]] {
        let done = instance.run(words, &[]);
        assert!(done.status.success(), "{words:?}: {done:?}");
        assert_eq!(snapshot(instance.folder.path()), before, "{words:?}");
    }
    assert!(printed(&instance.run(&["doctor"], &[])).contains("database: not available"));
    // A command that changes rows needs a database and creates none.
    for words in [&["staff", "grant", "ada@people.example"][..], &["routes", "restored"]] {
        let said = refusal(&instance.run(words, &[]));
        assert!(
            said.contains("there is no database at") && said.contains("guildhall up"),
            "{said}"
        );
        assert_eq!(snapshot(instance.folder.path()), before, "{words:?}");
    }
}

#[tokio::test]
async fn doctor_leaves_a_stopped_instance_as_it_is() {
    let instance = Instance::with_database().await;
    let before = snapshot(&instance.data());
    let said = instance.run(&["doctor"], &[]);
    assert!(said.status.success(), "{said:?}");
    assert!(printed(&said).contains("database: answers"), "{said:?}");
    assert_eq!(snapshot(&instance.data()), before);
}

#[tokio::test]
async fn doctor_reports_a_read_only_folder_and_leaves_it_as_it_is() {
    let instance = Instance::with_database().await;
    set_mode(&instance.data(), 0o555);
    let before = snapshot(&instance.data());
    let said = instance.bound_program(&["doctor"], &[]).output().unwrap();
    assert!(!said.status.success());
    let line = format!("data folder: {} cannot be written", instance.data().display());
    assert!(printed(&said).contains(&line), "{said:?}");
    assert_eq!(snapshot(&instance.data()), before);
}

#[tokio::test]
async fn doctor_finds_migrations_that_have_not_run() {
    let instance = Instance::with_database().await;
    let url = format!("sqlite://{}", instance.database().display());
    let database = sea_orm::Database::connect(url).await.unwrap();
    let forget = "DELETE FROM seaql_migrations WHERE version = \
                  (SELECT MAX(version) FROM seaql_migrations)";
    sea_orm::ConnectionTrait::execute_unprepared(&database, forget).await.unwrap();
    database.close().await.unwrap();
    let said = instance.run(&["doctor"], &[]);
    assert!(!said.status.success());
    assert!(printed(&said).contains("1 of its migrations have not run"), "{said:?}");
}

#[tokio::test]
async fn refuses_a_database_whose_keys_are_missing_and_creates_none() {
    let instance = Instance::with_database().await;
    let keys = instance.data().join("keys");
    let aside = instance.folder.path().join("keys-of-the-backup");
    fs::rename(&keys, &aside).unwrap();
    let said = instance.refusal();
    assert!(said.contains("its keys are missing") && said.contains("from the backup"), "{said}");
    assert!(!keys.exists());
    let doctor = instance.run(&["doctor"], &[]);
    assert!(!doctor.status.success() && printed(&doctor).contains("its keys are missing"));

    fs::rename(&aside, &keys).unwrap();
    fs::remove_file(keys.join("token.key")).unwrap();
    let said = instance.refusal();
    assert!(said.contains("token.key") && !said.contains("feed.key"), "{said}");
    assert!(!keys.join("token.key").exists());
}

#[tokio::test]
async fn data_files_can_be_read_by_their_owner_only() {
    let instance = Instance::new();
    let running = instance.up().await;
    let data = instance.data();
    let at = |name: &str| data.join(name);
    let folders = [data.clone(), at("keys"), at("blobs")];
    let files = ["guildhall.db", "guildhall.db-wal", "guildhall.db-shm", "guildhall.lock"];
    let private = |context: &str| {
        for folder in &folders {
            assert_eq!(mode(folder), 0o700, "{context}: {}", folder.display());
        }
        let keys = at("keys").read_dir().unwrap().map(|entry| entry.unwrap().path());
        for file in files.iter().map(|name| at(name)).chain(keys) {
            assert_eq!(mode(&file), 0o600, "{context}: {}", file.display());
        }
    };
    private("a new instance");
    assert!(running.terminate().await.0.success());

    // Permissions left open by an older version.
    folders.iter().for_each(|folder| set_mode(folder, 0o755));
    set_mode(&at("guildhall.db"), 0o644);
    set_mode(&at("keys/token.key"), 0o644);
    let doctor = instance.run(&["doctor"], &[]);
    assert!(printed(&doctor).contains("guildhall.db can be read by other users"), "{doctor:?}");
    let running = instance.up().await;
    private("an older instance");
    assert!(running.terminate().await.0.success());

    // A folder with other files, such as a mistyped `/var`, keeps its permissions.
    fs::write(at("notes.txt"), "mine").unwrap();
    set_mode(&data, 0o755);
    let running = instance.up().await;
    assert_eq!(mode(&data), 0o755);
    assert_eq!(mode(&at("guildhall.db")), 0o600);
    assert!(running.terminate().await.0.success());
}

#[tokio::test]
async fn refuses_a_second_process_on_the_same_data_folder_until_the_first_has_ended() {
    let instance = Instance::new();
    let first = instance.up().await;
    let said = instance.refusal();
    let process = format!("another guildhall process (process {}) already runs", first.id());
    assert!(said.contains(&process), "{said}");
    for words in [["migrate"], ["demo"], ["worker"]] {
        let settings = [("server.admin_listen", "127.0.0.1:0".to_owned())];
        let said = refusal(&instance.run(&words, &settings));
        assert!(said.contains("already runs on the data folder"), "{words:?}: {said}");
    }
    // Commands that only change rows may run concurrently.
    assert!(instance.run(&["routes", "restored"], &[]).status.success());
    let grant = refusal(&instance.run(&["staff", "grant", "ada@people.example"], &[]));
    assert!(grant.contains("no account has this address"), "{grant}");

    first.kill();
    let second = instance.up().await;
    assert!(second.terminate().await.0.success());
}

#[test]
fn an_occupied_port_is_detected_before_anything_is_written() {
    let taken = TcpListener::bind((std::net::Ipv4Addr::LOCALHOST, 0)).unwrap();
    let taken: (SocketAddr, TcpListener) = (taken.local_addr().unwrap(), taken);
    let roles = [
        ("up", "server.listen"),
        ("up", "server.admin_listen"),
        ("control-plane", "server.internal_listen"),
        ("runtime", "server.listen"),
        ("worker", "server.admin_listen"),
        ("edge", "server.listen"),
    ];
    for (role, name) in roles {
        let instance = Instance::new();
        let before = snapshot(instance.folder.path());
        let mut settings = listening(free_address());
        settings.push((name, taken.0.to_string()));
        let said = refusal(&instance.run(&[role], &settings));
        let expected = format!("cannot listen on {}: another program uses this port", taken.0);
        assert!(said.contains(&expected), "{role}: {said}");
        assert_eq!(snapshot(instance.folder.path()), before, "{role}");
    }
}

#[tokio::test]
async fn refuses_a_data_folder_that_cannot_be_written() {
    let instance = Instance::with_database().await;
    let refused = |context: &str| {
        let before = snapshot(&instance.data());
        let mut program = instance.bound_program(&["up"], &listening(free_address()));
        let said = refusal(&program.output().unwrap());
        assert!(said.contains("cannot be written"), "{context}: {said}");
        let unchanged = snapshot(&instance.data()).into_iter().zip(before);
        for ((path, (_, _, now)), (_, (_, _, then))) in unchanged {
            assert!(now == then || path.ends_with("guildhall.lock"), "{context}: {path:?}");
        }
    };
    set_mode(&instance.database(), 0o400);
    refused("the database");
    set_mode(&instance.database(), 0o600);
    fs::remove_file(instance.data().join("guildhall.lock")).unwrap();
    set_mode(&instance.data(), 0o500);
    refused("the folder");
    set_mode(&instance.data(), 0o700);
    assert!(instance.up().await.terminate().await.0.success());
}

#[tokio::test]
async fn refuses_a_damaged_database_and_leaves_it_as_it_is() {
    let instance = Instance::with_database().await;
    let whole = fs::read(instance.database()).unwrap();
    let mut overwritten = whole.clone();
    overwritten[..64].fill(b'x');
    let cut = whole[..whole.len() / 2].to_vec();
    let stub = whole[..60].to_vec();
    let mut scribbled = whole.clone();
    // Some pages after the schema's first page.
    let middle = whole.len() / 2;
    scribbled[middle..middle + 65_536].fill(0xa5);
    for (damage, bytes) in
        [("overwritten", overwritten), ("cut", cut), ("stub", stub), ("scribbled", scribbled)]
    {
        fs::write(instance.database(), &bytes).unwrap();
        let said = instance.refusal();
        assert!(said.contains("is damaged: ") && said.contains("last backup"), "{damage}: {said}");
        let doctor = instance.run(&["doctor"], &[]);
        assert!(printed(&doctor).contains("is damaged: "), "{damage}: {doctor:?}");
        assert!(fs::read(instance.database()).unwrap() == bytes, "{damage}");
    }
    fs::write(instance.database(), &whole).unwrap();
    assert!(instance.up().await.terminate().await.0.success());
}

#[tokio::test]
async fn upgraded_instance_serves_the_files_of_the_previous_release() {
    let instance = Instance::new();
    let assets = instance.folder.path().join("web-main/assets");
    fs::write(assets.join("old-12345678.js"), "// release A").unwrap();
    assert!(instance.up().await.terminate().await.0.success());
    fs::remove_file(assets.join("old-12345678.js")).unwrap();
    fs::write(assets.join("new-12345678.js"), "// release B").unwrap();

    let address = free_address();
    let upgraded = Process::spawn(&mut instance.program(&["up"], &listening(address)));
    until_served(address).await;
    // A tab that was opened before the upgrade loads another screen.
    let tab = Browser::connected_to(address);
    for (name, content) in
        [("old-12345678.js", "// release A"), ("new-12345678.js", "// release B")]
    {
        let file = tab.get(&format!("/assets/{name}")).await.expect(200);
        assert_eq!(file.text, content);
        assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
    }
    tab.get("/assets/gone-12345678.js").await.expect(404);
    assert!(upgraded.terminate().await.0.success());
    let again = instance.run(&["migrate"], &[]);
    assert!(printed(&again).contains("the web files are published already"), "{again:?}");
}
