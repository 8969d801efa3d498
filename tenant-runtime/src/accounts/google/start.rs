//! Start of a sign-in: binds the browser and redirects it to the issuer.

use super::callback::log_refusal;
use super::provider::{Provider, SignInSecrets};
use super::refusal::RefusalReason;
use super::store;
use crate::accounts::device;
use crate::accounts::error::AccountError;
use crate::accounts::invites::InviteCodeId;
use crate::accounts::rows::oidc_request as request;
use chrono::Duration;
use http::HeaderValue;
use platform::cookies::{self, CookieName};
use platform::limiter::{LimitKey, LimitedAction};
use platform::{Scope, Site, Visitor, tokens};
use sea_orm::ActiveValue::Set;

/// Maximum time at the issuer; equals the lifetime of the binding cookie.
const REQUEST_LIFETIME: Duration = Duration::minutes(15);
const PATH_MAX: usize = 2_048;

/// Options of a sign-in.
#[derive(Default)]
pub(super) struct SignInOptions {
    /// Validated invite code, if the sign-in may create an account.
    pub invite_code: Option<InviteCodeId>,
    pub stay_signed_in: bool,
    pub popup: bool,
    /// Portal to go to afterwards, and the path there.
    pub portal: Option<String>,
    pub redirect_path: Option<String>,
}

/// Redirect address, and the cookie that binds the response to the browser.
pub(super) struct StartedSignIn {
    pub url: String,
    pub cookies: Vec<HeaderValue>,
}

/// Sign-in with an issuer exists on the main site only, which has the one registered callback
/// address, and only if an issuer is configured.
pub(super) fn check_offered<V>(scope: &Scope<V>) -> Result<(), AccountError> {
    let offered = scope.services().config().offers_google() && scope.site() == Site::Main;
    if offered { Ok(()) } else { Err(AccountError::GoogleNotHere) }
}

pub(super) async fn begin_sign_in(
    scope: &mut Scope<Visitor>,
    wish: SignInOptions,
) -> Result<StartedSignIn, AccountError> {
    check_offered(scope)?;
    let device = device::signed_or_new_id(scope.services(), scope.facts())?;
    count(scope, &device.id).await?;
    let issuer = &scope.services().config().google.issuer;
    let provider = Provider::find_provider(scope.services()).await.map_err(|error| {
        log_refusal(issuer, error.refusal, &error.cause);
        match error.refusal {
            RefusalReason::Failed => AccountError::GoogleAway(error.cause),
            lasting => lasting.into_error(issuer),
        }
    })?;
    let fault = |error: tokens::TokenError| AccountError::Fault(error.to_string());
    let random = tokens::random_token::<32>().map_err(fault)?;
    let pre_session = tokens::random_token::<32>().map_err(fault)?;
    let secrets = SignInSecrets::new(scope.services(), &random);
    let tx = scope.begin().await?;
    let now = tx.now();
    let row = request::ActiveModel {
        state_hash: Set(tokens::hash(&secrets.state)),
        pre_session_hash: Set(tokens::hash(&pre_session)),
        invite_code_id: Set(wish.invite_code),
        stay_signed_in: Set(wish.stay_signed_in),
        view: Set(if wish.popup { "popup" } else { "page" }.to_owned()),
        portal: Set(wish.portal.filter(|portal| is_label(portal))),
        redirect_path: Set(wish.redirect_path.filter(|path| path.len() <= PATH_MAX)),
        created_at: Set(now),
        expires_at: Set(now + REQUEST_LIFETIME),
        ..Default::default()
    };
    store::insert_request(&tx, row).await?;
    tx.commit().await?;
    let secure = scope.facts().secure;
    let life = Some(REQUEST_LIFETIME.num_seconds());
    Ok(StartedSignIn {
        url: provider.authorization_url(&secrets),
        cookies: [cookies::write(CookieName::PreSession, &pre_session, secure, life)]
            .into_iter()
            .chain(device.cookie)
            .collect(),
    })
}

/// Counts the sign-in per device, by minute and by day, and per network, which a whole room
/// may share. A flood from the network does not refuse a device that an account has used before.
async fn count(scope: &Scope<Visitor>, device: &str) -> Result<(), AccountError> {
    let network = LimitKey::network(scope.facts().context.client_ip);
    let client = network.clone().combined_with(&LimitKey::device(Some(device)));
    let limits = [
        (LimitedAction::GoogleSignInNetwork, network),
        (LimitedAction::GoogleSignIn, client.clone()),
        (LimitedAction::GoogleSignInDaily, client),
    ];
    let is_known = device::is_known_to_any_account(scope.services(), scope.facts()).is_some();
    let limits = if is_known { &limits[1..] } else { &limits };
    let verdict = scope.services().limiter().count_attempts(limits).await;
    if verdict.allowed { Ok(()) } else { Err(AccountError::GoogleLimit(verdict)) }
}

/// Returns true if the text is a valid subdomain label. The transfer checks whether such a portal
/// exists.
fn is_label(text: &str) -> bool {
    (1..=63).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}
