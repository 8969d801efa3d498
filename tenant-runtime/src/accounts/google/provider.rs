//! Requests to the issuer, and the validation of its answers.

use super::refusal::RefusalReason;
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreClaimName, CoreClaimType,
    CoreClient, CoreClientAuthMethod, CoreErrorResponseType, CoreGrantType, CoreIdToken,
    CoreIdTokenClaims, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm, CoreJwsSigningAlgorithm, CoreResponseMode, CoreResponseType,
    CoreSubjectIdentifierType,
};
use openidconnect::{
    AdditionalProviderMetadata, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret,
    CsrfToken, DiscoveryError, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest,
    HttpResponse, IssuerUrl, Nonce, PkceCodeChallenge, PkceCodeVerifier, ProviderMetadata,
    RedirectUrl, RequestTokenError, Scope, StandardErrorResponse, TokenResponse,
};
use platform::outbound::{self, OutboundError};
use platform::{Services, tokens};
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Callback address at which the issuer redirects back.
const CALLBACK_PATH: &str = "/api/identity/google/callback";
/// Cache lifetime of an issuer's metadata.
const KNOWN_FOR: Duration = Duration::from_secs(10 * 60);
/// Asymmetric signature algorithms, which only the issuer can produce.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 3] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// An error in the communication with the issuer.
#[derive(Debug, thiserror::Error)]
#[error("{cause}")]
pub(super) struct ProviderError {
    /// Refusal shown to the user.
    pub refusal: RefusalReason,
    /// Details for the log.
    pub cause: String,
}

impl ProviderError {
    fn new(refusal: RefusalReason, error: &dyn std::error::Error) -> Self {
        let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
        Self { refusal, cause: format!("{error}{cause}") }
    }

    fn unusable_response(error: impl std::error::Error) -> Self {
        Self::new(RefusalReason::IssuerUnusable, &error)
    }

    fn discovery_error(error: DiscoveryError<OutboundError>) -> Self {
        let refusal = match &error {
            DiscoveryError::Request(_) | DiscoveryError::Other(_) => RefusalReason::Failed,
            DiscoveryError::Response(status, ..) if status.is_server_error() => {
                RefusalReason::Failed
            }
            _ => RefusalReason::IssuerUnusable,
        };
        Self::new(refusal, &error)
    }

    fn exchange(error: RequestTokenError<OutboundError, CoreErrorResponse>) -> Self {
        use CoreErrorResponseType::{
            InvalidClient, InvalidRequest, InvalidScope, UnauthorizedClient, UnsupportedGrantType,
        };
        let refusal = match &error {
            RequestTokenError::ServerResponse(answer) => match answer.error() {
                InvalidClient | InvalidRequest | InvalidScope | UnauthorizedClient
                | UnsupportedGrantType => RefusalReason::ClientRejected,
                _ => RefusalReason::Failed,
            },
            RequestTokenError::Parse(..) => RefusalReason::TokenInvalid,
            RequestTokenError::Request(_) | RequestTokenError::Other(_) => RefusalReason::Failed,
        };
        Self::new(refusal, &error)
    }

    fn token_error(error: ClaimsVerificationError) -> Self {
        let refusal = match &error {
            // Another sign-in in the same browser may have replaced the nonce.
            ClaimsVerificationError::InvalidNonce(_) => RefusalReason::Failed,
            _ => RefusalReason::TokenInvalid,
        };
        Self::new(refusal, &error)
    }
}

type CoreErrorResponse = StandardErrorResponse<CoreErrorResponseType>;

/// Field of RFC 9207, which the library does not read.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct IssuerMetadata {
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}
impl AdditionalProviderMetadata for IssuerMetadata {}

type Metadata = ProviderMetadata<
    IssuerMetadata,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;
type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// An issuer with its metadata.
pub(super) struct Provider {
    client: Client,
    issuer: String,
    names_itself: bool,
}

type MetadataCache = HashMap<String, (Instant, Arc<Metadata>)>;

/// Cached metadata by issuer.
static METADATA_CACHE: LazyLock<Mutex<MetadataCache>> = LazyLock::new(Mutex::default);

impl Provider {
    /// The configured issuer. The library checks that the metadata repeats the configured name
    /// exactly.
    pub async fn find_provider(services: &Services) -> Result<Self, ProviderError> {
        let issuer = &services.config().google.issuer;
        let known =
            METADATA_CACHE.lock().unwrap_or_else(PoisonError::into_inner).get(issuer).cloned();
        let metadata = match known {
            Some((since, metadata)) if since.elapsed() < KNOWN_FOR => metadata,
            _ => fetch_metadata(issuer).await?,
        };
        Self::new(services, &metadata)
    }

    fn new(services: &Services, metadata: &Metadata) -> Result<Self, ProviderError> {
        let config = services.config();
        let id = ClientId::new(config.google.client_id.clone().unwrap_or_default());
        let secret = config.google.client_secret.as_ref();
        let secret = secret.map(|secret| ClientSecret::new(secret.expose_secret().to_owned()));
        let callback = format!("{}{CALLBACK_PATH}", config.server.main_origin);
        let client = Client::from_provider_metadata(metadata.clone(), id, secret).set_redirect_uri(
            RedirectUrl::new(callback).map_err(ProviderError::unusable_response)?,
        );
        Ok(Self {
            client,
            issuer: config.google.issuer.clone(),
            names_itself: metadata
                .additional_metadata()
                .authorization_response_iss_parameter_supported,
        })
    }

    /// Redirect address, always with the account chooser.
    pub fn authorization_url(&self, secrets: &SignInSecrets) -> String {
        let verifier = PkceCodeVerifier::new(secrets.verifier.clone());
        let (state, nonce) = (secrets.state.clone(), secrets.nonce.clone());
        let (url, ..) = self
            .client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                move || CsrfToken::new(state),
                move || Nonce::new(nonce),
            )
            .add_scope(Scope::new("email".to_owned()))
            .add_scope(Scope::new("profile".to_owned()))
            .add_prompt(CoreAuthPrompt::SelectAccount)
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        url.into()
    }

    /// Returns true if a response with this `iss` parameter, or without one, can be from this
    /// issuer.
    pub fn is_named(&self, issuer: Option<&str>) -> bool {
        match issuer {
            Some(issuer) => issuer == self.issuer,
            None => !self.names_itself,
        }
    }

    /// Exchanges the code for a token and validates it.
    pub async fn exchange(
        &self,
        services: &Services,
        code: &str,
        secrets: &SignInSecrets,
    ) -> Result<CoreIdTokenClaims, ProviderError> {
        let code = AuthorizationCode::new(code.to_owned());
        let tokens = self
            .client
            .exchange_code(code)
            .map_err(ProviderError::unusable_response)?
            .set_pkce_verifier(PkceCodeVerifier::new(secrets.verifier.clone()))
            .request_async(&request_tokens)
            .await
            .map_err(ProviderError::exchange)?;
        let token = tokens.id_token().ok_or_else(|| ProviderError {
            refusal: RefusalReason::TokenInvalid,
            cause: "the answer has no ID token".to_owned(),
        })?;
        let nonce = Nonce::new(secrets.nonce.clone());
        match self.read(token, &nonce) {
            Ok(claims) => Ok(claims),
            // The issuer may have rotated its keys since the metadata was fetched.
            Err(_) => {
                let metadata = fetch_metadata(&self.issuer).await?;
                Self::new(services, &metadata)?.read(token, &nonce)
            }
        }
    }

    /// Validates an ID token (OpenID Connect Core, section 3.1.3.7). A token with several audiences
    /// must name this client as the authorized party.
    fn read(&self, token: &CoreIdToken, nonce: &Nonce) -> Result<CoreIdTokenClaims, ProviderError> {
        let verifier = self
            .client
            .id_token_verifier()
            .set_allowed_algs(ALGORITHMS)
            .set_other_audience_verifier_fn(|_| true);
        let claims = token.claims(&verifier, nonce).map_err(ProviderError::token_error)?;
        let us = self.client.client_id();
        let is_for_others =
            claims.audiences().iter().any(|audience| audience.as_str() != us.as_str());
        let is_ours = claims.authorized_party().map_or(!is_for_others, |party| party == us);
        if is_ours {
            return Ok(claims.clone());
        }
        Err(ProviderError {
            refusal: RefusalReason::TokenInvalid,
            cause: "the token's authorized party is not this client".to_owned(),
        })
    }
}

/// Sends the token request. Drops `expires_in` of the access token, which is not used, because some
/// issuers send it as a string, which the library does not parse.
async fn request_tokens(request: HttpRequest) -> Result<HttpResponse, OutboundError> {
    let mut response = outbound::send(request).await?;
    if let Some(body) = without_expiry(response.body()) {
        *response.body_mut() = body;
    }
    Ok(response)
}

fn without_expiry(body: &[u8]) -> Option<Vec<u8>> {
    let mut answer: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(body).ok()?;
    answer.remove("expires_in")?;
    serde_json::to_vec(&answer).ok()
}

async fn fetch_metadata(issuer: &str) -> Result<Arc<Metadata>, ProviderError> {
    let url = IssuerUrl::new(issuer.to_owned()).map_err(ProviderError::unusable_response)?;
    let http = |request: HttpRequest| outbound::send(request);
    let metadata = Arc::new(
        Metadata::discover_async(url, &http).await.map_err(ProviderError::discovery_error)?,
    );
    let known = (Instant::now(), Arc::clone(&metadata));
    METADATA_CACHE.lock().unwrap_or_else(PoisonError::into_inner).insert(issuer.to_owned(), known);
    Ok(metadata)
}

/// The values of one sign-in. Only the state is transmitted; the others are derived from it with
/// the server's key, so that none has to be stored.
pub(super) struct SignInSecrets {
    pub state: String,
    nonce: String,
    verifier: String,
}

/// Characters at the end of a state that tell which key its secrets are derived from.
const KEY_MARK_CHARS: usize = 8;

impl SignInSecrets {
    /// Secrets of a new sign-in, derived with the first key.
    pub fn new(services: &Services, random: &str) -> Self {
        let mark = key_mark(services.keys().pseudonyms(KEY_MARK, random).first()).to_owned();
        Self::from_state(services, format!("{random}{mark}"))
    }

    /// Secrets of a sign-in that was started with one of the keys.
    pub fn from_state(services: &Services, state: String) -> Self {
        let keys = services.keys();
        let (random, mark) = state
            .split_at_checked(state.len().saturating_sub(KEY_MARK_CHARS))
            .unwrap_or((&state, ""));
        let marks = keys.pseudonyms(KEY_MARK, random);
        let started_with =
            marks.iter().position(|full| tokens::equal_in_constant_time(key_mark(full), mark));
        let secret_of = |purpose: &str| {
            let derived = keys.pseudonyms(purpose, &state);
            // States without a mark are from the version before key rings.
            let derived = derived.iter().nth(started_with.unwrap_or_default()).cloned();
            derived.unwrap_or_else(|| keys.pseudonym(purpose, &state))
        };
        Self { nonce: secret_of("oidc-nonce"), verifier: secret_of("oidc-verifier"), state }
    }
}

const KEY_MARK: &str = "oidc-key";

fn key_mark(pseudonym: &str) -> &str {
    pseudonym.get(..KEY_MARK_CHARS).unwrap_or_default()
}
