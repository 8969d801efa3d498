//! HTTP route to join the waitlist.

use super::EntryId;
use super::form::WaitlistForm;
use super::rows::Model;
use super::rules;
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, Visitor, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(submit))
}

/// The ten answers. `howDidYouHear` and an item of `verifiedCircles` may be `other: …`.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct WaitlistApplication {
    /// 2 to 50 letters, spaces, hyphens, apostrophes and dots.
    full_name: String,
    email: String,
    /// `explainer video`, `word of mouth`, `social media`, `article or blog` or `other: …`.
    how_did_you_hear: String,
    /// `alumni`, `professional`, `faith`, `diaspora`, `unions`, `local` or `other: …`.
    verified_circles: Vec<String>,
    /// 10 to 1000 characters.
    organizations: String,
    /// `institutional email`, `document or ID upload`, `social or LinkedIn profile`,
    /// `endorsement by a verified member`, `not sure`.
    verification_methods: Vec<String>,
    what_interested: Option<String>,
    /// `yes`, `maybe` or `not now`.
    help_create: Option<String>,
    location: Option<String>,
    /// `yes`, `maybe` or `no`.
    onboarding_conversation: Option<String>,
    /// Must be empty (honeypot).
    website: String,
}

impl From<WaitlistApplication> for WaitlistForm {
    fn from(body: WaitlistApplication) -> Self {
        Self {
            full_name: body.full_name,
            email: body.email,
            how_did_you_hear: body.how_did_you_hear,
            verified_circles: body.verified_circles,
            organizations: body.organizations,
            verification_methods: body.verification_methods,
            what_interested: body.what_interested,
            help_create: body.help_create,
            location: body.location,
            onboarding_conversation: body.onboarding_conversation,
            website: body.website,
        }
    }
}

/// A waitlist entry, for the applicant.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WaitlistReceipt {
    id: EntryId,
    /// `pending`.
    status: String,
    submitted_at: DateTime<Utc>,
    submission_count: i64,
}

impl From<Model> for WaitlistReceipt {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            status: row.status,
            submitted_at: row.submitted_at,
            submission_count: row.submission_count,
        }
    }
}

/// Submits an application to the waitlist. Main site only.
#[utoipa::path(
    post,
    path = "/waitlist",
    operation_id = "joinWaitlist",
    tag = "waitlist",
    request_body = WaitlistApplication,
    responses((status = 201, body = WaitlistReceipt), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "waitlist.join", skip_all)]
async fn submit(
    mut scope: Scope<Visitor>,
    Json(body): Json<WaitlistApplication>,
) -> Result<(StatusCode, Json<WaitlistReceipt>), Problem> {
    let entry = rules::submit(&mut scope, &body.into()).await?;
    Ok((StatusCode::CREATED, Json(entry.into())))
}
