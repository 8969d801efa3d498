//! Routes as published by the control plane.

use wire::routes::{MainRoute, PortalRoute, PortalState};
use wire::{AffiliationId, Brand, RouteTable, TenantId, ThemeColor};

/// A brand with this name.
pub fn brand(name: &str) -> Brand {
    Brand {
        name: name.to_owned(),
        initial: "A".to_owned(),
        headings: "serif".to_owned(),
        corners: "soft".to_owned(),
        top_bar: "deep".to_owned(),
        sign_in_layout: "panel".to_owned(),
        picture: "oculus".to_owned(),
        theme_color: ThemeColor { light: "#7a1f2b".to_owned(), dark: "#2b0a0f".to_owned() },
        ..Brand::default()
    }
}

/// An active portal.
pub fn portal(subdomain: &str, origin: &str, hosts: &[&str]) -> PortalRoute {
    PortalRoute {
        tenant_id: TenantId::new(),
        affiliation_id: AffiliationId::new(),
        affiliation_name: format!("{subdomain} association"),
        subdomain: subdomain.to_owned(),
        state: PortalState::Active,
        origin: origin.to_owned(),
        hosts: hosts.iter().map(|host| (*host).to_owned()).collect(),
        answering_since: Default::default(),
        language: None,
        content_filter: None,
        brand: brand(subdomain),
        css: ":root{--brand:#7a1f2b}".to_owned(),
    }
}

/// A table with only a main site.
pub fn main_alone(version: u64) -> RouteTable {
    RouteTable {
        version,
        main: MainRoute {
            origin: "https://guildhall.example".to_owned(),
            aliases: vec!["www.guildhall.example".to_owned()],
            brand: brand("Guildhall"),
            css: ":root{--brand:#123456}".to_owned(),
            content_filter: None,
        },
        portal_domain: "portals.example".to_owned(),
        portals: Vec::new(),
        certificates: Vec::new(),
        challenges: Vec::new(),
        bulk: false,
    }
}
