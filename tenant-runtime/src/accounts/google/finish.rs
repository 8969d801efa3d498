//! Result of a sign-in: a known user, a new user, a user whose address must be verified, or an
//! address that belongs to another account.

use super::identity::IssuerIdentity;
use super::refusal::RefusalReason;
use super::start::check_offered;
use super::store;
use crate::accounts::error::AccountError;
use crate::accounts::invites::{self, InviteCodeId};
use crate::accounts::rows::{account, federated_ticket as ticket, oidc_request as request};
use crate::affiliations;
use crate::integration_records::{EmittedEvent, WebhookEvent, emit};
use chrono::Duration;
use platform::analytics::{self, AnalyticsEvent, AnalyticsEventType};
use platform::{AffiliationId, Scope, Site, Tx, Visitor, sessions, tokens};
use sea_orm::ActiveValue::Set;
use wire::routes::portal_origin;

/// Time to authenticate with the account's own credential.
const TICKET_LIFE: Duration = Duration::minutes(10);

/// Result of a sign-in.
pub(super) enum GoogleSignInOutcome {
    /// The user is authenticated; the sign-in continues as after a password.
    SignsIn(Box<account::Model>),
    /// The account is known, but its address must be verified first; a link is sent to it.
    NotVerified { email: String },
    /// The address belongs to an account, whose own credential must be used first.
    HasAccount { email: String, ticket: String },
}

/// Result of this browser's sign-in, with the options given at its start.
pub(super) struct FinishedSignIn {
    pub end: GoogleSignInOutcome,
    pub stay_signed_in: bool,
    pub portal: Option<String>,
    /// The portal, if it is open.
    pub behind: Option<OriginPortal>,
    pub redirect_path: Option<String>,
}

/// Portal on which a sign-in began.
pub(super) struct OriginPortal {
    pub affiliation: AffiliationId,
    pub origin: String,
}

/// Invite code of a new user, and the site for which it must be valid.
#[derive(Clone, Copy)]
struct SignUpInvitation {
    code: Option<InviteCodeId>,
    site: Site,
}

/// Returns the result of a sign-in. It is consumed first, so that only one of several concurrent
/// requests gets it.
pub(super) async fn finish_sign_in(
    scope: &mut Scope<Visitor>,
) -> Result<FinishedSignIn, AccountError> {
    check_offered(scope)?;
    let binding = scope.facts().pre_session.as_deref().ok_or(AccountError::GoogleFailed)?;
    let binding = tokens::hash(binding);
    let tx = scope.begin().await?;
    let request = store::consume_decision(&tx, &binding).await?;
    tx.commit().await?;
    let request = request.ok_or(AccountError::GoogleFailed)?;
    let behind = portal_behind(scope, request.portal.as_deref()).await?;
    let site = behind.as_ref().map_or(Site::Main, |portal| Site::Portal(portal.affiliation));
    let pass = SignUpInvitation { code: request.invite_code_id, site };
    let (stay_signed_in, portal) = (request.stay_signed_in, request.portal.clone());
    let redirect_path = request.redirect_path.clone();
    let person = person_of(request, &scope.services().config().google.issuer)?;
    let end = find_account_of(scope, person, pass).await?;
    Ok(FinishedSignIn { end, stay_signed_in, portal, behind, redirect_path })
}

async fn portal_behind(
    scope: &Scope<Visitor>,
    subdomain: Option<&str>,
) -> Result<Option<OriginPortal>, AccountError> {
    let Some(subdomain) = subdomain else { return Ok(None) };
    let affiliation = affiliations::with_portal(scope, subdomain).await?;
    let server = &scope.services().config().server;
    let origin = portal_origin(&server.main_origin, subdomain, &server.portal_domain);
    Ok(affiliation.map(|affiliation| OriginPortal { affiliation, origin }))
}

fn person_of(request: request::Model, issuer: &str) -> Result<IssuerIdentity, AccountError> {
    if let Some(kind) = &request.refusal {
        let refusal = RefusalReason::from_columns(kind, request.refusal_reason.as_deref());
        return Err(refusal.into_error(issuer));
    }
    match request {
        request::Model {
            subject: Some(subject),
            email: Some(email),
            first_name: Some(first_name),
            last_name: Some(last_name),
            ..
        } => Ok(IssuerIdentity { subject, email, first_name, last_name }),
        _ => Err(AccountError::GoogleFailed),
    }
}

/// Finds the account of an identity. The key is the issuer's subject: a changed address at the
/// issuer has no effect here, and the same address at another issuer is another identity.
async fn find_account_of(
    scope: &mut Scope<Visitor>,
    person: IssuerIdentity,
    pass: SignUpInvitation,
) -> Result<GoogleSignInOutcome, AccountError> {
    let issuer = scope.services().config().google.issuer.clone();
    let tx = scope.begin().await?;
    if let Some(account) = store::use_identity(&tx, &issuer, &person.subject).await? {
        tx.commit().await?;
        if account.status.is_some() {
            return Err(AccountError::Suspended);
        }
        // The identity proves that the account is theirs, so its address may be shown.
        if account.needs_verification() {
            return Ok(GoogleSignInOutcome::NotVerified { email: account.email });
        }
        return Ok(GoogleSignInOutcome::SignsIn(Box::new(account)));
    }
    match store::find_account(&tx, &person.email).await? {
        Some(account) if !is_unproven(&account) => exists(tx, &issuer, person, &account).await,
        unproven => {
            let account = join(tx, &issuer, &person, unproven, pass).await?;
            tracing::info!(user.id = %account.id, "account created");
            Ok(GoogleSignInOutcome::SignsIn(Box::new(account)))
        }
    }
}

/// No one has ever verified the address, so the account may be an attacker's: it must not be
/// connected with an identity (pre-hijacking).
const fn is_unproven(account: &account::Model) -> bool {
    !account.email_verified && !account.has_completed_onboarding
}

async fn exists(
    tx: Tx<'_, Visitor>,
    issuer: &str,
    person: IssuerIdentity,
    account: &account::Model,
) -> Result<GoogleSignInOutcome, AccountError> {
    if account.status.is_some() {
        return Err(AccountError::Suspended);
    }
    // Its only credential is another identity, so it cannot be connected.
    if !store::has_password(&tx, account.id).await? {
        return Err(AccountError::GoogleFailed);
    }
    let secret =
        tokens::random_token::<32>().map_err(|error| AccountError::Fault(error.to_string()))?;
    let row = ticket::ActiveModel {
        ticket_hash: Set(tokens::hash(&secret)),
        user_id: Set(account.id),
        issuer: Set(issuer.to_owned()),
        subject: Set(person.subject),
        email: Set(person.email.clone()),
        created_at: Set(tx.now()),
        expires_at: Set(tx.now() + TICKET_LIFE),
    };
    store::insert_ticket(&tx, row).await?;
    tx.commit().await?;
    Ok(GoogleSignInOutcome::HasAccount { email: person.email, ticket: secret })
}

/// Creates an account with an invite code in one transaction. Deletes an unverified
/// account with the same address, including its credentials, in the same transaction.
async fn join(
    tx: Tx<'_, Visitor>,
    issuer: &str,
    person: &IssuerIdentity,
    unproven: Option<account::Model>,
    pass: SignUpInvitation,
) -> Result<account::Model, AccountError> {
    let code = pass.code.ok_or(AccountError::CodeRequired)?;
    if let Some(old) = unproven {
        sessions::revoke_all(&tx, old.id, "account-replaced").await?;
        store::drop_account(&tx, old.id).await?;
    }
    let taken = |error| {
        if platform::db::is_taken(&error) { AccountError::EmailTaken } else { error.into() }
    };
    let account = store::insert_account(&tx, person).await.map_err(taken)?;
    let (subject, email) = (&person.subject, &person.email);
    store::insert_identity(&tx, account.id, issuer, subject, email).await.map_err(taken)?;
    invites::redeem(&tx, code, &account, pass.site).await?;
    let joined = AnalyticsEvent::new(AnalyticsEventType::UserJoin, account.id);
    analytics::record_at(&tx, pass.site, joined).await?;
    emit(&tx, EmittedEvent::new(WebhookEvent::MemberJoined, account.id)).await?;
    tx.commit().await?;
    Ok(account)
}
