//! Orders of our account, for authorities that list them (RFC 8555 section 7.1.2.1). The list finds
//! an order whose URL was never stored. Pebble and step-ca provide it; Boulder does not, but
//! returns the existing order for a repeated request with the same names.

use super::account;
use super::authority::{Authority, patiently};
use super::client::LastResponse;
use super::errors::{OrderError, of_error, was_refused};
use http::{HeaderMap, header};
use instant_acme::{Account, Error};
use platform::{Scope, System};
use serde::Deserialize;
use std::collections::HashMap;

/// Maximum orders that one search reads.
const LOOKED_AT_MAX: usize = 1_000;
/// Maximum pages of a list.
const PAGES_MAX: usize = 400;

/// Names of listed orders, by order URL; an order's names never change.
pub(super) type SeenOrders = HashMap<String, Vec<String>>;

/// Result of a search.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum OrderSearch {
    /// URL of an open order for these names.
    Open(String),
    /// There is no such order.
    Nothing,
    /// The authority does not list orders.
    NotListed,
}

/// Account object, as far as needed (section 7.1.2).
#[derive(Deserialize)]
struct AccountObject {
    orders: Option<String>,
}

/// A page of its orders (section 7.1.2.1).
#[derive(Deserialize)]
struct OrdersList {
    orders: Vec<String>,
}

/// Order object, as far as needed (section 7.1.3).
#[derive(Deserialize)]
struct OrderObject {
    status: String,
    identifiers: Vec<IdentifierObject>,
    profile: Option<String>,
}

#[derive(Deserialize)]
struct IdentifierObject {
    value: String,
}

impl OrderObject {
    fn order_names(&self) -> Vec<String> {
        sort_names(self.identifiers.iter().map(|one| one.value.clone()).collect())
    }

    /// Returns whether the order can still produce a certificate. If no profile was requested, the
    /// authority reports the one it chose.
    fn is_open(&self, profile: Option<&str>) -> bool {
        let same =
            profile.is_none() || self.profile.is_none() || self.profile.as_deref() == profile;
        same && matches!(self.status.as_str(), "pending" | "ready")
    }
}

/// Searches an open order for these names. Workers of a process search one at a time, and each
/// order is read only once.
///
/// # Errors
/// Errors of the authority or the database.
pub(super) async fn find(
    authority: &Authority,
    scope: &Scope<System>,
    names: &[String],
) -> Result<OrderSearch, OrderError> {
    let mut seen = authority.seen_orders.lock().await;
    let Some(reader) = OrderReader::open(authority, scope).await? else {
        return Ok(OrderSearch::Nothing);
    };
    let Some(listed) = reader.list().await? else { return Ok(OrderSearch::NotListed) };
    seen.retain(|url, _| listed.contains(url));
    // The order is probably new, and lists grow at their end.
    let unseen = listed.iter().rev().filter(|url| !seen.contains_key(*url));
    for url in unseen.take(LOOKED_AT_MAX).cloned().collect::<Vec<_>>() {
        let order: Option<OrderObject> = reader.read(&url).await?.map(|(_, order)| order);
        let names = order.map(|order| order.order_names()).unwrap_or_default();
        seen.insert(url, names);
    }
    let wanted = sort_names(names.to_vec());
    for url in listed.into_iter().rev().filter(|url| seen.get(url) == Some(&wanted)) {
        let order: Option<(_, OrderObject)> = reader.read(&url).await?;
        if order.is_some_and(|(_, order)| order.is_open(authority.config.profile.as_deref())) {
            return Ok(OrderSearch::Open(url));
        }
    }
    Ok(OrderSearch::Nothing)
}

/// Reads objects that instant-acme has no type for: it sends a signed request as for an order, and
/// the stored response is parsed here.
struct OrderReader<'a> {
    authority: &'a Authority,
    account: Account,
    kept: LastResponse,
}

impl<'a> OrderReader<'a> {
    /// `None` without an account, which has no orders.
    async fn open(
        authority: &'a Authority,
        scope: &Scope<System>,
    ) -> Result<Option<Self>, OrderError> {
        let Some(credentials) = account::stored_credentials(authority, scope).await? else {
            return Ok(None);
        };
        let kept = LastResponse::default();
        let account = authority.builder_keeping(kept.clone()).from_credentials(credentials).await;
        let account = account.map_err(|error| of_error(&error, &authority.config.name))?;
        Ok(Some(Self { authority, account, kept }))
    }

    /// URLs of the account's orders; `None` if the authority offers no complete list.
    async fn list(&self) -> Result<Option<Vec<String>>, OrderError> {
        let Some((_, account)) = self.read::<AccountObject>(self.account.id()).await? else {
            return Ok(None);
        };
        let (mut next, mut all) = (account.orders, Vec::new());
        if next.is_none() {
            return Ok(None);
        }
        for _ in 0..PAGES_MAX {
            let Some(url) = next else { return Ok(Some(all)) };
            let Some((headers, page)) = self.read::<OrdersList>(&url).await? else {
                return Ok(None);
            };
            all.extend(page.orders);
            next = next_page(&headers);
        }
        Ok(None)
    }

    /// Reads the object at a URL; `None` if it is refused or has another type.
    async fn read<T: for<'de> Deserialize<'de>>(
        &self,
        url: &str,
    ) -> Result<Option<(HeaderMap, T)>, OrderError> {
        let sent = patiently!(self.account.order(url.to_owned()));
        match sent {
            Ok(_) | Err(Error::Json(_)) => {}
            Err(error) if was_refused(&error) => return Ok(None),
            Err(error) => return Err(of_error(&error, &self.authority.config.name).into()),
        }
        let Some(answer) = self.kept.lock().await.take() else { return Ok(None) };
        let (parts, body) = answer.into_parts();
        Ok(serde_json::from_slice(&body).ok().map(|read| (parts.headers, read)))
    }
}

/// URL of the next page (RFC 8288).
fn next_page(headers: &HeaderMap) -> Option<String> {
    let lines = headers.get_all(header::LINK).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).find_map(|link| {
        let (target, parameters) = link.trim().strip_prefix('<')?.split_once('>')?;
        let is_next = parameters.split(';').any(|one| {
            let one = one.trim();
            one == "rel=next" || one == "rel=\"next\""
        });
        is_next.then(|| target.to_owned())
    })
}

fn sort_names(mut names: Vec<String>) -> Vec<String> {
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    #[test]
    fn finds_the_next_page_by_its_link_relation() {
        let mut headers = HeaderMap::new();
        assert_eq!(next_page(&headers), None);
        let links = "<https://ca.example/dir>;rel=\"index\", <https://ca.example/2>; rel=\"next\"";
        headers.append(header::LINK, HeaderValue::from_static("<https://ca.example/x>; rel=prev"));
        headers.append(header::LINK, HeaderValue::from_static(links));
        assert_eq!(next_page(&headers).as_deref(), Some("https://ca.example/2"));
    }

    #[test]
    fn only_unfinished_orders_with_the_same_profile_count_as_open() {
        let order = |status: &str, profile: Option<&str>| OrderObject {
            status: status.to_owned(),
            identifiers: Vec::new(),
            profile: profile.map(str::to_owned),
        };
        for status in ["pending", "ready"] {
            assert!(order(status, None).is_open(Some("short")), "{status}");
            assert!(order(status, Some("short")).is_open(Some("short")), "{status}");
            assert!(order(status, Some("theirs")).is_open(None), "{status}");
            assert!(!order(status, Some("long")).is_open(Some("short")), "{status}");
        }
        for status in ["processing", "valid", "invalid"] {
            assert!(!order(status, None).is_open(None), "{status}");
        }
    }
}
