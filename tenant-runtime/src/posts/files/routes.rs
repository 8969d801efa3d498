//! HTTP routes to upload a file for a post, and to download files of posts.

use super::error::{FILE_FAILED, FileError};
use super::file_type::FileType;
use super::store::{self, FileView};
use super::upload::{self, FileUpload};
use crate::media;
use crate::posts::images::{check_place, check_visible, key_of};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::response::Response;
use axum::routing::get;
use platform::api::ApiRouter;
use platform::extract::Path;
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::problem::{ProblemDocument, ResultExt};
use platform::upload::Form;
use platform::{CommunityId, Member, Problem, Scope, Services, routes};
use utoipa::ToSchema;
use wire::Content;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(upload_file))
        .layer(DefaultBodyLimit::max(Content::File.bytes_max()))
}

/// Routes of the downloads, outside the API: the addresses in posts.
pub fn file_routes() -> Router<Services> {
    Router::new().route("/media/communities/{community}/files/{name}", get(serve_file))
}

/// Returns a file to users who may read its post, and before it is posted to its uploader. Others
/// get the same 404 as for an unknown address.
#[tracing::instrument(name = "posts.file_download", skip_all)]
async fn serve_file(
    scope: Scope<Member>,
    Path((community, name)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let scope = scope.on_one_connection().await?;
    let address = format!("/media/communities/{community}/files/{name}");
    let file = store::find_by_address(&scope, &address).await?.ok_or_else(Problem::not_found)?;
    check_visible(&scope, (file.community_id, file.post_id, file.uploader_id)).await?;
    let key = key_of(&file.address).ok_or_else(Problem::not_found)?;
    let kind = FileType::of_media_type(&file.media_type).ok_or_else(Problem::not_found)?;
    let blob = scope.services().blob();
    media::serve_download(blob, &key, (kind.media_type(), &file.name)).await
}

/// Form with a file; its name is that of the part.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; its parts are read by hand")]
struct PostFileUpload {
    /// A PDF, text, CSV or ZIP file of at most 20 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Uploads a file for a post of the viewer in this community.
#[utoipa::path(post, path = "/communities/{id}/files", operation_id = "uploadPostFile",
    tag = "posts", params(("id" = CommunityId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body(content = PostFileUpload, content_type = "multipart/form-data"),
    responses((status = 201, body = FileView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "posts.file", skip_all, fields(community.id = %community))]
async fn upload_file(
    mut scope: Scope<Member>,
    Path(community): Path<CommunityId>,
    key: IdempotencyKey,
    form: Form,
) -> Result<CreatedResponse<FileView>, Problem> {
    let class = check_place(&scope, community).await.or_detail(FILE_FAILED)?;
    let file = read_form(form).await?;
    upload::upload(&mut scope, (community, class), &key, file).await.or_detail(FILE_FAILED)
}

async fn read_form(form: Form) -> Result<FileUpload, FileError> {
    let mut form = form.map_err(|_| FileError::Missing)?;
    while let Some(field) = form.next_field().await.map_err(|error| FileError::from(&error))? {
        if field.name() == Some("file") {
            let name = field.file_name().unwrap_or_default().to_owned();
            let content = field.bytes().await.map_err(|error| FileError::from(&error))?;
            let is_empty = content.is_empty();
            return if is_empty {
                Err(FileError::Missing)
            } else {
                Ok(FileUpload { name, content })
            };
        }
    }
    Err(FileError::Missing)
}
