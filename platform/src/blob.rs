//! Object store for pictures and exports: a folder on a single node, a bucket on several.
//!
//! A key starts with its owner (`users/<id>/picture-<hash>.webp`), so that all objects of a person
//! or brand can be found and deleted by prefix. Objects are immutable; a new picture has a new key.

mod reader;

use crate::config::Config;
use crate::private_files::create_private_dir;
use crate::problem::{Problem, is_storage_full};
use crate::telemetry::{BLOB_SECONDS, spans};
use bytes::Bytes;
use futures::TryStreamExt;
use metrics::histogram;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{
    Attribute, Attributes, ClientOptions, ObjectStore, ObjectStoreExt, PutOptions, PutPayload,
    RetryConfig,
};
use secrecy::ExposeSecret;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tracing::Instrument;
use url::Url;

pub use reader::BlobReader;

/// Timeout for a request to the bucket.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Few retries, because a request of a user waits for the result.
const RETRIES: usize = 2;
/// Size of the object that is written to test whether a full disk has space again.
const SPACE_PROBE_BYTES: usize = 256 << 10;
/// Owner of no objects: where [`Blob::probe`] looks.
const PROBE_PREFIX: &str = "doctor";
/// Content type of objects without a stored one.
const PLAIN_BYTES: &str = "application/octet-stream";
/// Extension of the sidecar file with the content type, because a folder cannot store it.
const TYPE_ENDING: &str = "content-type";

/// Reason why an object could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The configured address is invalid.
    #[error("the blob store's address is not valid: {0}")]
    Address(String),
    /// The key has an invalid format.
    #[error("`{0}` is not a valid object key")]
    Key(String),
    /// The store failed or is unavailable.
    #[error("the blob store failed: {0}")]
    Store(#[from] object_store::Error),
}

impl From<BlobError> for Problem {
    fn from(error: BlobError) -> Self {
        if is_storage_full(&error) { Self::storage_full(error) } else { Self::internal(error) }
    }
}

/// Key of an object: owner and name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlobKey(String);

impl BlobKey {
    /// Creates the key of object `name` of `owner`, such as `users/<id>`.
    ///
    /// # Errors
    /// [`BlobError::Key`] unless both consist of lower-case letters, digits, `-`, `_` and single
    /// dots; the owner may also contain slashes.
    pub fn new(owner: &str, name: &str) -> Result<Self, BlobError> {
        format!("{owner}/{name}").parse()
    }
}

impl std::str::FromStr for BlobKey {
    type Err = BlobError;

    fn from_str(text: &str) -> Result<Self, BlobError> {
        let plain = |part: &str| {
            !part.is_empty()
                && !part.starts_with('.')
                && !part.ends_with('.')
                && !part.contains("..")
                && part.bytes().all(|b| {
                    b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_' | b'.')
                })
        };
        let parts = text.split('/').count();
        let is_key = parts >= 2 && text.len() <= 512 && text.split('/').all(plain);
        let free = !text.ends_with(&format!(".{TYPE_ENDING}"));
        if is_key && free { Ok(Self(text.to_owned())) } else { Err(BlobError::Key(text.into())) }
    }
}

impl fmt::Display for BlobKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A stored object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlobObject {
    /// Content.
    pub bytes: Bytes,
    /// Content type, as given by the writer.
    pub content_type: String,
}

/// Result of [`Blob::probe`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlobAccess {
    /// Objects can be listed and read.
    Readable,
    /// The bucket does not exist.
    NoBucket,
    /// The key is unknown, wrong, or lacks rights.
    Denied,
    /// The store does not answer, or fails.
    Unavailable(String),
}

impl BlobAccess {
    fn of_error(error: &object_store::Error) -> Self {
        // The outer errors repeat the request; the innermost is the cause.
        let mut cause: &dyn std::error::Error = error;
        while let Some(source) = cause.source() {
            cause = source;
        }
        // The library classifies the statuses of single objects only, not of listings.
        let cause = cause.to_string();
        let has_status = |status: &str| cause.contains(&format!("status code: {status}"));
        if has_status("401") || has_status("403") {
            Self::Denied
        } else if has_status("404") {
            // A listing without objects is empty: only the bucket can be missing.
            Self::NoBucket
        } else {
            Self::Unavailable(cause)
        }
    }
}

/// Object store. Clones share it.
#[derive(Clone)]
pub struct Blob {
    store: Arc<dyn ObjectStore>,
    keeps_types: bool,
    /// True if the last write found no space.
    is_full: Arc<AtomicBool>,
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.keeps_types { "Blob(bucket)" } else { "Blob(folder)" })
    }
}

impl Blob {
    /// Opens the configured folder, creating it if missing, or the bucket, without connecting to
    /// it.
    ///
    /// # Errors
    /// [`BlobError::Address`] if the folder cannot be created, or the bucket's address is
    /// incomplete.
    pub fn open(config: &Config) -> Result<Self, BlobError> {
        let address = config.blob_url();
        if address.starts_with("s3://") {
            return Self::open_bucket(&address, config);
        }
        let folder = address.strip_prefix("file://").unwrap_or(&address);
        let refuse = |error: std::io::Error| BlobError::Address(format!("{folder}: {error}"));
        create_private_dir(std::path::Path::new(folder)).map_err(refuse)?;
        let store = LocalFileSystem::new_with_prefix(folder)?.with_automatic_cleanup(true);
        Ok(Self::new(Arc::new(store.with_fsync(true)), false))
    }

    /// Like [`Self::open`], without creating a folder: a new instance has no objects.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_existing(config: &Config) -> Result<Self, BlobError> {
        let address = config.blob_url();
        let folder = address.strip_prefix("file://").unwrap_or(&address);
        if address.starts_with("s3://") || std::path::Path::new(folder).is_dir() {
            return Self::open(config);
        }
        Ok(Self::new(Arc::new(InMemory::new()), true))
    }

    fn open_bucket(address: &str, config: &Config) -> Result<Self, BlobError> {
        // The client panics without a default provider.
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            return Err(BlobError::Address(String::from("this process has no TLS provider")));
        }
        let url = Url::parse(address).map_err(|error| BlobError::Address(error.to_string()))?;
        let bucket = url.host_str().unwrap_or_default();
        let mut options = ClientOptions::new().with_timeout(REQUEST_TIMEOUT);
        let mut builder = AmazonS3Builder::new().with_bucket_name(bucket).with_region("us-east-1");
        for (name, value) in url.query_pairs() {
            builder = match &*name {
                "region" => builder.with_region(value),
                "endpoint" => {
                    options = options.with_allow_http(value.starts_with("http://"));
                    builder.with_endpoint(value)
                }
                other => return Err(BlobError::Address(format!("`{other}` means nothing here"))),
            };
        }
        if let (Some(access), Some(secret)) = (&config.blob.access_key, &config.blob.secret_key) {
            builder = builder
                .with_access_key_id(access.expose_secret())
                .with_secret_access_key(secret.expose_secret());
        }
        let retry = RetryConfig {
            max_retries: RETRIES,
            retry_timeout: REQUEST_TIMEOUT,
            ..RetryConfig::default()
        };
        // Not every S3-compatible store supports bulk deletion.
        let builder = builder.with_disable_bulk_delete(true);
        let store = builder.with_client_options(options).with_retry(retry).build()?;
        Ok(Self::new(Arc::new(store), true))
    }

    /// Lists and reads below a prefix that has no objects. Writes nothing.
    pub async fn probe(&self) -> BlobAccess {
        let prefix = Path::from(PROBE_PREFIX);
        if let Err(error) = self.store.list(Some(&prefix)).try_next().await {
            return BlobAccess::of_error(&error);
        }
        match self.store.head(&prefix.join("none")).await {
            Ok(_) | Err(object_store::Error::NotFound { .. }) => BlobAccess::Readable,
            Err(error) => BlobAccess::of_error(&error),
        }
    }

    fn new(store: Arc<dyn ObjectStore>, keeps_types: bool) -> Self {
        Self { store, keeps_types, is_full: Arc::default() }
    }

    /// Writes an object.
    ///
    /// # Errors
    /// Store errors.
    pub async fn put(
        &self,
        key: &BlobKey,
        bytes: Bytes,
        content_type: &str,
    ) -> Result<(), BlobError> {
        let outcome = measured("put", self.write(key, bytes, content_type)).await;
        let is_full = outcome.as_ref().is_err_and(|error| is_storage_full(error));
        self.is_full.store(is_full, Ordering::Relaxed);
        outcome
    }

    /// Returns whether writes find space. After a write has failed on a full disk, writes a test
    /// object.
    pub async fn has_space(&self) -> bool {
        if !self.is_full.load(Ordering::Relaxed) {
            return true;
        }
        let probe = BlobKey(format!("probe/{}", uuid::Uuid::now_v7().simple()));
        let stored = self.put(&probe, Bytes::from(vec![0; SPACE_PROBE_BYTES]), PLAIN_BYTES).await;
        self.delete(&probe).await.ok();
        stored.is_ok()
    }

    async fn write(
        &self,
        key: &BlobKey,
        bytes: Bytes,
        content_type: &str,
    ) -> Result<(), BlobError> {
        let mut options = PutOptions::default();
        if self.keeps_types {
            let kind = (Attribute::ContentType, content_type.to_owned());
            options.attributes = Attributes::from_iter([kind]);
        } else {
            // Written first, so that an existing object always has its type.
            let kind = PutPayload::from(content_type.to_owned());
            self.store.put(&type_path(key), kind).await?;
        }
        self.store.put_opts(&path(key), bytes.into(), options).await?;
        Ok(())
    }

    /// Reads an object; `None` if it does not exist.
    ///
    /// # Errors
    /// Store errors.
    pub async fn get(&self, key: &BlobKey) -> Result<Option<BlobObject>, BlobError> {
        measured("get", self.read(key)).await
    }

    async fn read(&self, key: &BlobKey) -> Result<Option<BlobObject>, BlobError> {
        let Some(found) = found_or_none(self.store.get(&path(key)).await)? else { return Ok(None) };
        let kept = found.attributes.get(&Attribute::ContentType).map(|kind| kind.to_string());
        let bytes = found.bytes().await?;
        let beside = if self.keeps_types { None } else { self.type_beside(key).await? };
        let content_type = kept.or(beside).unwrap_or_else(|| PLAIN_BYTES.to_owned());
        Ok(Some(BlobObject { bytes, content_type }))
    }

    /// Deletes an object, if it exists.
    ///
    /// # Errors
    /// Store errors.
    pub async fn delete(&self, key: &BlobKey) -> Result<(), BlobError> {
        measured("delete", self.remove(key)).await
    }

    async fn remove(&self, key: &BlobKey) -> Result<(), BlobError> {
        found_or_none(self.store.delete(&path(key)).await)?;
        if !self.keeps_types {
            found_or_none(self.store.delete(&type_path(key)).await)?;
        }
        Ok(())
    }

    /// Deletes every object of `owner`; returns their number.
    ///
    /// # Errors
    /// Store errors.
    pub async fn delete_all_of(&self, owner: &str) -> Result<usize, BlobError> {
        measured("delete", self.remove_all_of(owner)).await
    }

    async fn remove_all_of(&self, owner: &str) -> Result<usize, BlobError> {
        let prefix = Path::from(owner);
        let objects: Vec<_> = self.store.list(Some(&prefix)).try_collect().await?;
        let mut count = 0;
        for object in objects {
            found_or_none(self.store.delete(&object.location).await)?;
            let is_type = object.location.extension() == Some(TYPE_ENDING);
            count += usize::from(!is_type);
        }
        Ok(count)
    }

    /// Names of all objects of `owner`.
    ///
    /// # Errors
    /// Store errors.
    pub async fn names_of(&self, owner: &str) -> Result<HashSet<String>, BlobError> {
        measured("list", self.list_names(owner)).await
    }

    async fn list_names(&self, owner: &str) -> Result<HashSet<String>, BlobError> {
        let prefix = Path::from(owner);
        let objects: Vec<_> = self.store.list(Some(&prefix)).try_collect().await?;
        let stored = objects.iter().map(|object| &object.location);
        let stored = stored.filter(|path| path.extension() != Some(TYPE_ENDING));
        Ok(stored.filter_map(|path| path.filename().map(str::to_owned)).collect())
    }

    async fn type_beside(&self, key: &BlobKey) -> Result<Option<String>, BlobError> {
        let Some(found) = found_or_none(self.store.get(&type_path(key)).await)? else {
            return Ok(None);
        };
        Ok(String::from_utf8(found.bytes().await?.into()).ok())
    }
}

/// Records the duration and the outcome of an operation.
async fn measured<T>(
    operation: &'static str,
    work: impl Future<Output = Result<T, BlobError>>,
) -> Result<T, BlobError> {
    let span = spans::call("blob", operation);
    let begun = Instant::now();
    let outcome = work.instrument(span.clone()).await;
    if outcome.is_err() {
        spans::fail(&span);
    }
    let label = if outcome.is_ok() { "ok" } else { "error" };
    histogram!(BLOB_SECONDS, "operation" => operation, "outcome" => label)
        .record(begun.elapsed().as_secs_f64());
    outcome
}

fn path(key: &BlobKey) -> Path {
    Path::from(key.0.as_str())
}

fn type_path(key: &BlobKey) -> Path {
    Path::from(format!("{}.{TYPE_ENDING}", key.0))
}

/// Maps a missing object to `None`.
fn found_or_none<T>(outcome: object_store::Result<T>) -> Result<Option<T>, BlobError> {
    match outcome {
        Ok(found) => Ok(Some(found)),
        Err(object_store::Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
