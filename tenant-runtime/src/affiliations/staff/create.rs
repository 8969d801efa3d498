//! Affiliations that staff create directly, approved from the start (F-007, F-064).

use super::AffiliationStaff;
use super::edit::{check_website, optional_line};
use super::error::CreationError;
use crate::accounts::account_status;
use crate::activity::{self, Notice, NotificationType};
use crate::affiliations::approved_creation::{self, ProposedAffiliation};
use crate::affiliations::rows::affiliation;
use crate::affiliations::rules::DirectoryViewer;
use crate::affiliations::view::{self, AffiliationView};
use crate::affiliations::{AffiliationError, store};
use crate::content;
use crate::limits::check_limit;
use platform::api::ApiRouter;
use platform::audit::{AuditedAction, record_action};
use platform::extract::Json;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::problem::ProblemDocument;
use platform::{AccountViewer, AffiliationId, Problem, Scope, Services, Tx, UserId, routes};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

const PATH: &str = "/staff/affiliations";

/// HTTP route that creates an affiliation.
pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(create))
}

/// An affiliation to create.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct StaffNewAffiliation {
    /// At most 200 characters.
    name: String,
    /// At most 50,000 characters.
    description: String,
    /// True if only its members can find it.
    is_private: bool,
    /// Creator, who becomes its first member and admin; the viewer if omitted.
    creator_id: Option<UserId>,
    /// One line of at most 120 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    tagline: Option<String>,
    /// Address of its website.
    #[serde(skip_serializing_if = "Option::is_none")]
    website: Option<String>,
    /// True if staff have verified it.
    is_verified: bool,
}

/// Creates an affiliation that is approved from the start.
#[utoipa::path(post, path = "/staff/affiliations", operation_id = "createAffiliation", tag = "staff",
    request_body = StaffNewAffiliation,
    params(("idempotency-key" = Option<String>, Header, description = "a UUID")),
    responses((status = 201, body = AffiliationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliations.create", skip_all)]
async fn create(
    mut scope: Scope<AffiliationStaff>,
    key: IdempotencyKey,
    Json(body): Json<StaffNewAffiliation>,
) -> Result<CreatedResponse<AffiliationView>, Problem> {
    let (id, replayed) = store_new(&mut scope, &key, &body).await?;
    let row = store::with_id(&scope, id).await?.ok_or(AffiliationError::NotFound)?;
    let id_of_viewer = Some(scope.viewer().id());
    let looker = DirectoryViewer { id: id_of_viewer, is_staff: true, is_admitted: true };
    let resource = view::to_views(&scope, looker, vec![row]).await?.into_iter().next();
    Ok(CreatedResponse { resource: resource.ok_or(AffiliationError::NotFound)?, replayed })
}

/// Creates the affiliation, or returns the one that an earlier request with the same key created;
/// the flag says which.
async fn store_new(
    scope: &mut Scope<AffiliationStaff>,
    key: &IdempotencyKey,
    body: &StaffNewAffiliation,
) -> Result<(AffiliationId, bool), Problem> {
    let missing = body.validated()?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::StaffChange).await?;
    let tx = scope.begin().await?;
    let fingerprint = idempotency::request_fingerprint(PATH, body);
    if let Claim::Replay(id) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok((id, true));
    }
    let creator = body.creator_id.unwrap_or_else(|| tx.viewer().id());
    check_creator(&tx, creator).await?;
    let created = approved_creation::create_affiliation(&tx, creator, missing).await?;
    if creator != tx.viewer().id() {
        notify_creator(&tx, creator, &created).await?;
    }
    audit(&tx, &created).await?;
    idempotency::store_response(&tx, key, &created.id).await?;
    tx.commit().await?;
    Ok((created.id, false))
}

impl StaffNewAffiliation {
    fn validated(&self) -> Result<ProposedAffiliation, Problem> {
        let is_private = self.is_private;
        match (content::check_title(&self.name), content::check_description(&self.description)) {
            (Ok(name), Ok(description)) => Ok(ProposedAffiliation {
                tagline: optional_line(self.tagline.as_deref())?,
                website: check_website(self.website.as_deref())?,
                is_verified: self.is_verified,
                ..ProposedAffiliation::new(name, description, is_private)
            }),
            (name, description) => Err(content::to_problem(name.err(), description.err())),
        }
    }
}

/// Checks that the creator has an account that is neither banned nor suspended.
async fn check_creator(
    tx: &Tx<'_, AffiliationStaff>,
    creator: UserId,
) -> Result<(), CreationError> {
    let account = account_status::find(tx, creator).await?;
    let usable = account.is_some_and(|account| account.status.is_none());
    if usable { Ok(()) } else { Err(CreationError::UnknownCreator) }
}

async fn notify_creator(
    tx: &Tx<'_, AffiliationStaff>,
    creator: UserId,
    created: &affiliation::Model,
) -> Result<(), DbErr> {
    let title = format!("{} is now listed, and you manage it", created.name);
    let about = json!({ "affiliationId": created.id });
    let notice = Notice::new(NotificationType::AffiliationApproved, &title, "", about);
    activity::notify(tx, &[creator], &notice.of_affiliation(created.id)).await
}

async fn audit(tx: &Tx<'_, AffiliationStaff>, created: &affiliation::Model) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: "affiliation.create",
        subject_kind: "affiliation",
        subject_id: created.id.to_string(),
        before: json!({}),
        after: json!({ "name": created.name, "isPrivate": created.is_private,
            "creatorId": created.creator_id }),
        reason: None,
    };
    record_action(tx, act).await
}
