//! Affiliations, the real-world organisations that people belong to, and their members.
//!
//! Read `routes`, then `rules` for who may see what (affiliations.md F-019 to F-033, gaps G-056,
//! G-057, G-097). On a portal, only its own affiliation exists (P-07, P-08); `Seen` in [`rows`]
//! ensures this. `questionnaire` defines the application form, `requests` the applications and
//! decisions, `invitations` the invitations, `editing` the page that admins maintain, `roles` the
//! people who look after it, `staff` what staff manage. `memberships` has the queries for other features.

mod access;
mod account_deletion;
mod administration;
mod api_lists;
mod approved_creation;
mod editing;
mod error;
mod invitations;
mod joining;
mod member_removal;
mod members;
mod membership;
mod memberships;
mod notification;
mod overview;
mod portal_site;
mod questionnaire;
mod reason;
mod requests;
mod roles;
mod routes;
mod rows;
mod rules;
mod settings;
mod staff;
mod store;
mod view;
mod visibility;

pub use access::people_with;
pub use account_deletion::{delete_memberships_of, export_of};
pub use administration::{InvitingError, check_inviting, find_managed_id, find_managed_id_on_main};
pub use api_lists::{API_PAGE, ApiMember, ApiRequest, list_api_members, list_api_requests};
pub use editing::{LOGO_JOB, forget_logo};
pub use error::AffiliationError;
pub use invitations::{InvitationId, PendingInvitation, invite_by_code, pending_invitation_sql};
pub use memberships::{
    BrandedAffiliation, UserAffiliation, administered_affiliations_sql, earlier_members,
    is_member_of, joined_times, marked_of_person, members_of, memberships_sql, name_of, of_person,
    shared_rows_sql, shown_name_sql, shown_names, with_portal,
};
pub use portal_site::{list_portals, mail_brand_of, portal_of_tenant};
pub use requests::{AffiliationRequestStatus, PENDING_REQUESTS, requests_of};
pub use routes::routes;
pub use store::{find_id, find_with_publicity, held_by, is_held, visible_names};
