//! Requests for an affiliation that is not in the directory (F-056, F-060, gap G-055). Possible on
//! the main site only, which has the directory; staff decide.

use super::error::{RequestError, SUBMIT_FAILED};
use super::notification;
use super::store::{self, RequestedAffiliation};
use super::view::{self, AffiliationRequestView, RequestReader};
use crate::affiliations::approved_creation::ProposedAffiliation;
use crate::content;
use crate::integration_records::{EmittedEvent, WebhookEvent, emit};
use crate::limits::check_limit_within;
use crate::profiles;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::problem::{ProblemDocument, ResultExt};
use platform::{AccountViewer, Member, Problem, Scope, Services, Site, db, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(request_affiliation))
}

/// An affiliation that is not in the directory.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewAffiliation {
    /// At most 200 characters.
    #[serde(default)]
    name: String,
    /// At most 50,000 characters.
    #[serde(default)]
    description: String,
    /// True if only its members can find it.
    #[serde(default)]
    is_private: bool,
}

/// Requests that staff add an affiliation to the directory.
#[utoipa::path(post, path = "/affiliation-requests", operation_id = "requestNewAffiliation",
    tag = "affiliations", request_body = NewAffiliation,
    params(("idempotency-key" = Option<String>, Header, description = "a UUID")),
    responses((status = 201, body = AffiliationRequestView),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliation_requests.request_new", skip_all)]
async fn request_affiliation(
    mut scope: Scope<Member>,
    key: IdempotencyKey,
    Json(body): Json<NewAffiliation>,
) -> Result<CreatedResponse<AffiliationRequestView>, Problem> {
    send(&mut scope, &key, &body).await.or_detail(SUBMIT_FAILED)
}

async fn send(
    scope: &mut Scope<Member>,
    key: &IdempotencyKey,
    new: &NewAffiliation,
) -> Result<CreatedResponse<AffiliationRequestView>, Problem> {
    if scope.site() != Site::Main {
        return Err(Problem::not_found());
    }
    let missing = new.validated()?;
    let tx = scope.begin().await?;
    let fingerprint = idempotency::request_fingerprint("/affiliation-requests", new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    check_limit_within(&tx, LimitedAction::Join).await?;
    let written = store::insert(&tx, RequestedAffiliation::New(missing)).await;
    let row = written.map_err(|error| {
        if db::is_taken(&error) { RequestError::Pending.into() } else { Problem::from(error) }
    })?;
    notification::send_notice(&tx, None, &row).await?;
    emit(&tx, EmittedEvent::new(WebhookEvent::RequestCreated, row.id)).await?;
    let person = profiles::person_of(&tx, tx.viewer().id()).await?;
    let view = view::RequestViewData::of_one(person, None).to_view(RequestReader::Applicant, row);
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

impl NewAffiliation {
    fn validated(&self) -> Result<ProposedAffiliation, Problem> {
        let is_private = self.is_private;
        match (content::check_title(&self.name), content::check_description(&self.description)) {
            (Ok(name), Ok(description)) => {
                Ok(ProposedAffiliation::new(name, description, is_private))
            }
            (name, description) => Err(content::to_problem(name.err(), description.err())),
        }
    }
}
