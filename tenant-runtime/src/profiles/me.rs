//! The signed-in user, for their own pages: profile, account status, memberships, legal documents.

use super::activity::Activity;
use super::error::ProfileError;
use super::record::{self, Record};
use super::{people, picture};
use crate::accounts::{self, second_factor::SecondFactorState};
use crate::affiliations::{InvitationId, UserAffiliation};
use crate::communities::{JoinedCommunity, OwnTimeout};
use crate::legal::{self, AcknowledgementStatus, AcknowledgementTimes};
use chrono::{DateTime, Utc};
use platform::sessions::{AccountStatus, ViewAs};
use platform::staff::{StaffPermission, StaffRole};
use platform::{AccountViewer, AffiliationId, CommunityId, Scope, Services, Site, UserId};
use serde::Serialize;
use utoipa::ToSchema;

/// The signed-in user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the specification's fields")]
pub(super) struct Me {
    id: UserId,
    email: String,
    first_name: String,
    last_name: String,
    display_name: String,
    handle: Option<String>,
    bio: Option<String>,
    location: Option<String>,
    job_title: Option<String>,
    quote: Option<String>,
    profile_picture: Option<String>,
    /// Larger size of the profile picture.
    profile_picture_large: Option<String>,
    /// Visible to the user only, like the next two fields.
    date_of_birth: Option<String>,
    phone_number: Option<String>,
    secondary_email: Option<String>,
    interests: Vec<String>,
    followers_count: i64,
    following_count: i64,
    #[serde(flatten)]
    activity: Activity,
    language: String,
    /// `light`, `dark` or `system`.
    theme: String,
    notifications_enabled: bool,
    /// True if single-key shortcuts such as `?` are enabled.
    single_key_shortcuts: bool,
    is_profile_private: bool,
    /// `private`, `affiliations` or `public`.
    profile_visibility: String,
    /// `private`, `affiliations` or `public`.
    directory_visibility: String,
    /// `active` or `paused`; an expired pause counts as active.
    account_status: &'static str,
    paused_until: Option<DateTime<Utc>>,
    email_verified: bool,
    is_verified: bool,
    /// Same as `isVerified`.
    verified: bool,
    /// Always false on a portal.
    is_staff: bool,
    #[serde(flatten)]
    staff: StaffAccess,
    /// Communities of which they are an admin.
    is_community_admin: Vec<String>,
    /// Affiliations that they administer.
    institutional_admin: Vec<AffiliationId>,
    /// Communities of which they are a trustee.
    is_trustee: Vec<String>,
    affiliations: Vec<UserAffiliation>,
    /// Newest invitation to an affiliation that they have not seen yet (F-070); on a portal, only
    /// to its affiliation.
    pending_invitation: Option<InvitationId>,
    communities_joined: Vec<CommunityMembership>,
    /// Communities that they created, oldest first.
    communities_created: Vec<CommunityId>,
    /// Users they have blocked, latest first: at most a hundred, and on a portal only members of
    /// its affiliation. `GET /api/me/blocked` returns all of them.
    blocked_users: Vec<UserId>,
    /// `Basic`, `Premium`, `Enterprise` or `Signature`.
    subscription: String,
    /// Start of the subscription; `null` if staff have set none.
    subscription_start_date: Option<DateTime<Utc>>,
    /// End of the subscription.
    subscription_end_date: Option<DateTime<Utc>>,
    joined_date: DateTime<Utc>,
    has_completed_onboarding: bool,
    agreed_to_terms_at: Option<DateTime<Utc>>,
    agreed_to_guidelines_at: Option<DateTime<Utc>>,
    agreed_to_privacy_at: Option<DateTime<Utc>>,
    onboarding: Onboarding,
    legal: AcknowledgementStatus,
    #[serde(flatten)]
    acknowledged_at: AcknowledgementTimes,
    /// Communities in which they cannot write, with the end of each timeout.
    timeouts: Vec<OwnTimeout>,
    /// When the account will be deleted, if they requested it.
    deletion_due_at: Option<DateTime<Utc>>,
    second_factor: SecondFactorState,
    /// Membership of the portal's affiliation; `null` on the main site.
    portal_membership: Option<PortalMembership>,
    /// Position of the last live event when this response was computed. Data that the page loads
    /// afterwards includes all earlier events; pass the value as `since` to `GET /api/live` to
    /// cover the time until the stream is open.
    event_cursor: Option<String>,
}

/// Rights of a member of staff.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffAccess {
    /// Role of a member of staff; `null` on a portal.
    staff_role: Option<StaffRole>,
    /// Permissions of the role.
    staff_permissions: Vec<StaffPermission>,
    /// Set while a staff member views the product as this person: all other fields are the person's.
    viewed_as: Option<ViewedAsPerson>,
}

impl StaffAccess {
    fn new(status: &AccountStatus, site: Site) -> Self {
        let staff_role = status.staff_role.filter(|_| site == Site::Main);
        let staff_permissions = staff_role.map(StaffRole::permissions).unwrap_or_default();
        Self { staff_role, staff_permissions, viewed_as: None }
    }
}

/// A staff member views the product as this person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ViewedAsPerson {
    /// The staff member.
    staff_id: UserId,
    /// The viewed person.
    user_id: UserId,
    /// End of the view.
    ends_at: DateTime<Utc>,
}

impl From<ViewAs> for ViewedAsPerson {
    fn from(view: ViewAs) -> Self {
        Self { staff_id: view.staff_id, user_id: view.user_id, ends_at: view.ends_at }
    }
}

/// A community of which they are a member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CommunityMembership {
    community_id: String,
    community_name: String,
    community_description: String,
}

/// Steps left before the user can use the product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the specification's fields")]
struct Onboarding {
    needs_email_verification: bool,
    needs_terms: bool,
    needs_guidelines: bool,
    needs_privacy: bool,
    needs_reset: bool,
    complete: bool,
}

/// A user's membership of a portal's affiliation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PortalMembership {
    affiliation_id: AffiliationId,
    is_member: bool,
}

/// Builds the response. On a portal, it includes only memberships that belong to it.
pub(super) async fn load_me<V: AccountViewer>(scope: &Scope<V>) -> Result<Me, ProfileError> {
    // Taken before any data is read; otherwise events in between would be missed.
    let told = scope.services().hub().last_published();
    let record = record::read(scope).await?;
    let cutoff = scope.services().config().auth.agreement_cutoff;
    let standing = AccountStatus::from_row(&record.row.status_row(), scope.now(), cutoff);
    let me = Me::new(record, &standing, scope.services(), scope.site());
    let view_as = scope.facts().session.as_ref().and_then(|session| session.view_as);
    let me = Me { event_cursor: told.map(|seq| seq.to_string()), ..me };
    Ok(match view_as {
        Some(view) => me.viewed_by_staff(view),
        None => me,
    })
}

impl Me {
    /// A view as a member has no staff rights.
    fn viewed_by_staff(self, view: ViewAs) -> Self {
        let staff = StaffAccess { viewed_as: Some(view.into()), ..StaffAccess::default() };
        Self { is_staff: false, staff, ..self }
    }

    fn new(record: Record, status: &AccountStatus, services: &Services, site: Site) -> Self {
        let now = services.clock().now();
        let (legal, acknowledged_at) = legal::acknowledgement_status(record.legal.as_ref(), site);
        let row = record.row;
        let activity = Activity::from_rows(&row, record.counts, &record.sessions, now);
        let here = |id: AffiliationId| site.affiliation().is_none_or(|portal| portal == id);
        let portal_membership = site.affiliation().map(|affiliation_id| PortalMembership {
            affiliation_id,
            is_member: record.ties.iter().any(|tie| tie.id == affiliation_id),
        });
        Self {
            id: row.id,
            display_name: people::display_name(&row.first_name, &row.last_name),
            interests: row.interests(),
            profile_picture_large: row.profile_picture.as_deref().map(picture::larger_address),
            email: accounts::readable_email(&row.email),
            first_name: row.first_name,
            last_name: row.last_name,
            handle: record.handle.map(|handle| handle.shown_as),
            bio: row.bio,
            location: row.location,
            job_title: row.job_title,
            quote: row.quote,
            profile_picture: row.profile_picture,
            date_of_birth: row.date_of_birth,
            phone_number: row.phone_number,
            secondary_email: row.secondary_email.as_deref().map(accounts::readable_email),
            followers_count: row.followers_count,
            following_count: row.following_count,
            activity,
            language: row.language,
            theme: row.theme,
            notifications_enabled: row.notifications_enabled,
            single_key_shortcuts: row.single_key_shortcuts,
            is_profile_private: row.is_profile_private,
            profile_visibility: row.profile_visibility,
            directory_visibility: row.directory_visibility,
            account_status: if status.is_paused { "paused" } else { "active" },
            paused_until: status.paused_until.filter(|_| status.is_paused),
            email_verified: !status.needs_email_verification,
            is_verified: row.is_verified,
            verified: row.is_verified,
            is_staff: row.is_staff && site == Site::Main,
            staff: StaffAccess::new(status, site),
            is_community_admin: with_role(&record.joined, "admin"),
            institutional_admin: record.administered.into_iter().filter(|id| here(*id)).collect(),
            is_trustee: with_role(&record.joined, "trustee"),
            affiliations: record.ties.into_iter().filter(|tie| here(tie.id)).collect(),
            pending_invitation: record.pending_invitation.map(|waiting| waiting.id),
            communities_joined: record.joined.into_iter().map(CommunityMembership::from).collect(),
            communities_created: record.created,
            blocked_users: record.blocked,
            subscription: row.subscription,
            subscription_start_date: row.subscription_start_date,
            subscription_end_date: row.subscription_end_date,
            joined_date: row.joined_date,
            has_completed_onboarding: row.has_completed_onboarding,
            agreed_to_terms_at: row.agreed_to_terms_at,
            agreed_to_guidelines_at: row.agreed_to_guidelines_at,
            agreed_to_privacy_at: row.agreed_to_privacy_at,
            onboarding: Onboarding::from(status),
            legal,
            acknowledged_at,
            timeouts: record.timeouts.into_iter().filter(|one| one.until > now).collect(),
            deletion_due_at: row.deletion_due_at,
            second_factor: SecondFactorState::from_facts(record.second_factor, services),
            portal_membership,
            event_cursor: None,
        }
    }
}

fn with_role(joined: &[JoinedCommunity], role: &str) -> Vec<String> {
    joined.iter().filter(|one| one.role == role).map(|one| one.id.to_string()).collect()
}

impl From<JoinedCommunity> for CommunityMembership {
    fn from(joined: JoinedCommunity) -> Self {
        Self {
            community_id: joined.id.to_string(),
            community_name: joined.name,
            community_description: joined.description,
        }
    }
}

impl From<&AccountStatus> for Onboarding {
    fn from(status: &AccountStatus) -> Self {
        Self {
            needs_email_verification: status.needs_email_verification,
            needs_terms: status.needs_terms,
            needs_guidelines: status.needs_guidelines,
            needs_privacy: status.needs_privacy,
            needs_reset: status.needs_reset(),
            complete: !status.needs_email_verification && status.is_onboarded(),
        }
    }
}
