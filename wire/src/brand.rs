//! A tenant's branding as data: everything a page needs before its first paint, so that a portal
//! never flashes unbranded (gaps G-120, design language section 6).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Colour of the browser chrome in each theme, as `#rrggbb`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ThemeColor {
    /// In the light theme.
    pub light: String,
    /// In the dark theme.
    pub dark: String,
}

/// A link in the page footer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FooterLink {
    /// Link text.
    pub label: String,
    /// Target address; https only.
    pub url: String,
}

/// Published branding of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Brand {
    /// Display name, such as "Ashcombe".
    pub name: String,
    /// Letter shown in the badge when there is no logo.
    pub initial: String,
    /// Heading typeface: `plain`, `serif`, `poster` or `typed`.
    pub headings: String,
    /// Corner shape: `square`, `soft` or `round`.
    pub corners: String,
    /// Top bar: `paper`, `deep` or `brand`.
    pub top_bar: String,
    /// Sign-in layout: `panel`, `split` or `poster`.
    pub sign_in_layout: String,
    /// Sign-in picture: one of the four engravings (`oculus`, `stair`, `square`, `nave`) or
    /// `upload`.
    pub picture: String,
    /// URL of the logo, if one was uploaded.
    pub logo_url: Option<String>,
    /// Custom heading of the sign-in page, if the tenant set one.
    pub sign_in_title: Option<String>,
    /// Custom sentence below the heading of the sign-in page.
    pub sign_in_text: Option<String>,
    /// Colour of the browser chrome.
    pub theme_color: ThemeColor,
    /// URL of the badge image, if one was uploaded.
    #[serde(default)]
    pub mark_url: Option<String>,
    /// URL of the sign-in picture, if it is an upload.
    #[serde(default)]
    pub picture_url: Option<String>,
    /// Opacity, 0 to 1, of the darkest brand colour that is laid over the picture under text, so
    /// that the text has a contrast of 4.5:1 everywhere.
    #[serde(default)]
    pub picture_scrim: Option<String>,
    /// Base URL of the icons. Clients append `-32.png`, `-180.png`, `-192.png`, `-512.png` or, for
    /// maskable icons, `-maskable-192.png` and `-maskable-512.png`.
    #[serde(default)]
    pub icons_url: Option<String>,
    /// Links in the page footer.
    #[serde(default)]
    pub footer_links: Vec<FooterLink>,
}
