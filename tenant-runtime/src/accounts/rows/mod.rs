//! Tables of accounts. `profiles` maps other columns of `users`. These entities are not restricted
//! to a site, because a user who signs in has no access to one yet.

pub mod account;
pub mod backup_code;
pub mod credential;
pub mod device_sign_out;
pub mod email_token;
pub mod federated_identity;
pub mod federated_ticket;
pub mod invite_code;
pub mod invite_code_usage;
pub mod mfa_challenge;
pub mod mfa_settings;
pub mod oidc_request;
pub mod passkey;
pub mod passkey_ceremony;
pub mod setup_link;
pub mod system_setting;
pub mod used_token;
