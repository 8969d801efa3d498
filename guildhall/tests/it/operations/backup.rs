//! Backup and restore of an embedded instance (docs/operations/backup.md).

use super::drill::{STORED, Writers, missing};
use super::{Instance, command, elsewhere, output_of, refusal_of};
use crate::kit::{Browser, Process, TestApp, free_address, listening, until_served, uploads};
use image::ImageFormat;
use sea_orm::ConnectionTrait;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// An instance on SQLite, also when the other tests use PostgreSQL, and a folder for its backups.
struct World {
    app: Arc<TestApp>,
    folder: TempDir,
}

impl World {
    async fn open() -> Self {
        let app = TestApp::open_on_sqlite(tempfile::tempdir().unwrap()).await;
        Self { app: Arc::new(app), folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    async fn backup(&self, name: &str, flags: &[&str]) -> PathBuf {
        let file = self.path(name);
        let words = [&["backup", file.to_str().unwrap()], flags].concat();
        let output = output_of(command(&words, &self.app.settings())).await;
        assert!(output.status.success(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("written and verified"));
        file
    }

    fn restoring(&self, file: &Path, data: &Path, flags: &[&str]) -> std::process::Command {
        let words = [&["restore", file.to_str().unwrap()], flags].concat();
        command(&words, &elsewhere(&self.app, data))
    }

    async fn restore(&self, file: &Path, data: &Path, flags: &[&str]) -> String {
        let output = output_of(self.restoring(file, data, flags)).await;
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }
}

async fn stored_codes(database: &Path) -> Vec<String> {
    let url = format!("sqlite://{}", database.display());
    let database = sea_orm::Database::connect(url).await.unwrap();
    let rows = sea_orm::Statement::from_string(sea_orm::DbBackend::Sqlite, STORED);
    let rows = database.query_all_raw(rows).await.unwrap();
    let codes = rows.iter().map(|row| row.try_get_by_index::<String>(0).unwrap()).collect();
    database.close().await.unwrap();
    codes
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

#[expect(clippy::print_stdout, reason = "a run by hand says what it has seen")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restored_instance_has_every_write_acknowledged_before_the_backup() {
    let world = World::open().await;
    let ada = world.app.member("ada").await;
    let picture = uploads::plain(80, 80, [10, 200, 30], ImageFormat::Png);
    let uploaded = uploads::upload(&ada, "/api/me/picture", &picture).await.expect(200);
    let writers = Writers::start(&world.app);
    let before = writers.cut().await;
    let begun = std::time::Instant::now();
    let file = world.backup("one.tar", &[]).await;
    let took = begun.elapsed();
    let written = writers.stop().await;
    assert!(written > before.len(), "the writers went on during the backup");
    assert_eq!(mode(&file), 0o600);

    let data = world.path("restored");
    world.restore(&file, &data, &[]).await;
    for path in ["", "keys", "blobs", "guildhall.db", "keys/token.key"] {
        assert_eq!(mode(&data.join(path)) & 0o077, 0, "{path}");
    }
    let stored = stored_codes(&data.join("guildhall.db")).await;
    assert_eq!(missing(&before, &stored), Vec::<&String>::new());
    println!(
        "{} writes acknowledged before the backup, {} stored in it, {written} in all; {took:?}",
        before.len(),
        stored.len()
    );

    let address = free_address();
    let mut program = command(&["up"], &elsewhere(&world.app, &data));
    for (name, value) in listening(address) {
        program.arg("--set").arg(format!("{name}={value}"));
    }
    let running = Process::spawn(&mut program);
    until_served(address).await;
    let ada = ada.reconnected(address);
    assert_eq!(ada.get("/api/me").await.expect(200).body["email"], "ada@people.example");
    ada.get(uploaded.body["profilePicture"].as_str().unwrap()).await.expect(200);
    world.app.sign_in(&Browser::connected_to(address), "localhost", "ada").await;

    let said = refusal_of(world.restoring(&file, &data, &["--force"])).await;
    assert!(said.contains("already runs on the data folder"), "{said}");
    assert!(running.terminate().await.0.success());
}

#[tokio::test]
async fn encrypted_backup_opens_with_its_identity_or_passphrase_only() {
    let world = World::open().await;
    let [ours, other] = [(); 2].map(|()| age::x25519::Identity::generate());
    let identity = |name: &str, identity: &age::x25519::Identity| {
        let path = world.path(name);
        let text = age::secrecy::ExposeSecret::expose_secret(&identity.to_string()).to_owned();
        fs::write(&path, text + "\n").unwrap();
        path.display().to_string()
    };
    let (ours_file, other_file) = (identity("ours", &ours), identity("other", &other));
    let recipient = ours.to_public().to_string();
    let file = world.backup("for-us.tar.age", &["--recipient", &recipient]).await;
    assert!(fs::read(&file).unwrap().starts_with(b"age-encryption.org/v1"));
    let data = world.path("restored");
    let said = refusal_of(world.restoring(&file, &data, &[])).await;
    assert!(said.contains("the backup is encrypted: add --identity"), "{said}");
    let said = refusal_of(world.restoring(&file, &data, &["--identity", &other_file])).await;
    assert!(said.contains("failed to decrypt"), "{said}");
    assert!(!data.exists());
    world.restore(&file, &data, &["--identity", &ours_file]).await;
    assert!(data.join("guildhall.db").exists());

    let passphrase = world.path("passphrase");
    fs::write(&passphrase, "correct horse battery staple\n").unwrap();
    let flags = ["--passphrase-file", passphrase.to_str().unwrap()];
    let file = world.backup("by-words.tar.age", &flags).await;
    world.restore(&file, &world.path("again"), &flags).await;
    fs::write(&passphrase, "another horse\n").unwrap();
    let said = refusal_of(world.restoring(&file, &world.path("third"), &flags)).await;
    assert!(said.contains("failed to decrypt"), "{said}");
}

#[tokio::test]
async fn damaged_backup_is_refused_before_anything_is_written() {
    let world = World::open().await;
    let file = world.backup("one.tar", &[]).await;
    let whole = fs::read(&file).unwrap();
    let damaged = world.path("damaged.tar");
    let data = world.path("restored");
    let mut flipped = whole.clone();
    // In the middle of the database, the largest entry.
    flipped[whole.len() / 2] ^= 1;
    let mut no_end = whole.clone();
    no_end.truncate(whole.len() / 2);
    for (bytes, reason) in [
        (flipped, "guildhall.db in the backup is damaged"),
        (no_end, "damaged"),
        (b"no backup".to_vec(), "backup"),
    ] {
        fs::write(&damaged, bytes).unwrap();
        let said = refusal_of(world.restoring(&damaged, &data, &[])).await;
        assert!(said.contains(reason), "{said}");
        assert!(!data.exists(), "{reason}");
    }
}

#[tokio::test]
async fn restore_into_a_used_folder_needs_force_and_moves_its_content_aside() {
    let world = World::open().await;
    let file = world.backup("one.tar", &[]).await;
    let data = world.path("restored");
    world.restore(&file, &data, &[]).await;
    fs::write(data.join("keys/token.key"), "a key that was changed after the backup").unwrap();
    let said = refusal_of(world.restoring(&file, &data, &[])).await;
    assert!(said.contains("is not empty") && said.contains("--force"), "{said}");
    let said = world.restore(&file, &data, &["--force"]).await;
    let aside = said.lines().find_map(|line| line.strip_prefix("the previous content is in "));
    let changed = fs::read_to_string(Path::new(aside.unwrap()).join("keys/token.key")).unwrap();
    assert_eq!(changed, "a key that was changed after the backup");
    assert_ne!(fs::read_to_string(data.join("keys/token.key")).unwrap(), changed);

    // A restore that was interrupted while it replaced the files.
    fs::create_dir(data.join(".restore")).unwrap();
    fs::write(data.join(".restore/replacing"), "").unwrap();
    fs::remove_file(data.join("guildhall.db")).unwrap();
    let mut starting = elsewhere(&world.app, &data);
    let address = listening(free_address()).into_iter();
    starting.extend(address.map(|(name, value)| (name.to_owned(), value)));
    let said = refusal_of(command(&["up"], &starting)).await;
    assert!(said.contains("was interrupted") && said.contains("--force"), "{said}");
    world.restore(&file, &data, &["--force"]).await;
    let doctor = output_of(command(&["doctor"], &elsewhere(&world.app, &data))).await;
    let doctor = String::from_utf8(doctor.stdout).unwrap();
    assert!(doctor.contains("keys: belong to this database"), "{doctor}");
}

#[tokio::test]
async fn backup_keeps_the_newest_files_and_never_overwrites() {
    let world = World::open().await;
    let folder = world.path("backups");
    fs::create_dir(&folder).unwrap();
    for _ in 0..3 {
        world.backup("backups", &["--keep", "2"]).await;
    }
    let names = || {
        let names = fs::read_dir(&folder).unwrap();
        let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names().len(), 2, "{:?}", names());
    let newest = folder.join(names().pop().unwrap());
    let words = ["backup", newest.to_str().unwrap()];
    let said = refusal_of(command(&words, &world.app.settings())).await;
    assert!(said.contains("exists already"), "{said}");
    assert_eq!(names().len(), 2, "no partial file is left");
}

#[tokio::test]
async fn pictures_deleted_during_a_backup_are_in_it() {
    let world = World::open().await;
    let ada = world.app.member("ada").await;
    let picture = uploads::plain(80, 80, [10, 200, 30], ImageFormat::Png);
    uploads::upload(&ada, "/api/me/picture", &picture).await.expect(200);
    let settings = world.app.settings();
    let blobs = settings.iter().rfind(|(name, _)| name == "blob.url").unwrap().1.clone();
    let data_dir = settings.iter().rfind(|(name, _)| name == "data_dir").unwrap().1.clone();
    let stage = guildhall::backup::Stage::open(Path::new(&data_dir)).unwrap();
    stage.link_blobs(Path::new(&blobs)).unwrap();
    fs::remove_dir_all(&blobs).unwrap();
    fs::create_dir(&blobs).unwrap();
    fs::write(Path::new(&blobs).join("later.webp"), "later").unwrap();
    fs::write(Path::new(&blobs).join("partial.webp#1"), "partial").unwrap();
    stage.link_blobs(Path::new(&blobs)).unwrap();
    let names = guildhall::backup::files_below(&stage.blobs()).unwrap();
    let names: Vec<_> = names.into_iter().map(|(name, _)| name).collect();
    assert!(names.iter().any(|name| name.ends_with("-128.jpg")), "{names:?}");
    assert!(names.contains(&"later.webp".to_owned()), "{names:?}");
    assert!(!names.iter().any(|name| name.contains('#')), "{names:?}");
    let running = guildhall::backup::Stage::open(Path::new(&data_dir));
    assert!(running.err().unwrap().to_string().contains("another backup"));
    drop(stage);
    assert!(!Path::new(&data_dir).join(".backup/blobs").exists());
}

#[tokio::test]
async fn postgres_is_refused_with_the_name_of_the_procedure() {
    let folder = tempfile::tempdir().unwrap();
    let key =
        |name: &str| (format!("security.{name}"), format!("{name}-of-a-test-instance-0123456789"));
    let mut settings = vec![
        ("data_dir".to_owned(), folder.path().display().to_string()),
        ("database.url".to_owned(), "postgres://guildhall@127.0.0.1:1/nothing".to_owned()),
        ("redis.url".to_owned(), "redis://127.0.0.1:1".to_owned()),
        ("blob.url".to_owned(), folder.path().join("blobs").display().to_string()),
        ("mail.smtp_url".to_owned(), "smtp://127.0.0.1:1".to_owned()),
    ];
    settings.extend(["context_key", "feed_token", "token_key"].map(key));
    for command_line in [["backup", "x.tar"], ["restore", "x.tar"]] {
        let said = refusal_of(command(&command_line, &settings)).await;
        assert!(said.contains("docs/operations/backup.md"), "{said}");
    }
}

#[tokio::test]
async fn backup_contains_every_key_of_a_rotation() {
    let world = World::open().await;
    let instance = Instance::of(&world.app);
    world.app.stop().await;
    let rotated = instance.run(&["keys", "rotate"]).await;
    assert!(rotated.contains("new first key"), "{rotated}");
    let file = world.path("one.tar");
    instance.run(&["backup", file.to_str().unwrap()]).await;
    let data = world.path("restored");
    world.restore(&file, &data, &[]).await;
    for name in ["context.key", "feed.key", "token.key"] {
        let restored = fs::read_to_string(data.join("keys").join(name)).unwrap();
        assert_eq!(restored.lines().collect::<Vec<_>>(), instance.key_file(name));
        assert_eq!(restored.lines().count(), 2);
    }
}
