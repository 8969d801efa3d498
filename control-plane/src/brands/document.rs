//! A brand as those who run its portal read it.

use super::input::Design;
use super::oklch::Rgb;
use super::rows;
use super::words::DerivedBrand;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use wire::FooterLink;

/// One version of a brand, whole.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandDocument {
    /// Its number.
    pub version: i64,
    /// Rises with every change; what is sent with the next one.
    pub revision: i64,
    /// The name people see.
    pub name: String,
    /// The one colour, as `#rrggbb`.
    pub colour: String,
    /// `plain`, `serif`, `poster` or `typed`.
    pub headings: String,
    /// `square`, `soft` or `round`.
    pub corners: String,
    /// `paper`, `deep` or `brand`.
    pub top_bar: String,
    /// `panel`, `split` or `poster`.
    pub sign_in_layout: String,
    /// `nave`, `oculus`, `stair`, `square` or `upload`.
    pub picture: String,
    /// The uploaded picture, whether or not it is chosen.
    pub picture_url: Option<String>,
    /// How much of the darkest brand colour lies on it under text, 0 to 1.
    pub picture_scrim: Option<String>,
    /// The uploaded logo.
    pub logo_url: Option<String>,
    /// The uploaded mark.
    pub mark_url: Option<String>,
    /// Where the icons lie, without their sizes.
    pub icons_url: Option<String>,
    /// Heading of the sign-in page.
    pub sign_in_title: Option<String>,
    /// Sentence below it.
    pub sign_in_text: Option<String>,
    /// Whom mails come from.
    pub mail_sender_name: Option<String>,
    /// Below every mail.
    pub mail_footer: Option<String>,
    /// At the foot of the pages.
    pub footer_links: Vec<FooterLink>,
    /// What the colour becomes.
    #[serde(flatten)]
    pub derived: DerivedBrand,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

/// A version in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandVersion {
    /// Its number.
    pub version: i64,
    /// `draft`, `published` or `superseded`.
    pub state: String,
    /// The name people saw.
    pub name: String,
    /// The one colour, as `#rrggbb`.
    pub colour: String,
    /// When it was begun.
    pub created_at: DateTime<Utc>,
    /// Who began it, by the name they have now.
    pub created_by_name: Option<String>,
    /// When people first saw it.
    pub published_at: Option<DateTime<Utc>>,
}

/// Everything about a tenant's brand.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandOverview {
    /// What is being prepared.
    pub draft: Option<BrandDocument>,
    /// What people see.
    pub published: Option<BrandDocument>,
    /// All versions, the newest first.
    pub versions: Vec<BrandVersion>,
}

impl From<rows::Model> for BrandDocument {
    fn from(row: rows::Model) -> Self {
        let derived = DerivedBrand::of(Rgb::parse(&row.colour).unwrap_or(Rgb::BLACK));
        Self {
            version: row.version,
            revision: row.revision,
            footer_links: row.links(),
            updated_at: row.updated_at.unwrap_or(row.created_at),
            name: row.name,
            colour: row.colour,
            headings: row.headings,
            corners: row.corners,
            top_bar: row.top_bar,
            sign_in_layout: row.sign_in_layout,
            picture: row.picture,
            picture_url: row.picture_url,
            picture_scrim: row.picture_scrim,
            logo_url: row.logo_url,
            mark_url: row.mark_url,
            icons_url: row.icons_url,
            sign_in_title: row.sign_in_title,
            sign_in_text: row.sign_in_text,
            mail_sender_name: row.mail_sender_name,
            mail_footer: row.mail_footer,
            derived,
        }
    }
}

impl rows::Model {
    /// The links at the foot of the pages.
    pub(super) fn links(&self) -> Vec<FooterLink> {
        let links = self.footer_links.clone();
        links.and_then(|links| serde_json::from_value(links).ok()).unwrap_or_default()
    }

    /// What was chosen and written, without what follows from it.
    pub(super) fn design(&self) -> Design {
        Design {
            name: self.name.clone(),
            colour: Rgb::parse(&self.colour).unwrap_or(Rgb::BLACK),
            headings: self.headings.clone(),
            corners: self.corners.clone(),
            top_bar: self.top_bar.clone(),
            sign_in_layout: self.sign_in_layout.clone(),
            picture: self.picture.clone(),
            sign_in_title: self.sign_in_title.clone(),
            sign_in_text: self.sign_in_text.clone(),
            mail_sender_name: self.mail_sender_name.clone(),
            mail_footer: self.mail_footer.clone(),
            footer_links: self.links(),
        }
    }

    /// The version as the audit log keeps it.
    pub(super) fn noted(&self) -> Value {
        json!({
            "version": self.version, "name": self.name, "colour": self.colour,
            "headings": self.headings, "corners": self.corners, "topBar": self.top_bar,
            "signInLayout": self.sign_in_layout, "picture": self.picture,
            "pictureUrl": self.picture_url, "logoUrl": self.logo_url, "markUrl": self.mark_url,
            "signInTitle": self.sign_in_title, "signInText": self.sign_in_text,
            "mailSenderName": self.mail_sender_name, "mailFooter": self.mail_footer,
            "footerLinks": self.footer_links,
        })
    }
}
