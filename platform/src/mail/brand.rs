//! Branding and language of emails.

use crate::ids::TenantId;
use crate::language::{self, Language, Locale};
use crate::request::PLATFORM_NAME;
use chrono_tz::Tz;
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
    /// Language of the request that caused the email. When it is sent, replaced by that of the
    /// recipient's account, or by the site's if it is missing.
    #[serde(default)]
    pub language: Option<Language>,
    /// Time zone of the recipient; set when the email is sent.
    #[serde(skip)]
    pub time_zone: Option<Tz>,
}

impl MailBrand {
    /// Branding of the request's site, from the edge's context and not from the request. The
    /// language is one that the request accepts, else the site's.
    #[must_use]
    pub fn of_site(context: &wire::Context) -> Self {
        let (name, origin) = (context.brand_name.clone(), context.origin.clone());
        let language = language::requested().or(context.language);
        Self { name, origin, tenant: context.tenant, language, ..Self::default() }
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

    pub(super) fn locale(&self) -> Locale {
        Locale { language: self.language.unwrap_or_default(), time_zone: self.time_zone }
    }
}
