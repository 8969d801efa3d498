//! Steps of a transfer up to its code, in order: begin, start, authorize. The last step is
//! [`redeeming`](super::redeeming).

use super::error::{TransferError, TransferRefusal};
use super::path::safe_path;
use super::rows::{code, intent};
use crate::routes_feed;
use crate::tenants::TenantSelection;
use chrono::Duration;
use platform::affiliations::member;
use platform::scope::RequestViewer;
use platform::sessions::CurrentSession;
use platform::{Member, Problem, Scope, SignedIn, Site, TenantId, Visitor, tokens};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition};
use wire::routes::origin_host;
use wire::{PortalRoute, PortalState};

/// Maximum time between the request and the arrival at the source.
const INTENT_LIFE: Duration = Duration::seconds(120);
/// Lifetime of a code.
const CODE_LIFE: Duration = Duration::seconds(10);

/// Target of a transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// The portal with this subdomain.
    Portal(String),
    /// The main site.
    Main,
}

/// Portals to which the user may be transferred: active, and of an affiliation with membership.
/// None on a portal: transfers between portals go through main, and a portal must not learn other
/// memberships.
pub(super) async fn transfer_targets(scope: &Scope<Member>) -> Result<Vec<PortalRoute>, Problem> {
    if scope.site() != Site::Main {
        return Ok(Vec::new());
    }
    let mine = scope.own::<member::Entity>().all().await?;
    let theirs =
        TenantSelection::Affiliations(mine.into_iter().map(|m| m.affiliation_id).collect());
    let portals = read_portals(scope, &theirs).await?.into_iter();
    Ok(portals.filter(|portal| portal.state == PortalState::Active).collect())
}

/// Begins a transfer; returns the next URL of the browser.
pub(super) async fn begin(
    scope: &mut Scope<SignedIn>,
    target: Target,
    redirect_path: &str,
) -> Result<String, Problem> {
    let aim = match target {
        Target::Portal(subdomain) => aim_at_portal(scope, &subdomain).await?,
        Target::Main => {
            let origin = scope.services().config().server.main_origin.clone();
            TransferDestination { origin, tenant: None }
        }
    };
    let path = safe_path(redirect_path, &aim.origin);
    let session = scope.facts().session.clone().ok_or(TransferError::SourceEnded)?;
    // A transferred session already has its parent's cookie on main, so nothing needs to be
    // transferred. A portal must also not be able to create main sessions from a transferred one.
    if aim.tenant.is_none() && (session.is_transferred || scope.site() == Site::Main) {
        return Ok(format!("{}{path}", aim.origin));
    }
    let i = tokens::random_token::<16>().map_err(Problem::internal)?;
    let source_origin = scope.facts().context.origin.clone();
    let tx = scope.begin().await?;
    let row = intent::ActiveModel {
        intent_hash: Set(tokens::hash(&i)),
        session_id: Set(session.id),
        user_id: Set(session.user_id),
        source_origin: Set(source_origin),
        audience_host: Set(origin_host(&aim.origin).to_owned()),
        audience_origin: Set(aim.origin.clone()),
        tenant_id: Set(aim.tenant),
        redirect_path: Set(path),
        created_at: Set(tx.now()),
        expires_at: Set(tx.now() + INTENT_LIFE),
        used_at: Set(None),
    };
    tx.global_table::<intent::Entity>().insert(row).await?;
    tx.commit().await?;
    Ok(format!("{}/transfer/start?i={i}", aim.origin))
}

struct TransferDestination {
    origin: String,
    tenant: Option<TenantId>,
}

async fn aim_at_portal(
    scope: &Scope<SignedIn>,
    subdomain: &str,
) -> Result<TransferDestination, Problem> {
    Member::admit_viewer(scope.facts())?;
    let subdomain = subdomain.trim().to_ascii_lowercase();
    if subdomain.is_empty() {
        return Err(TransferError::SubdomainRequired.into());
    }
    // Transfers between portals go through main.
    if scope.site() != Site::Main {
        return Err(TransferError::NoTarget.into());
    }
    let portal = read_portals(scope, &TenantSelection::Subdomain(subdomain)).await?.pop();
    let portal = portal.filter(|portal| portal.state == PortalState::Active);
    let portal = portal.ok_or(TransferError::NoTarget)?;
    let belongs = member::Column::AffiliationId.eq(portal.affiliation_id.uuid());
    if !scope.own::<member::Entity>().filter(belongs).exists().await? {
        return Err(TransferError::NoTarget.into());
    }
    Ok(TransferDestination { origin: portal.origin.clone(), tenant: Some(portal.tenant_id) })
}

/// Cookie and redirect that the target sends.
pub(super) struct StartedTransfer {
    /// Value of the transfer cookie: `state.verifier.intent`.
    pub cookie: String,
    /// URL of the source's `/transfer/authorize`.
    pub location: String,
}

/// On the target: binds the browser before any code exists.
pub(super) async fn start(scope: &Scope<Visitor>, i: &str) -> Result<StartedTransfer, Problem> {
    let intent = scope.global::<intent::Entity>().by_id(tokens::hash(i)).one().await?;
    let here = scope.facts().context.host.as_str();
    let intent = intent
        .filter(|intent| intent.audience_host == here)
        .filter(|intent| intent.used_at.is_none() && intent.expires_at > scope.now())
        .ok_or(TransferError::Refused)?;
    let verifier = tokens::random_token::<32>().map_err(Problem::internal)?;
    let state = tokens::random_token::<16>().map_err(Problem::internal)?;
    let (source, aud, cc) = (intent.source_origin, here, tokens::hash(&verifier));
    let location = format!("{source}/transfer/authorize?aud={aud}&i={i}&s={state}&cc={cc}");
    Ok(StartedTransfer { cookie: format!("{state}.{verifier}.{i}"), location })
}

/// Parameters from the target.
pub(super) struct Authorize<'q> {
    pub aud: &'q str,
    pub i: &'q str,
    pub s: &'q str,
    pub cc: &'q str,
}

/// On the source: creates the code for the requesting session, and checks the user's access again
/// in the same transaction.
pub(super) async fn authorize(
    scope: &mut Scope<Visitor>,
    ask: Authorize<'_>,
) -> Result<String, Problem> {
    let session = scope.facts().session.clone().ok_or(TransferError::SourceEnded)?;
    let asked = intent::Column::IntentHash.eq(tokens::hash(ask.i));
    let known = scope.global::<intent::Entity>().filter(asked).one().await?;
    let portal = portal_of(scope, known.and_then(|intent| intent.tenant_id)).await?;
    let tx = scope.begin().await?;
    let unused = Condition::all()
        .add(intent::Column::IntentHash.eq(tokens::hash(ask.i)))
        .add(intent::Column::SessionId.eq(session.id.uuid()))
        .add(intent::Column::AudienceHost.eq(ask.aud))
        .add(intent::Column::UsedAt.is_null())
        .add(intent::Column::ExpiresAt.gt(tx.now()));
    let now = tx.now();
    let used = tx
        .global_table::<intent::Entity>()
        .update_returning(unused, |u| u.col_expr(intent::Column::UsedAt, Expr::value(now)))
        .await?;
    let intent = used.into_iter().next().ok_or(TransferError::Refused)?;
    check_may_arrive(intent.tenant_id, portal.as_ref(), &session).map_err(TransferError::from)?;
    if let Some(portal) = portal {
        let belongs = Condition::all()
            .add(member::Column::AffiliationId.eq(portal.affiliation_id.uuid()))
            .add(member::Column::UserId.eq(session.user_id.uuid()));
        if !tx.select::<member::Entity>().filter(belongs).exists().await? {
            return Err(TransferError::Refused.into());
        }
    }
    let c = tokens::random_token::<32>().map_err(Problem::internal)?;
    let location = format!("{}/transfer#c={c}&s={}", intent.audience_origin, ask.s);
    let row = code::ActiveModel {
        code_hash: Set(tokens::hash(&c)),
        intent_hash: Set(intent.intent_hash),
        session_id: Set(session.id),
        user_id: Set(session.user_id),
        audience_origin: Set(intent.audience_origin),
        audience_host: Set(intent.audience_host),
        tenant_id: Set(intent.tenant_id),
        challenge: Set(ask.cc.to_owned()),
        state_hash: Set(tokens::hash(ask.s)),
        redirect_path: Set(intent.redirect_path),
        created_at: Set(now),
        expires_at: Set(now + CODE_LIFE),
        consumed_at: Set(None),
        child_session_id: Set(None),
    };
    tx.global_table::<code::Entity>().insert(row).await?;
    tx.commit().await?;
    Ok(location)
}

/// Checks that the session's user may currently go there.
pub(super) fn check_may_arrive(
    tenant: Option<TenantId>,
    portal: Option<&PortalRoute>,
    session: &CurrentSession,
) -> Result<(), TransferRefusal> {
    let standing = &session.account_status;
    let open = tenant.is_none() || portal.is_some_and(|portal| portal.state == PortalState::Active);
    let good = !standing.suspended && !standing.is_paused && standing.is_onboarded();
    if !open {
        Err(TransferRefusal::Closed)
    } else if good && !standing.needs_email_verification {
        Ok(())
    } else {
        Err(TransferRefusal::Standing)
    }
}

/// Current portal of a tenant; `None` for the main site.
pub(super) async fn portal_of<V>(
    scope: &Scope<V>,
    tenant: Option<TenantId>,
) -> Result<Option<PortalRoute>, Problem> {
    let Some(tenant) = tenant else { return Ok(None) };
    Ok(read_portals(scope, &TenantSelection::Tenant(tenant)).await?.pop())
}

async fn read_portals<V>(
    scope: &Scope<V>,
    which: &TenantSelection,
) -> Result<Vec<PortalRoute>, Problem> {
    let system = scope.services().system("read the targets of a transfer");
    Ok(routes_feed::read_portals(&system, which).await?)
}
