//! Files of tickets: pictures, re-encoded as those of posts, and PDF files, which are only offered
//! as downloads. The owner of the ticket and staff get them.

use super::activity_log::{ActivityEntry, record_activity};
use super::error::{ATTACH_FAILED, SupportError};
use super::rows::{TicketStatus, attachment, ticket};
use super::thread::FILES_MAX;
use super::view::AttachmentView;
use super::viewer;
use super::{AttachmentId, TicketId, affiliation_desk, events, store};
use crate::content::TextRule;
use crate::limits::check_limit;
use crate::media;
use crate::media::photo::{Photo, process_photo};
use crate::support::SupportStaff;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::extract::multipart::Multipart;
use axum::response::Response;
use axum::routing::get;
use bytes::Bytes;
use data_encoding::HEXLOWER;
use http::{HeaderMap, StatusCode};
use platform::api::ApiRouter;
use platform::blob::BlobKey;
use platform::extract::Path;
use platform::jobs::{JobError, JobScope, NewJob};
use platform::limiter::LimitedAction;
use platform::picture::{self, PictureError};
use platform::problem::{ProblemDocument, ResultExt};
use platform::upload::{Form, to_picture_error};
use platform::{AccountViewer, Problem, Scope, Services, SignedIn, Tx, routes};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use wire::Content;

/// Kind of the job that deletes files from the object store.
pub const FILES_JOB: &str = "forget-ticket-files";
/// Maximum size of a file.
const FILE_BYTES_MAX: usize = 10 * 1024 * 1024;
/// Maximum characters of a file name.
const NAME_CHARS_MAX: usize = 120;
const PDF_TYPE: &str = "application/pdf";
/// First bytes of a PDF file (ISO 32000-2 section 7.5.2).
const PDF_START: &[u8] = b"%PDF-";

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(upload))
        .routes(routes!(upload_as_staff))
        .layer(DefaultBodyLimit::max(Content::Picture.bytes_max()))
        .routes(routes!(delete))
        .routes(routes!(delete_as_staff))
}

/// Routes of the files, outside the API.
pub(super) fn file_routes() -> Router<Services> {
    Router::new().route("/media/support/{ticket}/{name}", get(serve))
}

/// Files whose rows were deleted.
#[derive(Debug, Serialize, Deserialize)]
pub struct DeletedFiles {
    /// Their former addresses.
    pub addresses: Vec<String>,
}

pub(super) fn deletion_job(files: &DeletedFiles) -> Result<NewJob, DbErr> {
    NewJob::new(FILES_JOB, files)
}

/// Deletes files from the object store.
///
/// # Errors
/// Object store errors; the job is retried.
pub async fn delete_files(scope: JobScope, files: DeletedFiles) -> Result<(), JobError> {
    for address in files.addresses {
        let Some(key) = key_of(&address) else { continue };
        scope.services().blob().delete(&key).await.map_err(JobError::retryable)?;
    }
    Ok(())
}

fn key_of(address: &str) -> Option<BlobKey> {
    address.strip_prefix("/media/")?.parse().ok()
}

/// Returns a file to the owner of its ticket and to the people who answer it. Others get the same 404 as for an
/// unknown address.
#[tracing::instrument(name = "support.file", skip_all)]
async fn serve(
    scope: Scope<SignedIn>,
    Path((ticket, name)): Path<(TicketId, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let found = if viewer::is_staff(&scope) {
        store::find(&scope, ticket).await
    } else {
        affiliation_desk::find_own_or_answered(&scope, ticket).await
    };
    let found = found.map_err(|problem| match problem.entry.status {
        StatusCode::NOT_FOUND => Problem::not_found(),
        _ => problem,
    })?;
    let address = format!("/media/support/{ticket}/{name}");
    let this = Condition::all()
        .add(attachment::Column::TicketId.eq(found.id.uuid()))
        .add(attachment::Column::Address.eq(address));
    let row = scope.global::<attachment::Entity>().filter(this).one().await?;
    let row = row.ok_or_else(Problem::not_found)?;
    if !viewer::is_staff(&scope) && is_of_note(&scope, &row).await? {
        return Err(Problem::not_found());
    }
    let key = key_of(&row.address).ok_or_else(Problem::not_found)?;
    let blob = scope.services().blob();
    if row.content_type == PDF_TYPE {
        media::serve_download(blob, &key, (PDF_TYPE, &row.file_name)).await
    } else {
        media::serve_checked(blob, &key, &headers).await
    }
}

/// Returns true if the file belongs to an internal note.
async fn is_of_note(scope: &Scope<SignedIn>, row: &attachment::Model) -> Result<bool, DbErr> {
    use super::rows::message;
    let Some(message) = row.message_id else { return Ok(false) };
    let note = message::Column::Internal.eq(true);
    scope.global::<message::Entity>().by_id(message).filter(note).exists().await
}

/// Form with a file.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; its parts are read by hand")]
struct TicketFileUpload {
    /// A picture or a PDF of at most 10 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Uploads a file to a ticket of the viewer.
#[utoipa::path(post, path = "/support/tickets/{id}/attachments",
    operation_id = "uploadTicketAttachment", tag = "support", params(("id" = TicketId, Path)),
    request_body(content = TicketFileUpload, content_type = "multipart/form-data"),
    responses((status = 201, body = AttachmentView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "support.attach", skip_all, fields(ticket.id = %id))]
async fn upload(
    mut scope: Scope<SignedIn>,
    Path(id): Path<TicketId>,
    form: Form,
) -> Result<(StatusCode, axum::Json<AttachmentView>), Problem> {
    store::find_own(&scope, id).await.or_detail(ATTACH_FAILED)?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::SupportMessage).await?;
    let file = read_file(form).await?;
    let stored = store_file(&scope, id, file).await.or_detail(ATTACH_FAILED)?;
    let tx = scope.begin().await?;
    let row = store::lock_own(&tx, id).await?;
    let view = insert(&tx, &row, stored).await.or_detail(ATTACH_FAILED)?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, axum::Json(view)))
}

/// Uploads a file to a ticket as staff.
#[utoipa::path(post, path = "/staff/support/tickets/{id}/attachments",
    operation_id = "uploadTicketAttachmentAsStaff", tag = "support", params(("id" = TicketId, Path)),
    request_body(content = TicketFileUpload, content_type = "multipart/form-data"),
    responses((status = 201, body = AttachmentView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "support.attach_as_staff", skip_all, fields(ticket.id = %id))]
async fn upload_as_staff(
    mut scope: Scope<SupportStaff>,
    Path(id): Path<TicketId>,
    form: Form,
) -> Result<(StatusCode, axum::Json<AttachmentView>), Problem> {
    store::find(&scope, id).await.or_detail(ATTACH_FAILED)?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::SupportMessage).await?;
    let file = read_file(form).await?;
    let stored = store_file(&scope, id, file).await.or_detail(ATTACH_FAILED)?;
    let tx = scope.begin().await?;
    let row = store::lock(&tx, id).await?;
    let view = insert(&tx, &row, stored).await.or_detail(ATTACH_FAILED)?;
    let metadata = json!({ "fileName": view.file_name });
    record_activity(&tx, ActivityEntry::of_ticket("ticket.attach", id, metadata)).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, axum::Json(view)))
}

/// Deletes a file of the viewer that no message contains.
#[utoipa::path(delete, path = "/support/tickets/{id}/attachments/{attachmentId}",
    operation_id = "deleteTicketAttachment", tag = "support",
    params(("id" = TicketId, Path), ("attachmentId" = AttachmentId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "support.delete_attachment", skip_all, fields(ticket.id = %ticket))]
async fn delete(
    mut scope: Scope<SignedIn>,
    Path((ticket, file)): Path<(TicketId, AttachmentId)>,
) -> Result<StatusCode, Problem> {
    let tx = scope.begin().await?;
    let row = store::lock_own(&tx, ticket).await.or_detail(ATTACH_FAILED)?;
    delete_file(&tx, &row, file).await.or_detail(ATTACH_FAILED)?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a file of the viewer that no message contains, as staff.
#[utoipa::path(delete, path = "/staff/support/tickets/{id}/attachments/{attachmentId}",
    operation_id = "deleteTicketAttachmentAsStaff", tag = "support",
    params(("id" = TicketId, Path), ("attachmentId" = AttachmentId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.delete_attachment", skip_all, fields(ticket.id = %ticket))]
async fn delete_as_staff(
    mut scope: Scope<SupportStaff>,
    Path((ticket, file)): Path<(TicketId, AttachmentId)>,
) -> Result<StatusCode, Problem> {
    let tx = scope.begin().await?;
    let row = store::lock(&tx, ticket).await.or_detail(ATTACH_FAILED)?;
    delete_file(&tx, &row, file).await.or_detail(ATTACH_FAILED)?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn delete_file<V: AccountViewer>(
    tx: &Tx<'_, V>,
    row: &ticket::Model,
    file: AttachmentId,
) -> Result<(), Problem> {
    use attachment::Column::{Id, MessageId, TicketId as Of, UploaderId};
    let this = Condition::all()
        .add(Id.eq(file.uuid()))
        .add(Of.eq(row.id.uuid()))
        .add(UploaderId.eq(tx.viewer().id().uuid()))
        .add(MessageId.is_null());
    let deleted = tx.global_table::<attachment::Entity>().delete_returning(this).await?;
    let addresses: Vec<String> = deleted.into_iter().map(|row| row.address).collect();
    if addresses.is_empty() {
        return Err(SupportError::AttachmentNotFound.into());
    }
    tx.enqueue(deletion_job(&DeletedFiles { addresses })?).await?;
    Ok(events::publish_change(tx, row).await?)
}

/// A file of a form.
struct UploadedFile {
    name: String,
    bytes: Bytes,
}

/// A file in the object store.
struct StoredFile {
    key: BlobKey,
    name: String,
    content_type: &'static str,
    bytes: i64,
    size: Option<(i64, i64)>,
}

async fn read_file(form: Form) -> Result<UploadedFile, Problem> {
    let mut form: Multipart = form.map_err(|_| PictureError::Missing)?;
    while let Some(field) = form.next_field().await.map_err(|error| to_picture_error(&error))? {
        if field.name() != Some("file") {
            continue;
        }
        let name = TextRule::single_line(NAME_CHARS_MAX).allow_empty();
        let name = name.sanitise(field.file_name().unwrap_or_default()).text;
        let bytes = field.bytes().await.map_err(|error| to_picture_error(&error))?;
        if bytes.is_empty() {
            break;
        }
        if bytes.len() > FILE_BYTES_MAX {
            return Err(SupportError::AttachmentSize.into());
        }
        return Ok(UploadedFile { name, bytes });
    }
    Err(PictureError::Missing.into())
}

/// Stores the file before its row, under a name that cannot be guessed. An interrupted upload leaves
/// an object that no ticket refers to, and that no one can fetch.
async fn store_file<V>(
    scope: &Scope<V>,
    ticket: TicketId,
    file: UploadedFile,
) -> Result<StoredFile, Problem> {
    let secret = HEXLOWER.encode(&platform::random::random_bytes::<16>());
    let UploadedFile { name, bytes } = file;
    let (content, content_type, ending, size) = if bytes.starts_with(PDF_START) {
        (bytes, PDF_TYPE, "pdf", None)
    } else {
        let made = picture::in_pool(move || process_photo(&bytes)).await;
        let Photo { bytes, content_type, ending, width, height } =
            made.map_err(|error| match error {
                PictureError::Kind => Problem::from(SupportError::AttachmentType),
                other => other.into(),
            })?;
        (bytes.into(), content_type, ending, Some((width.into(), height.into())))
    };
    let key = BlobKey::new(&format!("support/{ticket}"), &format!("file-{secret}.{ending}"));
    let key = key.map_err(Problem::internal)?;
    let length = i64::try_from(content.len()).unwrap_or(i64::MAX);
    scope.services().blob().put(&key, content, content_type).await?;
    let name = if name.is_empty() { format!("file.{ending}") } else { name };
    Ok(StoredFile { key, name, content_type, bytes: length, size })
}

async fn insert<V: AccountViewer>(
    tx: &Tx<'_, V>,
    row: &ticket::Model,
    file: StoredFile,
) -> Result<AttachmentView, Problem> {
    use attachment::Column::{MessageId, TicketId as Of};
    if row.status == TicketStatus::Closed {
        return Err(SupportError::Closed.into());
    }
    let unused = Condition::all().add(Of.eq(row.id.uuid())).add(MessageId.is_null());
    let count = tx.global::<attachment::Entity>().filter(unused).count().await?;
    if count >= FILES_MAX as u64 {
        return Err(SupportError::TooManyAttachments.into());
    }
    let new = attachment::ActiveModel {
        id: Set(AttachmentId::new()),
        ticket_id: Set(row.id),
        message_id: Set(None),
        uploader_id: Set(Some(tx.viewer().id())),
        address: Set(format!("/media/{}", file.key)),
        file_name: Set(file.name),
        content_type: Set(file.content_type.to_owned()),
        bytes: Set(file.bytes),
        width: Set(file.size.map(|(width, _)| width)),
        height: Set(file.size.map(|(_, height)| height)),
        created_at: Set(tx.now()),
    };
    let stored = tx.global_table::<attachment::Entity>().insert(new).await?;
    events::publish_change(tx, row).await?;
    Ok(stored.into())
}
