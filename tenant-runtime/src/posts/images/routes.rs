//! HTTP routes to upload a picture for a post, and to fetch pictures of posts.

use super::rules::{self, ImageUpload};
use super::store::ImageView;
use super::visible;
use crate::media;
use crate::posts::error::IMAGE_FAILED;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::extract::multipart::Multipart;
use axum::response::Response;
use axum::routing::get;
use bytes::Bytes;
use http::HeaderMap;
use platform::api::ApiRouter;
use platform::extract::Path;
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::picture::PictureError;
use platform::problem::{ProblemDocument, ResultExt};
use platform::upload::{self, Form, to_picture_error};
use platform::{CommunityId, Member, Problem, Scope, Services, routes};
use utoipa::ToSchema;
use wire::Content;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(upload))
        .layer(DefaultBodyLimit::max(Content::Picture.bytes_max()))
}

/// Routes of the picture files, outside the API: the addresses in posts.
pub fn file_routes() -> Router<Services> {
    Router::new().route("/media/communities/{community}/{name}", get(serve_image))
}

/// Returns a picture to users who may see it. Others get the same 404 as for an unknown address.
#[tracing::instrument(name = "posts.image_file", skip_all)]
async fn serve_image(
    scope: Scope<Member>,
    Path((community, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let address = format!("/media/communities/{community}/{name}");
    let key = visible::find(&scope, &address).await?;
    media::serve_checked(scope.services().blob(), &key, &headers).await
}

/// Form with a picture and its description.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; its parts are read by hand")]
pub(crate) struct PostImageUpload {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// Description for screen readers, at most 300 characters.
    #[schema(max_length = 300)]
    alt: Option<String>,
}

/// Uploads a picture for a post of the viewer in this community.
#[utoipa::path(post, path = "/communities/{id}/images", operation_id = "uploadPostImage",
    tag = "posts", params(("id" = CommunityId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body(content = PostImageUpload, content_type = "multipart/form-data"),
    responses((status = 201, body = ImageView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "posts.image", skip_all, fields(community.id = %community))]
async fn upload(
    mut scope: Scope<Member>,
    Path(community): Path<CommunityId>,
    key: IdempotencyKey,
    form: Form,
) -> Result<CreatedResponse<ImageView>, Problem> {
    let class = rules::check_place(&scope, community).await.or_detail(IMAGE_FAILED)?;
    let picture = read_image_form(form.map_err(|_| PictureError::Missing)?).await?;
    rules::upload(&mut scope, (community, class), &key, picture).await.or_detail(IMAGE_FAILED)
}

/// Reads an image and its description from a form.
pub(crate) async fn read_image_form(mut form: Multipart) -> Result<ImageUpload, Problem> {
    let (mut file, mut alt) = (None, None);
    while let Some(field) = form.next_field().await.map_err(|error| to_picture_error(&error))? {
        match field.name() {
            Some("file") => {
                file = Some(field.bytes().await.map_err(|error| to_picture_error(&error))?)
            }
            Some("alt") => alt = Some(upload::read_text(field).await?),
            _ => {}
        }
    }
    let file = file.filter(|file: &Bytes| !file.is_empty()).ok_or(PictureError::Missing)?;
    Ok(ImageUpload { file, alt })
}
