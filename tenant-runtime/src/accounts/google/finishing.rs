//! What came of a sign-in: somebody known, somebody new, somebody whose address must be proven again,
//! or an address that has an account already.

use super::beginning::check_offered;
use super::people::Person;
use super::refusal::Refusal;
use super::store;
use crate::accounts::error::AccountError;
use crate::accounts::invites::{self, InviteCodeId};
use crate::accounts::rows::{account, federated_ticket as ticket, oidc_request as request};
use crate::affiliations;
use chrono::Duration;
use platform::analytics::{self, AnalyticsEvent, AnalyticsEventType};
use platform::{AffiliationId, Door, Scope, Tx, Visitor, sessions, tokens};
use sea_orm::ActiveValue::Set;
use wire::routes::portal_origin;

/// How long the account's own credential may take to be shown.
const TICKET_LIFE: Duration = Duration::minutes(10);

/// How a sign-in ends.
pub(super) enum End {
    /// Somebody is who they say; signing them in goes on as after a password.
    SignsIn(account::Model),
    /// They are known, and the address of their account must be proven first: a link goes there.
    NotVerified { email: String },
    /// Their address has an account, whose credential must be shown first.
    HasAccount { email: String, ticket: String },
}

/// What this browser's sign-in came to, and what was wished for at its beginning.
pub(super) struct Finished {
    pub end: End,
    pub stay_signed_in: bool,
    pub portal: Option<String>,
    /// Whose portal it is, and its address, if it is one that is open.
    pub behind: Option<Behind>,
    pub redirect_path: Option<String>,
}

/// The portal where a sign-in began.
pub(super) struct Behind {
    pub affiliation: AffiliationId,
    pub origin: String,
}

/// What lets a newcomer in, and the door it has to fit.
#[derive(Clone, Copy)]
struct Pass {
    code: Option<InviteCodeId>,
    door: Door,
}

/// Finishes a sign-in. It is taken first, so that of many who ask at once one is answered.
pub(super) async fn finish(scope: &mut Scope<Visitor>) -> Result<Finished, AccountError> {
    check_offered(scope)?;
    let binding = scope.facts().pre_session.as_deref().ok_or(AccountError::GoogleFailed)?;
    let binding = tokens::hash(binding);
    let tx = scope.begin().await?;
    let request = store::take_decided(&tx, &binding).await?;
    tx.commit().await?;
    let request = request.ok_or(AccountError::GoogleFailed)?;
    let behind = portal_behind(scope, request.portal.as_deref()).await?;
    let door = behind.as_ref().map_or(Door::Main, |portal| Door::Portal(portal.affiliation));
    let pass = Pass { code: request.invite_code_id, door };
    let (stay_signed_in, portal) = (request.stay_signed_in, request.portal.clone());
    let redirect_path = request.redirect_path.clone();
    let person = person_of(request, &scope.services().config().google.issuer)?;
    let end = recognise(scope, person, pass).await?;
    Ok(Finished { end, stay_signed_in, portal, behind, redirect_path })
}

async fn portal_behind(
    scope: &Scope<Visitor>,
    subdomain: Option<&str>,
) -> Result<Option<Behind>, AccountError> {
    let Some(subdomain) = subdomain else { return Ok(None) };
    let affiliation = affiliations::with_portal(scope, subdomain).await?;
    let server = &scope.services().config().server;
    let origin = portal_origin(&server.main_origin, subdomain, &server.portal_domain);
    Ok(affiliation.map(|affiliation| Behind { affiliation, origin }))
}

fn person_of(request: request::Model, issuer: &str) -> Result<Person, AccountError> {
    if let Some(kind) = &request.refusal {
        let refusal = Refusal::from_columns(kind, request.refusal_reason.as_deref());
        return Err(refusal.into_error(issuer));
    }
    match request {
        request::Model {
            subject: Some(subject),
            email: Some(email),
            first_name: Some(first_name),
            last_name: Some(last_name),
            ..
        } => Ok(Person { subject, email, first_name, last_name }),
        _ => Err(AccountError::GoogleFailed),
    }
}

/// Who this is to us. The key is the issuer's own: an address that changed there changes nothing
/// here, and the same address at another issuer is somebody else.
async fn recognise(
    scope: &mut Scope<Visitor>,
    person: Person,
    pass: Pass,
) -> Result<End, AccountError> {
    let issuer = scope.services().config().google.issuer.clone();
    let tx = scope.begin().await?;
    if let Some(account) = store::use_identity(&tx, &issuer, &person.subject).await? {
        tx.commit().await?;
        if account.status.is_some() {
            return Err(AccountError::Suspended);
        }
        // Theirs, as the identity shows; so they may know which address it is.
        if account.needs_verification() {
            return Ok(End::NotVerified { email: account.email });
        }
        return Ok(End::SignsIn(account));
    }
    match store::find_account(&tx, &person.email).await? {
        Some(account) if !is_unproven(&account) => exists(tx, &issuer, person, &account).await,
        unproven => {
            let account = join(tx, &issuer, &person, unproven, pass).await?;
            tracing::info!(user.id = %account.id, "an account was made");
            Ok(End::SignsIn(account))
        }
    }
}

/// Nobody ever proved that the address is theirs, so whoever made the account may be anybody: it is
/// no account to be connected with (pre-hijacking).
const fn is_unproven(account: &account::Model) -> bool {
    !account.email_verified && !account.has_completed_onboarding
}

async fn exists(
    tx: Tx<'_, Visitor>,
    issuer: &str,
    person: Person,
    account: &account::Model,
) -> Result<End, AccountError> {
    if account.status.is_some() {
        return Err(AccountError::Suspended);
    }
    // Its only credential is another identity: there is nothing it could be connected by.
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
    Ok(End::HasAccount { email: person.email, ticket: secret })
}

/// Makes an account with a code, or nothing at all. An unproven account of the same
/// address goes in the same transaction, with everything it could be entered by.
async fn join(
    tx: Tx<'_, Visitor>,
    issuer: &str,
    person: &Person,
    unproven: Option<account::Model>,
    pass: Pass,
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
    invites::consume(&tx, code, &account, pass.door).await?;
    let joined = AnalyticsEvent::of(AnalyticsEventType::UserJoin, account.id);
    analytics::note_at(&tx, pass.door, joined).await?;
    tx.commit().await?;
    Ok(account)
}
