//! Uploaded files.

use crate::picture::PictureError;
use crate::problem::Problem;
use crate::storable;
use axum::extract::multipart::{Field, Multipart, MultipartError, MultipartRejection};
use bytes::Bytes;

/// A multipart form, or the error if the request is none.
pub type Form = Result<Multipart, MultipartRejection>;

/// Returns the image of a form whose only part is `file`.
///
/// # Errors
/// The part is missing or too large.
pub async fn read_picture(form: Form) -> Result<Bytes, PictureError> {
    let mut form = form.map_err(|_| PictureError::Missing)?;
    while let Some(field) = form.next_field().await.map_err(|error| to_picture_error(&error))? {
        if field.name() == Some("file") {
            let file = field.bytes().await.map_err(|error| to_picture_error(&error))?;
            return if file.is_empty() { Err(PictureError::Missing) } else { Ok(file) };
        }
    }
    Err(PictureError::Missing)
}

/// Reads a text part of an upload form.
///
/// # Errors
/// The part cannot be read, or a database cannot store it.
pub async fn read_text(field: Field<'_>) -> Result<String, Problem> {
    let bytes = field.bytes().await.map_err(|error| to_picture_error(&error))?;
    storable::check_bytes(&bytes).map(str::to_owned)
}

/// Converts the error of a form part.
#[must_use]
pub fn to_picture_error(error: &MultipartError) -> PictureError {
    if error.status() == http::StatusCode::PAYLOAD_TOO_LARGE {
        PictureError::TooLarge
    } else {
        PictureError::Missing
    }
}
