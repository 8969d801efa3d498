//! Pictures and exports: a folder on one node, a bucket on many.
//!
//! A key begins with what it belongs to (`users/<id>/picture-<hash>.webp`), so that everything of
//! one person or brand can be found and removed by its beginning. An object is never changed under
//! its key; a new picture has a new key.

use crate::config::Config;
use crate::private_files::create_private_dir;
use crate::problem::is_storage_full;
use bytes::Bytes;
use futures::TryStreamExt;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{
    Attribute, Attributes, ClientOptions, ObjectStore, ObjectStoreExt, PutOptions, PutPayload,
    RetryConfig,
};
use secrecy::ExposeSecret;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use url::Url;

/// What a bucket may take at most to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// A request waits on it, so a bucket that fails again is away.
const RETRIES: usize = 2;
/// Bytes of the object that is written to see whether a full disk has space again.
const PROBE: usize = 256 << 10;
/// Type of what was written without one.
const PLAIN_BYTES: &str = "application/octet-stream";
/// A folder cannot keep an object's type, so it lies beside the object.
const TYPE_ENDING: &str = "content-type";

/// Why an object could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The store's address cannot be used.
    #[error("the blob store's address cannot be used: {0}")]
    Address(String),
    /// No key of ours looks like this.
    #[error("`{0}` is no key of an object")]
    Key(String),
    /// The store failed, or is away.
    #[error("the blob store failed: {0}")]
    Store(#[from] object_store::Error),
}

/// The name of an object: what it belongs to, then its own name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlobKey(String);

impl BlobKey {
    /// An object called `name` that belongs to `owner`, such as `users/<id>`.
    ///
    /// # Errors
    /// [`BlobError::Key`] unless both are made of lower-case letters, digits, `-`, `_` and single
    /// dots, with slashes in the owner.
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

/// An object as it was put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlobObject {
    /// Its bytes.
    pub bytes: Bytes,
    /// Its type, as the writer gave it.
    pub content_type: String,
}

/// The store. Cheap to clone.
#[derive(Clone)]
pub struct Blob {
    store: Arc<dyn ObjectStore>,
    keeps_types: bool,
    /// Whether the last object to be written found no space.
    is_full: Arc<AtomicBool>,
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.keeps_types { "Blob(bucket)" } else { "Blob(folder)" })
    }
}

impl Blob {
    /// Opens the configured folder, making it if it is not there, or bucket, without asking it.
    ///
    /// # Errors
    /// [`BlobError::Address`] if there is no such folder and none can be made, or the bucket's
    /// address says too little.
    pub fn open(config: &Config) -> Result<Self, BlobError> {
        let address = config.blob_url();
        if address.starts_with("s3://") {
            return Self::bucket(&address, config);
        }
        let folder = address.strip_prefix("file://").unwrap_or(&address);
        let refuse = |error: std::io::Error| BlobError::Address(format!("{folder}: {error}"));
        create_private_dir(std::path::Path::new(folder)).map_err(refuse)?;
        let store = LocalFileSystem::new_with_prefix(folder)?.with_automatic_cleanup(true);
        Ok(Self::new(Arc::new(store.with_fsync(true)), false))
    }

    /// As [`Self::open`], and creates no folder: an instance that has none yet has no objects.
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

    fn bucket(address: &str, config: &Config) -> Result<Self, BlobError> {
        // The client would panic without one.
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            return Err(BlobError::Address(String::from("this process has no TLS provider")));
        }
        let url = Url::parse(address).map_err(|error| BlobError::Address(error.to_string()))?;
        let bucket = url.host_str().unwrap_or_default();
        let mut options = ClientOptions::new().with_timeout(PATIENCE);
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
        let retry =
            RetryConfig { max_retries: RETRIES, retry_timeout: PATIENCE, ..RetryConfig::default() };
        // Not every store that speaks S3 knows how to remove many at once.
        let builder = builder.with_disable_bulk_delete(true);
        let store = builder.with_client_options(options).with_retry(retry).build()?;
        Ok(Self::new(Arc::new(store), true))
    }

    fn new(store: Arc<dyn ObjectStore>, keeps_types: bool) -> Self {
        Self { store, keeps_types, is_full: Arc::default() }
    }

    /// Writes an object.
    ///
    /// # Errors
    /// The store's.
    pub async fn put(
        &self,
        key: &BlobKey,
        bytes: Bytes,
        content_type: &str,
    ) -> Result<(), BlobError> {
        let outcome = self.write(key, bytes, content_type).await;
        let is_full = outcome.as_ref().is_err_and(|error| is_storage_full(error));
        self.is_full.store(is_full, Ordering::Relaxed);
        outcome
    }

    /// Whether what is written finds space. An object is written to see that if one has met a full disk.
    pub async fn has_space(&self) -> bool {
        if !self.is_full.load(Ordering::Relaxed) {
            return true;
        }
        let probe = BlobKey(format!("probe/{}", uuid::Uuid::now_v7().simple()));
        let stored = self.put(&probe, Bytes::from(vec![0; PROBE]), PLAIN_BYTES).await;
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
            // First, so that an object that is there has its type.
            let kind = PutPayload::from(content_type.to_owned());
            self.store.put(&type_path(key), kind).await?;
        }
        self.store.put_opts(&path(key), bytes.into(), options).await?;
        Ok(())
    }

    /// Reads an object; `None` if there is none.
    ///
    /// # Errors
    /// The store's.
    pub async fn get(&self, key: &BlobKey) -> Result<Option<BlobObject>, BlobError> {
        let Some(found) = there(self.store.get(&path(key)).await)? else { return Ok(None) };
        let kept = found.attributes.get(&Attribute::ContentType).map(|kind| kind.to_string());
        let bytes = found.bytes().await?;
        let beside = if self.keeps_types { None } else { self.type_beside(key).await? };
        let content_type = kept.or(beside).unwrap_or_else(|| PLAIN_BYTES.to_owned());
        Ok(Some(BlobObject { bytes, content_type }))
    }

    /// Removes an object, if it is there.
    ///
    /// # Errors
    /// The store's.
    pub async fn delete(&self, key: &BlobKey) -> Result<(), BlobError> {
        there(self.store.delete(&path(key)).await)?;
        if !self.keeps_types {
            there(self.store.delete(&type_path(key)).await)?;
        }
        Ok(())
    }

    /// Removes every object that belongs to `owner`; how many there were.
    ///
    /// # Errors
    /// The store's.
    pub async fn delete_all_of(&self, owner: &str) -> Result<usize, BlobError> {
        let prefix = Path::from(owner);
        let objects: Vec<_> = self.store.list(Some(&prefix)).try_collect().await?;
        let mut count = 0;
        for object in objects {
            there(self.store.delete(&object.location).await)?;
            let is_type = object.location.extension() == Some(TYPE_ENDING);
            count += usize::from(!is_type);
        }
        Ok(count)
    }

    async fn type_beside(&self, key: &BlobKey) -> Result<Option<String>, BlobError> {
        let Some(found) = there(self.store.get(&type_path(key)).await)? else { return Ok(None) };
        Ok(String::from_utf8(found.bytes().await?.into()).ok())
    }
}

fn path(key: &BlobKey) -> Path {
    Path::from(key.0.as_str())
}

fn type_path(key: &BlobKey) -> Path {
    Path::from(format!("{}.{TYPE_ENDING}", key.0))
}

/// Absence is an answer, not an error.
fn there<T>(outcome: object_store::Result<T>) -> Result<Option<T>, BlobError> {
    match outcome {
        Ok(found) => Ok(Some(found)),
        Err(object_store::Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
