//! Settings of how people join: email domains whose requests are approved at once, and whether admins
//! may invite (gap G-056).

use super::administration::{check_main_site, find_with_access};
use super::notification::publish_change;
use super::settings::{find_settings, store_joining};
use crate::accounts;
use crate::limits::check_limit;
use platform::affiliations::{AffiliationAccess, AffiliationPermission};
use platform::api::ApiRouter;
use platform::audit::{AuditedAction, record_action};
use platform::extract::{Json, Path};
use platform::limiter::LimitedAction;
use platform::problem::{FieldError, ProblemDocument, ResultExt};
use platform::{
    AccountViewer, CatalogueError, Member, Problem, ProblemEntry, Scope, Services, routes,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Maximum number of domains.
const DOMAINS_MAX: usize = 20;
/// Domains of public mail providers, whose addresses prove no affiliation.
const PUBLIC_DOMAINS: [&str; 44] = [
    "126.com",
    "163.com",
    "aol.com",
    "att.net",
    "bluewin.ch",
    "btinternet.com",
    "comcast.net",
    "duck.com",
    "fastmail.com",
    "free.fr",
    "gmail.com",
    "gmx.at",
    "gmx.ch",
    "gmx.com",
    "gmx.de",
    "gmx.net",
    "googlemail.com",
    "hey.com",
    "hotmail.co.uk",
    "hotmail.com",
    "hotmail.fr",
    "icloud.com",
    "laposte.net",
    "libero.it",
    "live.com",
    "mac.com",
    "mail.com",
    "mail.ru",
    "me.com",
    "msn.com",
    "orange.fr",
    "outlook.com",
    "outlook.de",
    "pm.me",
    "proton.me",
    "protonmail.com",
    "qq.com",
    "t-online.de",
    "tutanota.com",
    "web.de",
    "yahoo.co.uk",
    "yahoo.com",
    "yandex.ru",
    "zoho.com",
];
/// Message when the settings could not be loaded.
const LOAD_FAILED: &str = "Failed to load the joining settings";
/// Message when the settings could not be stored.
const SAVE_FAILED: &str = "Failed to save the joining settings";

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(get_joining, set_joining))
}

/// How people join an affiliation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AffiliationJoining {
    /// Requests from confirmed addresses of these domains are approved at once. At most 20.
    auto_approve_domains: Vec<String>,
    /// True if admins may send invitations; only the owner and staff change it.
    admins_may_invite: bool,
}

/// Reason why the settings are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum JoiningError {
    /// Not the domain of email addresses.
    #[error("Enter the part of the addresses after the @, such as oak.example.")]
    Domain,
    /// Everyone can get an address of the domain.
    #[error("Anyone can get an address of a public mail provider.")]
    PublicDomain,
    /// Too many domains.
    #[error("At most 20 domains are possible.")]
    TooMany,
    /// Only the owner decides who invites.
    #[error("Only the owner of the affiliation can change this.")]
    OwnerOnly,
}

impl CatalogueError for JoiningError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Domain => ProblemEntry::invalid("email-domain-invalid"),
            Self::PublicDomain => ProblemEntry::invalid("email-domain-public"),
            Self::TooMany => ProblemEntry::invalid("email-domains-limit"),
            Self::OwnerOnly => ProblemEntry::forbidden("affiliation-owner-only"),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        let field = match self {
            Self::OwnerOnly => "adminsMayInvite",
            _ => "autoApproveDomains",
        };
        vec![FieldError::new(field, self.entry().code, self.to_string())]
    }
}

/// Validates a domain; returns it as it is stored in email addresses.
fn check_domain(typed: &str) -> Result<String, JoiningError> {
    let typed = typed.trim().trim_start_matches('@');
    let address = accounts::check_email(&format!("someone@{typed}"));
    let address = address.map_err(|_| JoiningError::Domain)?;
    let domain = address.rsplit_once('@').map_or("", |(_, domain)| domain);
    if PUBLIC_DOMAINS.contains(&domain) {
        return Err(JoiningError::PublicDomain);
    }
    Ok(domain.to_owned())
}

impl AffiliationJoining {
    fn validated(&self) -> Result<Self, JoiningError> {
        let typed = self.auto_approve_domains.iter();
        let mut domains = typed.map(|one| check_domain(one)).collect::<Result<Vec<_>, _>>()?;
        domains.sort_unstable();
        domains.dedup();
        if domains.len() > DOMAINS_MAX {
            return Err(JoiningError::TooMany);
        }
        Ok(Self { auto_approve_domains: domains, admins_may_invite: self.admins_may_invite })
    }
}

/// Returns how people join the affiliation, for its owner, its admins and staff.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/joining", operation_id = "getAffiliationJoining",
    tag = "affiliations", params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = AffiliationJoining), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliations.joining", skip_all)]
async fn get_joining(
    scope: Scope<Member>,
    Path(id_or_path): Path<String>,
) -> Result<Json<AffiliationJoining>, Problem> {
    Ok(Json(load(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?))
}

/// Replaces how people join the affiliation.
#[utoipa::path(put, path = "/affiliations/{idOrPath}/joining", operation_id = "setAffiliationJoining",
    tag = "affiliations", request_body = AffiliationJoining,
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = AffiliationJoining), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliations.set_joining", skip_all)]
async fn set_joining(
    mut scope: Scope<Member>,
    Path(id_or_path): Path<String>,
    Json(body): Json<AffiliationJoining>,
) -> Result<Json<AffiliationJoining>, Problem> {
    Ok(Json(store(&mut scope, &id_or_path, &body).await.or_detail(SAVE_FAILED)?))
}

fn manages_page(access: AffiliationAccess) -> bool {
    access.allows(AffiliationPermission::ManagePage)
}

async fn load(scope: &Scope<Member>, id_or_path: &str) -> Result<AffiliationJoining, Problem> {
    check_main_site(scope)?;
    let (affiliation, _) = find_with_access(scope, id_or_path, manages_page).await?;
    let settings = find_settings(scope, affiliation.id).await?;
    Ok(AffiliationJoining {
        auto_approve_domains: settings.auto_approve_domains,
        admins_may_invite: settings.admins_may_invite,
    })
}

async fn store(
    scope: &mut Scope<Member>,
    id_or_path: &str,
    wish: &AffiliationJoining,
) -> Result<AffiliationJoining, Problem> {
    check_main_site(scope)?;
    let (affiliation, access) = find_with_access(scope, id_or_path, manages_page).await?;
    let wish = wish.validated()?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Join).await?;
    let tx = scope.begin().await?;
    let before = find_settings(&tx, affiliation.id).await?;
    let changes_inviting = before.admins_may_invite != wish.admins_may_invite;
    if changes_inviting && !access.allows(AffiliationPermission::Appoint) {
        return Err(JoiningError::OwnerOnly.into());
    }
    let domains = &wish.auto_approve_domains;
    store_joining(&tx, affiliation.id, domains, wish.admins_may_invite).await?;
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: "affiliation.joining",
        subject_kind: "affiliation",
        subject_id: affiliation.id.to_string(),
        before: json!({ "autoApproveDomains": before.auto_approve_domains,
            "adminsMayInvite": before.admins_may_invite }),
        after: json!(wish),
        reason: None,
    };
    record_action(&tx, act).await?;
    publish_change(&tx, affiliation.id, &[]).await?;
    tx.commit().await?;
    Ok(wish)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_domains_in_lower_case_and_as_a_labels() {
        assert_eq!(check_domain(" @Oak.Example ").as_deref(), Ok("oak.example"));
        assert_eq!(check_domain("Bücher.example").as_deref(), Ok("xn--bcher-kva.example"));
    }

    #[test]
    fn rejects_public_mail_providers_and_malformed_domains() {
        assert_eq!(check_domain("GMail.com"), Err(JoiningError::PublicDomain));
        for typed in ["", "oak", "a b.example", "x@y@oak.example"] {
            assert_eq!(check_domain(typed), Err(JoiningError::Domain), "{typed:?}");
        }
    }
}
