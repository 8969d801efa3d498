//! What edges are given: certificates with their keys, and the answers for authorities.

use super::rows::{answer, held, job};
use super::shop::key_place;
use platform::{Scope, System};
use sea_orm::{ColumnTrait, DbErr, ExprTrait, QueryOrder};
use wire::{ChallengeAnswer, ChallengeKind, HostCertificate, PrivateKeyPem};

/// Every certificate that is shown, in the order of their hosts.
///
/// # Errors
/// The database's. A key that does not open is left out and told about, since the others must not wait
/// for it.
pub(crate) async fn certificates(scope: &Scope<System>) -> Result<Vec<HostCertificate>, DbErr> {
    let shown = held::Column::SupersededAt.is_null().and(held::Column::RevokedAt.is_null());
    let rows = scope
        .doorless::<held::Entity>()
        .filter(shown)
        .shape(|select| select.order_by_asc(held::Column::Host))
        .all()
        .await?;
    let vault = &scope.services().keys().vault;
    Ok(rows
        .into_iter()
        .filter_map(|row| {
            let opened = vault.open(&key_place(row.id), &row.key).ok();
            let Some(key) = opened.and_then(|key| String::from_utf8(key).ok()) else {
                tracing::error!(host = row.host, "the key of {} does not open", row.host);
                return None;
            };
            Some(HostCertificate {
                names: row.names.0,
                chain: row.chain,
                key: PrivateKeyPem::new(key),
                not_after: row.not_after.timestamp(),
            })
        })
        .collect())
}

/// Every answer for an authority, in the order of their tokens.
///
/// # Errors
/// The database's.
pub(crate) async fn answers(scope: &Scope<System>) -> Result<Vec<ChallengeAnswer>, DbErr> {
    let by_token =
        |select: sea_orm::Select<answer::Entity>| select.order_by_asc(answer::Column::Token);
    let rows = scope.doorless::<answer::Entity>().shape(by_token).all().await?;
    let answers = rows.into_iter().map(|row| ChallengeAnswer {
        host: row.host,
        kind: match row.kind {
            job::Challenge::TlsAlpn01 => ChallengeKind::TlsAlpn01,
            _ => ChallengeKind::Http01,
        },
        token: row.token,
        key_authorization: row.key_authorization,
    });
    Ok(answers.collect())
}
