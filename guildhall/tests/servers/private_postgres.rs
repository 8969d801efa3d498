//! A separate PostgreSQL server for one test, which may crash.

use crate::kit::{WAIT_TIMEOUT, free_address};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tempfile::TempDir;

pub struct PrivatePostgres {
    folder: TempDir,
    address: SocketAddr,
    /// Settings in addition to those of every test server.
    further: Vec<(&'static str, String)>,
    server: Mutex<Option<Child>>,
}

impl PrivatePostgres {
    pub async fn start() -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), Vec::new()).await
    }

    /// A server that archives its log, as docs/operations/backup.md describes.
    pub async fn start_archiving() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join("archive");
        std::fs::create_dir(&archive).unwrap();
        give_to_postgres(&archive);
        let archive = archive.display();
        let command = format!("test ! -f {archive}/%f && cp %p {archive}/%f");
        let further = vec![("archive_mode", "on".to_owned()), ("archive_command", command)];
        Self::start_in(folder, further).await
    }

    async fn start_in(folder: TempDir, further: Vec<(&'static str, String)>) -> Self {
        give_to_postgres(folder.path());
        let data = folder.path().join("data");
        let mut initdb = as_postgres("initdb");
        initdb.arg("-D").arg(&data).args(["-U", "guildhall", "-A", "trust", "--no-sync"]);
        initdb.args(["--locale=C.UTF-8", "-E", "UTF8"]);
        let made = initdb.current_dir("/").stdout(Stdio::null()).status().unwrap();
        assert!(made.success(), "initdb");
        let server = Self { folder, address: free_address(), further, server: Mutex::default() };
        server.restart().await;
        server
    }

    pub fn url(&self) -> String {
        format!("postgres://guildhall@{}/postgres", self.address)
    }

    /// Starts the server, which recovers its committed data, and waits until it answers.
    pub async fn restart(&self) {
        let folder = self.folder.path();
        let mut program = Command::new("setpriv");
        program.args(["--pdeathsig", "QUIT"]);
        let postgres = as_postgres("postgres");
        program.arg(postgres.get_program()).args(postgres.get_args());
        program.arg("-D").arg(folder.join("data")).args(["-p", &self.address.port().to_string()]);
        for (name, value) in [
            ("listen_addresses", self.address.ip().to_string()),
            ("unix_socket_directories", folder.display().to_string()),
            ("shared_buffers", "32MB".to_owned()),
            ("max_connections", "50".to_owned()),
        ]
        .into_iter()
        .chain(self.further.clone())
        {
            program.args(["-c", &format!("{name}={value}")]);
        }
        let child = program.current_dir("/").stderr(Stdio::null()).spawn().unwrap();
        self.server().replace(child);
        let answering = async {
            while sea_orm::Database::connect(self.url()).await.is_err() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, answering).await.expect("the server answers");
    }

    /// Crashes the server immediately; it recovers at the next start.
    pub async fn crash(&self) {
        let mut child = self.server().take().unwrap();
        quit(&child);
        let ending = async {
            while child.try_wait().unwrap().is_none() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, ending).await.expect("the server ends");
    }

    /// Takes a base backup of the running server.
    pub async fn base_backup(&self) {
        let mut program = as_postgres("pg_basebackup");
        program.arg("-h").arg(self.folder.path()).args(["-p", &self.address.port().to_string()]);
        program.args(["-U", "guildhall", "-X", "none", "--checkpoint=fast", "--no-sync"]);
        program.arg("-D").arg(self.folder.path().join("base")).current_dir("/");
        let taken = tokio::task::spawn_blocking(move || program.output().unwrap()).await.unwrap();
        assert!(taken.status.success(), "{taken:?}");
    }

    /// Replaces the lost data of the stopped server with the base backup and the archived log until
    /// `target`, and starts it.
    pub async fn recover(&mut self, target: &str) {
        let folder = self.folder.path();
        let data = folder.join("data");
        std::fs::remove_dir_all(&data).unwrap();
        std::fs::rename(folder.join("base"), &data).unwrap();
        std::fs::write(data.join("recovery.signal"), "").unwrap();
        give_to_postgres(&data.join("recovery.signal"));
        let archive = folder.join("archive");
        self.further = vec![
            ("restore_command", format!("cp {}/%f %p", archive.display())),
            ("recovery_target_time", target.to_owned()),
            ("recovery_target_action", "promote".to_owned()),
        ];
        self.restart().await;
    }

    /// Starts a standby of this server. From then on this server acknowledges a commit once the
    /// standby has it.
    pub async fn start_standby(&self) -> Self {
        let folder = tempfile::tempdir().unwrap();
        give_to_postgres(folder.path());
        let mut program = as_postgres("pg_basebackup");
        program.args(["-h", &self.address.ip().to_string(), "-U", "guildhall"]);
        program.args(["-p", &self.address.port().to_string()]);
        program.args(["-R", "-X", "stream", "--checkpoint=fast", "--no-sync"]);
        program.arg("-D").arg(folder.path().join("data")).current_dir("/");
        let taken = tokio::task::spawn_blocking(move || program.output().unwrap()).await.unwrap();
        assert!(taken.status.success(), "{taken:?}");
        let further = self.further.clone();
        let standby = Self { folder, address: free_address(), further, server: Mutex::default() };
        standby.restart().await;
        self.configure("synchronous_standby_names", "*").await;
        let is_synchronous = "SELECT sync_state FROM pg_stat_replication WHERE sync_state = 'sync'";
        self.until_rows(is_synchronous, 1).await;
        standby
    }

    /// Makes a standby the primary.
    pub async fn promote(&self) {
        self.execute("SELECT pg_promote()").await;
    }

    /// Refuses writes in new transactions, like an old primary; open connections stay.
    pub async fn refuse_writes(&self) {
        self.configure("default_transaction_read_only", "on").await;
    }

    /// Waits until no transaction writes.
    pub async fn until_no_writes(&self) {
        let writing = "SELECT pid FROM pg_stat_activity WHERE backend_xid IS NOT NULL";
        self.until_rows(writing, 0).await;
    }

    async fn configure(&self, name: &str, value: &str) {
        self.execute(&format!("ALTER SYSTEM SET {name} = '{value}'")).await;
        self.execute("SELECT pg_reload_conf()").await;
    }

    async fn execute(&self, sql: &str) {
        let connection = sea_orm::Database::connect(self.url()).await.unwrap();
        connection.execute_unprepared(sql).await.unwrap();
        connection.close().await.unwrap();
    }

    async fn until_rows(&self, sql: &str, count: usize) {
        let connection = sea_orm::Database::connect(self.url()).await.unwrap();
        let waiting = async {
            let statement = Statement::from_string(DbBackend::Postgres, sql);
            while connection.query_all_raw(statement.clone()).await.unwrap().len() != count {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, waiting).await.expect(sql);
        connection.close().await.unwrap();
    }

    /// Suspends all of its processes, so that it neither answers nor refuses.
    pub fn freeze(&self) {
        self.signal("-STOP");
    }

    /// Resumes them.
    pub fn thaw(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let Some(parent) = self.server().as_ref().map(Child::id) else { return };
        let parent = parent.to_string();
        let children = Command::new("pgrep").args(["-P", &parent]).output().unwrap().stdout;
        let children = String::from_utf8(children).unwrap();
        // A child may have ended by itself.
        let ids = children.lines().chain([parent.as_str()]);
        drop(Command::new("kill").arg(signal).args(ids).stderr(Stdio::null()).status());
    }

    /// Moves tables to a separate disk.
    pub async fn move_to(&self, disk: &Path, tables: &[&str]) {
        let location = disk.join("tables");
        std::fs::create_dir(&location).unwrap();
        give_to_postgres(&location);
        let connection = sea_orm::Database::connect(self.url()).await.unwrap();
        let make = format!("CREATE TABLESPACE small LOCATION '{}'", location.display());
        connection.execute_unprepared(&make).await.unwrap();
        for table in tables {
            let change = format!("ALTER TABLE {table} SET TABLESPACE small");
            connection.execute_unprepared(&change).await.unwrap();
        }
        connection.close().await.unwrap();
    }

    fn server(&self) -> std::sync::MutexGuard<'_, Option<Child>> {
        self.server.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PrivatePostgres {
    fn drop(&mut self) {
        self.thaw();
        if let Some(mut child) = self.server().take() {
            quit(&child);
            drop(child.wait());
        }
    }
}

fn quit(server: &Child) {
    drop(Command::new("kill").args(["-QUIT", &server.id().to_string()]).status());
}

/// PostgreSQL refuses to run as root: then it runs as its package's user.
fn as_postgres(name: &str) -> Command {
    let program = programs().join(name);
    if !rustix::process::geteuid().is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", "postgres", "--regid", "postgres", "--init-groups"]).arg(program);
    command
}

fn give_to_postgres(folder: &Path) {
    if rustix::process::geteuid().is_root() {
        let owned = Command::new("chown").arg("postgres").arg(folder).status().unwrap();
        assert!(owned.success(), "chown");
    }
}

/// Programs of the newest installed server.
fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is installed");
    let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions.map(|version| version.unwrap().path()).max_by_key(number);
    newest.expect("PostgreSQL is installed").join("bin")
}
