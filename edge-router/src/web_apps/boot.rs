//! Boot data that a page needs before it renders: inlined in `index.html`, and served at `GET
//! /api/boot`.

use crate::config::Features;
use crate::resolve::SiteRef;
use serde::Serialize;
use wire::{AffiliationId, Brand, ContentFilter, Language, TenantId};

/// Boot data.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BootData<'f> {
    mode: &'static str,
    build: &'f str,
    main_origin: &'f str,
    /// Language for visitors who have not chosen one; `null` to follow the browser.
    language: Option<Language>,
    portal: Option<BootPortal<'f>>,
    brand: &'f Brand,
    install: InstallData<'f>,
    /// Filter that the server applies to posts and messages of this site, so that the composer marks
    /// only what is refused (G-029).
    content_filter: ContentFilter,
    features: Features,
}

/// Data that an installed app remembers about its site (F-140, P-19).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct InstallData<'f> {
    is_main_app: bool,
    /// Host: an update is offered only to apps installed from it.
    domain: &'f str,
    #[serde(skip_serializing_if = "Option::is_none")]
    affiliation_id: Option<AffiliationId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    affiliation_name: Option<&'f str>,
    /// Prefix of the site's storage keys.
    environment: String,
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

impl<'f> BootData<'f> {
    pub fn new(site: &SiteRef<'f>, build: &'f str, features: Features) -> Self {
        let portal = site.portal_route();
        let content_filter = site.content_filter().unwrap_or(features.configured_filter());
        let relaxed_content = content_filter == ContentFilter::Relaxed;
        Self {
            mode: if portal.is_some() { "whitelabel" } else { "main" },
            build,
            main_origin: site.main_origin(),
            language: portal.and_then(|portal| portal.language),
            portal: portal.map(|portal| BootPortal {
                tenant_id: portal.tenant_id,
                subdomain: &portal.subdomain,
                affiliation_id: portal.affiliation_id,
                brand_name: &portal.brand.name,
                affiliation_name: &portal.affiliation_name,
            }),
            brand: site.brand(),
            install: InstallData {
                is_main_app: portal.is_none(),
                domain: site.host(),
                affiliation_id: portal.map(|portal| portal.affiliation_id),
                affiliation_name: portal.map(|portal| portal.affiliation_name.as_str()),
                environment: portal.map_or_else(
                    || "main".to_owned(),
                    |portal| format!("brand-{}", portal.tenant_id),
                ),
            },
            content_filter,
            features: Features { relaxed_content, ..features },
        }
    }
}
