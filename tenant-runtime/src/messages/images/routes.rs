//! HTTP routes to upload an image for a message, and to fetch images of messages.

use super::rules;
use crate::media;
use crate::messages::error::IMAGE_FAILED;
use crate::messages::{ConversationId, store};
use crate::posts::images::{ImageView, PostImageUpload, read_image_form};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::response::Response;
use axum::routing::get;
use http::HeaderMap;
use platform::api::ApiRouter;
use platform::extract::Path;
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::picture::PictureError;
use platform::problem::{ProblemDocument, ResultExt};
use platform::upload::Form;
use platform::{Member, Problem, Scope, Services, routes};
use wire::Content;

pub(in crate::messages) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(upload))
        .layer(DefaultBodyLimit::max(Content::Picture.bytes_max()))
}

/// Routes of the image files, outside the API: the addresses in messages.
pub fn file_routes() -> Router<Services> {
    Router::new().route("/media/conversations/{conversation}/{name}", get(serve_image))
}

/// Returns an image to users who may see it. Others get the same 404 as for an unknown address.
#[tracing::instrument(name = "messages.image_file", skip_all)]
async fn serve_image(
    scope: Scope<Member>,
    Path((conversation, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let address = format!("/media/conversations/{conversation}/{name}");
    let key = rules::find_visible(&scope, &address).await?;
    media::serve_checked(scope.services().blob(), &key, &headers).await
}

/// Uploads an image for a message of the viewer in this conversation.
#[utoipa::path(post, path = "/conversations/{id}/images", operation_id = "uploadMessageImage",
    tag = "messages", params(("id" = ConversationId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body(content = PostImageUpload, content_type = "multipart/form-data"),
    responses((status = 201, body = ImageView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "messages.image", skip_all, fields(conversation.id = %id))]
async fn upload(
    mut scope: Scope<Member>,
    Path(id): Path<ConversationId>,
    key: IdempotencyKey,
    form: Form,
) -> Result<CreatedResponse<ImageView>, Problem> {
    store::find(&scope, id).await.or_detail(IMAGE_FAILED)?;
    let image = read_image_form(form.map_err(|_| PictureError::Missing)?).await?;
    rules::upload(&mut scope, id, &key, image).await.or_detail(IMAGE_FAILED)
}
