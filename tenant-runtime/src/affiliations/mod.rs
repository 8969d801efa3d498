//! Affiliations: the bodies of the real world that people belong to, and who belongs to which.
//!
//! Read `routes` for what can be asked, then `rules` for who may see what (affiliations.md F-019 to
//! F-033, gaps G-056, G-057, G-097). On a portal only its own affiliation exists (P-07, P-08); that
//! is `Seen` in [`rows`], not a rule. `questionnaire` is what an affiliation asks of those who want to
//! belong, `requests` their answers and the decision,
//! `invitations` what brings some of them, `editing` how its admins keep its page, `creating` how staff add one. `ties` is what other features ask.

mod creating;
mod editing;
mod error;
mod founding;
mod invitations;
mod leaving;
mod managing;
mod members;
mod membership;
mod portal_site;
mod questionnaire;
mod requests;
mod routes;
mod rows;
mod rules;
mod store;
mod ties;
mod view;
mod visibility;

pub use editing::{LOGO_JOB, forget_logo};
pub use error::AffiliationError;
pub use invitations::{InvitationId, Waiting, invite_by_code, pending_gathered};
pub use leaving::{export_of, forget_member};
pub use managing::{InvitingError, administered_by, check_inviting};
pub use requests::requests_of;
pub use routes::routes;
pub use store::{find_id, held_by, is_held, names};
pub use ties::{
    MarkedTie, Tie, administered_gathered, marked_of_person, members_of, name_of, of_person,
    shown_name_sql, shown_names, ties_gathered, with_portal,
};
