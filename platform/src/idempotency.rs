//! Idempotent creates: the client sends an `Idempotency-Key`
//! (draft-ietf-httpapi-idempotency-key-header), and a repeated request gets the first response.
//!
//! The key is a row of the creating transaction. Of two concurrent requests with the same key the
//! second waits for the first, and then returns its stored response.

use crate::db::{AffectedRows, SiteIndependent, Tx};
use crate::ids::UserId;
use crate::problem::{CatalogueError, Problem, ProblemEntry};
use crate::scope::AccountViewer;
use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use data_encoding::BASE64URL_NOPAD;
use http::request::Parts;
use http::{HeaderValue, StatusCode};
use sea_orm::ActiveValue::Set;
use sea_orm::ExprTrait;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// Request header that carries the idempotency key.
pub const IDEMPOTENCY_HEADER: &str = "idempotency-key";

/// Table `idempotency_keys`.
pub mod row {
    use super::*;

    /// A stored create.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "idempotency_keys")]
    pub struct Model {
        /// User who sent the request.
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: crate::ids::UserId,
        /// Key as sent by the client; each user has their own.
        #[sea_orm(primary_key, auto_increment = false)]
        pub key: String,
        /// Hash of path and body.
        pub fingerprint: String,
        /// Stored response.
        pub response: Option<Json>,
        /// Time of creation.
        pub created_at: DateTime<Utc>,
    }

    /// No relation is declared.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// Idempotency key of a request, if any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey(pub Option<String>);

/// Error of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// Not a UUID.
    #[error("The Idempotency-Key must be a UUID.")]
    Malformed,
    /// The key was used for a different request.
    #[error("This Idempotency-Key was already used for a different request.")]
    Reused,
}

impl CatalogueError for KeyError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Malformed => ProblemEntry::bad_request("idempotency-key-malformed"),
            Self::Reused => ProblemEntry::invalid("idempotency-key-reused"),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let Some(value) = parts.headers.get(IDEMPOTENCY_HEADER) else { return Ok(Self(None)) };
        let text = value.to_str().map_err(|_| KeyError::Malformed)?;
        let key = uuid::Uuid::try_parse(text.trim_matches('"')).map_err(|_| KeyError::Malformed)?;
        Ok(Self(Some(key.hyphenated().to_string())))
    }
}

/// Result of claiming a key.
#[derive(Debug)]
pub enum Claim<T> {
    /// The create is new: perform it, then [`store_response`] the response.
    Fresh,
    /// The create was done before; contains its response.
    Replay(T),
}

/// Response of a create: 201, with a marker if it is a repetition.
#[derive(Debug)]
pub struct CreatedResponse<T> {
    /// The created resource, or the stored one if the request was repeated.
    pub resource: T,
    /// True if this is an earlier response.
    pub replayed: bool,
}

impl<T> CreatedResponse<T> {
    /// Creates a first response.
    pub const fn created(resource: T) -> Self {
        Self { resource, replayed: false }
    }
    /// Creates a repeated response.
    pub const fn repeated(resource: T) -> Self {
        Self { resource, replayed: true }
    }
}

impl<T: Serialize> IntoResponse for CreatedResponse<T> {
    fn into_response(self) -> Response {
        let mut response = (StatusCode::CREATED, axum::Json(self.resource)).into_response();
        if self.replayed {
            response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
        }
        response
    }
}

/// Fingerprint of a request, to detect a key used for two requests: hash of path and body.
pub fn request_fingerprint(path: &str, body: &impl Serialize) -> String {
    let mut digest = Sha256::new();
    digest.update(path.as_bytes());
    digest.update([0]);
    digest.update(serde_json::to_vec(body).unwrap_or_default());
    BASE64URL_NOPAD.encode(&digest.finalize())
}

/// Claims the key for this transaction. Without a key every create is new.
///
/// # Errors
/// [`KeyError::Reused`] or a database error.
pub async fn claim<V: AccountViewer, T: DeserializeOwned>(
    tx: &Tx<'_, V>,
    key: &IdempotencyKey,
    fingerprint: &str,
) -> Result<Claim<T>, Problem> {
    let Some(key) = &key.0 else { return Ok(Claim::Fresh) };
    let user_id = tx.viewer().id();
    let row = row::ActiveModel {
        user_id: Set(user_id),
        key: Set(key.clone()),
        fingerprint: Set(fingerprint.to_owned()),
        response: Set(None),
        created_at: Set(tx.now()),
    };
    let table = tx.global_table::<row::Entity>();
    if table.insert_unless_there(row, &[row::Column::UserId, row::Column::Key]).await? {
        return Ok(Claim::Fresh);
    }
    let stored = table.rows().by_id((user_id, key.clone())).one().await?;
    match stored {
        Some(stored) if stored.fingerprint == fingerprint => {
            let response = stored.response.unwrap_or_default();
            serde_json::from_value(response).map(Claim::Replay).map_err(Problem::internal)
        }
        _ => Err(KeyError::Reused.into()),
    }
}

/// Stores the response with the key, in the same transaction.
///
/// # Errors
/// Database errors, or a response that cannot be serialised.
pub async fn store_response<V: AccountViewer>(
    tx: &Tx<'_, V>,
    key: &IdempotencyKey,
    answer: &(impl Serialize + Sync),
) -> Result<(), Problem> {
    let Some(key) = &key.0 else { return Ok(()) };
    Ok(answer_with(tx, tx.viewer().id(), key, answer).await?.exactly_one()?)
}

/// Replaces the stored response of a key, if it still exists: the created resource was deleted, and
/// its text must not remain anywhere.
///
/// # Errors
/// Database errors, or a response that cannot be serialised.
pub async fn replace_response<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    key: &str,
    answer: &(impl Serialize + Sync),
) -> Result<(), Problem> {
    answer_with(tx, user, key, answer).await?.as_many_as_there_are();
    Ok(())
}

async fn answer_with<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    key: &str,
    answer: &(impl Serialize + Sync),
) -> Result<AffectedRows, Problem> {
    let answer = serde_json::to_value(answer).map_err(Problem::internal)?;
    let this = row::Column::UserId.eq(user.uuid()).and(row::Column::Key.eq(key));
    let table = tx.global_table::<row::Entity>();
    let response = row::Column::Response;
    Ok(table.update(this, |update| update.col_expr(response, Expr::value(answer))).await?)
}
