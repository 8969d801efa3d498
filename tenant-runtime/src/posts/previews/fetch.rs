//! Fetches the pages of links, unless the cache has them.

use super::html_page::{self, PageTexts};
use super::rows::page;
use chrono::TimeDelta;
use futures::future::join_all;
use platform::Services;
use platform::config::ServerConfig;
use platform::jobs::{JobError, JobScope};
use platform::outbound::{OutboundError, PageClient};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, DbErr};
use std::collections::HashMap;
use std::sync::LazyLock;
use url::Url;

/// How long a page that was read is not fetched again.
const PAGE_LIFETIME: TimeDelta = TimeDelta::days(7);
/// How long a page that could not be read is not fetched again.
const FAILURE_LIFETIME: TimeDelta = TimeDelta::days(1);

static PUBLIC: LazyLock<Result<PageClient, OutboundError>> =
    LazyLock::new(|| PageClient::new(false));
static LOCAL: LazyLock<Result<PageClient, OutboundError>> = LazyLock::new(|| PageClient::new(true));

/// The texts of these pages; those that cannot be read are left out. The pages are fetched at the
/// same time, outside of transactions.
pub(super) async fn read_pages(
    scope: &mut JobScope,
    links: &[String],
) -> Result<HashMap<String, PageTexts>, JobError> {
    let cached = load_cached(scope, links).await?;
    let missing = links.iter().filter(|link| !cached.contains_key(*link));
    let services = scope.services().clone();
    let fetched = join_all(missing.map(|link| fetch(&services, link))).await;
    store(scope, &fetched).await?;
    let all = cached.into_iter().chain(fetched);
    Ok(all.filter_map(|(link, texts)| Some((link, texts?))).collect())
}

/// A page, or `None` if it cannot be read.
type ReadPage = (String, Option<PageTexts>);

async fn load_cached(
    scope: &JobScope,
    links: &[String],
) -> Result<HashMap<String, Option<PageTexts>>, DbErr> {
    let fresh = page::Column::ExpiresAt.gt(scope.now());
    let these = page::Column::Url.is_in(links.iter().map(String::as_str));
    let rows = scope.global::<page::Entity>().filter(these).filter(fresh).all().await?;
    let texts = |row: page::Model| {
        let page::Model { url, title, description, site_name, .. } = row;
        (url, title.map(|title| PageTexts { title, description, site_name }))
    };
    Ok(rows.into_iter().map(texts).collect())
}

async fn fetch(services: &Services, link: &str) -> ReadPage {
    let config = services.config();
    let client = if config.content.allow_local_previews { &*LOCAL } else { &*PUBLIC };
    let url = Url::parse(link).ok().filter(|url| !is_own(url, &config.server));
    let texts = match (client, url) {
        (Ok(client), Some(url)) => match client.get(&url).await {
            Ok(page) => html_page::read(&page.content_type, &page.body),
            Err(error) => {
                tracing::debug!(cause = %error, "a linked page could not be read");
                None
            }
        },
        (Err(error), _) => {
            tracing::error!(cause = %error, "no client for linked pages");
            None
        }
        (_, None) => None,
    };
    (link.to_owned(), texts)
}

/// True for a page of this network, which a server without a session cannot read.
fn is_own(url: &Url, server: &ServerConfig) -> bool {
    let is_main = Url::parse(&server.main_origin).is_ok_and(|main| main.origin() == url.origin());
    let host = url.host_str().unwrap_or_default();
    let portal = host.strip_suffix(&server.portal_domain);
    is_main || portal.is_some_and(|subdomain| subdomain.ends_with('.'))
}

async fn store(scope: &mut JobScope, pages: &[ReadPage]) -> Result<(), DbErr> {
    use page::Column::{Description, ExpiresAt, SiteName, Title, Url};
    if pages.is_empty() {
        return Ok(());
    }
    let now = scope.now();
    let row = |(url, texts): &ReadPage| {
        let lifetime = if texts.is_some() { PAGE_LIFETIME } else { FAILURE_LIFETIME };
        let texts = texts.clone();
        page::ActiveModel {
            url: Set(url.clone()),
            title: Set(texts.as_ref().map(|texts| texts.title.clone())),
            description: Set(texts.as_ref().and_then(|texts| texts.description.clone())),
            site_name: Set(texts.and_then(|texts| texts.site_name)),
            expires_at: Set(now + lifetime),
        }
    };
    let replaced = [Title, Description, SiteName, ExpiresAt];
    let known = OnConflict::column(Url).update_columns(replaced).to_owned();
    let tx = scope.begin().await?;
    let rows = pages.iter().map(row).collect();
    tx.global_table::<page::Entity>().upsert_many(rows, known).await?;
    tx.commit().await
}
