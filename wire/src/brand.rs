//! A tenant's looks, as data. Everything a page needs before its first paint, so that a portal
//! never flashes unbranded (gaps G-120, design language section 6).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The colour of the browser's own chrome in each theme, as `#rrggbb`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ThemeColor {
    /// In the light theme.
    pub light: String,
    /// In the dark theme.
    pub dark: String,
}

/// An address at the foot of the pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FooterLink {
    /// What it is called.
    pub label: String,
    /// Where it leads; https.
    pub url: String,
}

/// A published brand: what the pages of a door look like.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Brand {
    /// The name people see, such as "Ashcombe".
    pub name: String,
    /// The letter of the mark where there is no logo.
    pub initial: String,
    /// Heading face: `plain`, `serif`, `poster` or `typed`.
    pub headings: String,
    /// Corner shape: `square`, `soft` or `round`.
    pub corners: String,
    /// Top bar: `paper`, `deep` or `brand`.
    pub top_bar: String,
    /// Sign-in layout: `panel`, `split` or `poster`.
    pub sign_in_layout: String,
    /// One of the four engravings, `oculus`, `stair`, `square` or `nave`; or `upload`.
    pub picture: String,
    /// Address of the logo, if one was uploaded.
    pub logo_url: Option<String>,
    /// Heading of the sign-in page, if the tenant wrote its own.
    pub sign_in_title: Option<String>,
    /// Sentence below it.
    pub sign_in_text: Option<String>,
    /// Colour of the browser's chrome.
    pub theme_color: ThemeColor,
    /// Address of the mark, if one was uploaded.
    #[serde(default)]
    pub mark_url: Option<String>,
    /// Address of the picture of the sign-in page, if it is an upload.
    #[serde(default)]
    pub picture_url: Option<String>,
    /// How much of the darkest brand colour lies on that picture under text, 0 to 1, so that the text
    /// reaches 4.5:1 wherever it stands.
    #[serde(default)]
    pub picture_scrim: Option<String>,
    /// Where the icons lie, without their sizes: `-32.png`, `-180.png`, `-192.png`, `-512.png` and, to be
    /// cut to any shape, `-maskable-192.png` and `-maskable-512.png`.
    #[serde(default)]
    pub icons_url: Option<String>,
    /// At the foot of the pages.
    #[serde(default)]
    pub footer_links: Vec<FooterLink>,
}
