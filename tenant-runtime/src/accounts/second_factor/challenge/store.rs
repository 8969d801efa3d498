//! Queries for pending sign-ins.

use crate::accounts::rows::mfa_challenge::{ActiveModel, Column, Entity, Model};
use chrono::Duration;
use platform::{Scope, Tx, UserId, Visitor, tokens};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, ExprTrait};

/// Lifetime of a pending sign-in (security.md section 4.2).
const CHALLENGE_LIFETIME: Duration = Duration::minutes(5);
/// Maximum attempts per sign-in.
const TRIES_MAX: i64 = 5;

/// Next step of a pending sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChallengePurpose {
    /// Enter the second factor.
    SignIn,
    /// Set up a second factor.
    Enrolment,
}

impl ChallengePurpose {
    const fn name(self) -> &'static str {
        match self {
            Self::SignIn => "sign-in",
            Self::Enrolment => "enrolment",
        }
    }
}

/// Lookup key: hashes of the resolver, the browser and the host.
#[derive(Debug)]
pub(super) struct ChallengeClient {
    resolver: String,
    pre_session: String,
    host: String,
}

/// Lookup key of a request, if its browser has a binding cookie.
pub(super) fn challenge_client(scope: &Scope<Visitor>, resolver: &str) -> Option<ChallengeClient> {
    let facts = scope.facts();
    Some(ChallengeClient {
        resolver: tokens::hash(resolver),
        pre_session: tokens::hash(facts.pre_session.as_deref()?),
        host: facts.context.host.clone(),
    })
}

impl ChallengeClient {
    /// Hash of the resolver, the id of the pending sign-in.
    pub fn resolver_hash(&self) -> &str {
        &self.resolver
    }

    fn open_challenge(
        &self,
        purpose: ChallengePurpose,
        now: chrono::DateTime<chrono::Utc>,
    ) -> Condition {
        Condition::all()
            .add(Column::TokenHash.eq(self.resolver.as_str()))
            .add(Column::PreSessionHash.eq(self.pre_session.as_str()))
            .add(Column::AudienceHost.eq(self.host.as_str()))
            .add(Column::Purpose.eq(purpose.name()))
            .add(Column::ExpiresAt.gt(now))
            .add(Column::Tries.lt(TRIES_MAX))
    }
}

pub(super) async fn insert(
    tx: &Tx<'_, Visitor>,
    user: UserId,
    purpose: ChallengePurpose,
    resolver: &str,
    pre_session: &str,
    (stay, amr): (bool, &str),
) -> Result<(), DbErr> {
    let row = ActiveModel {
        token_hash: Set(tokens::hash(resolver)),
        user_id: Set(user),
        purpose: Set(purpose.name().to_owned()),
        pre_session_hash: Set(tokens::hash(pre_session)),
        audience_host: Set(tx.facts().context.host.clone()),
        stay_signed_in: Set(stay),
        amr: Set(amr.to_owned()),
        pending_secret: Set(None),
        tries: Set(0),
        expires_at: Set(tx.now() + CHALLENGE_LIFETIME),
    };
    tx.global_table::<Entity>().insert(row).await.map(drop)
}

/// The pending sign-in, unless it has expired.
pub(super) async fn find(
    scope: &Scope<Visitor>,
    asker: &ChallengeClient,
    purpose: ChallengePurpose,
) -> Result<Option<Model>, DbErr> {
    scope.global::<Entity>().filter(asker.open_challenge(purpose, scope.now())).one().await
}

/// Counts an attempt, if there is one left.
pub(super) async fn try_once(
    tx: &Tx<'_, Visitor>,
    asker: &ChallengeClient,
    purpose: ChallengePurpose,
) -> Result<Option<Model>, DbErr> {
    let counted = tx
        .global_table::<Entity>()
        .update_returning(asker.open_challenge(purpose, tx.now()), |update| {
            update.col_expr(Column::Tries, Expr::col(Column::Tries).add(1))
        })
        .await?;
    Ok(counted.into_iter().next())
}

/// Stores the TOTP secret of an enrolment.
pub(super) async fn store_secret(
    tx: &Tx<'_, Visitor>,
    asker: &ChallengeClient,
    sealed: String,
) -> Result<bool, DbErr> {
    let open = asker.open_challenge(ChallengePurpose::Enrolment, tx.now());
    let changed = tx
        .global_table::<Entity>()
        .update(open, |update| update.col_expr(Column::PendingSecret, Expr::value(sealed)))
        .await?;
    Ok(changed.is_changed())
}

/// Deletes the pending sign-in. Of two concurrent correct responses, one deletes it.
pub(super) async fn delete_challenge(tx: &Tx<'_, Visitor>, waiting: &Model) -> Result<bool, DbErr> {
    let this = Column::TokenHash.eq(waiting.token_hash.as_str());
    Ok(tx.global_table::<Entity>().delete(this).await?.is_changed())
}
