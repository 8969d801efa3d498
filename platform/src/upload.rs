//! Files that come in with a form.

use crate::picture::PictureError;
use crate::problem::Problem;
use crate::storable;
use axum::extract::multipart::{Field, Multipart, MultipartError, MultipartRejection};
use bytes::Bytes;

/// A form, if the request is one.
pub type Form = Result<Multipart, MultipartRejection>;

/// The picture of a form that has nothing else in it: its part `file`.
///
/// # Errors
/// That there is none, or that it is too large.
pub async fn picture(form: Form) -> Result<Bytes, PictureError> {
    let mut form = form.map_err(|_| PictureError::Missing)?;
    while let Some(field) = form.next_field().await.map_err(|error| unread(&error))? {
        if field.name() == Some("file") {
            let file = field.bytes().await.map_err(|error| unread(&error))?;
            return if file.is_empty() { Err(PictureError::Missing) } else { Ok(file) };
        }
    }
    Err(PictureError::Missing)
}

/// A part of a picture's form that is text.
///
/// # Errors
/// That it could not be read, or that a database cannot store it.
pub async fn text(field: Field<'_>) -> Result<String, Problem> {
    let bytes = field.bytes().await.map_err(|error| unread(&error))?;
    storable::check_bytes(&bytes).map(str::to_owned)
}

/// Why a part of a picture's form could not be read.
#[must_use]
pub fn unread(error: &MultipartError) -> PictureError {
    if error.status() == http::StatusCode::PAYLOAD_TOO_LARGE {
        PictureError::TooLarge
    } else {
        PictureError::Missing
    }
}
