//! Affiliations in API responses, with the viewer's relation to them.

use super::access::load_access;
use super::requests::relations_of;
use super::roles::is_offered_to;
use super::rows::affiliation;
use super::rules::DirectoryViewer;
use super::short_name::short_name_of;
use super::store::{self, PortalBrandRow};
use crate::communities::{self, AffiliationCommunity};
use chrono::{DateTime, Utc};
use platform::affiliations::{AffiliationAccess, AffiliationPermission, AffiliationRole};
use platform::{AffiliationId, Scope, Site};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

/// An affiliation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Affiliation)]
pub struct AffiliationView {
    pub id: AffiliationId,
    pub name: String,
    /// Short name for the badges of its members: the stored one, or the one derived from the name.
    pub short_name: String,
    /// Short name that its admins gave; `null` if it is derived from the name.
    pub own_short_name: Option<String>,
    pub description: String,
    pub tagline: Option<String>,
    pub logo: Option<String>,
    pub website: Option<String>,
    pub url_path: Option<String>,
    pub member_count: i64,
    pub is_private: bool,
    pub is_paused: bool,
    pub verified: bool,
    pub created_at: DateTime<Utc>,
    pub subdomain_config: Option<SubdomainConfig>,
    /// Only on its page on the main site: the published brand of its open portal. Omitted from
    /// lists.
    pub banner: Option<AffiliationBanner>,
    /// Only on its page: the communities that the viewer may know, at most 12.
    pub communities: Vec<AffiliationCommunity>,
    pub viewer: AffiliationViewer,
}

/// Colours and picture of an affiliation's banner.
#[derive(Debug, Clone, FromQueryResult, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AffiliationBanner {
    /// The brand's CSS custom properties, as one rule.
    pub css: String,
    /// One of the four built-in engravings `oculus`, `stair`, `square` and `nave`, or `upload`.
    pub picture: String,
    /// Address of an uploaded picture.
    pub picture_url: Option<String>,
    /// Opacity of the darkest brand colour over an uploaded picture, 0 to 1.
    pub picture_scrim: Option<String>,
}

/// An affiliation's portal.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubdomainConfig {
    pub subdomain: String,
    pub brand_name: String,
    pub is_active: bool,
    /// Main brand colour, as `#rrggbb`; used for the affiliation's badge.
    pub brand_colour: Option<String>,
    /// Logo of the brand.
    pub brand_logo: Option<String>,
}

/// Number of affiliations in the directory, for the viewer.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AffiliationCounts {
    pub all: u64,
    /// Of these, the viewer's own.
    pub mine: u64,
}

/// The viewer's relation to the affiliation.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AffiliationViewer {
    pub is_member: bool,
    /// True for its owner, its admins and staff.
    pub is_admin: bool,
    /// The viewer's role.
    pub role: Option<AffiliationRole>,
    /// What the viewer may do on this site.
    pub permissions: Vec<AffiliationPermission>,
    /// True if the viewer was asked to take it over; only on its page.
    pub handover_offered: bool,
    /// True if the viewer created it, and so may create invite codes for it (G-065).
    pub is_creator: bool,
    /// True if a member shows it on their profile; `null` for non-members.
    pub is_public: Option<bool>,
    /// True if the viewer has a pending request.
    pub request_pending: bool,
    /// True if the viewer may apply: it is public, or they were invited.
    pub may_apply: bool,
    /// True if it has a portal, open or in preparation, that the viewer manages; on the main site
    /// only.
    pub runs_portal: bool,
}

impl From<PortalBrandRow> for SubdomainConfig {
    fn from(row: PortalBrandRow) -> Self {
        Self {
            is_active: row.state == "active",
            subdomain: row.subdomain,
            brand_name: row.brand_name,
            brand_colour: row.brand_colour,
            brand_logo: row.brand_logo,
        }
    }
}

/// Converts affiliations to views: 5 queries for any number of them, 2 for a visitor.
pub(super) async fn to_views<V: Send + Sync>(
    scope: &Scope<V>,
    looker: DirectoryViewer,
    rows: Vec<affiliation::Model>,
) -> Result<Vec<AffiliationView>, DbErr> {
    let ids: Vec<AffiliationId> = rows.iter().map(|row| row.id).collect();
    let mut paths = store::url_paths(scope, &ids).await?;
    let mut portals = store::open_portals(scope, &ids).await?;
    let access = load_access(scope, looker, &ids).await?;
    let (memberships, standings) = match looker.id {
        Some(me) => {
            (store::memberships_of(scope, me, &ids).await?, relations_of(scope, me, &ids).await?)
        }
        None => Default::default(),
    };
    let shown = rows.into_iter().map(|row| {
        let membership = memberships.get(&row.id);
        let standing = standings.get(&row.id).copied().unwrap_or_default();
        let takes_members = row.is_approved && !row.is_paused;
        let is_stranger = looker.id.is_some() && membership.is_none();
        let is_heard = !row.is_private || standing.invited;
        let access = access.to_affiliation(row.id);
        let is_admin = access.is_admin();
        let portal = portals.remove(&row.id);
        // Portals in preparation are visible to their admins only.
        let is_shown = |portal: &PortalBrandRow| portal.state != "draft";
        let viewer = AffiliationViewer {
            is_member: membership.is_some(),
            is_admin,
            role: access.role,
            permissions: usable_permissions(access, scope.site()),
            handover_offered: false,
            is_creator: looker.id.is_some() && row.creator_id == looker.id,
            is_public: membership.map(|own| own.is_public),
            request_pending: standing.pending,
            may_apply: is_stranger && takes_members && is_heard && !standing.pending,
            runs_portal: access.allows(AffiliationPermission::EditBrand)
                && portal.is_some()
                && scope.site() == Site::Main,
        };
        AffiliationView {
            url_path: paths.remove(&row.id),
            subdomain_config: portal.filter(is_shown).map(Into::into),
            banner: None,
            communities: Vec::new(),
            viewer,
            id: row.id,
            short_name: short_name_of(row.short_name.as_deref(), &row.name),
            own_short_name: row.short_name,
            name: row.name,
            description: row.description.unwrap_or_default(),
            tagline: row.tagline,
            logo: row.logo,
            website: row.website,
            member_count: row.member_count,
            is_private: row.is_private,
            is_paused: row.is_paused,
            verified: row.verified,
            created_at: row.created_at,
        }
    });
    Ok(shown.collect())
}

/// Permissions that can be used on the site: an affiliation is edited on the main site only (P-16).
fn usable_permissions(access: AffiliationAccess, site: Site) -> Vec<AffiliationPermission> {
    use AffiliationPermission::{Invite, ReviewRequests};
    let mut permissions = access.permissions();
    permissions.retain(|one| site == Site::Main || matches!(one, ReviewRequests | Invite));
    permissions
}

/// One affiliation for its own page: like [`to_views`], and one query for the banner if its portal is
/// open.
pub(super) async fn show_page<V: Send + Sync>(
    scope: &Scope<V>,
    looker: DirectoryViewer,
    row: affiliation::Model,
) -> Result<Option<AffiliationView>, DbErr> {
    let Some(mut page) = to_views(scope, looker, vec![row]).await?.pop() else { return Ok(None) };
    let is_open = page.subdomain_config.as_ref().is_some_and(|portal| portal.is_active);
    // On a portal, every page already has its brand.
    if is_open && scope.site() == Site::Main {
        page.banner = store::find_banner(scope, page.id).await?;
    }
    if let Some(viewer) = looker.id
        && page.viewer.is_member
        && looker.is_admitted
        && scope.site() == Site::Main
    {
        page.viewer.handover_offered = is_offered_to(scope, page.id, viewer).await?;
    }
    // A private affiliation shows its communities to members and to those who look after it.
    let is_insider = looker.is_admitted && (page.viewer.is_member || page.viewer.is_admin);
    if !page.is_private || is_insider {
        let viewer = (looker.id.filter(|_| looker.is_admitted), looker.is_staff);
        page.communities = communities::visible_of_affiliation(scope, page.id, viewer).await?;
    }
    Ok(Some(page))
}
