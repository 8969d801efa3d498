//! What a page must know before it draws anything: inlined in `index.html`, and the same at
//! `GET /api/boot`.

use crate::resolve::Entrance;
use serde::{Deserialize, Serialize};
use wire::{AffiliationId, Brand, TenantId};

/// What this installation offers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Features {
    /// Signing in with Google.
    pub google: bool,
    /// A waiting list for people without an invite.
    pub waitlist: bool,
    /// Posts may hold semicolons and the like; without it the strict filter refuses them.
    pub relaxed_content: bool,
}

/// The facts.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Boot<'f> {
    mode: &'static str,
    build: &'f str,
    main_origin: &'f str,
    portal: Option<BootPortal<'f>>,
    brand: &'f Brand,
    features: Features,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct BootPortal<'f> {
    tenant_id: TenantId,
    subdomain: &'f str,
    affiliation_id: AffiliationId,
    brand_name: &'f str,
    affiliation_name: &'f str,
}

impl<'f> Boot<'f> {
    pub fn of(entrance: &Entrance<'f>, build: &'f str, features: Features) -> Self {
        let portal = entrance.portal_route();
        Self {
            mode: if portal.is_some() { "whitelabel" } else { "main" },
            build,
            main_origin: entrance.main_origin(),
            portal: portal.map(|portal| BootPortal {
                tenant_id: portal.tenant_id,
                subdomain: &portal.subdomain,
                affiliation_id: portal.affiliation_id,
                brand_name: &portal.brand.name,
                affiliation_name: &portal.affiliation_name,
            }),
            brand: entrance.brand(),
            features,
        }
    }
}
