//! HTTP routes of one's own picture.

use super::rules::{self, PictureFile};
use crate::media::portrait::{Crop, PictureError};
use crate::profiles::me::{self, Me};
use axum::extract::DefaultBodyLimit;
use axum::extract::multipart::{Field, Multipart};
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::upload::{Form, to_picture_error};
use platform::{Member, Problem, Scope, Services, routes};
use utoipa::ToSchema;
use wire::Content;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(upload_picture, remove))
        .layer(DefaultBodyLimit::max(Content::Picture.bytes_max()))
}

/// Form with a picture and the square to crop, in pixels of the upright picture. The middle is used
/// by default.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; its parts are read one by one")]
struct PictureUpload {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    x: Option<u32>,
    y: Option<u32>,
    side: Option<u32>,
}

/// Uploads a profile picture for the viewer.
#[utoipa::path(post, path = "/me/picture", operation_id = "uploadProfilePicture", tag = "me",
    request_body(content = PictureUpload, content_type = "multipart/form-data"),
    responses((status = 200, body = Me), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "picture.replace", skip_all)]
async fn upload_picture(mut scope: Scope<Member>, form: Form) -> Result<Json<Me>, Problem> {
    let form = form.map_err(|_| PictureError::Missing)?;
    rules::replace_picture(&mut scope, read(form).await?).await?;
    Ok(Json(me::load_me(&scope).await?))
}

/// Removes the viewer's profile picture.
#[utoipa::path(delete, path = "/me/picture", operation_id = "removeProfilePicture", tag = "me",
    responses((status = 200, body = Me), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "picture.remove", skip_all)]
async fn remove(mut scope: Scope<Member>) -> Result<Json<Me>, Problem> {
    rules::remove(&mut scope).await?;
    Ok(Json(me::load_me(&scope).await?))
}

async fn read(mut form: Multipart) -> Result<PictureFile, PictureError> {
    let (mut file, mut x, mut y, mut side) = (None, None, None, None);
    while let Some(field) = form.next_field().await.map_err(|error| to_picture_error(&error))? {
        match field.name().unwrap_or_default() {
            "file" => file = Some(field.bytes().await.map_err(|error| to_picture_error(&error))?),
            "x" => x = Some(read_number(field).await?),
            "y" => y = Some(read_number(field).await?),
            "side" => side = Some(read_number(field).await?),
            _ => {}
        }
    }
    let file = file.filter(|file| !file.is_empty()).ok_or(PictureError::Missing)?;
    let crop = match (x, y, side) {
        (Some(x), Some(y), Some(side)) => Some(Crop { x, y, side }),
        (None, None, None) => None,
        _ => return Err(PictureError::Outside),
    };
    Ok(PictureFile { file, crop })
}

async fn read_number(field: Field<'_>) -> Result<u32, PictureError> {
    let text = field.text().await.map_err(|error| to_picture_error(&error))?;
    text.trim().parse().map_err(|_| PictureError::Outside)
}
