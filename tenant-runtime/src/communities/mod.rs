//! Communities and trust circles: creating, finding and joining them.
//!
//! Read `routes`, then `rules` (creating and listing), `access` (who may read and write in a
//! community; used by every feature inside one) and [`membership`] (joining, leaving).
//! Other parts have a folder each, with the same files. On a portal, only communities linked to its
//! affiliation exist; `Seen` in [`rows`] ensures this. communities.md C-027 to C-071, gaps G-012,
//! G-026, G-038, G-074 to G-078.

mod access;
mod account_deletion;
mod affiliation_links;
mod announcements;
mod api_list;
mod create;
pub mod defaults;
pub mod deletion;
mod error;
pub mod events;
mod figures;
mod founder;
mod history;
mod join_requests;
pub mod membership;
mod memberships;
mod notice_recipient;
mod overview;
mod pauses;
mod private_code;
mod promotion;
mod reach;
mod read_marks;
mod routes;
mod rows;
mod rules;
mod settings;
mod staff_roles;
mod store;
mod succession;
mod timeouts;
mod view;
mod visibility;
mod visible_sql;

pub use access::{
    Access, ReadContext, ReadableContent, can_read_sql, load_access, lock_for_write, since_sql,
};
pub use account_deletion::{delete_memberships_of, export_of};
pub use affiliation_links::{
    AffiliationCommunity, count_links, find_affiliation, is_linked, move_links,
    visible_of_affiliation,
};
pub use announcements::{AnnouncementId, announcement_export_sql, pinned_of};
pub use api_list::{ApiCommunity, list_api_communities};
pub use create::{DefaultCommunity, create_for_owner};
pub use error::CommunityError;
pub use figures::{ArrivalCounts, count_arrivals};
pub use history::history_of;
pub use memberships::{
    CommonCommunity, JoinedCommunity, OwnTimeout, ProfileCommunity, common_communities,
    created_communities_sql, earlier_members, joined_communities_sql, shared_rows_sql,
    timeouts_sql, visible_communities_of,
};
pub use notice_recipient::{AuthoredContent, wants_notice};
pub use reach::{ActiveAnnouncement, MemberReach, active_announcements, member_reach};
pub use read_marks::{lock_read_mark, raise_read_mark, read_until, record_read_mark};
pub(crate) use rows::through_community;
pub use rows::{CommunityRole, Visibility};
pub use settings::{CommunityLevel, NotificationPreference, own_levels, subscribers};
pub use store::{
    ContentCounts, PublicFace, add_contents, count_thread, decrement_posts, increment_posts,
    is_member, is_public, is_there, is_visible_here, moderators_of, own_ids, public_face,
    visible_names,
};
pub use view::{own_read_states, unread_everywhere};
pub use visible_sql::{
    SqlViewer, exists_sql, is_member_sql, is_readable_sql, joined_from_sql, on_site_sql,
    visible_sql,
};

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    routes::routes()
        .merge(membership::routes())
        .merge(read_marks::routes())
        .merge(join_requests::routes())
        .merge(private_code::routes())
        .merge(promotion::routes())
        .merge(founder::routes())
        .merge(staff_roles::routes())
        .merge(pauses::routes())
        .merge(defaults::routes())
        .merge(settings::routes())
        .merge(visibility::routes())
        .merge(timeouts::routes())
        .merge(announcements::routes())
        .merge(events::routes())
        .merge(deletion::routes())
}
