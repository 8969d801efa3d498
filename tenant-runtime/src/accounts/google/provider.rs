//! What the issuer is asked, and how its word is checked.

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreClaimName, CoreClaimType,
    CoreClient, CoreClientAuthMethod, CoreErrorResponseType, CoreGrantType, CoreIdToken,
    CoreIdTokenClaims, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm, CoreJwsSigningAlgorithm, CoreResponseMode, CoreResponseType,
    CoreSubjectIdentifierType,
};
use openidconnect::{
    AdditionalProviderMetadata, AuthorizationCode, ClientId, ClientSecret, CsrfToken,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, IssuerUrl, Nonce,
    PkceCodeChallenge, PkceCodeVerifier, ProviderMetadata, RedirectUrl, RequestTokenError, Scope,
    StandardErrorResponse, TokenResponse,
};
use platform::Services;
use platform::outbound;
use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Where the issuer sends the browser back to.
const CALLBACK: &str = "/api/identity/google/callback";
/// How long an issuer's description is believed.
const KNOWN_FOR: Duration = Duration::from_secs(10 * 60);
/// Signatures that only the issuer can make.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 3] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// What went wrong between us and the issuer; the words are for the log.
#[derive(Debug, thiserror::Error)]
pub(super) enum ProviderError {
    /// It does not know us by the name and secret we give.
    #[error("the issuer does not know this client")]
    UnknownClient,
    /// Anything else.
    #[error("{0}")]
    Refused(String),
}

fn fault(error: impl std::error::Error) -> ProviderError {
    let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
    ProviderError::Refused(format!("{error}{cause}"))
}

fn refused<E: std::error::Error + 'static>(
    error: RequestTokenError<E, CoreErrorResponse>,
) -> ProviderError {
    use CoreErrorResponseType::{InvalidClient, UnauthorizedClient};
    match error {
        RequestTokenError::ServerResponse(answer)
            if matches!(answer.error(), InvalidClient | UnauthorizedClient) =>
        {
            ProviderError::UnknownClient
        }
        error => fault(error),
    }
}

type CoreErrorResponse = StandardErrorResponse<CoreErrorResponseType>;

/// RFC 9207, which the library does not read by itself.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Extra {
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}
impl AdditionalProviderMetadata for Extra {}

type Metadata = ProviderMetadata<
    Extra,
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

/// An issuer as it describes itself.
pub(super) struct Provider {
    client: Client,
    issuer: String,
    names_itself: bool,
}

type Known = HashMap<String, (Instant, Arc<Metadata>)>;

/// Descriptions that were fetched lately, by issuer.
static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

impl Provider {
    /// The configured issuer. Its description must repeat the configured name exactly, which the
    /// library insists on.
    pub async fn find(services: &Services) -> Result<Self, ProviderError> {
        let issuer = &services.config().google.issuer;
        let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(issuer).cloned();
        let metadata = match known {
            Some((since, metadata)) if since.elapsed() < KNOWN_FOR => metadata,
            _ => describe(issuer).await?,
        };
        Self::new(services, &metadata)
    }

    fn new(services: &Services, metadata: &Metadata) -> Result<Self, ProviderError> {
        let config = services.config();
        let id = ClientId::new(config.google.client_id.clone().unwrap_or_default());
        let secret = config.google.client_secret.as_ref();
        let secret = secret.map(|secret| ClientSecret::new(secret.expose_secret().to_owned()));
        let callback = format!("{}{CALLBACK}", config.server.main_origin);
        let client = Client::from_provider_metadata(metadata.clone(), id, secret)
            .set_redirect_uri(RedirectUrl::new(callback).map_err(fault)?);
        Ok(Self {
            client,
            issuer: config.google.issuer.clone(),
            names_itself: metadata
                .additional_metadata()
                .authorization_response_iss_parameter_supported,
        })
    }

    /// Where the browser goes: always with a choice of accounts.
    pub fn address(&self, secrets: &Secrets) -> String {
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

    /// Whether an answer that names its issuer, or does not, can be this one's.
    pub fn is_named(&self, issuer: Option<&str>) -> bool {
        match issuer {
            Some(issuer) => issuer == self.issuer,
            None => !self.names_itself,
        }
    }

    /// Exchanges the code and believes the token that comes back, if everything in it holds.
    pub async fn exchange(
        &self,
        services: &Services,
        code: &str,
        secrets: &Secrets,
    ) -> Result<CoreIdTokenClaims, ProviderError> {
        let code = AuthorizationCode::new(code.to_owned());
        let tokens = self
            .client
            .exchange_code(code)
            .map_err(fault)?
            .set_pkce_verifier(PkceCodeVerifier::new(secrets.verifier.clone()))
            .request_async(&|request: HttpRequest| outbound::send(request))
            .await
            .map_err(refused)?;
        let token =
            tokens.id_token().ok_or_else(|| ProviderError::Refused("no id token".to_owned()))?;
        let nonce = Nonce::new(secrets.nonce.clone());
        match self.read(token, &nonce) {
            Ok(claims) => Ok(claims),
            // The issuer may have new keys since we looked.
            Err(_) => {
                let metadata = describe(&self.issuer).await?;
                Self::new(services, &metadata)?.read(token, &nonce)
            }
        }
    }

    fn read(&self, token: &CoreIdToken, nonce: &Nonce) -> Result<CoreIdTokenClaims, ProviderError> {
        let verifier = self.client.id_token_verifier().set_allowed_algs(ALGORITHMS);
        let claims = token.claims(&verifier, nonce).map_err(fault)?;
        let for_us = claims.authorized_party().is_none_or(|party| party == self.client.client_id());
        if for_us {
            Ok(claims.clone())
        } else {
            Err(ProviderError::Refused("the token is for another party".to_owned()))
        }
    }
}

async fn describe(issuer: &str) -> Result<Arc<Metadata>, ProviderError> {
    let url = IssuerUrl::new(issuer.to_owned()).map_err(fault)?;
    let http = |request: HttpRequest| outbound::send(request);
    let metadata = Arc::new(Metadata::discover_async(url, &http).await.map_err(fault)?);
    let known = (Instant::now(), Arc::clone(&metadata));
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).insert(issuer.to_owned(), known);
    Ok(metadata)
}

/// What belongs to one state. Only the state travels in the open; the rest is derived from it with
/// our key, so that nothing of it has to be kept.
pub(super) struct Secrets {
    pub state: String,
    nonce: String,
    verifier: String,
}

impl Secrets {
    pub fn of(services: &Services, state: String) -> Self {
        let keys = services.keys();
        Self {
            nonce: keys.pseudonym("oidc-nonce", &state),
            verifier: keys.pseudonym("oidc-verifier", &state),
            state,
        }
    }
}
