//! Branding of emails.

use crate::ids::TenantId;
use crate::request::PLATFORM_NAME;
use serde::{Deserialize, Serialize};

/// Branding of an email.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailBrand {
    /// Brand name: "Guildhall", or a portal's.
    pub name: String,
    /// Brand colour, as `#rrggbb`; if empty, it is looked up when the email is sent.
    pub color: String,
    /// Origin of the site, for the address in the footer.
    pub origin: String,
    /// Tenant of the portal; `None` on the main site.
    #[serde(default)]
    pub tenant: Option<TenantId>,
    /// Sender name, if not the brand name.
    #[serde(default)]
    pub sender: Option<String>,
    /// Footer line.
    #[serde(default)]
    pub footer: Option<String>,
    /// Path of the badge icon on that origin.
    #[serde(default)]
    pub mark: Option<String>,
}

impl MailBrand {
    /// Branding of the request's site, from the edge's context and not from the request.
    #[must_use]
    pub fn of_site(context: &wire::Context) -> Self {
        let (name, origin) = (context.brand_name.clone(), context.origin.clone());
        Self { name, origin, tenant: context.tenant, ..Self::default() }
    }

    /// Branding of the main site.
    #[must_use]
    pub fn of_main(main_origin: &str) -> Self {
        let (name, origin) = (PLATFORM_NAME.to_owned(), main_origin.to_owned());
        Self { name, origin, ..Self::default() }
    }

    /// Sender name.
    pub(super) fn sender(&self) -> &str {
        self.sender.as_deref().unwrap_or(&self.name)
    }
}
