//! A tenant's looks: stored by version, one of them published, every colour derived from one when it
//! is saved and never per request.

mod derive;
mod oklch;
mod rows;

pub use derive::{Derived, Palette, derive};
pub use oklch::{Oklch, Rgb};

use chrono::{DateTime, Utc};
use platform::{Scope, System, TenantId, Tx, UserId};
use sea_orm::{ActiveValue::Set, ColumnTrait, DbErr};
use std::collections::HashMap;
use wire::{Brand, ThemeColor};

/// What a brand is made from.
#[derive(Debug, Clone)]
pub struct BrandInput {
    /// The name people see.
    pub name: String,
    /// The one colour.
    pub colour: Rgb,
    /// Heading face: `plain`, `serif`, `poster` or `typed`.
    pub headings: String,
    /// Corner shape: `square`, `soft` or `round`.
    pub corners: String,
    /// Top bar: `paper`, `deep` or `brand`.
    pub top_bar: String,
    /// Sign-in layout: `panel`, `split` or `poster`.
    pub sign_in_layout: String,
    /// One of the four engravings.
    pub picture: String,
    /// Heading of the sign-in page, if not the usual one.
    pub sign_in_title: Option<String>,
    /// Sentence below it.
    pub sign_in_text: Option<String>,
}

/// The platform's own brand: the forest green of the design.
#[must_use]
pub fn platform_brand() -> (Brand, String) {
    let derived = derive(Rgb([0x0e, 0x6b, 0x5e]));
    let canvas = |palette: &Palette| palette.get("canvas").unwrap_or(Rgb::WHITE).to_string();
    let brand = Brand {
        name: "Guildhall".to_owned(),
        initial: "G".to_owned(),
        headings: "plain".to_owned(),
        corners: "soft".to_owned(),
        top_bar: "paper".to_owned(),
        sign_in_layout: "panel".to_owned(),
        picture: "oculus".to_owned(),
        logo_url: None,
        sign_in_title: None,
        sign_in_text: None,
        theme_color: ThemeColor { light: canvas(&derived.light), dark: canvas(&derived.dark) },
    };
    (brand, derived.css())
}

/// Writes a tenant's first brand, published at once.
pub(crate) async fn publish_first(
    tx: &Tx<'_, System>,
    tenant: TenantId,
    input: &BrandInput,
) -> Result<(), DbErr> {
    let row = published_row(tenant, 1, input, None, tx.now());
    tx.doorless_table::<rows::Entity>().insert(row).await.map(drop)
}

/// The published brand of every tenant that has one.
pub(crate) async fn published(
    scope: &Scope<System>,
) -> Result<HashMap<TenantId, rows::Model>, DbErr> {
    let published = rows::Column::State.eq("published");
    let brands = scope.doorless::<rows::Entity>().filter(published).all().await?;
    Ok(brands.into_iter().map(|row| (row.tenant_id, row)).collect())
}

/// The colour of the portal at an origin; nothing for main, whose colour everybody knows.
///
/// # Errors
/// The database's.
pub async fn colour_at(scope: &Scope<System>, origin: &str) -> Result<Option<String>, DbErr> {
    #[derive(sea_orm::FromQueryResult)]
    struct Colour {
        colour: String,
    }
    const SQL: &str = "SELECT b.colour FROM brands b JOIN tenants t ON t.id = b.tenant_id \
         WHERE t.subdomain = $1 AND t.state <> 'archived' AND b.state = 'published'";
    let domain = &scope.services().config().server.portal_domain;
    let host = wire::routes::origin_host(origin);
    let Some(subdomain) = host.strip_suffix(domain.as_str()).and_then(|l| l.strip_suffix('.'))
    else {
        return Ok(None);
    };
    let found = scope.raw(SQL, vec![subdomain.into()]).one::<Colour>().await?;
    Ok(found.map(|found| found.colour))
}

fn published_row(
    tenant: TenantId,
    version: i64,
    input: &BrandInput,
    by: Option<UserId>,
    now: DateTime<Utc>,
) -> rows::ActiveModel {
    let derived = derive(input.colour);
    // A bar in the brand's own colours gives the browser's chrome the same colour.
    let bar = match input.top_bar.as_str() {
        "deep" => "deep",
        "brand" => "brand",
        _ => "canvas",
    };
    let chrome = |palette: &Palette| palette.get(bar).unwrap_or(Rgb::WHITE).to_string();
    rows::ActiveModel {
        tenant_id: Set(tenant),
        version: Set(version),
        state: Set("published".to_owned()),
        name: Set(input.name.clone()),
        colour: Set(input.colour.to_string()),
        headings: Set(input.headings.clone()),
        corners: Set(input.corners.clone()),
        top_bar: Set(input.top_bar.clone()),
        sign_in_layout: Set(input.sign_in_layout.clone()),
        picture: Set(input.picture.clone()),
        logo_url: Set(None),
        sign_in_title: Set(input.sign_in_title.clone()),
        sign_in_text: Set(input.sign_in_text.clone()),
        css: Set(derived.css()),
        theme_light: Set(chrome(&derived.light)),
        theme_dark: Set(chrome(&derived.dark)),
        created_by: Set(by),
        created_at: Set(now),
        published_at: Set(Some(now)),
    }
}

impl rows::Model {
    /// The brand as pages read it.
    pub(crate) fn to_brand(&self) -> Brand {
        Brand {
            name: self.name.clone(),
            initial: self.name.chars().next().map(String::from).unwrap_or_default(),
            headings: self.headings.clone(),
            corners: self.corners.clone(),
            top_bar: self.top_bar.clone(),
            sign_in_layout: self.sign_in_layout.clone(),
            picture: self.picture.clone(),
            logo_url: self.logo_url.clone(),
            sign_in_title: self.sign_in_title.clone(),
            sign_in_text: self.sign_in_text.clone(),
            theme_color: ThemeColor {
                light: self.theme_light.clone(),
                dark: self.theme_dark.clone(),
            },
        }
    }
}
