//! Reads an object in parts, so that a large download needs little memory.

use super::{Blob, BlobError, BlobKey, PLAIN_BYTES, found_or_none, measured, path};
use bytes::Bytes;
use futures::{Stream, stream};
use object_store::{Attribute, GetOptions, ObjectStoreExt};

/// Bytes that are read at once. Each part is a request of its own: neither a slow receiver nor a
/// large object reaches the timeout of a request.
const PART_BYTES: u64 = 1 << 20;

/// An object that is read in parts.
#[derive(Debug)]
pub struct BlobReader {
    blob: Blob,
    key: BlobKey,
    /// Size in bytes.
    pub size: u64,
    /// Content type, as given by the writer.
    pub content_type: String,
}

impl BlobReader {
    /// The content, in parts of at most 1 MiB. It ends with an error if the store fails, or if the
    /// object is deleted meanwhile.
    pub fn into_stream(self) -> impl Stream<Item = Result<Bytes, BlobError>> + Send + 'static {
        stream::try_unfold((self, 0), async |(reader, start)| {
            if start >= reader.size {
                return Ok(None);
            }
            let end = reader.size.min(start + PART_BYTES);
            let part = measured("get", reader.read_part(start, end)).await?;
            Ok(Some((part, (reader, end))))
        })
    }

    async fn read_part(&self, start: u64, end: u64) -> Result<Bytes, BlobError> {
        Ok(self.blob.store.get_range(&path(&self.key), start..end).await?)
    }
}

impl Blob {
    /// Opens an object to read it in parts; `None` if it does not exist.
    ///
    /// # Errors
    /// Store errors.
    pub async fn open_object(&self, key: &BlobKey) -> Result<Option<BlobReader>, BlobError> {
        measured("head", self.read_head(key)).await
    }

    async fn read_head(&self, key: &BlobKey) -> Result<Option<BlobReader>, BlobError> {
        let head = GetOptions { head: true, ..GetOptions::default() };
        let Some(found) = found_or_none(self.store.get_opts(&path(key), head).await)? else {
            return Ok(None);
        };
        let kept = found.attributes.get(&Attribute::ContentType).map(|kind| kind.to_string());
        let beside = if self.keeps_types { None } else { self.type_beside(key).await? };
        let content_type = kept.or(beside).unwrap_or_else(|| PLAIN_BYTES.to_owned());
        let (blob, key, size) = (self.clone(), key.clone(), found.meta.size);
        Ok(Some(BlobReader { blob, key, size, content_type }))
    }
}
