//! List of portals, for staff.

use super::rows::TenantState;
use super::view::{self, NamedTenant, TenantSummary};
use chrono::{DateTime, Utc};
use platform::page::{Page, PageQuery};
use platform::{Problem, Scope, System, TenantId};
use sea_orm::{FromQueryResult, Value};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (50, 100);
const TYPED_CHARS_MAX: usize = 100;

/// Sort order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Sort {
    /// By brand name.
    #[default]
    Name,
    /// Newest first.
    Newest,
}

/// Required action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Need {
    /// A certificate is not issued or not renewed.
    Certificate,
    /// The DNS records of a domain are missing.
    Dns,
    /// A verified domain waits for approval by staff.
    Approval,
    /// The DNS records of a serving domain are no longer correct.
    Records,
}

impl Need {
    const fn condition(self) -> &'static str {
        match self {
            Self::Certificate => {
                "EXISTS (SELECT 1 FROM certificate_wants w JOIN acme_jobs j ON j.host = w.id \
                 WHERE w.tenant_id = t.id AND j.cause_code IS NOT NULL)"
            }
            Self::Dns => {
                "EXISTS (SELECT 1 FROM domains d WHERE d.tenant_id = t.id AND d.state = 'verifying')"
            }
            Self::Approval => {
                "EXISTS (SELECT 1 FROM domains d WHERE d.tenant_id = t.id \
                 AND d.state = 'awaitingApproval')"
            }
            Self::Records => {
                "EXISTS (SELECT 1 FROM domains d WHERE d.tenant_id = t.id \
                 AND d.state IN ('failing', 'suspended'))"
            }
        }
    }
}

/// Filter by kind of address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum AddressFilter {
    /// Only the platform subdomain.
    Platform,
    /// A custom domain, verified or not.
    Own,
}

impl AddressFilter {
    const fn sql_condition(self) -> &'static str {
        match self {
            Self::Platform => {
                "NOT EXISTS (SELECT 1 FROM domains d WHERE d.tenant_id = t.id \
                 AND d.state <> 'released')"
            }
            Self::Own => {
                "EXISTS (SELECT 1 FROM domains d WHERE d.tenant_id = t.id \
                 AND d.state <> 'released')"
            }
        }
    }
}

/// Filter of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct TenantQuery {
    /// State; by default all that are not archived.
    #[param(inline)]
    state: Option<TenantState>,
    /// Part of a brand name, an affiliation name or a host.
    #[serde(default)]
    q: String,
    /// Required action.
    #[param(inline)]
    needs: Option<Need>,
    /// Kind of address.
    #[param(inline)]
    at: Option<AddressFilter>,
    #[serde(default)]
    #[param(inline)]
    sort: Sort,
    /// End of the previous page.
    cursor: Option<String>,
    /// Maximum number of items.
    limit: Option<u64>,
}

#[derive(Debug, FromQueryResult)]
struct TenantListRow {
    #[sea_orm(nested)]
    named: NamedTenant,
    sort_name: String,
}

/// Position in the list, by sort order.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Cursor {
    Name(String, TenantId),
    Newest(DateTime<Utc>, TenantId),
}

/// Returns a page of portals.
///
/// # Errors
/// 400 for a cursor of another list, or a database error.
pub(super) async fn list_tenants<V>(
    scope: &Scope<V>,
    wanted: &TenantQuery,
) -> Result<Page<TenantSummary>, Problem> {
    let query = PageQuery { cursor: wanted.cursor.clone(), limit: wanted.limit };
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let mut asked = StatementValues::default();
    let mut fits = vec![match wanted.state {
        Some(state) => format!("t.state = {}", asked.bind_value(state.name())),
        None => format!("t.state <> {}", asked.bind_value(TenantState::Archived.name())),
    }];
    fits.extend(wanted.needs.map(|need| need.condition().to_owned()));
    fits.extend(wanted.at.map(|at| at.sql_condition().to_owned()));
    if let Some(pattern) = search_pattern(&wanted.q) {
        let domain =
            asked.bind_value(format!(".{}", scope.services().config().server.portal_domain));
        let pattern = asked.bind_value(pattern);
        fits.push(format!(
            "(LOWER(t.brand_name) LIKE {pattern} ESCAPE '!' \
             OR LOWER(a.name) LIKE {pattern} ESCAPE '!' \
             OR t.subdomain || {domain} LIKE {pattern} ESCAPE '!' \
             OR EXISTS (SELECT 1 FROM domains d WHERE d.tenant_id = t.id \
             AND d.state <> 'released' AND d.host LIKE {pattern} ESCAPE '!'))"
        ));
    }
    if let Some(cursor) = query.decode_cursor::<Cursor>()? {
        fits.push(after_cursor(&mut asked, cursor));
    }
    let order = match wanted.sort {
        Sort::Name => "sort_name, t.id",
        Sort::Newest => "t.created_at DESC, t.id DESC",
    };
    let sql = format!(
        "SELECT t.*, a.name AS affiliation_name, LOWER(t.brand_name) AS sort_name \
         FROM tenants t JOIN affiliations a ON a.id = t.affiliation_id \
         WHERE {} ORDER BY {order} LIMIT {}",
        fits.join(" AND "),
        limit + 1
    );
    let found = scope.raw(&sql, asked.0).all::<TenantListRow>().await?;
    let cut = Page::from_rows(found, limit, |found| {
        let tenant = &found.named.tenant;
        match wanted.sort {
            Sort::Name => Cursor::Name(found.sort_name.clone(), tenant.id),
            Sort::Newest => Cursor::Newest(tenant.created_at, tenant.id),
        }
    });
    let named = cut.items.into_iter().map(|found| found.named).collect();
    Ok(Page { items: view::to_summaries(scope, named).await?, next_cursor: cut.next_cursor })
}

/// All portals that match a text, by brand name, for the operator. Archived ones only if
/// `state` selects them.
///
/// # Errors
/// Database errors.
pub async fn list_all(
    scope: &Scope<System>,
    state: Option<TenantState>,
    typed: &str,
) -> Result<Vec<TenantSummary>, Problem> {
    let mut all = Vec::new();
    let mut cursor = None;
    loop {
        let wanted = TenantQuery {
            state,
            q: typed.to_owned(),
            needs: None,
            at: None,
            sort: Sort::Name,
            cursor,
            limit: Some(PAGE_SIZES.1),
        };
        let page = list_tenants(scope, &wanted).await?;
        all.extend(page.items);
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(all);
        }
    }
}

fn after_cursor(values: &mut StatementValues, cursor: Cursor) -> String {
    match cursor {
        Cursor::Name(name, id) => {
            let (name, id) = (values.bind_value(name), values.bind_value(id));
            format!(
                "(LOWER(t.brand_name) > {name} OR (LOWER(t.brand_name) = {name} AND t.id > {id}))"
            )
        }
        Cursor::Newest(at, id) => {
            let (at, id) = (values.bind_value(at), values.bind_value(id));
            format!("(t.created_at < {at} OR (t.created_at = {at} AND t.id < {id}))")
        }
    }
}

/// Parameters of a statement, in the order of their placeholders.
#[derive(Default)]
struct StatementValues(Vec<Value>);

impl StatementValues {
    fn bind_value(&mut self, value: impl Into<Value>) -> String {
        self.0.push(value.into());
        format!("${}", self.0.len())
    }
}

/// Pattern for `LIKE … ESCAPE '!'` that matches the text literally; `None` for an empty text.
fn search_pattern(typed: &str) -> Option<String> {
    let line = typed.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    if line.is_empty() {
        return None;
    }
    let mut pattern = String::from("%");
    for c in line.chars().take(TYPED_CHARS_MAX) {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    Some(pattern)
}

#[cfg(test)]
mod tests {
    use super::search_pattern;

    #[test]
    fn like_wildcards_are_escaped() {
        assert_eq!(search_pattern("  "), None);
        assert_eq!(search_pattern(" 100%_Sure! ").as_deref(), Some("%100!%!_sure!!%"));
    }
}
