//! Challenges to authenticators, stored until the response. One challenge per purpose and session:
//! a new one replaces the previous one, and an accepted response deletes it.

use super::error::PasskeyError;
use crate::accounts::rows::passkey_ceremony::{ActiveModel, Column, Entity};
use chrono::Duration;
use platform::{SessionId, Tx, tokens};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, ColumnTrait};
use serde::Serialize;
use serde::de::DeserializeOwned;

const CEREMONY_LIFETIME: Duration = Duration::minutes(5);

/// Key of a challenge: its purpose and session.
#[derive(Debug)]
pub struct CeremonyBinding(String);

impl CeremonyBinding {
    /// A sign-in that awaits its second factor, by the hash of its resolver.
    #[must_use]
    pub fn for_second_factor(resolver_hash: &str) -> Self {
        Self(format!("challenge/{resolver_hash}"))
    }
    /// A browser without a session, by its binding value.
    #[must_use]
    pub fn for_visitor(pre_session: &str) -> Self {
        Self(format!("visitor/{}", tokens::hash(pre_session)))
    }
    /// A session whose user authenticates again.
    #[must_use]
    pub fn for_step_up(session: SessionId) -> Self {
        Self(format!("proof/{session}"))
    }
    /// A session whose user adds a passkey.
    #[must_use]
    pub fn for_registration(session: SessionId) -> Self {
        Self(format!("registration/{session}"))
    }
}

pub(super) async fn store_challenge<V>(
    tx: &Tx<'_, V>,
    asker: &CeremonyBinding,
    state: &(impl Serialize + Sync),
) -> Result<(), PasskeyError> {
    let row = ActiveModel {
        asker: Set(asker.0.clone()),
        state: Set(serde_json::to_value(state)?),
        expires_at: Set(tx.now() + CEREMONY_LIFETIME),
    };
    let replace = OnConflict::column(Column::Asker)
        .update_columns([Column::State, Column::ExpiresAt])
        .to_owned();
    Ok(tx.global_table::<Entity>().upsert(row, replace).await?)
}

/// Deletes and returns a challenge: of two concurrent responses, one finds it.
pub(super) async fn consume_challenge<V, T: DeserializeOwned>(
    tx: &Tx<'_, V>,
    asker: &CeremonyBinding,
) -> Result<T, PasskeyError> {
    let table = tx.global_table::<Entity>();
    let row = table.rows().by_id(asker.0.clone()).one().await?.ok_or(PasskeyError::Refused)?;
    let taken = table.delete(Column::Asker.eq(asker.0.as_str())).await?.is_changed();
    if !taken || row.expires_at <= tx.now() {
        return Err(PasskeyError::Refused);
    }
    Ok(serde_json::from_value(row.state)?)
}
